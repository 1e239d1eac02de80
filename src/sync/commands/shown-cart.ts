// Displayed cart: the last server view with pending commands applied. Amounts in cents, estimated until the server
// answers.
import type { Cart, CartProduct, ChosenOptionValue } from '#contract/orders/carts.ts';
import { isSameCode } from '#domain/orders/pricing.ts';

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

/** `applies`: false if no store of the cart accepts the code any more. */
export interface EnteredCode {
  code: string;
  applies: boolean;
}

export interface ShownCart {
  items: ShownCartItem[];
  /** Cents. */
  total: number;
  /** Cents. */
  totalAfterDiscount: number;
  quantity: number;
  /** Pending commands, without those that the user did not request (creating the cart). */
  waiting: number;
  estimated: boolean;
  /** Entered codes, the newest last. */
  coupons: EnteredCode[];
  /** Time of the last server view, or of the first addition before it; milliseconds. */
  seenAt: number | null;
}

/** Entered codes of a cart of the server. */
export const codesOf = ({ coupons, coupon }: Pick<Cart, 'coupons' | 'coupon'>): EnteredCode[] =>
  (coupons ?? (coupon ? [coupon] : [])).map(({ code, applies = true }) => ({ code, applies }));

/** With a code entered last. */
export const withCode = (codes: readonly EnteredCode[], entered: EnteredCode): EnteredCode[] => [
  ...withoutCode(codes, entered.code),
  entered,
];

export const withoutCode = (codes: readonly EnteredCode[], code: string): EnteredCode[] =>
  codes.filter((one) => !isSameCode(one.code, code));

/** Lines by key: a cart of hundreds of lines is built from hundreds of commands. */
const linesByCart = new WeakMap<ShownCart, Map<string, ShownCartItem>>();

export function linesByKey(cart: ShownCart): Map<string, ShownCartItem> {
  const known = linesByCart.get(cart) ?? new Map([...cart.items].reverse().map((item) => [item.lineKey, item]));
  linesByCart.set(cart, known);
  return known;
}

export const findLine = (cart: ShownCart, lineKey: string) => linesByKey(cart).get(lineKey);
