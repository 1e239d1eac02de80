// The cart's writes and what came of them. Guarantee: a change resolves once it is on the device; what the server refuses
// comes back by name, with what is still available.

import type { Agreed } from '#contract/agreed.ts';
import { lineKeyOf, quantityOfProduct } from '#domain/cart.ts';
import { notKeptSentence } from '#domain/not-kept.ts';
import { connectivityAtom } from '#state/page/connectivity.ts';
import { type AddToCart, type Committed, ready } from '#state/page/engine-port.ts';
import { announceAddition, flash, toast } from '#state/page/flash.ts';
import { pageStore } from '#state/page/page-store.ts';
import { arrivals, endArrival } from '#state/writes/arrivals.ts';
import { cartAtom, notSoMany } from '#state/writes/cart.ts';
import { pendingAtom } from '#state/writes/pending-writes.ts';
import { startNewCart as beginAnew } from '#sync/carts/cart-lane.ts';
import { readCart } from '#sync/carts/open-cart.ts';
import type { ShownOrder } from '#sync/commands/command.ts';
import type { ShownCart } from '#sync/commands/projection.ts';
import { uuidv5 } from '#sync/device/ids.ts';
import { CartHasLeft } from '#sync/outbox/enqueue.ts';
import { rowsHere } from '#sync/outbox/owners.ts';
import type { Sync } from '#sync/sync.ts';

/** While a checkout waits for the cart to reach the server, milliseconds. */
const settleWithinMs = 12_000;
const lookAgainMs = 400;

/** `id` names the command: however often it is asked, it is written once. */
const submitAddition = (sync: Sync, args: AddToCart, id: string) =>
  sync.submit({ type: 'cart.add', args, seenPrice: args.shown.unitPrice, id });

/** Tapped in this page and not in the cart as it is shown, by the ids of their commands, in the order of the taps. */
const coming = new Map<string, AddToCart>();

/** Of one product: what the cart shows, and what was tapped before this and will stand in it. */
function heldBefore(id: string, productId: string): number {
  let held = quantityOfProduct(pageStore.get(cartAtom).cart.items, productId);
  for (const [other, args] of coming) {
    if (other === id) break;
    if (args.shown.product.id === productId) held += args.quantity;
  }
  return held;
}

/**
 * @param arrived once the cart shows it, or never will: the outbox is looked at less often than a person taps
 * @returns false when there are not so many: whoever taps early does it before the page knows what the cart holds
 */
export async function add(args: AddToCart, key: string, arrived: () => void): Promise<boolean> {
  const id = uuidv5(key);
  let kept = false;
  const stop = pageStore.sub(pendingAtom, () => {
    // What is shown after it was kept has it, or what became of it.
    if (kept || pageStore.get(pendingAtom).some((row) => row.id === id)) end();
  });
  const end = () => {
    stop();
    coming.delete(id);
    arrived();
  };
  coming.set(id, args);
  try {
    const sync = await ready();
    const { stock } = args.shown.product;
    if (stock !== null && coming.has(id) && heldBefore(id, args.shown.product.id) + args.quantity > stock) {
      end();
      flash(notSoMany, 'error');
      return false;
    }
    const { to } = await submitAddition(sync, args, id);
    kept = true;
    // Another page took it, and nothing new will be shown.
    if (!to) end();
    tellAdded(args);
    return true;
  } catch (failure) {
    end();
    throw failure;
  }
}

function tellAdded({ shown, quantity }: AddToCart): void {
  flash('Produit ajouté au panier');
  const { name, images, store } = shown.product;
  const product = { name, image: images[0] ?? null, storeName: store.name, storeSlug: store.slug };
  announceAddition({ product, quantity, waiting: !pageStore.get(connectivityAtom).online });
}

/** What an earlier page was left with: tapped, and not in the outbox yet. What this page is busy with is its own. */
export async function takeArrivals(sync: Sync): Promise<void> {
  for (const { key, command } of arrivals()) {
    const id = uuidv5(key);
    if (coming.has(id)) continue;
    try {
      await submitAddition(sync, command, id);
    } catch (failure) {
      console.error(failure);
      toast(notKeptSentence(failure), 'error');
    }
    endArrival(key);
  }
}

async function openCart(sync: Sync) {
  const { db } = sync.local;
  const owner = await sync.currentOwner();
  return db.transaction('r', [db.outbox, db.snaps, db.device], async () => {
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
    await sync.submit({ type: 'cart.commit', args: { cart: cart.lane, agreed, order } });
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
