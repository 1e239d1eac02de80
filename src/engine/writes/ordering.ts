// The cart on its way to an order: its code comes with the checkout. Guarantee: an order is kept of that cart only to which the
// person has agreed, and its cart is left for the next.

import type { Agreed } from '#contract/orders/agreed-terms.ts';
import { lineKeyOf } from '#domain/orders/cart.ts';
import { type Committed, ready } from '#state/page/engine-port.ts';
import { startNewCart as beginAnew } from '#sync/carts/cart-lane.ts';
import { readCart } from '#sync/carts/open-cart.ts';
import { commitOrderCommand, type ShownOrder } from '#sync/commands/commitment.ts';
import { commandFor } from '#sync/commands/record.ts';
import type { ShownCart } from '#sync/commands/shown-cart.ts';
import { CartHasLeft } from '#sync/outbox/enqueue.ts';
import { rowsHere } from '#sync/outbox/owners.ts';
import type { Sync } from '#sync/sync.ts';

/** While a checkout waits for the cart to reach the server, milliseconds. */
const settleWithinMs = 12_000;
const lookAgainMs = 400;

async function openCart(sync: Sync) {
  const { db } = sync.local;
  const owner = await sync.currentOwner();
  return db.transaction('r', [db.outbox, db.snaps, db.applied, db.device], async () => {
    const cart = await readCart(sync.local, owner);
    const rows = await rowsHere(db, owner);
    // A visitor's cart on its way into the person's own counts as that: nothing is ordered without it.
    const lanes = new Set([cart.lane, ...cart.joining]);
    return { cart, rows: rows.filter(({ lane }) => lanes.has(lane)) };
  });
}

export async function settled(): Promise<boolean> {
  const sync = await ready();
  const until = Date.now() + settleWithinMs;
  for (;;) {
    await sync.drain({ eager: true });
    const { cart, rows } = await openCart(sync);
    if (rows.length === 0 && cart.joining.length === 0) return cart.iri !== null;
    const hopeless = !sync.connectivity.online() || rows.some(({ state }) => state === 'parked');
    if (hopeless || Date.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
  }
}

export async function cartId(): Promise<string | null> {
  const { cart } = await openCart(await ready());
  return cart.iri ? cart.iri.slice(cart.iri.lastIndexOf('/') + 1) : null;
}

export async function startNewCart(): Promise<void> {
  const sync = await ready();
  await beginAnew(sync.local, await sync.currentOwner());
}

/**
 * Keeps an order to be placed once the market can be reached, and leaves its cart for the next. The market is asked once more
 * before: one answer that did not come is no reason to order from afar.
 */
export async function commit(agreed: Agreed, order: ShownOrder): Promise<Committed> {
  const sync = await ready();
  if (await sync.connectivity.check()) return 'reached';
  const { cart } = await openCart(sync);
  if (cart.lane === null || cart.joining.length > 0 || !isOf(agreed, cart.shown)) return 'changed';
  try {
    await sync.submit(commandFor(commitOrderCommand, { cart: cart.lane, agreed, order }));
    return 'kept';
  } catch (failure) {
    // Another tab was faster.
    if (failure instanceof CartHasLeft) return 'changed';
    throw failure;
  }
}

const isOf = ({ lines }: Agreed, { items }: ShownCart): boolean =>
  lines.length === items.length &&
  lines.every(({ product, optionValues, quantity }) => {
    const lineKey = lineKeyOf(product, optionValues);
    return items.some((item) => item.lineKey === lineKey && item.quantity === quantity);
  });
