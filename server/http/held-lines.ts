// Says of a cart only the lines that the caller does not hold. Guarantee: whatever a header asks, what it costs is bounded by the
// cart and by the longest header.
import { hash } from 'node:crypto';
import type { Cart } from '#contract/carts.ts';
import { type CartChange, LINE_NAME_LENGTH } from '#contract/held-lines.ts';

const isCart = (answer: unknown): answer is Cart =>
  typeof answer === 'object' && answer !== null && '@type' in answer && answer['@type'] === 'Cart';

/** @param held of the request; without it, or where no cart is answered, the answer stays as it is */
export function withoutHeldLines(held: string | string[] | undefined, answer: unknown): unknown {
  if (typeof held !== 'string' || !isCart(answer)) return answer;
  const { items, ...cart } = answer;
  const lines = items.map(nameOf);
  const names = new Set(namesIn(held));
  const changed = items.filter((_, at) => !names.has(lines[at] ?? ''));
  return { ...cart, '@type': 'CartChange', lines, changed } satisfies CartChange;
}

/** Of all that a line says: nothing in it can change without its name. */
const nameOf = (line: Cart['items'][number]) =>
  hash('sha256', JSON.stringify(line), 'base64url').slice(0, LINE_NAME_LENGTH);

function* namesIn(held: string): Iterable<string> {
  for (let at = 0; at + LINE_NAME_LENGTH <= held.length; at += LINE_NAME_LENGTH) {
    yield held.slice(at, at + LINE_NAME_LENGTH);
  }
}
