// What is agreed to without a network is checked before it is kept: nothing wrong with it is passed over in silence.
import { describe, expect, it } from 'vitest';
import type { ShippingType } from '#contract/fields/values.ts';
import type { Order } from '#contract/orders/orders.ts';
import { moneyOf } from '#domain/money.ts';
import { agreedTermsOf, mistakesIn, shownOrderOf } from '#features/checkout/delivery/commitment.ts';
import { partKey, type ShippingForm } from '#features/checkout/delivery/shipping-values.ts';
import { storeOrder } from '../support/store-order.ts';

const made = storeOrder({});
const part = { ...made, store: { ...made.store, id: '3b1f0c52-6c0e-4b57-9b6c-0d6f5a2b9e11' } };
const order = { id: 1, storeOrders: [part] } as unknown as Order;
const contact = { firstName: 'Léa', lastName: 'Petit', phoneNumber: '0600000000', email: 'lea@etal.test' };
const address = { address1: '1 rue du Port', address2: '', postalCode: '55100', city: 'Verdun' };
const given = (
  more: Partial<typeof contact> = {},
  lines = 1,
  { postalCode = '55100', shippingType = 'store' as ShippingType } = {},
) => {
  const typed = { address: { ...address, postalCode }, shippingType, pickupId: '', distance: '', slot: '' };
  const values: ShippingForm = {
    contact: { ...contact, ...more },
    parts: { [partKey(part.id)]: typed },
    ifChanged: 'ask',
    payment: 'delivery',
    isAdult: true,
    digitalConsent: false,
  };
  const agreed = agreedTermsOf(order, values, [], true);
  const line = { product: part.store.id, optionValues: [], quantity: 1, unitPrice: 100 };
  return { ...agreed, lines: Array.from({ length: lines }, () => line) };
};

it('valid values have no problems', () => {
  expect(mistakesIn(given(), order)).toEqual({ fields: [], others: [] });
});

it('problems of a field are reported at that field, of the order or of the store', () => {
  const { fields, others } = mistakesIn(
    given({ email: 'lea' }, 1, { postalCode: '5'.repeat(11), shippingType: 'demat' }),
    order,
  );
  const message = expect.stringMatching(/./);
  expect(fields).toEqual([
    { field: 'contact.email', message },
    { field: `parts.${partKey(part.id)}.address.postalCode`, message },
  ]);
  expect(others).toEqual([]);
});

it('problems of the lines have no field, and are reported nevertheless', () => {
  expect(mistakesIn(given({}, 201), order)).toEqual({ fields: [], others: ['200 au maximum.'] });
});

it('as are problems outside the form', () => {
  const agreed = given();
  const parts = agreed.parts.map((one) => ({ ...one, fees: -1 }));
  expect(mistakesIn({ ...agreed, parts }, order)).toEqual({ fields: [], others: [expect.stringMatching(/./)] });
});

it('an email address for files is sent with files only', () => {
  expect(given().parts).toMatchObject([{ firstName: 'Léa', email: '' }]);
  expect(given({}, 1, { shippingType: 'demat' }).parts).toMatchObject([{ email: 'lea@etal.test' }]);
});

it('the chosen distance is sent, not an earlier one accepted by the market', () => {
  const typed = { address, shippingType: 'custom_store', pickupId: '', distance: '20', slot: '' } as const;
  const parts = { [partKey(part.id)]: typed };
  const values: ShippingForm = {
    contact,
    parts,
    ifChanged: 'ask',
    payment: 'delivery',
    isAdult: true,
    digitalConsent: false,
  };
  const measured = { ...order, storeOrders: [{ ...part, distance: 10 }] };
  expect(agreedTermsOf(measured, values, [], true).parts).toMatchObject([{ distance: 20 }]);
});

describe('display while pending', () => {
  const shown = (more: Partial<typeof part>, typedAddress = address) => {
    const one = {
      ...part,
      total: moneyOf(2190),
      totalBeforeDiscount: moneyOf(2390),
      shippingFees: moneyOf(390),
      ...more,
    };
    const shippingType = one.shippingType ?? 'store';
    const typed = { address: typedAddress, shippingType, pickupId: '', distance: '', slot: '' };
    const parts = { [partKey(part.id)]: typed };
    const values: ShippingForm = {
      contact,
      parts,
      ifChanged: 'ask',
      payment: 'delivery',
      isAdult: true,
      digitalConsent: false,
    };
    return shownOrderOf({ ...order, storeOrders: [one] }, values).shops[0];
  };

  it('its lines, less the discount, with the delivery, are the total agreed to', () => {
    const shop = shown({});
    const lines = shop?.lines.reduce((sum, { total }) => sum + total, 0) ?? 0;
    expect(lines - (shop?.discount ?? 0) + (shop?.fees ?? 0)).toBe(2190);
    expect(shop).toMatchObject({ discount: 200, fees: 390 });
  });

  it('shows address or collection point of each part', () => {
    expect(shown({})?.where).toBe('1 rue Haute, 55100 Verdun');
    expect(shown({ shippingType: 'home' })?.where).toBe('1 rue du Port, 55100 Verdun');
    const relay = {
      name: 'Tabac du Pont',
      information: '',
      address: { ...address, address1: '2 quai Sud' },
      hours: [],
    };
    expect(shown({ shippingType: 'relay', place: relay })?.where).toBe('Tabac du Pont, 2 quai Sud, 55100 Verdun');
    const ofShop = { ...part.store, relayPoint: 'Ferme Saint-Airy' };
    expect(shown({ shippingType: 'custom_relay', store: ofShop })?.where).toBe('Ferme Saint-Airy');
    expect(shown({ shippingType: 'demat' })?.where).toBe('lea@etal.test');
  });
});
