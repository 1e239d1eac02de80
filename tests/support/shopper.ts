// A shopper who uses the API only: fills a cart, orders it, fills in the delivery, pays.
import type { Cart } from '#contract/orders/carts.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { makeUser } from './builders.ts';
import type { Answer, TestMarket } from './test-server.ts';

export const PERSON = { firstName: 'Jeanne', lastName: 'Lorrain', phoneNumber: '03 29 00 00 00' };
export const PLACE = { address: { address1: '2 rue du Rû', address2: '', postalCode: '55100', city: 'Verdun' } };

export interface Shopper {
  id: string;
  email: string;
  token: string;
  /** Repeats the login, after the clock has passed the token's lifetime. */
  login(): Promise<void>;
  call<T>(method: string, path: string, body?: unknown): Promise<Answer<T>>;
  openCart(): Promise<Cart>;
  /** Adds products to the open cart: [id, quantity, option value ids]. */
  fill(...lines: [productId: string, quantity?: number, optionValues?: string[]][]): Promise<Cart>;
  order(cart: { id: string }): Promise<Answer<Order>>;
  /** Fills in every store's delivery form, with collection at the store by default. */
  deliver(order: Order, form?: Record<string, unknown>): Promise<void>;
  /** A filled, ordered and deliverable cart. */
  ready(...lines: [productId: string, quantity?: number, optionValues?: string[]][]): Promise<Order>;
  prepare<T = { payment_url: string }>(order: { id: number }): Promise<Answer<T>>;
  /** Answers on the payment page at this address. */
  answer(url: string, result: string): Promise<Answer<undefined>>;
  pay(order: { id: number }, query?: string): Promise<Answer<Order>>;
  seeOrder(order: { id: number }): Promise<Answer<Order>>;
}

export async function makeShopper(market: TestMarket): Promise<Shopper> {
  const { id, email } = await makeUser(market.db);
  const call = <T>(method: string, path: string, body?: unknown) =>
    market.inject<T>(method, `/api${path}`, { token: shopper.token, ...(body !== undefined && { body }) });

  const shopper: Shopper = {
    id,
    email,
    token: await market.login(email),
    login: async () => {
      shopper.token = await market.login(email);
    },
    call,
    openCart: async () => (await call<Cart>('POST', '/carts', {})).body,
    fill: async (...lines) => {
      let cart = await shopper.openCart();
      for (const [productId, quantity = 1, optionValues = []] of lines) {
        cart = expectOk(await call<Cart>('PUT', `${cart['@id']}/add`, { id: productId, quantity, optionValues }));
      }
      return cart;
    },
    order: (cart) => call<Order>('GET', `/carts/${cart.id}/order`),
    deliver: async (order, form = { shippingType: 'store', ...PERSON }) => {
      for (const part of order.storeOrders) expectOk(await call<StoreOrder>('PUT', part['@id'], form));
    },
    ready: async (...lines) => {
      const order = expectOk(await shopper.order(await shopper.fill(...lines)));
      await shopper.deliver(order);
      return order;
    },
    prepare: (order) => call('POST', `/orders/${order.id}/prepare_payment`, {}),
    answer: (url, result) => market.inject('POST', new URL(url).pathname, { form: { result } }),
    pay: (order, query = '') => call<Order>('GET', `/orders/${order.id}/pay${query}`),
    seeOrder: (order) => call<Order>('GET', `/orders/${order.id}`),
  };
  return shopper;
}

export function expectOk<T>({ status, body, text }: Answer<T>): T {
  if (status >= 400) throw new Error(`Refused with ${status}: ${text}`);
  return body;
}

export const statesOf = (order: Order): string[] => order.storeOrders.map((part) => part.state);
