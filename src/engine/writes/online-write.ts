// Online writes: calls that cannot be queued.
// Guarantee: without an answer the outcome is 'offline', and the form keeps its input.
import type { UploadFile } from '#api/client.ts';
import { ApiError } from '#api/errors.ts';
import { type EndpointArguments, registry, type WriteName } from '#contract/registry.ts';
import { isServerUnreachable } from '#domain/call-failure.ts';
import { getSync, type WriteOutcome } from '#state/page/engine-port.ts';
import { newId } from '#sync/device/ids.ts';
import { callAsUser } from '../reads/api-client.ts';

export async function writeEndpoint<N extends WriteName>(
  name: N,
  args: EndpointArguments<N>,
  file?: UploadFile,
): Promise<WriteOutcome<N>> {
  try {
    const sync = await getSync();
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
