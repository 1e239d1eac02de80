// What is agreed to without a network is checked before it is kept: nothing wrong with it is passed over in silence.
import { expect, it } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { agreedOf, mistakesIn } from '#features/checkout/delivery/commitment.ts';
import { partKey, type ShippingForm } from '#features/checkout/delivery/shipping-values.ts';
import { storeOrder } from '../support/store-order.ts';

const made = storeOrder({});
const part = { ...made, store: { ...made.store, id: '3b1f0c52-6c0e-4b57-9b6c-0d6f5a2b9e11' } };
const order = { id: 1, storeOrders: [part] } as unknown as Order;
const contact = { firstName: 'Léa', lastName: 'Petit', phoneNumber: '0600000000', email: 'lea@etal.test' };
const address = { address1: '1 rue du Port', address2: '', postalCode: '55100', city: 'Verdun' };
const given = (more: Partial<typeof contact> = {}, lines = 1, postalCode = '55100') => {
  const typed = { address: { ...address, postalCode }, shippingType: 'store', pickupId: '', distance: '' } as const;
  const values: ShippingForm = {
    contact: { ...contact, ...more },
    parts: { [partKey(part.id)]: typed },
    ifChanged: 'ask',
    payment: 'delivery',
    isAdult: true,
  };
  const agreed = agreedOf(order, values, null, true);
  const line = { product: part.store.id, optionValues: [], quantity: 1, unitPrice: 100 };
  return { ...agreed, lines: Array.from({ length: lines }, () => line) };
};

it('what is right has no mistakes', () => {
  expect(mistakesIn(given(), order)).toEqual({ fields: [], others: [] });
});

it('what is wrong with a field is said at that field, of the order or of the shop', () => {
  const { fields, others } = mistakesIn(given({ email: 'lea' }, 1, '5'.repeat(11)), order);
  const message = expect.stringMatching(/./);
  expect(fields).toEqual([
    { field: 'contact.email', message },
    { field: `parts.${partKey(part.id)}.address.postalCode`, message },
  ]);
  expect(others).toEqual([]);
});

it('what is wrong with the lines has no field, and is said all the same', () => {
  expect(mistakesIn(given({}, 201), order)).toEqual({ fields: [], others: ['200 au maximum.'] });
});

it('nor has what the form does not ask', () => {
  const agreed = given();
  const parts = agreed.parts.map((one) => ({ ...one, fees: -1 }));
  expect(mistakesIn({ ...agreed, parts }, order)).toEqual({ fields: [], others: [expect.stringMatching(/./)] });
});
