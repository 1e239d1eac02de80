// One write: queued ones go through the outbox (on the device first, then sent), the others straight to the server.
// Guarantee: 'queued' is said only of what is on the device; a write without an answer is 'offline' and left to its form.
import { ApiError } from '#api/errors.ts';
import { type EndpointAnswer, type EndpointArguments, registry, type WriteName } from '#contract/registry.ts';
import { ready, type WriteOutcome } from '#state/page/engine-port.ts';
import type { Command } from '#sync/commands/command.ts';
import { newId } from '#sync/device/ids.ts';
import { dismiss } from '#sync/pending/decisions.ts';
import { type SendOutcome, send } from '#sync/submit-and-wait.ts';
import { callAsUser } from '../reads/authorised.ts';

type Arguments<N extends WriteName> = EndpointArguments<N>;

/** The intent behind a call that may wait. Cart lines have their own door (`useCart`), which knows their keys. */
function commandOf<N extends WriteName>(name: N, args: Arguments<N>): Command | null {
  switch (name) {
    case 'storeOrders.validate':
    case 'storeOrders.ship': {
      const { params } = args as Arguments<'storeOrders.validate'>;
      return { type: name, args: { id: Number(params.id) } };
    }
    case 'storeOrders.tracking': {
      const { params, body } = args as Arguments<'storeOrders.tracking'>;
      const { trackingCode = '', baseTrackingCode } = body;
      const base = baseTrackingCode === undefined ? undefined : { values: { trackingCode: baseTrackingCode } };
      return { type: name, args: { id: Number(params.id), trackingCode }, base };
    }
    case 'view.create':
      return { type: name, args: (args as Arguments<'view.create'>).body };
    case 'users.update': {
      const { params, body } = args as Arguments<'users.update'>;
      return { type: name, args: { id: params.id, email: body.email } };
    }
    default:
      return null;
  }
}

export async function write<N extends WriteName>(name: N, args: Arguments<N>): Promise<WriteOutcome<N>> {
  const command = commandOf(name, args);
  return command ? writeThroughOutbox<N>(command) : writeNow(name, args);
}

/** What is refused while its form looks on is said there, and not again in the list of what was refused. */
export async function sendFromForm(command: Command): Promise<SendOutcome> {
  const sync = await ready();
  const result = await send(sync, command);
  if (result.outcome === 'refused') await dismiss(sync.local, result.id);
  return result;
}

async function writeThroughOutbox<N extends WriteName>(command: Command): Promise<WriteOutcome<N>> {
  const result = await sendFromForm(command);
  if (result.outcome === 'sent') return { outcome: 'sent', answer: result.answer as EndpointAnswer<N> };
  if (result.outcome === 'queued') return { outcome: 'queued' };
  const { text, status, code, violations } = result;
  const kind = violations.length > 0 ? 'violations' : 'refused';
  return { outcome: 'refused', violations, error: new ApiError(kind, text, { status, code, violations }) };
}

async function writeNow<N extends WriteName>(name: N, args: Arguments<N>): Promise<WriteOutcome<N>> {
  try {
    const sync = await ready();
    // A repeat by the browser or a proxy has one effect.
    const idempotencyKey = registry[name].method === 'GET' ? undefined : newId();
    const { answer } = await callAsUser(sync, name, args, { idempotencyKey });
    return { outcome: 'sent', answer };
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    if (failure.kind === 'offline' || failure.kind === 'timeout') return { outcome: 'offline' };
    return { outcome: 'refused', violations: failure.violations, error: failure };
  }
}
