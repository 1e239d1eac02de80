import { expect, it } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { moneyOf } from '#domain/money.ts';
import { isSameOrder } from '#features/checkout/payment/same-order.ts';
import { storeOrder } from '../support/store-order.ts';

const orderOf = (...storeOrders: StoreOrder[]) => ({ storeOrders }) as Order;
const part = storeOrder();
const [item] = part.items;
if (!item) throw new Error('An order without an article.');

it('is equal despite other numbers, versions and store order', () => {
  const other = { ...part, store: { ...part.store, id: 'another' } };
  const anew = { ...part, '@id': '/store_orders/99', id: 99, version: 7, state: 'new' as const };
  expect(isSameOrder(orderOf(part, other), orderOf(other, anew))).toBe(true);
});

it.each<[string, Partial<StoreOrder>]>([
  ['costs more', { total: moneyOf(part.total.amount + 1) }],
  ['costs less', { total: moneyOf(part.total.amount - 1) }],
  ['travels for another fee', { shippingFees: moneyOf(part.shippingFees.amount + 1) }],
  ['travels otherwise', { shippingType: 'custom_relay' }],
  ['goes further', { distance: 40 }],
  ['waits at another relay point', { pickupId: 'elsewhere' }],
  ['waits at a relay point that moved', { place: { name: 'Gare', information: '', address: part.address, hours: [] } }],
  ['goes to another door', { address: { ...part.address, address1: '1 rue Neuve' } }],
  ['goes to somebody else', { lastName: 'Personne' }],
  ['holds one more', { items: [{ ...item, quantity: item.quantity + 1 }] }],
  ['holds it at another price', { items: [{ ...item, unitPrice: moneyOf(item.unitPrice.amount + 1) }] }],
  [
    'holds another choice',
    { items: [{ ...item, optionValues: [{ id: 'old', name: 'Vieux', option: 'Affinage', price: moneyOf(0) }] }] },
  ],
  ['holds nothing', { items: [] }],
])('is not the same when it %s', (_what, change) => {
  expect(isSameOrder(orderOf(part), orderOf({ ...part, ...change }))).toBe(false);
  expect(isSameOrder(orderOf(part, part), orderOf({ ...part, ...change }, part))).toBe(false);
});

it('differs without one of its stores', () => {
  expect(isSameOrder(orderOf(part, part), orderOf(part))).toBe(false);
});
