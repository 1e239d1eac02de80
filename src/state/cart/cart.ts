// The cart as the shopper sees it: the last cart known from the server with the waiting writes applied.
// Guarantee: every change is written to the outbox before it counts; the shown cart follows the outbox, in this tab and
// the others. The engine behind it (IndexedDB, outbox) loads on idle or with the first change.

import { atom, useAtomValue } from 'jotai';
import type { Agreed } from '#contract/orders/agreed-terms.ts';
import { notKeptSentence } from '#domain/text/storage-error.ts';
import {
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
import { engine } from '../page/engine-port.ts';
import { toast } from '../page/flash.ts';
import { rememberedAtom } from '../page/last-known.ts';
import { pageStore } from '../page/page-store.ts';
import { endArrival, expectArrival } from './early-additions.ts';

export interface CartState {
  cart: ShownCart;
  /** `/carts/{id}` once the server knows it. */
  cartIri: string | null;
  /** The device was asked: an empty cart is really empty. */
  ready: boolean;
  /** 'Coupon invalide', 'Plus de produit en stock !': cleared by the next change. */
  alert: string | null;
}

export type { CommitOrder, ShownOrder } from '#sync/commands/commitment.ts';

/** Is it the coupon of the cart that was entered? */
export const isCoupon = ({ type }: { type: string }): boolean => type === applyCouponCommand.type;

export const emptyCart: ShownCart = {
  items: [],
  total: 0,
  totalAfterDiscount: 0,
  quantity: 0,
  waiting: 0,
  estimated: false,
  couponCode: null,
  couponApplies: true,
  seenAt: null,
};
export const cartAtom = atom<CartState>({ cart: emptyCart, cartIri: null, ready: false, alert: null });

/** Articles whose 'Ajouter' was tapped and that the cart does not show yet: the count in the header moves at once. */
const arrivingAtom = atom(0);
export const cartQuantityAtom = atom((get) => {
  const { cart, ready } = get(cartAtom);
  return (ready ? cart.quantity : get(rememberedAtom).inCart) + get(arrivingAtom);
});
export const useCartQuantity = () => useAtomValue(cartQuantityAtom);

export const notSoMany = 'Produit en rupture de stock';

const setAlert = (alert: string | null) => pageStore.set(cartAtom, (state) => ({ ...state, alert }));

/** Says what could not be kept instead of pretending: the outbox is the only copy of a change. */
async function written(change: () => Promise<unknown>): Promise<boolean> {
  setAlert(null);
  try {
    await change();
    return true;
  } catch (failure) {
    console.error(failure);
    const sentence = notKeptSentence(failure);
    setAlert(sentence);
    toast(sentence, 'error');
    return false;
  }
}

async function add(command: AddToCart): Promise<boolean> {
  let arriving = command.quantity;
  pageStore.set(arrivingAtom, (count) => count + arriving);
  const arrived = () => {
    pageStore.set(arrivingAtom, (count) => count - arriving);
    arriving = 0;
  };
  const key = expectArrival(command);
  let added = false;
  await written(async () => {
    added = await (await engine()).cart.add(command, key, arrived);
  });
  endArrival(key);
  if (!added) arrived();
  return added;
}
const dispatch = (command: Command) => written(async () => (await engine()).dispatch(command));

/** What the person is looking at goes along: the device need not be asked for all that waits of this cart. */
function nameShown(lineKey: string): { name?: string } {
  const name = pageStore.get(cartAtom).cart.items.find((item) => item.lineKey === lineKey)?.product.name;
  return name === undefined ? {} : { name };
}
const setQuantity = (lineKey: string, quantity: number) =>
  dispatch(commandFor(setCartQuantityCommand, { lineKey, quantity, ...nameShown(lineKey) }));
const remove = (lineKey: string) => dispatch(commandFor(removeFromCartCommand, { lineKey, ...nameShown(lineKey) }));
function applyCoupon(code: string): Promise<boolean> {
  const { cart, ready } = pageStore.get(cartAtom);
  return dispatch({
    ...commandFor(applyCouponCommand, { code }),
    ...(ready && { base: { values: { total: cart.totalAfterDiscount } } }),
  });
}
const ordering = async () => (await engine()).ordering();
/** True once nothing of the cart waits and the server knows the cart; false when that cannot be had now (offline). */
const settled = async () => (await ordering()).settled();
/** Id of the cart on the server; null while the server has none. */
const cartId = async () => (await ordering()).cartId();
const removeCoupon = (code: string) => dispatch(commandFor(removeCouponCommand, { code }));
/** Keeps an order to be placed once the market can be reached; 'reached' when it can be now, else why it was not kept. */
const commit = async (agreed: Agreed, order: ShownOrder): Promise<'kept' | 'reached' | { said: string }> => {
  try {
    const outcome = await (await ordering()).commit(agreed, order);
    return outcome === 'changed' ? { said: cartChanged } : outcome;
  } catch (failure) {
    console.error(failure);
    return { said: notKeptSentence(failure) };
  }
};
const cartChanged = 'Votre panier a changé entre-temps\u00a0: revoyez-le avant de commander.';
/** The order is placed: the next article goes into a new cart. */
const startNewCart = async () => (await ordering()).startNewCart();

export const changes = { add, setQuantity, remove, applyCoupon, removeCoupon, commit, settled, cartId, startNewCart };
export type CartView = CartState & typeof changes;

export function useCart(): CartView {
  return { ...useAtomValue(cartAtom), ...changes };
}
