// What is said of an order that is held for its payment, and of one that was never paid.
import { afterEach, expect, it, vi } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { paymentDeadlineText } from '#domain/orders/payment-deadline.ts';
import { OrderEnded } from '#features/account/orders/order-ended.tsx';
import { emptyCart } from '#state/cart/cart.ts';
import { OrdersToPay } from '#ui/text/orders-to-pay.tsx';
import { renderPage } from '../support/render-page.tsx';
import { storeOrder } from '../support/store-order.ts';

const order = (more: Partial<Order>) =>
  ({ id: 7, total: { amount: 2500 }, storeOrders: [storeOrder()], ...more }) as unknown as Order;
const plain = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

afterEach(() => vi.unstubAllGlobals());

it('today shows the time only, other days the date, too', () => {
  expect(paymentDeadlineText('2026-11-24T13:32:00Z', new Date('2026-11-24T13:00:00Z'))).toBe('jusqu’à 14:32');
  expect(paymentDeadlineText('2026-11-25T13:32:00Z', new Date('2026-11-24T13:00:00Z'))).toBe(
    'jusqu’au 25/11/2026 à 14:32',
  );
});

it('stored orders have links, others are omitted, and an empty list has no text', () => {
  const html = renderPage(
    <OrdersToPay orders={[order({ paymentExpiresAt: '2026-11-25T13:32:00Z' }), order({ id: 8 })]} />,
  );
  expect(html).toContain('href="/compte/commande/7"');
  expect(plain(html)).toContain('Commande N° 7 : payer 25,00 €');
  expect(plain(html)).toContain('réservée jusqu’');
  expect(html).not.toContain('/compte/commande/8');
  expect(renderPage(<OrdersToPay orders={[order({})]} />)).toBe('');
});

it('past its time it is over, and leads to the cart while its articles may be on their way there', () => {
  const late = plain(
    renderPage(<OrderEnded order={order({ paymentExpired: true, createdAt: new Date().toISOString() })} />),
  );
  expect(late).toContain('Le délai de paiement est dépassé : cette commande est terminée');
  expect(late).toContain('Revoir mon panier');
  expect(late).not.toContain('Commander à nouveau');
});

it('order again is hidden while the articles are in the cart, and available later with one tap', () => {
  vi.stubGlobal('navigator', {});
  const longAgo = order({ createdAt: '2026-01-05T09:00:00Z' });
  const line = { lineKey: 'p|', product: { id: 'p' }, quantity: 1 };
  const cart = { ...emptyCart, items: [line] } as unknown as typeof emptyCart;
  const back = plain(renderPage(<OrderEnded order={longAgo} />, { cart }));
  expect(back).toContain('Ses articles sont de nouveau dans votre panier.');
  expect(back).not.toContain('Commander à nouveau');
  expect(plain(renderPage(<OrderEnded order={longAgo} />))).toContain('Commander à nouveau');
});
