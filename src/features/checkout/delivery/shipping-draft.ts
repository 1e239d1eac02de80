// Shipping draft: input of the delivery page, stored until the order leaves, so that a failure or reload loses nothing.
// Guarantees: per user; the server's values and proposals are never stored.
import type { Order } from '#contract/orders/orders.ts';
import { discardAgreedTerms, loadAgreedTerms } from '#state/pending/agreed-draft.ts';
import { discardDraft, loadDraft, saveDraft } from '#state/session/draft-store.ts';
import { removeStoredOrder } from '../payment/stored-order.ts';
import { contactOf, partKey, type ShippingForm, type ShippingValues, slotKey, valuesOf } from './shipping-values.ts';

const key = 'livraison';

type StoreDraft = Pick<ShippingValues, 'address' | 'pickupId' | 'slot'>;
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

/** What was agreed to without a network, if that order was returned; consents for the same articles only. */
function agreedDraft({ storeOrders }: Order, accountEmail: string): Draft {
  const agreed = loadAgreedTerms();
  if (!agreed) return {};
  const articles = agreed.lines.map(({ product }) => product);
  const isSame = storeOrders.flatMap(({ items }) => items).every(({ product }) => articles.includes(product.id));
  const person = agreed.parts.find(({ lastName }) => lastName !== '');
  const email = agreed.parts.find((part) => part.email !== '')?.email ?? accountEmail;
  const { lastName = '', firstName = '', phoneNumber = '' } = person ?? {};
  return {
    ...(person && { contact: { lastName, firstName, phoneNumber, email } }),
    payment: agreed.paymentOnDelivery ? 'delivery' : 'online',
    ifChanged: agreed.ifChanged,
    ...(isSame && { isAdult: agreed.isAdult ?? false, digitalConsent: agreed.digitalConsent ?? false }),
    stores: Object.fromEntries(
      agreed.parts.map(({ store, address, pickupId, slot }) => [
        store,
        { address, pickupId: pickupId ?? '', slot: slot ? slotKey(slot) : '' },
      ]),
    ),
  };
}

/** Draft values, those agreed to, or else the server's. Shipping type and distance are always the server's. */
export function initialValues(order: Order, email: string): ShippingForm {
  const { stores = {}, ...orderValues } = { ...agreedDraft(order, email), ...loadDraft(key) } as Draft;
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
      (part) => part && { address: part.address, pickupId: part.pickupId, slot: part.slot },
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
  discardAgreedTerms();
  removeStoredOrder();
}
