// Ordering: the cart on its way to an order; loaded with the checkout.
// Guarantee: only the agreed cart is committed; the next article goes into a new cart.
import type { AgreedTerms } from '#contract/orders/agreed-terms.ts';
import { lineKeyOf } from '#domain/orders/cart.ts';
import { type CommitOutcome, getSync } from '#state/page/engine-port.ts';
import { startNewCart as beginAnew } from '#sync/carts/cart-lane.ts';
import { readCart } from '#sync/carts/open-cart.ts';
import { commitOrderCommand, type ShownOrder } from '#sync/commands/commitment.ts';
import { commandFor } from '#sync/commands/record.ts';
import type { ShownCart } from '#sync/commands/shown-cart.ts';
import { CartReplaced } from '#sync/outbox/enqueue.ts';
import { rowsWithVisitors } from '#sync/outbox/owners.ts';
import type { Sync } from '#sync/sync.ts';

/** While a checkout waits for the cart to reach the server, milliseconds. */
const cartSyncTimeoutMs = 12_000;
const lookAgainMs = 400;

async function openCart(sync: Sync) {
  const { db } = sync.local;
  const owner = await sync.currentOwner();
  return db.transaction('r', [db.outbox, db.snaps, db.applied, db.device], async () => {
    const cart = await readCart(sync.local, owner);
    const rows = await rowsWithVisitors(db, owner);
    // Visitor writes that are being merged count, too.
    const lanes = new Set([cart.lane, ...cart.joining]);
    return { cart, rows: rows.filter(({ lane }) => lanes.has(lane)) };
  });
}

export async function waitForCartSync(): Promise<boolean> {
  const sync = await getSync();
  const until = Date.now() + cartSyncTimeoutMs;
  for (;;) {
    await sync.drain({ eager: true });
    const { cart, rows } = await openCart(sync);
    if (rows.length === 0 && cart.joining.length === 0) return cart.iri !== null;
    const hopeless = !sync.connectivity.online() || rows.some(({ state }) => state === 'parked');
    if (hopeless || Date.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
  }
}

export async function serverCartId(): Promise<string | null> {
  const { cart } = await openCart(await getSync());
  return cart.iri ? cart.iri.slice(cart.iri.lastIndexOf('/') + 1) : null;
}

export async function openNewCart(): Promise<void> {
  const sync = await getSync();
  await beginAnew(sync.local, await sync.currentOwner());
}

/**
 * Stores an order until the server is reachable, and starts a new cart. Checks the connection once more before; one
 * missing answer is not enough. An estimated order is stored in any case, since only the server can price it.
 */
export async function commitOrder(agreed: AgreedTerms, order: ShownOrder, isEstimate: boolean): Promise<CommitOutcome> {
  const sync = await getSync();
  if (!isEstimate && (await sync.connectivity.check())) return 'reached';
  const { cart } = await openCart(sync);
  if (cart.lane === null || cart.joining.length > 0 || !isOf(agreed, cart.shown)) return 'changed';
  try {
    await sync.submit(commandFor(commitOrderCommand, { cart: cart.lane, agreed, order }));
    return 'kept';
  } catch (failure) {
    // Another tab was faster.
    if (failure instanceof CartReplaced) return 'changed';
    throw failure;
  }
}

const isOf = ({ lines }: AgreedTerms, { items }: ShownCart): boolean =>
  lines.length === items.length &&
  lines.every(({ product, optionValues, quantity }) => {
    const lineKey = lineKeyOf(product, optionValues);
    return items.some((item) => item.lineKey === lineKey && item.quantity === quantity);
  });
