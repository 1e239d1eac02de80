// A device that uses the API of a running server over HTTP, in the market of docs/market-example.
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { eq } from 'drizzle-orm';
import type { Cart } from '#contract/orders/carts.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { openDatabase } from '#server/db/client.ts';
import { productOptionValues, products } from '#server/db/schema/catalogue.ts';
import { changePassword } from '#server/market/accounts/roles.ts';
import { checkFolder } from '#server/market/folder/check.ts';
import { planImport, runImport } from '#server/market/import.ts';
import { createFileStorage } from '#server/services/storage-files.ts';
import { makeUser } from './builders.ts';
import { multipart } from './multipart.ts';
import { PERSON } from './shopper.ts';

const PASSWORD = 'Bien-choisi-1';
export const MERCHANT = 'marie@causse.example';
export const SHOPPER = 'lea@causse.example';
const example = fileURLToPath(new URL('../../docs/market-example', import.meta.url));

export interface Pair {
  token: string;
  refresh_token: string;
}
interface Sending {
  token?: string;
  key?: string;
  body?: unknown;
}

type Send = (url: string, sending?: RequestInit) => Promise<Response>;

/** What a device does, at one address. */
export function deviceAt(url: string, send: Send = fetch) {
  async function call<T>(method: string, path: string, { token, key, body }: Sending = {}) {
    const isForm = body instanceof URLSearchParams;
    const answer = await send(`${url}/api${path}`, {
      method,
      headers: {
        accept: 'application/ld+json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/ld+json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return { body: JSON.parse(text) as T, isReplayed: answer.headers.get('idempotency-replayed') === 'true' };
  }
  return {
    call,
    login: async (login: string) =>
      (await call<Pair>('POST', '/login_check', { body: { login, password: PASSWORD } })).body,
    async upload(bytes: Buffer, token: string): Promise<string> {
      const { contentType, payload } = multipart({ bytes });
      const answer = await send(`${url}/api/images`, {
        method: 'POST',
        headers: { 'content-type': contentType, authorization: `Bearer ${token}` },
        body: new Uint8Array(payload),
      });
      const made = (await answer.json()) as Collection<Record<string, string>>;
      const [, path = ''] =
        Object.entries(made['hydra:member'][0] ?? {}).find(([name]) => name.endsWith('_path')) ?? [];
      return path;
    },
    picture: async (path: string) => Buffer.from(await (await send(`${url}${path}`)).arrayBuffer()),
    async openCart(): Promise<string> {
      return (await call<Cart>('POST', '/carts', { body: {} })).body.id;
    },
    add: (cart: string, body: unknown, key: string) => call<Cart>('PUT', `/carts/${cart}/add`, { body, key }),
  };
}
export type Device = ReturnType<typeof deviceAt>;

/** Orders a tomme, to be paid at the shop. */
export async function order({ call, openCart, add }: Device, tomme: unknown, token: string): Promise<Order> {
  const cart = await openCart();
  await add(cart, tomme, randomUUID());
  const { body } = await call<Order>('GET', `/carts/${cart}/order`, { token });
  for (const part of body.storeOrders)
    await call('PUT', part['@id'], { token, body: { shippingType: 'store', ...PERSON } });
  return (await call<Order>('PUT', `/orders/${body.id}`, { token, body: { paymentOnDelivery: true } })).body;
}

/** @returns what puts one Tomme into a cart */
export async function fillFromExample(databaseUrl: string, dataDir: string) {
  const { db, close } = await openDatabase({ databaseUrl, dataDir });
  const described = await checkFolder(example);
  const parts = { db, storage: createFileStorage(dataDir), now: new Date() };
  await runImport(await planImport(described, parts), described, parts);
  await makeUser(db, { email: SHOPPER });
  for (const email of [MERCHANT, SHOPPER]) await changePassword(db, email, async () => PASSWORD, new Date());
  await db.update(products).set({ stock: null });
  const [tomme] = await db.select().from(products).where(eq(products.slug, 'tomme-du-causse'));
  const [young] = await db.select().from(productOptionValues).where(eq(productOptionValues.name, 'Jeune'));
  await close();
  return { id: tomme?.id, optionValues: [young?.id], quantity: 1 };
}
