// What is shown: the last server view with the commands done since and the waiting ones applied, by the rules the server applies
// when all goes well. Guarantee: pure; with no other writer it equals what the server will answer. Amounts are cents and are
// marked estimated as long as the server has not named them, since only the server computes them.
import type { Cart, CartProduct, ChosenOptionValue } from '#contract/orders/carts.ts';
import type { Cmd, Snapshot } from '#db/rows.ts';
import { quantityOf, quantityOfProduct } from '#domain/orders/cart.ts';
import { keyOfItem } from './cart.ts';
import { isCart } from './command.ts';
import { argsOf, commandOf } from './registry.ts';

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

type Fold = (cart: ShownCart, cmd: Cmd) => void;

/** Lines by their keys: a cart of hundreds is folded from hundreds of commands. */
const linesOf = new WeakMap<ShownCart, Map<string, ShownCartItem>>();

function lines(cart: ShownCart): Map<string, ShownCartItem> {
  const known = linesOf.get(cart) ?? new Map([...cart.items].reverse().map((item) => [item.lineKey, item]));
  linesOf.set(cart, known);
  return known;
}

const find = (cart: ShownCart, lineKey: string) => lines(cart).get(lineKey);

const folds: Record<string, Fold> = {
  'cart.add'(cart, cmd) {
    const args = argsOf<'cart.add'>(cmd);
    if (!args) return;
    const line = find(cart, args.lineKey);
    if (line) {
      line.quantity += args.quantity;
      line.waiting = true;
      return;
    }
    const { product, optionValues, unitPrice } = args.shown;
    const { lineKey, quantity } = args;
    const added = { lineKey, product, optionValues, quantity, unitPrice, total: 0, waiting: true };
    cart.items.push(added);
    lines(cart).set(lineKey, added);
  },
  'cart.setQuantity'(cart, cmd) {
    const args = argsOf<'cart.setQuantity'>(cmd);
    const line = args && find(cart, args.lineKey);
    if (!line) return;
    line.quantity = args.quantity;
    line.waiting = true;
  },
  'cart.remove'(cart, cmd) {
    const args = argsOf<'cart.remove'>(cmd);
    if (!args || !lines(cart).delete(args.lineKey)) return;
    cart.items = cart.items.filter((item) => item.lineKey !== args.lineKey);
  },
  'cart.applyCoupon'(cart, cmd) {
    cart.couponCode = argsOf<'cart.applyCoupon'>(cmd)?.code ?? cart.couponCode;
    cart.couponApplies = true;
  },
  'cart.removeCoupon'(cart) {
    cart.couponCode = null;
    cart.totalAfterDiscount = cart.total;
  },
};

/** A cart as this device has it: the view, what the server has done since, and what waits. */
export interface CartParts {
  snapshot: Snapshot | undefined;
  applied: readonly Cmd[];
  rows: readonly Cmd[];
}

export const showCart = ({ snapshot, applied, rows }: CartParts): ShownCart => {
  const view = snapshot?.view ?? null;
  return projectCart(isCart(view) ? view : null, rows, snapshot?.seenAt ?? null, applied);
};

/** `rows`: the lane's rows in order. `applied`: what the server has done since it gave the view, in order. */
export function projectCart(
  snapshot: Cart | null,
  rows: readonly Cmd[],
  seenAt: number | null = null,
  applied: readonly Cmd[] = [],
): ShownCart {
  const shown: ShownCart = {
    items: (snapshot?.items ?? []).map((item) => ({
      lineKey: keyOfItem(item),
      product: item.product,
      optionValues: item.optionValues,
      quantity: item.quantity,
      unitPrice: item.unitPrice.amount,
      total: item.total.amount,
      waiting: false,
    })),
    total: snapshot?.total.amount ?? 0,
    totalAfterDiscount: snapshot?.totalAfterDiscount.amount ?? 0,
    quantity: 0,
    waiting: waitingCount(rows),
    estimated: false,
    couponCode: snapshot?.coupon?.code ?? null,
    couponApplies: snapshot?.coupon?.applies !== false,
    seenAt,
  };
  for (const row of applied) fold(shown, row);
  if (applied.length > 0) {
    estimate(shown);
    for (const item of shown.items) item.waiting = false;
  }
  for (const row of rows) fold(shown, row);
  // A cart that the server never gave: its prices were read when the first article was taken.
  shown.seenAt ??= rows.find(({ type }) => type === 'cart.add')?.createdAt ?? null;
  shown.quantity = quantityOf(shown.items);
  if (shown.waiting > 0) estimate(shown);
  return shown;
}

/** A row of which nothing can be made changes nothing: it is told in the list of what waits. */
function fold(shown: ShownCart, row: Cmd): void {
  try {
    folds[row.type]?.(shown, row);
  } catch (damaged) {
    console.warn(damaged);
  }
}

/** What the visitor's cart brings into the person's own; until the server has it there, all of it is uncertain. */
export function withJoining(own: ShownCart, coming: ShownCart): ShownCart {
  const items = own.items.map((item) => ({ ...item }));
  const shown = { ...own, items, waiting: own.waiting + coming.waiting, seenAt: own.seenAt ?? coming.seenAt };
  shown.couponCode = coming.couponCode ?? own.couponCode;
  for (const item of coming.items) {
    const line = find(shown, item.lineKey);
    if (!line) items.push({ ...item, waiting: true });
    else Object.assign(line, { quantity: line.quantity + item.quantity, waiting: true });
  }
  shown.quantity = quantityOf(items);
  if (coming.items.length > 0 || shown.waiting > 0) estimate(shown);
  return shown;
}

/** The discount known so far is kept as it is; the server's own total replaces this. */
function estimate(shown: ShownCart): void {
  const discount = shown.total - shown.totalAfterDiscount;
  for (const item of shown.items) if (item.waiting) item.total = item.unitPrice * item.quantity;
  shown.total = shown.items.reduce((sum, item) => sum + item.total, 0);
  shown.totalAfterDiscount = Math.max(0, shown.total - discount);
  shown.estimated = true;
}

/** How many of these rows a person is waiting for. */
export function waitingCount(rows: readonly Cmd[]): number {
  return rows.filter((row) => !commandOf(row.type)?.silent).length;
}

/** How many more of a product may be taken, given what the shown cart holds; null is unlimited. */
export function stillAvailable(stock: number | null, cart: ShownCart, productId: string): number | null {
  return stock === null ? null : Math.max(0, stock - quantityOfProduct(cart.items, productId));
}
