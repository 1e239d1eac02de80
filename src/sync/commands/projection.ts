// Cart projection: applies accepted and pending commands to the last server view, by the server's own rules.
// Guarantee: pure; without another writer the result equals the server's answer.
import type { Cart } from '#contract/orders/carts.ts';
import type { Cmd, Snapshot } from '#db/rows.ts';
import { quantityOf, quantityOfProduct } from '#domain/orders/cart.ts';
import { addToCartCommand } from './cart.ts';
import { lineKeyOfItem } from './cart-lines.ts';
import { isCart, isCommandOf } from './record.ts';
import { findRecord, projectRows } from './registry.ts';
import { codesOf, findLine, type ShownCart, withCode } from './shown-cart.ts';

/** The local state of a cart: the server view, the commands accepted since, and the pending rows. */
export interface CartParts {
  snapshot: Snapshot | undefined;
  applied: readonly Cmd[];
  rows: readonly Cmd[];
}

export const showCart = ({ snapshot, applied, rows }: CartParts): ShownCart => {
  const view = snapshot?.view ?? null;
  return projectCart(isCart(view) ? view : null, rows, snapshot?.seenAt ?? null, applied);
};

/** `rows`: the pending rows of the lane, in order. `applied`: the commands accepted since the view, in order. */
export function projectCart(
  snapshot: Cart | null,
  rows: readonly Cmd[],
  seenAt: number | null = null,
  applied: readonly Cmd[] = [],
): ShownCart {
  const shown: ShownCart = {
    items: (snapshot?.items ?? []).map((item) => ({
      lineKey: lineKeyOfItem(item),
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
    waiting: countVisible(rows),
    estimated: false,
    coupons: snapshot ? codesOf(snapshot) : [],
    seenAt,
  };
  projectRows(shown, applied);
  if (applied.length > 0) {
    estimateTotals(shown);
    for (const item of shown.items) item.waiting = false;
  }
  projectRows(shown, rows);
  // Without a server view the prices date from the first addition.
  shown.seenAt ??= rows.find((row) => isCommandOf(row, addToCartCommand))?.createdAt ?? null;
  shown.quantity = quantityOf(shown.items);
  if (shown.waiting > 0) estimateTotals(shown);
  return shown;
}

/** The user's cart with the lines of the visitor's cart; all amounts are estimates until the merge. */
export function withVisitorCart(own: ShownCart, visitorCart: ShownCart): ShownCart {
  const items = own.items.map((item) => ({ ...item }));
  const shown = { ...own, items, waiting: own.waiting + visitorCart.waiting, seenAt: own.seenAt ?? visitorCart.seenAt };
  shown.coupons = visitorCart.coupons.reduce(withCode, own.coupons);
  for (const item of visitorCart.items) {
    const line = findLine(shown, item.lineKey);
    if (!line) items.push({ ...item, waiting: true });
    else Object.assign(line, { quantity: line.quantity + item.quantity, waiting: true });
  }
  shown.quantity = quantityOf(items);
  if (visitorCart.items.length > 0 || shown.waiting > 0) estimateTotals(shown);
  return shown;
}

/** Uses the known discount until the server computes the total. */
function estimateTotals(shown: ShownCart): void {
  const discount = shown.total - shown.totalAfterDiscount;
  for (const item of shown.items) if (item.waiting) item.total = item.unitPrice * item.quantity;
  shown.total = shown.items.reduce((sum, item) => sum + item.total, 0);
  shown.totalAfterDiscount = Math.max(0, shown.total - discount);
  shown.estimated = true;
}

/** Number of rows that the user is waiting for. */
export function countVisible(rows: readonly Cmd[]): number {
  return rows.filter((row) => !findRecord(row.type)?.silent).length;
}

/** How many more of a product the user can add to the displayed cart; null is unlimited. */
export function remainingStock(stock: number | null, cart: ShownCart, productId: string): number | null {
  return stock === null ? null : Math.max(0, stock - quantityOfProduct(cart.items, productId));
}
