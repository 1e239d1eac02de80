// Another device of someone, reduced to its calls: it talks to the market itself, whatever the network of the pages does.
import { randomUUID } from 'node:crypto';
import type { Product } from '#contract/catalogue/products.ts';
import type { Cart } from '#contract/orders/carts.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { linkOfMail } from '../support/mails.ts';
import { type Device, password } from './journey.ts';
import type { MarketServer } from './market-server.ts';
import { mailsTo } from './outbox-mails.ts';
import { logIn } from './steps.ts';

const mediaType = 'application/ld+json';

interface Purchase {
  order: Order;
  /** Path of the page where it is paid. */
  payment: string;
}

export interface OtherDevice {
  /** Of the user. */
  id: string;
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
}

async function send<T>(
  market: MarketServer,
  token: string | null,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const headers = new Headers({ Accept: mediaType, 'X-Forwarded-For': '203.0.113.9' });
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (body !== undefined) headers.set('Content-Type', mediaType);
  if (method !== 'GET') headers.set('Idempotency-Key', randomUUID());
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const answer = await fetch(`${market.direct}/api${path}`, init);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

export async function otherDevice(market: MarketServer, login: string): Promise<OtherDevice> {
  const { token } = await send<{ token: string }>(market, null, 'POST', '/login_check', { login, password });
  const { user_id } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { user_id: string };
  return { id: user_id, call: (method, path, body) => send(market, token, method, path, body) };
}

/** A new account, its address confirmed, for someone whose cart and orders nobody else touches. */
export async function newShopper(market: MarketServer): Promise<{ email: string; device: OtherDevice }> {
  const email = `acheteur-${randomUUID().slice(0, 8)}@etal.test`;
  await send(market, null, 'POST', '/users', { email, plainPassword: password });
  const { uuid, token } = linkOfMail(await mailsTo(market.data, email), email, '/confirmer-adresse');
  await send(market, null, 'POST', `/users/${uuid}/email/confirm`, { token });
  return { email, device: await otherDevice(market, email) };
}

/** A new account, logged in on a phone of its own. */
export async function newShopperOn(phone: Device, market: MarketServer) {
  const shopper = await newShopper(market);
  const page = await phone.open();
  await page.goto('/authentication/connexion');
  await logIn(page, shopper.email);
  return { ...shopper, page };
}

export const productOf = (market: MarketServer, slug: string) =>
  send<Product>(market, null, 'GET', `/products/by_slug/${slug}`);

/** Buys so many of a product, as far as the payment page: its stock is taken. */
export async function buy(market: MarketServer, slug: string, quantity: number): Promise<Purchase> {
  const { device } = await newShopper(market);
  const { call } = device;
  const product = await productOf(market, slug);
  const optionValues = product.options.flatMap(({ values }) => values.slice(0, 1).map(({ id }) => id));
  const cart = await call<Cart>('POST', '/carts', {});
  await call('PUT', `${cart['@id']}/add`, { id: product.id, quantity, optionValues });
  return checkOut(device);
}

/** Orders the open cart, to be collected at the shop unless said otherwise, as far as the payment page. */
export async function checkOut(
  { call }: OtherDevice,
  delivery: (part: StoreOrder) => Promise<object> = async () => ({ shippingType: 'store' }),
): Promise<Purchase> {
  const cart = await call<Cart>('POST', '/carts', {});
  const order = await call<Order>('GET', `${cart['@id']}/order`);
  const person = { firstName: 'Jeanne', lastName: 'Lorrain', phoneNumber: '03 29 00 00 00' };
  for (const part of order.storeOrders) {
    await call('PUT', part['@id'], { ...person, isAdult: true, ...(await delivery(part)) });
  }
  const { payment_url } = await call<{ payment_url: string }>('POST', `/orders/${order.id}/prepare_payment`, {});
  return { order, payment: new URL(payment_url).pathname };
}

export async function pay(market: MarketServer, { payment }: Purchase): Promise<void> {
  const body = new URLSearchParams({ result: 'accepted' });
  const answer = await fetch(`${market.direct}${payment}`, { method: 'POST', body, redirect: 'manual' });
  if (answer.status !== 303) throw new Error(`The payment answered ${answer.status}.`);
}

/** Buys and pays one. @returns the number of the order as its shop knows it */
export async function paidOrder(market: MarketServer, slug: string): Promise<number> {
  const purchase = await buy(market, slug, 1);
  await pay(market, purchase);
  const [part] = purchase.order.storeOrders;
  if (!part) throw new Error('An order without a shop.');
  return part.id;
}
