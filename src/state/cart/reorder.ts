// Reorder: adds the articles of an order to the cart, at current prices.
// Guarantees: each article goes through the outbox like 'Ajouter'; omitted articles are listed with a reason.
import { ApiError } from '#api/errors.ts';
import type { Product } from '#contract/catalogue/products.ts';
import type { ChosenOptionValue } from '#contract/orders/carts.ts';
import type { StoreOrderItem } from '#contract/orders/store-orders.ts';
import { quantityOfProduct } from '#domain/orders/cart.ts';
import { isOrderable } from '#domain/product.ts';
import { storageErrorMessage } from '#domain/text/storage-error.ts';
import { addToCartCommand } from '#sync/commands/cart.ts';
import type { AddToCart } from '#sync/commands/cart-lines.ts';
import { commandFor } from '#sync/commands/record.ts';
import { getEngine } from '../page/engine-port.ts';
import { pageStore } from '../page/page-store.ts';
import { cartAtom } from './cart.ts';
import { additionOf } from './use-add-to-cart.ts';

export interface LeftOut {
  name: string;
  why: string;
}
/** `added`: number of different articles. */
export interface ReorderResult {
  added: number;
  leftOut: LeftOut[];
}

const GONE = 'ce produit n’est plus vendu en ligne.';
const CHANGED = 'ses choix ont changé\u00a0: choisissez-les de nouveau sur sa page.';
const UNKNOWN = 'sa page n’est pas gardée sur cet appareil\u00a0: réessayez dès le retour du réseau.';

/** The ordered options in the current product; null if some are missing, or new ones are required. */
function chosenAgain(product: Pick<Product, 'options'>, item: StoreOrderItem): ChosenOptionValue[] | null {
  const wanted = new Set(item.optionValues.map(({ id }) => id));
  const chosen = product.options.flatMap(({ name: option, values }) => {
    const [value, ...more] = values.filter(({ id }) => wanted.has(id));
    return value && more.length === 0 ? [{ id: value.id, name: value.name, option, price: value.price }] : [];
  });
  return chosen.length === wanted.size && chosen.length === product.options.length ? chosen : null;
}

/**
 * @param inCart quantity of the product in the cart
 * @returns the addition, and a message about a reduced or omitted article
 */
export function reorderItem(
  product: Product,
  item: StoreOrderItem,
  inCart: number,
): { addition: AddToCart | null; why: string | null } {
  if (!isOrderable(product)) return { addition: null, why: GONE };
  const left = product.stock === null ? item.quantity : Math.max(0, product.stock - inCart);
  if (left === 0) {
    const why =
      inCart > 0 ? `il n’en reste pas plus que dans votre panier (${inCart}).` : 'ce produit est en rupture de stock.';
    return { addition: null, why };
  }
  const chosen = chosenAgain(product, item);
  const quantity = Math.min(item.quantity, left);
  const addition = chosen && additionOf(product, chosen, quantity);
  if (!addition) return { addition: null, why: chosen ? GONE : CHANGED };
  return { addition, why: quantity < item.quantity ? `il n’en reste que ${quantity}, mis dans votre panier.` : null };
}

async function productNow(slug: string): Promise<Product | null> {
  const { read } = await getEngine();
  const options = { signal: new AbortController().signal, last: undefined, later: () => undefined };
  return (await read('products.bySlug', { params: { slug } }, options)).answer ?? null;
}

/** Caches the products, so that a reorder works offline. */
export async function prefetchProducts(items: readonly StoreOrderItem[]): Promise<void> {
  for (const slug of new Set(items.map(({ product }) => product.slug))) await productNow(slug).catch(() => null);
}

async function addAgain(item: StoreOrderItem, added: Map<string, number>): Promise<string | null> {
  try {
    const product = await productNow(item.product.slug);
    if (!product || product.id !== item.product.id) return GONE;
    const shown = quantityOfProduct(pageStore.get(cartAtom).cart.items, product.id);
    // Earlier additions may not be displayed yet.
    const inCart = Math.max(shown, added.get(product.id) ?? shown);
    const { addition, why } = reorderItem(product, item, inCart);
    if (addition) {
      await (await getEngine()).dispatch({
        ...commandFor(addToCartCommand, addition),
        seenPrice: addition.shown.unitPrice,
      });
      added.set(product.id, inCart + addition.quantity);
      return why;
    }
    return why ?? GONE;
  } catch (failure) {
    if (!(failure instanceof ApiError)) {
      console.error(failure);
      return storageErrorMessage(failure);
    }
    return failure.kind === 'not-found' ? GONE : UNKNOWN;
  }
}

/** Sequential, so that stock is counted correctly. */
export async function reorder(items: readonly StoreOrderItem[]): Promise<ReorderResult> {
  const added = new Map<string, number>();
  const leftOut: LeftOut[] = [];
  for (const item of items) {
    const why = await addAgain(item, added);
    if (why !== null) leftOut.push({ name: item.product.name, why });
  }
  return { added: [...added.values()].length, leftOut };
}
