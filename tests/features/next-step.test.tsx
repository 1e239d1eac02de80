// What the merchant reads above the next step of an order that is paid on delivery.
import { expect, it } from 'vitest';
import { NextStep } from '#features/merchant/orders/next-step.tsx';
import { renderPage } from '../support/render-page.tsx';
import { storeOrder } from '../support/store-order.ts';

const stepOf = (state: 'payed' | 'validated' | 'shipped' | 'canceled') => {
  const order = storeOrder({ state, shippingType: 'store', orderPaymentOnDelivery: true });
  return renderPage(<NextStep order={order} waiting={[]} />, { ownedStore: 'a' });
};

it('the amount is to be collected until the order is handed over, and not afterwards', () => {
  for (const state of ['payed', 'validated'] as const) expect(stepOf(state)).toContain('À encaisser à la livraison');
  for (const state of ['shipped', 'canceled'] as const) expect(stepOf(state)).not.toContain('À encaisser');
});

it('an order that has left is done, unless its customer waits for an answer to a withdrawal', () => {
  const shipped = storeOrder({ state: 'shipped', shippingType: 'store' });
  const words = (order: typeof shipped) => renderPage(<NextStep order={order} waiting={[]} />, { ownedStore: 'a' });
  expect(words(shipped)).toContain('Plus rien à faire');
  const withdrawn = words({ ...shipped, withdrawalDue: '2026-12-14' });
  expect(withdrawn).toContain('il reste à répondre à la rétractation');
  expect(withdrawn).not.toContain('Plus rien à faire');
});
