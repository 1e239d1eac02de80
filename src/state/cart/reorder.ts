// Puts what was ordered once into the cart again, at the prices of today.
// Guarantees: each article goes through the outbox like a tap on 'Ajouter'; what cannot go in is said by its name, and why.

import { ApiError } from '#api/errors.ts';
import type { Product } from '#contract/catalogue/products.ts';
import type { ChosenOptionValue } from '#contract/orders/carts.ts';
import type { StoreOrderItem } from '#contract/orders/store-orders.ts';
import { quantityOfProduct } from '#domain/orders/cart.ts';
import { isOrderable } from '#domain/product.ts';
import { notKeptSentence } from '#domain/text/storage-error.ts';
import { addToCartCommand } from '#sync/commands/cart.ts';
import type { AddToCart } from '#sync/commands/cart-lines.ts';
import { commandFor } from '#sync/commands/record.ts';
import { engine } from '../page/engine-port.ts';
import { pageStore } from '../page/page-store.ts';
import { cartAtom } from './cart.ts';
import { additionOf } from './use-add-to-cart.ts';

export interface LeftOut {
  name: string;
  why: string;
}
/** `added`: how many different articles went in. */
export interface OrderedAgain {
  added: number;
  leftOut: LeftOut[];
}

const GONE = 'ce produit n’est plus vendu en ligne.';
const CHANGED = 'ses choix ont changé\u00a0: choisissez-les de nouveau sur sa page.';
const UNKNOWN = 'sa page n’est pas gardée sur cet appareil\u00a0: réessayez dès le retour du réseau.';

/** What was chosen then, as it is offered now; null when it is not, or when there is more to choose. */
function chosenAgain(product: Pick<Product, 'options'>, item: StoreOrderItem): ChosenOptionValue[] | null {
  const wanted = new Set(item.optionValues.map(({ id }) => id));
  const chosen = product.options.flatMap(({ name: option, values }) => {
    const [value, ...more] = values.filter(({ id }) => wanted.has(id));
    return value && more.length === 0 ? [{ id: value.id, name: value.name, option, price: value.price }] : [];
  });
  return chosen.length === wanted.size && chosen.length === product.options.length ? chosen : null;
}

/**
 * @param held of the product in the cart already
 * @returns what goes into the cart, and what is to be said of it
 */
export function againOf(
  product: Product,
  item: StoreOrderItem,
  held: number,
): { addition: AddToCart | null; why: string | null } {
  if (!isOrderable(product)) return { addition: null, why: GONE };
  const left = product.stock === null ? item.quantity : Math.max(0, product.stock - held);
  if (left === 0) {
    const why =
      held > 0 ? `il n’en reste pas plus que dans votre panier (${held}).` : 'ce produit est en rupture de stock.';
    return { addition: null, why };
  }
  const chosen = chosenAgain(product, item);
  const quantity = Math.min(item.quantity, left);
  const addition = chosen && additionOf(product, chosen, quantity);
  if (!addition) return { addition: null, why: chosen ? GONE : CHANGED };
  return { addition, why: quantity < item.quantity ? `il n’en reste que ${quantity}, mis dans votre panier.` : null };
}

async function productNow(slug: string): Promise<Product | null> {
  const { read } = await engine();
  const options = { signal: new AbortController().signal, last: undefined, later: () => undefined };
  return (await read('products.bySlug', { params: { slug } }, options)).answer ?? null;
}

/** Ahead of the tap: what is kept then is there without a network. */
export async function keepProducts(items: readonly StoreOrderItem[]): Promise<void> {
  for (const slug of new Set(items.map(({ product }) => product.slug))) await productNow(slug).catch(() => null);
}

async function addAgain(item: StoreOrderItem, taken: Map<string, number>): Promise<string | null> {
  try {
    const product = await productNow(item.product.slug);
    if (!product || product.id !== item.product.id) return GONE;
    const inCart = quantityOfProduct(pageStore.get(cartAtom).cart.items, product.id);
    // What this order put in may not be shown yet.
    const held = Math.max(inCart, taken.get(product.id) ?? inCart);
    const { addition, why } = againOf(product, item, held);
    if (addition) {
      await (await engine()).dispatch({
        ...commandFor(addToCartCommand, addition),
        seenPrice: addition.shown.unitPrice,
      });
      taken.set(product.id, held + addition.quantity);
      return why;
    }
    return why ?? GONE;
  } catch (failure) {
    if (!(failure instanceof ApiError)) {
      console.error(failure);
      return notKeptSentence(failure);
    }
    return failure.kind === 'not-found' ? GONE : UNKNOWN;
  }
}

/** One after the other, so that none is counted twice. */
export async function orderAgain(items: readonly StoreOrderItem[]): Promise<OrderedAgain> {
  const taken = new Map<string, number>();
  const leftOut: LeftOut[] = [];
  for (const item of items) {
    const why = await addAgain(item, taken);
    if (why !== null) leftOut.push({ name: item.product.name, why });
  }
  return { added: [...taken.values()].length, leftOut };
}
