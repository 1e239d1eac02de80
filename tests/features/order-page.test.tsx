// What the order page says about each part: its steps, its store, and why there are no steps.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { moneyOf } from '#domain/money.ts';
import { hasWithdrawalRight } from '#domain/orders/refunded-order.ts';
import { OrderPage } from '#features/account/orders/order-page.tsx';
import { OrdersPage } from '#features/account/orders/orders-page.tsx';
import { OrderedParts } from '#features/checkout/result/ordered-parts.tsx';
import { paths } from '#paths';
import { renderPage } from '../support/render-page.tsx';
import { storeOrder } from '../support/store-order.ts';

const orderOf = (...storeOrders: StoreOrder[]) =>
  ({
    '@id': '/orders/3',
    '@type': 'Order',
    id: 3,
    cart: null,
    storeOrders,
    total: moneyOf(2000),
    isPaymentOnDelivery: false,
    paymentOnDelivery: false,
    paymentOnDeliveryMessage: { storeDecline: [], storeAccept: [] },
    createdAt: '2026-11-21T09:00:00Z',
  }) satisfies Order;
const pageOf = (given: Partial<StoreOrder>) =>
  renderPage(<OrderPage />, {
    answers: [{ name: 'orders.get', args: { params: { id: 3 } }, answer: orderOf(storeOrder(given)) }],
    at: ['/compte/commande/3', paths.accountOrder],
  });
const plain = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
/** Names of the steps, the current one in brackets. */
const stepsIn = (html: string) =>
  [...(/<ol[^>]*>.*?<\/ol>/s.exec(html)?.[0] ?? '').matchAll(/<li[^>]*?(aria-current="step")?>(.*?)<\/li>/gs)].map(
    ([, current, inside = '']) => {
      const name = plain(inside).replace('(à venir)', '').trim();
      return current ? `[${name}]` : name;
    },
  );

beforeEach(() => vi.stubGlobal('navigator', {}));
afterEach(() => vi.unstubAllGlobals());

describe('a part of the order page', () => {
  it('lists its steps in order, and names the current one to assistive technology', () => {
    const html = pageOf({ state: 'validated', shippingType: 'store' });
    expect(stepsIn(html)).toEqual(['Reçue', '[En préparation]', 'Prête', 'Remise']);
    expect(html).toContain('aria-label="Avancement, A"');
    expect(stepsIn(pageOf({ state: 'shipped', shippingType: 'home' }))).toEqual([
      'Reçue',
      'En préparation',
      '[Expédiée]',
    ]);
  });

  it('has its store’s telephone number and address, whatever the delivery type', () => {
    const store = { ...storeOrder().store, phoneNumber: { value: '03 29 86 12 34' } };
    for (const shippingType of ['store', 'home', 'demat'] as const) {
      const html = pageOf({ state: 'payed', shippingType, store });
      expect(html).toContain('href="tel:+33329861234"');
      expect(plain(html)).toContain('1 rue Haute');
    }
    expect(pageOf({ state: 'payed', shippingType: 'store' })).not.toContain('tel:');
  });

  it('has a sentence instead of steps when it was not paid or was canceled', () => {
    const refund = {
      createdAt: '2026-11-21T09:00:00Z',
      amount: 2000,
      means: 'payment',
      delivery: 0,
      reason: '',
    } as const;
    const canceled = pageOf({ state: 'canceled', shippingType: 'store', refunds: [{ ...refund, lines: [] }] });
    expect(stepsIn(canceled)).toEqual([]);
    expect(plain(canceled)).toContain('A a annulé cette part de votre commande. 20,00 € vous sont remboursés.');
    expect(plain(pageOf({ state: 'canceled', shippingType: 'store' }))).toContain('Rien n’a été encaissé.');
    const declined = pageOf({ state: 'payment_declined', shippingType: 'store' });
    expect(stepsIn(declined)).toEqual([]);
    expect(plain(declined)).toContain('Elle n’a pas été payée');
  });
});

/** Given back of the part, in cents. */
const givenBack = (amount: number, quantity: number) => ({
  ...{ createdAt: '2026-11-21T09:00:00Z', amount, means: 'payment' as const, delivery: 0, reason: '' },
  lines: [{ item: storeOrder().items[0]?.['@id'] ?? '', quantity, amount }],
});

it('the withdrawal is offered for what is neither refunded nor excepted', () => {
  const [item] = storeOrder().items;
  const excepted = { ...(item as NonNullable<typeof item>), withdrawalException: 'perishable' };
  expect(hasWithdrawalRight(storeOrder())).toBe(true);
  expect(hasWithdrawalRight(storeOrder({ items: [excepted] }))).toBe(false);
  expect(hasWithdrawalRight(storeOrder({ refunds: [givenBack(500, 0)] })), 'an amount').toBe(true);
  expect(hasWithdrawalRight(storeOrder({ refunds: [givenBack(2000, 1)] })), 'the article').toBe(false);
});

describe('the head of the order page', () => {
  it('has what is left after refunds, and no such line without any', () => {
    const refunded = plain(pageOf({ state: 'payed', shippingType: 'store', refunds: [givenBack(500, 0)] }));
    expect(refunded).toMatch(/Prix final 20,00 € Après remboursements 15,00 €/);
    expect(plain(pageOf({ state: 'payed', shippingType: 'store' }))).not.toContain('Après remboursements');
  });

  it('shows in the list what is still to be paid on delivery', () => {
    const due = { ...givenBack(500, 0), means: 'due' as const };
    const part = storeOrder({ state: 'payed', shippingType: 'store', orderPaymentOnDelivery: true, refunds: [due] });
    const answer = {
      '@id': '/users/u/orders',
      '@type': 'hydra:Collection',
      'hydra:member': [{ ...orderOf(part), paymentOnDelivery: true }],
      'hydra:totalItems': 1,
    };
    const answers = [{ name: 'users.orders' as const, args: { params: { id: 'u' } }, answer }];
    expect(plain(renderPage(<OrdersPage userId="u" />, { answers }))).toContain('15,00 €');
  });
});

it('a row of the order list has the number, the date, the stores, the total and the state', () => {
  const parts = [
    storeOrder({ state: 'payed', shippingType: 'store' }),
    storeOrder({ '@id': '/store_orders/13', store: { ...storeOrder().store, name: 'Les Épis' }, state: 'payed' }),
  ];
  const answer = {
    '@id': '/users/u/orders',
    '@type': 'hydra:Collection',
    'hydra:member': [orderOf(...parts)],
    'hydra:totalItems': 1,
  };
  const answers = [{ name: 'users.orders' as const, args: { params: { id: 'u' } }, answer }];
  const row = plain(/<tbody>.*<\/tbody>/s.exec(renderPage(<OrdersPage userId="u" />, { answers }))?.[0] ?? '');
  expect(row).toContain('Commande N° 3 du 21/11/2026');
  for (const shown of ['A · Les Épis', '40,00 €', 'Paiement validé']) expect(row).toContain(shown);
});

it('the confirmation says of each part how, where and from when it arrives', () => {
  const order = orderOf(
    storeOrder({ state: 'payed', shippingType: 'store' }),
    storeOrder({ '@id': '/store_orders/13', state: 'payed', shippingType: 'demat', email: 'client@etal.test' }),
  );
  const text = plain(renderPage(<OrderedParts id={3} known={order} />));
  for (const said of [
    'Retrait 1 rue Haute, 55100 Verdun La boutique vous préviendra',
    'Envoi par e-mail client@etal.test',
  ])
    expect(text).toContain(said);
});
