// What is added to the cart. Guarantee: it resolves once the addition is on the device, which takes each once however often it is
// asked.

import { quantityOfProduct } from '#domain/orders/cart.ts';
import { notKeptSentence } from '#domain/text/storage-error.ts';
import { cartAtom, notSoMany } from '#state/cart/cart.ts';
import { arrivals, endArrival } from '#state/cart/early-additions.ts';
import { connectivityAtom } from '#state/page/connectivity.ts';
import { ready } from '#state/page/engine-port.ts';
import { announceAddition, flash, toast } from '#state/page/flash.ts';
import { pageStore } from '#state/page/page-store.ts';
import { pendingAtom } from '#state/pending/pending-writes.ts';
import { addToCartCommand } from '#sync/commands/cart.ts';
import type { AddToCart } from '#sync/commands/cart-lines.ts';
import { commandFor } from '#sync/commands/record.ts';
import { uuidv5 } from '#sync/device/ids.ts';
import type { Sync } from '#sync/sync.ts';

/** `id` names the command: however often it is asked, it is written once. */
const submitAddition = (sync: Sync, args: AddToCart, id: string) =>
  sync.submit({ ...commandFor(addToCartCommand, args), seenPrice: args.shown.unitPrice, id });

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
