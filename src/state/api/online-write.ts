// A write that cannot wait: straight to the server. Guarantee: ends as sent, refused with violations, or offline with nothing
// lost from the form; the same write asked twice while the first is on its way is one write.
import type { EndpointArguments, WriteName } from '#contract/registry.ts';
import { engine, type WriteOutcome } from '../page/engine-port.ts';

const underway = new Map<string, Promise<unknown>>();

/** Rejects when the code behind it could not be loaded. */
export function writeOnline<N extends WriteName>(name: N, args: EndpointArguments<N>): Promise<WriteOutcome<N>> {
  const same = JSON.stringify([name, args]);
  const first = underway.get(same);
  // What stands under this name was asked with the same arguments.
  if (first) return first as Promise<WriteOutcome<N>>;
  const attempt = engine()
    .then(({ write }) => write(name, args))
    .finally(() => underway.delete(same));
  underway.set(same, attempt);
  return attempt;
}
