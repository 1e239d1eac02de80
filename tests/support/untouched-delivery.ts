// The delivery page of an order, opened and left without typing: the market has proposed a method, and the order is
// stored.
import { expect } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { storeOrder } from './store-order.ts';

export const order = { id: 3, storeOrders: [storeOrder({ phoneNumber: '0612345678' })] } as unknown as Order;
export const email = 'client@etal.test';

interface Device {
  saveDrafts(): Promise<void>;
  /** Number of drafts on the device. */
  countDrafts(): Promise<number>;
}

export async function openDelivery({ saveDrafts, countDrafts: begun }: Device): Promise<void> {
  const { initialValues, discardShippingDraft, saveTypedValues } = await import(
    '#features/checkout/delivery/shipping-draft.ts'
  );
  const { partKey } = await import('#features/checkout/delivery/shipping-values.ts');
  const { saveOrder: keepOrder } = await import('#features/checkout/payment/stored-order.ts');
  const values = structuredClone(initialValues(order, email));
  Object.assign(values.parts[partKey(12)] ?? {}, { shippingType: 'home', distance: '5' });
  saveTypedValues(values, order, email);
  keepOrder({ order, seenAt: 0, coupons: [] });
  await saveDrafts();
  expect(await begun(), 'forms begun before anything was typed').toBe(0);
  values.contact.lastName = 'Durand';
  saveTypedValues(values, order, email);
  await saveDrafts();
  expect(await begun(), 'forms begun once a name was typed').toBe(1);
  discardShippingDraft();
  await saveDrafts();
  expect(await begun()).toBe(0);
}
