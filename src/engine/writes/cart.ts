// Changes of the cart.
// Guarantee: resolves once the change is on the device; repeating a key has no effect.
import { quantityOfProduct } from '#domain/orders/cart.ts';
import { storageErrorMessage } from '#domain/text/storage-error.ts';
import { cartAtom, outOfStockMessage } from '#state/cart/cart.ts';
import { othersEarlyChanges, removeEarlyChange } from '#state/cart/early-changes.ts';
import { connectivityAtom } from '#state/page/connectivity.ts';
import { getSync } from '#state/page/engine-port.ts';
import { announceAddition, flash, toast } from '#state/page/flash.ts';
import { pageStore } from '#state/page/page-store.ts';
import { pendingAtom } from '#state/pending/pending-writes.ts';
import { additionOf, setCartQuantityCommand } from '#sync/commands/cart.ts';
import type { AddToCart } from '#sync/commands/cart-lines.ts';
import { isCommandOf } from '#sync/commands/record.ts';
import type { Command } from '#sync/commands/registry.ts';
import { uuidv5 } from '#sync/device/ids.ts';
import type { SubmitResult } from '#sync/outbox/enqueue.ts';
import type { Sync } from '#sync/sync.ts';

/** Quantities have no id of their own, since consecutive ones become one command; the same one twice has one effect. */
const withId = (command: Command, key: string): Command =>
  isCommandOf(command, setCartQuantityCommand) ? command : { ...command, id: uuidv5(key) };

export const submitChange = async (command: Command, key: string): Promise<SubmitResult> =>
  (await getSync()).submit(withId(command, key));

/** Additions of this page that the cart does not show yet, by command id, in order. */
const coming = new Map<string, AddToCart>();

/** Quantity of a product in the cart plus earlier additions. */
function quantityBefore(id: string, productId: string): number {
  let quantity = quantityOfProduct(pageStore.get(cartAtom).cart.items, productId);
  for (const [other, args] of coming) {
    if (other === id) break;
    if (args.shown.product.id === productId) quantity += args.quantity;
  }
  return quantity;
}

/**
 * @param arrived called when the cart shows it, or never will, since the outbox is read less often than a user can tap
 * @returns false above the stock; an early tap comes before the cart is known
 */
export async function addItem(args: AddToCart, key: string, arrived: () => void): Promise<boolean> {
  const id = uuidv5(key);
  let stored = false;
  const stop = pageStore.sub(pendingAtom, () => {
    // The next publication contains it, or its outcome.
    if (stored || pageStore.get(pendingAtom).some((row) => row.id === id)) end();
  });
  const end = () => {
    stop();
    coming.delete(id);
    arrived();
  };
  coming.set(id, args);
  try {
    const sync = await getSync();
    const { stock } = args.shown.product;
    if (stock !== null && coming.has(id) && quantityBefore(id, args.shown.product.id) + args.quantity > stock) {
      end();
      flash(outOfStockMessage, 'error');
      return false;
    }
    const { lane } = await sync.submit({ ...additionOf(args), id });
    stored = true;
    // Another page has submitted it; no publication follows.
    if (!lane) end();
    announceAdded(args);
    return true;
  } catch (failure) {
    end();
    throw failure;
  }
}

function announceAdded({ shown, quantity }: AddToCart): void {
  flash('Produit ajouté au panier');
  const { name, images, store } = shown.product;
  const product = { name, image: images[0] ?? null, storeName: store.name, storeSlug: store.slug };
  announceAddition({ product, quantity, waiting: !pageStore.get(connectivityAtom).online });
}

/** Changes that did not reach the outbox from the page of their tap. */
export async function submitOthersEarlyChanges(sync: Sync): Promise<void> {
  for (const { key, command } of othersEarlyChanges()) {
    try {
      await sync.submit(withId(command, key));
    } catch (failure) {
      console.error(failure);
      toast(storageErrorMessage(failure), 'error');
    }
    removeEarlyChange(key);
  }
}
