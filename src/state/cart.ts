// The cart as the shopper sees it: the last cart known from the server with the waiting writes applied.
// Guarantee: every change is written to the outbox before it counts; the shown cart follows the outbox, in this tab and
// the others. The engine behind it (IndexedDB, outbox) loads on idle or with the first change.
import { atom, useAtomValue } from 'jotai';
import { notKeptSentence } from '#domain/not-kept.ts';
import type { CommandArgs } from '#sync/command.ts';
import type { ShownCart } from '#sync/projection.ts';
import { endArrival, expectArrival } from './arrivals.ts';
import { connectivityAtom } from './connectivity.ts';
import { announceAddition, flash, toast } from './notices.ts';
import { pageStore } from './page-store.ts';
import { useRemembered } from './remembered.ts';

export type AddToCart = CommandArgs['cart.add'];

export interface CartState {
  cart: ShownCart;
  /** `/carts/{id}` once the server knows it. */
  cartIri: string | null;
  /** The device was asked: an empty cart is really empty. */
  ready: boolean;
  /** 'Coupon invalide', 'Plus de produit en stock !': cleared by the next change. */
  alert: string | null;
}

export const emptyCart: ShownCart = {
  items: [],
  total: 0,
  totalAfterDiscount: 0,
  quantity: 0,
  waiting: 0,
  estimated: false,
  couponCode: null,
  seenAt: null,
};
export const cartAtom = atom<CartState>({ cart: emptyCart, cartIri: null, ready: false, alert: null });

/** Articles whose 'Ajouter' was tapped and whose row is being written: the count in the header moves at once. */
const arrivingAtom = atom(0);
export function useCartQuantity(): number {
  const { cart, ready } = useAtomValue(cartAtom);
  const { inCart } = useRemembered();
  return (ready ? cart.quantity : inCart) + useAtomValue(arrivingAtom);
}

export const notSoMany = 'Produit en rupture de stock';

const engine = () => import('./cart-engine.ts');
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
  pageStore.set(arrivingAtom, (count) => count + command.quantity);
  const key = expectArrival(command);
  let enough = true;
  const kept = await written(async () => {
    enough = await (await engine()).add(command, key);
  });
  endArrival(key);
  pageStore.set(arrivingAtom, (count) => count - command.quantity);
  if (!enough) flash(notSoMany, 'error');
  if (!kept || !enough) return false;
  flash('Produit ajouté au panier');
  const { name, images, store } = command.shown.product;
  const product = { name, image: images[0] ?? null, storeName: store.name, storeSlug: store.slug };
  announceAddition({ product, quantity: command.quantity, waiting: !pageStore.get(connectivityAtom).online });
  return true;
}
const setQuantity = (lineKey: string, quantity: number) =>
  written(async () => (await engine()).setQuantity(lineKey, quantity));
const remove = (lineKey: string) => written(async () => (await engine()).remove(lineKey));
const applyCoupon = (code: string) => written(async () => (await engine()).applyCoupon(code));
/** True once nothing of the cart waits and the server knows the cart; false when that cannot be had now (offline). */
const settled = async () => (await engine()).settled();
/** Id of the cart on the server; null while the server has none. */
const cartId = async () => (await engine()).cartId();
/** The order is placed: the next article goes into a new cart. */
const startNewCart = async () => (await engine()).startNewCart();

export const changes = { add, setQuantity, remove, applyCoupon, settled, cartId, startNewCart };
export type CartView = CartState & typeof changes;

export function useCart(): CartView {
  return { ...useAtomValue(cartAtom), ...changes };
}
