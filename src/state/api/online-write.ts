// Online writes: calls that cannot be queued.
// Guarantee: ends as sent, refused with violations, or offline with the form's input intact; concurrent calls with
// equal arguments share one request.
import type { EndpointArguments, WriteName } from '#contract/registry.ts';
import { getEngine, type WriteOutcome } from '../page/engine-port.ts';

const underway = new Map<string, Promise<unknown>>();

/** Rejects if the code could not be loaded. */
export function writeOnline<N extends WriteName>(name: N, args: EndpointArguments<N>): Promise<WriteOutcome<N>> {
  const same = JSON.stringify([name, args]);
  const first = underway.get(same);
  // Equal name and arguments have the same result type.
  if (first) return first as Promise<WriteOutcome<N>>;
  const attempt = getEngine()
    .then(({ write }) => write(name, args))
    .finally(() => underway.delete(same));
  underway.set(same, attempt);
  return attempt;
}
