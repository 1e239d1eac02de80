// A write that goes straight to the server. Guarantee: one without an answer is 'offline' and left to its form.
import type { SentFile } from '#api/client.ts';
import { ApiError } from '#api/errors.ts';
import { type EndpointArguments, registry, type WriteName } from '#contract/registry.ts';
import { isServerUnreachable } from '#domain/call-failure.ts';
import { ready, type WriteOutcome } from '#state/page/engine-port.ts';
import { newId } from '#sync/device/ids.ts';
import { callAsUser } from '../reads/api-client.ts';

export async function write<N extends WriteName>(
  name: N,
  args: EndpointArguments<N>,
  file?: SentFile,
): Promise<WriteOutcome<N>> {
  try {
    const sync = await ready();
    // A repeat by the browser or a proxy has one effect.
    const idempotencyKey = registry[name].method === 'GET' ? undefined : newId();
    const { answer } = await callAsUser(sync, name, args, { idempotencyKey, file });
    return { outcome: 'sent', answer };
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    if (isServerUnreachable(failure)) return { outcome: 'offline' };
    return { outcome: 'refused', violations: failure.violations, error: failure };
  }
}
