// Cart: the last server view with the pending writes applied.
// Guarantee: every change is in the outbox before it counts; the cart follows the outbox in all tabs. The engine loads
// on idle or with the first change.
import { atom, useAtomValue } from 'jotai';
import type { AgreedTerms } from '#contract/orders/agreed-terms.ts';
import { storageErrorMessage } from '#domain/text/storage-error.ts';
import {
  additionOf,
  applyCouponCommand,
  removeCouponCommand,
  removeFromCartCommand,
  setCartQuantityCommand,
} from '#sync/commands/cart.ts';
import type { AddToCart } from '#sync/commands/cart-lines.ts';
import type { ShownOrder } from '#sync/commands/commitment.ts';
import { commandFor } from '#sync/commands/record.ts';
import type { Command } from '#sync/commands/registry.ts';
import type { ShownCart } from '#sync/commands/shown-cart.ts';
import type { SubmitResult } from '#sync/outbox/enqueue.ts';
import { getEngine } from '../page/engine-port.ts';
import { toast } from '../page/flash.ts';
import { rememberedAtom } from '../page/last-known.ts';
import { pageStore } from '../page/page-store.ts';
import { recordEarlyChange, removeEarlyChange } from './early-changes.ts';

export interface CartState {
  cart: ShownCart;
  /** `/carts/{id}`; null until the server has answered. */
  cartIri: string | null;
  /** Read from the device, so that an empty cart is certain. */
  ready: boolean;
  /** 'Coupon invalide', 'Plus de produit en stock !': cleared by the next change. */
  alert: string | null;
}

export type { CommitOrder, ShownOrder } from '#sync/commands/commitment.ts';
export type { EnteredCode } from '#sync/commands/shown-cart.ts';

/** Is it the coupon of the cart that was entered? */
export const isCoupon = ({ type }: { type: string }): boolean => type === applyCouponCommand.type;

/** Is it about the entered code? Then it stands at its field. */
export const isCouponAlert = (alert: string | null): boolean => alert?.startsWith('Coupon invalide') ?? false;

export const emptyCart: ShownCart = {
  items: [],
  total: 0,
  totalAfterDiscount: 0,
  quantity: 0,
  waiting: 0,
  estimated: false,
  coupons: [],
  seenAt: null,
};
export const cartAtom = atom<CartState>({ cart: emptyCart, cartIri: null, ready: false, alert: null });

/** Added articles that the cart does not show yet, so that the count in the header updates at once. */
const arrivingAtom = atom(0);
export const cartQuantityAtom = atom((get) => {
  const { cart, ready } = get(cartAtom);
  return (ready ? cart.quantity : get(rememberedAtom).inCart) + get(arrivingAtom);
});
export const useCartQuantity = () => useAtomValue(cartQuantityAtom);

export const outOfStockMessage = 'Produit en rupture de stock';

const setAlert = (alert: string | null) => pageStore.set(cartAtom, (state) => ({ ...state, alert }));

/** Reports a failed write, since the outbox is the only copy of a change. */
export async function written(change: () => Promise<unknown>): Promise<boolean> {
  setAlert(null);
  try {
    await change();
    return true;
  } catch (failure) {
    console.error(failure);
    const sentence = storageErrorMessage(failure);
    setAlert(sentence);
    toast(sentence, 'error');
    return false;
  }
}

/** Leaving the page meanwhile does not lose the change. */
async function writeEarly(command: Command, write: (key: string) => Promise<unknown>): Promise<boolean> {
  const key = recordEarlyChange(command);
  const isWritten = await written(() => write(key));
  removeEarlyChange(key);
  return isWritten;
}

async function add(args: AddToCart): Promise<boolean> {
  let arriving = args.quantity;
  pageStore.set(arrivingAtom, (count) => count + arriving);
  const arrived = () => {
    pageStore.set(arrivingAtom, (count) => count - arriving);
    arriving = 0;
  };
  let added = false;
  await writeEarly(additionOf(args), async (key) => {
    added = await (await getEngine()).cart.addItem(args, key, arrived);
  });
  if (!added) arrived();
  return added;
}

/** Stores a change; `result` gets its id. */
export const changeCart = (command: Command, result?: (stored: SubmitResult) => void) =>
  writeEarly(command, async (key) => {
    const stored = await (await getEngine()).cart.submitChange(command, key);
    result?.(stored);
  });

/** The displayed name, which saves reading all pending writes of the cart. */
function nameShown(lineKey: string): { name?: string } {
  const name = pageStore.get(cartAtom).cart.items.find((item) => item.lineKey === lineKey)?.product.name;
  return name === undefined ? {} : { name };
}
const setQuantity = (lineKey: string, quantity: number) =>
  changeCart(commandFor(setCartQuantityCommand, { lineKey, quantity, ...nameShown(lineKey) }));
const remove = (lineKey: string) => changeCart(commandFor(removeFromCartCommand, { lineKey, ...nameShown(lineKey) }));
function applyCoupon(code: string): Promise<boolean> {
  const { cart, ready } = pageStore.get(cartAtom);
  return changeCart({
    ...commandFor(applyCouponCommand, { code }),
    ...(ready && { base: { values: { total: cart.totalAfterDiscount } } }),
  });
}
const ordering = async () => (await getEngine()).ordering();
/** True once the server has the whole cart; false if it cannot be reached now. */
const settled = async () => (await ordering()).waitForCartSync();
/** Id of the cart on the server; null without one. */
const cartId = async () => (await ordering()).serverCartId();
const removeCoupon = (code: string) => changeCart(commandFor(removeCouponCommand, { code }));
/** Stores an order for the outbox; 'reached' if the server is reachable now, or the reason if it was not stored. */
const commit = async (
  agreed: AgreedTerms,
  order: ShownOrder,
  isEstimate: boolean,
): Promise<'kept' | 'reached' | { problem: string }> => {
  try {
    const outcome = await (await ordering()).commitOrder(agreed, order, isEstimate);
    return outcome === 'changed' ? { problem: cartChanged } : outcome;
  } catch (failure) {
    console.error(failure);
    return { problem: storageErrorMessage(failure) };
  }
};
const cartChanged = 'Votre panier a changé entre-temps\u00a0: vérifiez-le avant de commander.';
/** After an order, the next article goes into a new cart. */
const startNewCart = async () => (await ordering()).openNewCart();

export const cartActions = {
  add,
  setQuantity,
  remove,
  applyCoupon,
  removeCoupon,
  commit,
  settled,
  cartId,
  startNewCart,
};
export type CartView = CartState & typeof cartActions;

export function useCart(): CartView {
  return { ...useAtomValue(cartAtom), ...cartActions };
}
