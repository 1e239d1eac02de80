// Shipping draft: input of the delivery page, stored until the order leaves, so that a failure or reload loses nothing.
// Guarantees: per user; the server's values and proposals are never stored.
import type { Order } from '#contract/orders/orders.ts';
import { discardDraft, loadDraft, saveDraft } from '#state/session/draft-store.ts';
import { removeStoredOrder } from '../payment/stored-order.ts';
import { contactOf, partKey, type ShippingForm, type ShippingValues, valuesOf } from './shipping-values.ts';

const key = 'livraison';

type StoreDraft = Pick<ShippingValues, 'address' | 'pickupId'>;
interface Draft extends Partial<Omit<ShippingForm, 'parts'>> {
  /** By store id, which remains when a changed cart gets a new order. */
  stores?: Record<string, StoreDraft>;
}

/** Values of the order from the server, without any input. */
export function serverValues(order: Order, email: string): ShippingForm {
  const parts = Object.fromEntries(order.storeOrders.map((part) => [partKey(part.id), valuesOf(part)]));
  return {
    contact: contactOf(order, email),
    parts,
    payment: '',
    isAdult: false,
    digitalConsent: false,
    ifChanged: 'ask',
  };
}

/** Draft values, or else the server's. Shipping type and distance are always the server's. */
export function initialValues(order: Order, email: string): ShippingForm {
  const { stores = {}, ...orderValues } = (loadDraft(key) ?? {}) as Draft;
  const server = serverValues(order, email);
  const parts = order.storeOrders.map(({ id, store }): [string, ShippingValues] => {
    return [partKey(id), { ...(server.parts[partKey(id)] as ShippingValues), ...stores[store.id] }];
  });
  return { ...server, ...orderValues, parts: Object.fromEntries(parts) };
}

const isDifferent = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b);

/** Stores the values that differ from the server's. */
export function saveTypedValues({ parts, ...values }: ShippingForm, order: Order, email: string): void {
  const server = serverValues(order, email);
  const orderValues = Object.entries(values).filter(([name, value]) => isDifferent(value, Reflect.get(server, name)));
  const stores = order.storeOrders.flatMap(({ id, store }): [string, StoreDraft][] => {
    const [own, before] = [parts[partKey(id)], server.parts[partKey(id)]].map(
      (part) => part && { address: part.address, pickupId: part.pickupId },
    );
    return own && isDifferent(own, before) ? [[store.id, own]] : [];
  });
  const typed = {
    ...Object.fromEntries(orderValues),
    ...(stores.length > 0 && { stores: Object.fromEntries(stores) }),
  };
  if (Object.keys(typed).length > 0) saveDraft(key, typed);
  else if (loadDraft(key)) discardDraft(key);
}

export function discardShippingDraft(): void {
  discardDraft(key);
  removeStoredOrder();
}
