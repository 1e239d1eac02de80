// Order minimums: the parts of an order that are below their store's minimum, and by how much.
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { isBelowMinimum } from '#domain/orders/minimum.ts';
import type { CartState } from '#state/cart/cart.ts';
import type { MissingAmount } from '../minimum/missing-amounts.ts';
import { partKey, type ShippingForm } from './shipping-values.ts';

type CartItems = CartState['cart']['items'];

/** Below or at the minimum, by the chosen shipping type. */
export function isTooSmall(part: StoreOrder, parts: ShippingForm['parts']): boolean {
  const type = parts[partKey(part.id)]?.shippingType ?? null;
  return isBelowMinimum(type, amountOfGoods(part), part.store.minimumDelivery.amount);
}

/** After the discount. */
const amountOfGoods = ({ total, shippingFees }: StoreOrder) => total.amount - shippingFees.amount;

/**
 * Cents; 0 while the cart has enough and its order is not renewed. The cart knows what a coupon changes; without it one
 * cent above the minimum is enough.
 */
export function missingAmountOf(part: StoreOrder, items: CartItems): number {
  const ofStore = items.filter(({ product }) => product.store.id === part.store.id);
  const least = ofStore.find(({ product }) => product.store.leastTotal)?.product.store.leastTotal?.amount;
  const missing =
    least === undefined
      ? part.store.minimumDelivery.amount + 1 - amountOfGoods(part)
      : least - ofStore.reduce((sum, { total }) => sum + total, 0);
  return Math.max(0, missing);
}

export const missingAmountsOf = (
  { storeOrders }: Order,
  parts: ShippingForm['parts'],
  items: CartItems,
): MissingAmount[] =>
  storeOrders
    .filter((part) => isTooSmall(part, parts))
    .map((part) => ({
      storeId: part.store.id,
      storeName: part.store.name,
      cents: missingAmountOf(part, items),
    }))
    .filter(({ cents }) => cents > 0);
