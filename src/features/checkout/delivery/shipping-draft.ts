// Shipping draft: input of the delivery page, stored until the order leaves, so that a failure or reload loses nothing.
// Guarantees: per user; the server's values and proposals are never stored.
import type { Order } from '#contract/orders/orders.ts';
import { discardDraft as forget, saveDraft as keep, loadDraft as read } from '#state/session/draft-store.ts';
import { removeStoredOrder } from '../payment/stored-order.ts';
import { contactOf, partKey, type ShippingForm, type ShippingValues, valuesOf } from './shipping-values.ts';

const key = 'livraison';

type Typed = Pick<ShippingValues, 'address' | 'pickupId'>;
interface Draft extends Partial<Omit<ShippingForm, 'parts'>> {
  /** By store id, which remains when a changed cart gets a new order. */
  stores?: Record<string, Typed>;
}

/** Values of the order from the server, without any input. */
export function servedValues(order: Order, email: string): ShippingForm {
  const parts = Object.fromEntries(order.storeOrders.map((part) => [partKey(part.id), valuesOf(part)]));
  return { contact: contactOf(order, email), parts, payment: '', isAdult: false, ifChanged: 'ask' };
}

/** Draft values, or else the server's. Shipping type and distance are always the server's. */
export function firstValues(order: Order, email: string): ShippingForm {
  const { stores = {}, ...whole } = (read(key) ?? {}) as Draft;
  const served = servedValues(order, email);
  const parts = order.storeOrders.map(({ id, store }): [string, ShippingValues] => {
    return [partKey(id), { ...(served.parts[partKey(id)] as ShippingValues), ...stores[store.id] }];
  });
  return { ...served, ...whole, parts: Object.fromEntries(parts) };
}

const differ = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b);

/** Stores the values that differ from the server's. */
export function keepTyped({ parts, ...values }: ShippingForm, order: Order, email: string): void {
  const served = servedValues(order, email);
  const whole = Object.entries(values).filter(([name, value]) => differ(value, Reflect.get(served, name)));
  const stores = order.storeOrders.flatMap(({ id, store }): [string, Typed][] => {
    const [own, before] = [parts[partKey(id)], served.parts[partKey(id)]].map(
      (part) => part && { address: part.address, pickupId: part.pickupId },
    );
    return own && differ(own, before) ? [[store.id, own]] : [];
  });
  const typed = { ...Object.fromEntries(whole), ...(stores.length > 0 && { stores: Object.fromEntries(stores) }) };
  if (Object.keys(typed).length > 0) keep(key, typed);
  else if (read(key)) forget(key);
}

export function forgetDraft(): void {
  forget(key);
  removeStoredOrder();
}
