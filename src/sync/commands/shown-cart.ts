// The cart as a screen shows it: the last server view with waiting commands applied. Amounts in cents, estimated until the
// server has computed them.
import type { CartProduct, ChosenOptionValue } from '#contract/orders/carts.ts';

export interface ShownCartItem {
  lineKey: string;
  product: CartProduct;
  optionValues: ChosenOptionValue[];
  quantity: number;
  /** Cents. */
  unitPrice: number;
  /** Cents. */
  total: number;
  waiting: boolean;
}

export interface ShownCart {
  items: ShownCartItem[];
  /** Cents. */
  total: number;
  /** Cents. */
  totalAfterDiscount: number;
  quantity: number;
  /** Commands not settled yet; those done on the person's behalf (creating the cart) do not count. */
  waiting: number;
  estimated: boolean;
  couponCode: string | null;
  /** False: no shop of the cart takes the code any more. */
  couponApplies: boolean;
  /** When the server last gave this cart, or, before it ever did, when its first article was taken; milliseconds. */
  seenAt: number | null;
}

/** Lines by their keys: a cart of hundreds is folded from hundreds of commands. */
const linesByCart = new WeakMap<ShownCart, Map<string, ShownCartItem>>();

export function linesByKey(cart: ShownCart): Map<string, ShownCartItem> {
  const known = linesByCart.get(cart) ?? new Map([...cart.items].reverse().map((item) => [item.lineKey, item]));
  linesByCart.set(cart, known);
  return known;
}

export const findLine = (cart: ShownCart, lineKey: string) => linesByKey(cart).get(lineKey);
