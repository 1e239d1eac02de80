// What the market says of a cart to one lane after another answer: only the lines that this device does not hold, see the
// contract. Guarantee: what comes out is the whole cart as the market has it, or nothing is known of the answer.
import { parseAnswer } from '#api/client.ts';
import type { Cart, CartItem } from '#contract/carts.ts';
import { HELD_LINES_HEADER, NONE_HELD } from '#contract/held-lines.ts';
import type { CommandType } from '../commands/command.ts';

/** What changes nothing here but the view of its own lane, and has a cart for an answer; the endpoint is called the same. */
const changes = ['cart.add', 'cart.setQuantity', 'cart.remove', 'cart.applyCoupon', 'cart.removeCoupon'] as const;
export type CartChanging = (typeof changes)[number] & CommandType;
export const changesCart = (type: string): type is CartChanging => (changes as readonly string[]).includes(type);

type Named = Record<string, unknown> & { lines: string[]; changed: unknown[] };

export interface HeldLines {
  /** Names what is held. */
  headers(): Record<string, string>;
  /**
   * The cart that an answer to such a question stands for.
   * @returns null when it leaves out what is not held
   * @throws ApiError 'contract' when it is nothing of the kind
   */
  whole(name: CartChanging, body: unknown): Cart | null;
}

/** Of one lane, as long as it is sent without a pause. */
export function createHeldLines(): HeldLines {
  let held = new Map<string, CartItem>();
  return {
    headers: () => ({ [HELD_LINES_HEADER]: [...held.keys()].join('') || NONE_HELD }),
    whole(name, body) {
      const before = held;
      held = new Map();
      // A market that does not know the question answers as ever.
      if (!isNamed(body)) return parseAnswer(name, body);
      const { lines, changed, ...rest } = body;
      const told = parseAnswer(name, { ...rest, '@type': 'Cart', items: changed });
      const fresh = told.items.values();
      const items = lines.map((line) => before.get(line) ?? fresh.next().value);
      if (!items.every((item) => item !== undefined) || !fresh.next().done) return null;
      held = new Map(lines.map((line, at) => [line, items[at] as CartItem]));
      return { ...told, items };
    },
  };
}

const isNamed = (body: unknown): body is Named => {
  const { '@type': type, lines, changed } = Object(body) as Partial<Named>;
  return type === 'CartChange' && Array.isArray(lines) && Array.isArray(changed);
};
