// Test server with one cart, and a device that fills it without a network.
import type { Cart } from '#contract/orders/carts.ts';
import { minimalHeaders } from '#contract/wire/preference.ts';
import { moneyOf } from '#domain/money.ts';
import { prefersMinimal } from '#server/http/preference.ts';
import { currentOwner } from '#sync/outbox/owners.ts';
import { createNetwork, type Injectable, type Network } from '../support/network.ts';
import { cartProductOf, variantOf } from './cart-market.ts';
import { type Device, type Machine, newMachine, openDevice } from './device.ts';

export const breadOf = (index: number) =>
  variantOf(
    cartProductOf(
      { id: `bread-${index}`, slug: `pain-${index}`, name: `Pain ${index}`, price: 400, stock: null } as never,
      { id: 'bakery', slug: 'fournil', name: 'Fournil' } as never,
    ),
    [],
  );

export interface CartServer extends Injectable {
  /** Keys in order of arrival, repetitions included. */
  keys: string[];
  cart: Cart;
  /** Whether each request preferred a minimal answer. */
  preferences: boolean[];
  /** The headers of a minimal answer; null for a market that does not know the preference. */
  minimal: ((version: number) => Record<string, string>) | null;
}

/** A server with one cart: each key has one effect, and repetitions get the same answer. */
export function cartServer(refuse: (body: { id: string }) => { status: number; code: string } | null = () => null) {
  const total = moneyOf(0);
  const empty = { id: 'c', version: 1, items: [], total, totalAfterDiscount: total, coupon: null, ordered: false };
  const answers = new Map<string, { statusCode: number; payload: string }>();
  const server: CartServer = {
    keys: [],
    preferences: [],
    minimal: minimalHeaders,
    cart: { '@id': '/carts/c', '@type': 'Cart', ...empty },
    async inject({ method, url, headers, payload = '' }) {
      const key = headers['idempotency-key'] ?? '';
      if (key) server.keys.push(key);
      const { statusCode, payload: text } =
        answers.get(key) ?? answer(method, url, JSON.parse(payload.toString() || '{}'));
      if (key) answers.set(key, { statusCode, payload: text });
      const isMinimal = prefersMinimal(headers.prefer);
      if (key) server.preferences.push(isMinimal);
      if (isMinimal && server.minimal && statusCode < 300) {
        const named = Object.entries(server.minimal(JSON.parse(text).version));
        const lowered = Object.fromEntries(named.map(([name, value]) => [name.toLowerCase(), value]));
        const whole = { status: statusCode, body: text };
        return { statusCode: 204, headers: { 'x-api': '1', ...lowered }, payload: '', whole };
      }
      return { statusCode, headers: { 'content-type': 'application/ld+json', 'x-api': '1' }, payload: text };
    },
  };
  function answer(method: string, url: string, body: { id: string; quantity: number }) {
    const refusal = url.endsWith('/add') ? refuse(body) : null;
    if (refusal) {
      const { status, code } = refusal;
      const error = { '@type': 'hydra:Error', 'hydra:title': code, 'hydra:description': code, code };
      return { statusCode: status, payload: JSON.stringify(error) };
    }
    if (method === 'GET') return { statusCode: 200, payload: JSON.stringify(server.cart) };
    if (method === 'POST') return { statusCode: 201, payload: JSON.stringify(server.cart) };
    const { version, items } = server.cart;
    const line = decodeURIComponent(url.slice(url.lastIndexOf('/') + 1));
    const price = moneyOf(400);
    const more = () => {
      const { product } = breadOf(Number(body.id.slice('bread-'.length))).add(1).shown;
      const known = items.findIndex((item) => item.product.id === product.id);
      const grown = items.map((item, at) =>
        at === known ? { ...item, quantity: item.quantity + body.quantity } : item,
      );
      if (known >= 0) return grown;
      const id = `/cart_products/${version}`;
      const added = { product, quantity: body.quantity, optionValues: [], unitPrice: price, total: price };
      return [...items, { '@id': id, '@type': 'CartItem' as const, ...added }];
    };
    const remaining = items.filter((item) => method !== 'DELETE' || !item['@id'].endsWith(`/${line}`));
    const changed = remaining.map((item) =>
      item['@id'].endsWith(`/${line}`) ? { ...item, quantity: body.quantity } : item,
    );
    server.cart = { ...server.cart, version: version + 1, items: url.endsWith('/add') ? more() : changed };
    return { statusCode: 200, payload: JSON.stringify(server.cart) };
  }
  return server;
}

export interface CartScene {
  machine: Machine;
  server: CartServer;
  network: Network;
  device: Device;
  /** Without a network: so many articles, each another. @returns the ids of the additions, in order */
  fillOffline(count: number): Promise<string[]>;
  /** The server's view, as cached on the device. */
  view(): Promise<Cart | undefined>;
  /** Article to quantity. */
  shownQuantities(): Promise<Record<string, number>>;
  /** How often the key of each addition arrived at the server. */
  timesSent(ids: readonly string[]): number[];
  waiting(): Promise<string[]>;
  outcomes(): Promise<string[][]>;
}

export async function openCartScene(server: CartServer = cartServer()): Promise<CartScene> {
  const machine = newMachine();
  const network = createNetwork(server, () => machine.time.now);
  const scene: CartScene = {
    machine,
    server,
    network,
    device: await openDevice(machine, network),
    async fillOffline(count) {
      network.up = false;
      for (let index = 0; index < count; index += 1) {
        await scene.device.submit({ type: 'cart.add', args: breadOf(index).add(1), seenPrice: 400 });
      }
      const rows = await scene.device.db.outbox.toArray();
      network.up = true;
      return rows.filter(({ type }) => type === 'cart.add').map(({ id }) => id);
    },
    async view() {
      const owner = await currentOwner(scene.device.local);
      const [snapshot] = (await scene.device.db.snaps.toArray()).filter((one) => one.owner === owner);
      return snapshot?.view as Cart | undefined;
    },
    async shownQuantities() {
      const { items } = (await scene.device.cart()).shown;
      return Object.fromEntries(items.map(({ product, quantity }) => [product.id, quantity]));
    },
    timesSent: (ids) => ids.map((id) => server.keys.filter((key) => key === id).length),
    waiting: async () => (await scene.device.db.outbox.toArray()).map(({ id }) => id),
    async outcomes() {
      const entries = await scene.device.db.journal.orderBy('n').toArray();
      return entries.filter(({ type }) => type !== 'cart.create').map(({ cmdId, outcome }) => [cmdId, outcome]);
    },
  };
  return scene;
}

export const allDone = (ids: readonly string[]) => ids.map((id) => [id, 'done']);
/** The requests of one addition. */
export const isAdditionOf = (index: number) => (exchange: { url: string; body: string }) =>
  exchange.body.includes(`"bread-${index}"`);
