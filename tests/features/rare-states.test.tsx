// Screens in states that the demo market never reaches by itself.
import { createStore } from 'jotai';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { moneyOf } from '#domain/money.ts';
import { CartLine } from '#features/checkout/cart/cart-line.tsx';
import { CartSummary } from '#features/checkout/cart/cart-summary.tsx';
import { OrderList } from '#features/merchant/orders/order-list.tsx';
import { type CartState, cartAtom, emptyCart } from '#state/cart/cart.ts';
import { connectivityAtom } from '#state/page/connectivity.ts';
import { createQueryClient } from '#state/page/query-client.ts';
import { StateProvider } from '#state/page/state-provider.tsx';
import { storeOrder } from '../support/store-order.ts';

type Item = CartState['cart']['items'][number];
const item = (name: string, orderable: boolean): Item => ({
  lineKey: name,
  product: {
    '@id': `/products/${name}`,
    id: name,
    slug: name,
    name,
    images: [],
    price: moneyOf(1250),
    reducedPrice: null,
    stock: null,
    preOrderDate: null,
    notSellToMinor: false,
    dematerialized: false,
    orderable,
    store: { '@id': '/stores/s', id: 's', slug: 's', name: 'S', logo: null },
  },
  optionValues: [],
  quantity: 1,
  unitPrice: 1250,
  total: 1250,
  waiting: false,
});

function drawn(element: ReactElement, items: Item[] = [], online = true, waiting = 0): string {
  const store = createStore();
  const cart = { ...emptyCart, items, quantity: items.length, waiting };
  store.set(cartAtom, { cart, cartIri: '/carts/c', ready: true, alert: null });
  store.set(connectivityAtom, (now) => ({ ...now, online, waiting, sure: true }));
  const html = renderToStaticMarkup(
    <StateProvider queryClient={createQueryClient()} store={store}>
      <MemoryRouter>{element}</MemoryRouter>
    </StateProvider>,
  );
  return html.replace(/[\u00a0\u202f]/g, ' ').replaceAll('&#x27;', "'");
}

describe('a cart with discontinued articles', () => {
  const lineOf = (one: Item) =>
    drawn(
      <table>
        <tbody>
          <CartLine item={one} onRemoved={() => undefined} onUndoable={() => undefined} />
        </tbody>
      </table>,
      [one],
    );
  const withdrawn = 'plus vendu en ligne';

  it('cannot be ordered: the button is inactive and gives the reason', () => {
    const html = drawn(<CartSummary />, [item('tomme', true), item('brie', false)]);
    expect(html).toContain('aria-disabled="true"');
    expect(html).toContain('Un produit n’est plus vendu en ligne : retirez-le pour commander.');
  });

  it('shows the number of obstacles', () => {
    const html = drawn(<CartSummary />, [item('tomme', false), item('brie', false)]);
    expect(html).toContain('2 produits ne sont plus vendus en ligne : retirez-les pour commander.');
  });

  it('can be ordered without any', () => {
    const html = drawn(<CartSummary />, [item('tomme', true)]);
    expect(html).not.toContain('aria-disabled');
    expect(html).not.toContain('vendu');
  });

  it('names it at its line, and at no other', () => {
    expect(lineOf(item('brie', false))).toContain(withdrawn);
    expect(lineOf(item('tomme', true))).not.toContain(withdrawn);
  });
});

describe('a cart without a network', () => {
  it('tells a visitor that an order needs the network', () => {
    const sentence = 'Il faut du réseau pour commander ; votre panier est gardé.';
    expect(drawn(<CartSummary />, [item('tomme', true)], false)).toContain(sentence);
    expect(drawn(<CartSummary />, [item('tomme', true)], true)).not.toContain('réseau');
  });
});

describe('the orders of a store', () => {
  const orderOf = (id: number, ...waiting: string[]) => ({
    order: storeOrder({ id, state: 'payed' }),
    waiting,
    waitingIds: waiting,
    waitingRefunds: 0,
  });
  const rowsOf = (html: string) => html.split('<article').slice(1);
  const marked = (html: string) => rowsOf(html).map((row) => row.split('en attente d’envoi').length - 1);

  it('are listed by number, state, delivery, date, payment on delivery and total', () => {
    const order = (id: number, orderPaymentOnDelivery: boolean) => ({
      order: storeOrder({ id, state: 'payed', orderPaymentOnDelivery }),
      waiting: [],
      waitingIds: [],
      waitingRefunds: 0,
    });
    const html = drawn(<OrderList orders={[order(1, true), order(2, false)]} />);
    const columns = ['Numéro', 'État', 'Livraison', 'Date', 'Paiement à la livraison', 'Total'];
    expect(columns.filter((name) => !html.includes(`>${name}</span>`))).toEqual([]);
    const [onDelivery = '', online = ''] = rowsOf(html);
    const paymentOf = (row: string) => /Paiement à la livraison<\/dt><dd>([^<]*)</.exec(row)?.[1];
    expect([onDelivery, online].map(paymentOf)).toEqual(['Oui', 'Non']);
    expect([onDelivery.includes('À encaisser'), online.includes('>Payé<')]).toEqual([true, true]);
  });

  it('mark the order with pending writes, once for any number of them, and no other', () => {
    const html = drawn(
      <OrderList
        orders={[
          orderOf(1),
          orderOf(2, 'storeOrders.validate'),
          orderOf(3, 'storeOrders.validate', 'storeOrders.ship'),
        ]}
      />,
    );
    expect(marked(html)).toEqual([0, 1, 1]);
  });
});
