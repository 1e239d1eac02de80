// Store order presenter for its merchant, who sees no more of the customer than the delivery needs.
import { includesRole, type StoreRole } from '#contract/merchant/store-roles.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { hasReached } from '#domain/orders/order-states.ts';
import { asksForAddress } from '#domain/orders/shipping.ts';
import type { StoreOrderRow } from './order-rows.ts';
import { presentStoreOrder, shippingTypeOf } from './orders.ts';
import { presentAddress } from './stores.ts';

/** The customer's address, if the shipping type needs it. */
export const addressForStore = (row: StoreOrderRow) =>
  asksForAddress(shippingTypeOf(row.shippingType)) ? presentAddress(row) : NO_ADDRESS;

const NO_ADDRESS = { address1: '', address2: '', postalCode: '', city: '' };

/** Who only prepares orders writes to no customer and reads no documents of the sale. */
export function presentForRole(order: StoreOrder, { storeRole }: { storeRole: StoreRole | null }): StoreOrder {
  if (includesRole(storeRole, 'seller')) return order;
  const { documents: _documents, ...shown } = order;
  return { ...shown, email: '' };
}

/** A store sees its customer after payment, and the address only if the shipping type needs it. */
export function presentToMerchant(row: StoreOrderRow): StoreOrder {
  const shown = presentStoreOrder(row);
  if (hasReached(shown.state, 'payed')) {
    return { ...shown, address: addressForStore(row) };
  }
  return { ...shown, lastName: '', firstName: '', phoneNumber: '', email: '', address: NO_ADDRESS };
}
