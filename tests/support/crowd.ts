// A crowd of shoppers who buy at once from servers that may be killed: each write has a key and is repeated until one
// of the servers answers it, as in the app.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import type { Cart } from '#contract/orders/carts.ts';
import type { Order } from '#contract/orders/orders.ts';
import { accessTokens } from '#server/access/authentication.ts';
import { loadSigningKeys } from '#server/access/signing-keys.ts';
import type { Db } from '#server/db/client.ts';
import { refreshFamilies, users } from '#server/db/schema/accounts.ts';
import { products } from '#server/db/schema/catalogue.ts';
import { type Random, randomFrom } from '#server/demo/random.ts';
import { makeCategory, makeDelivery, makeProduct, makeStore } from './builders.ts';
import { PERSON } from './shopper.ts';

export interface CrowdStore {
  storeId: string;
  email: string;
  productIds: string[];
}
export interface CrowdMarket {
  stores: CrowdStore[];
  /** Product to its initial stock. */
  stock: Map<string, number>;
}

const STORES = 5;

/**
 * @param products number of products, spread over five stores that accept payment on delivery
 * @param most the largest stock of one
 */
export async function makeCrowdMarket(db: Db, products: number, most: number, random: Random): Promise<CrowdMarket> {
  await makeDelivery(db);
  const { id: categoryId } = await makeCategory(db);
  const crowdStores: CrowdStore[] = [];
  const stock = new Map<string, number>();
  for (let at = 0; at < STORES; at += 1) {
    const email = `boutique-${at}@etal.test`;
    const [owner] = await db
      .insert(users)
      .values(personOf(`marchand-${at}@etal.test`))
      .returning();
    const store = await makeStore(db, {
      ownerId: owner?.id,
      email,
      paymentOnDelivery: true,
      deliveryMethods: ['store'],
    });
    const crowdStore: CrowdStore = { storeId: store.id, email, productIds: [] };
    for (let number = at; number < products; number += STORES) {
      const current = random.between(2, most);
      const price = random.between(101, 4999);
      const product = await makeProduct(db, { storeId: store.id, categoryId, price, stock: current });
      crowdStore.productIds.push(product.id);
      stock.set(product.id, current);
    }
    crowdStores.push(crowdStore);
  }
  return { stores: crowdStores, stock };
}

/** Adds a random quantity to the stock of each product. */
export async function restock(db: Db, { stock }: CrowdMarket, most: number, random: Random): Promise<void> {
  for (const [id, before] of stock) {
    const more = random.between(0, most);
    await db
      .update(products)
      .set({ stock: sql`${products.stock} + ${more}` })
      .where(eq(products.id, id));
    stock.set(id, before + more);
  }
}

/** Without a valid password, since nobody logs in here. */
const personOf = (email: string) => ({
  email,
  emailConfirmedAt: new Date(),
  username: email.split('@')[0] ?? email,
  passwordHash: randomUUID(),
});

export interface CallAnswer {
  status: number;
  body: Record<string, unknown>;
}
export interface Buyer {
  id: string;
  email: string;
  random: Random;
  /** Repeats the request until one of the servers gives a definitive answer. */
  call<T = Record<string, unknown>>(method: string, path: string, body?: object): Promise<CallAnswer & { body: T }>;
  /** On the payment page. */
  answer(url: string, result: 'accepted' | 'declined'): Promise<void>;
}

export interface CrowdOptions {
  db: Db;
  /** The DATA_DIR that the servers share. */
  folder: string;
  urls: readonly string[];
  seed: string;
  /** Called for each answer. */
  onAnswer?: () => void;
  /** Called for each server error: '500 /api/carts'. A 503 is no failure. */
  onFailure?: (what: string) => void;
}

/** A delay between attempts, since a server takes time to start. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 25));

export async function gatherBuyers(
  count: number,
  { db, folder, urls, seed, onAnswer: answered, onFailure: failed }: CrowdOptions,
): Promise<Buyer[]> {
  const tokens = accessTokens(await loadSigningKeys(join(folder, 'keys')));
  const rows = Array.from({ length: count }, (_, at) => personOf(`acheteur-${seed}-${at}@etal.test`));
  const people = await db.insert(users).values(rows).returning();
  const sessions = await db
    .insert(refreshFamilies)
    .values(people.map(({ id: userId }) => ({ userId })))
    .returning();
  return people.map((person, at): Buyer => {
    const { id, email, username, roles } = person;
    const subject = {
      id,
      email,
      username,
      roles,
      ownedStore: null,
      storeRole: null,
      cart: null,
      emailConfirmed: true,
      session: sessions[at]?.id ?? '',
    };
    const address = `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`;
    let turn = at;
    /** The first definitive answer of any server. */
    const untilAnswered = async (path: string, init: RequestInit, given: () => Promise<Record<string, string>>) => {
      for (;;) {
        turn += 1;
        try {
          const answer = await fetch(`${urls[turn % urls.length]}${path}`, {
            ...init,
            redirect: 'manual',
            headers: { 'x-forwarded-for': address, connection: 'close', ...(await given()) },
          });
          const text = await answer.text();
          const isAnswer = answer.status < 500 && answer.status !== 429 && !text.includes('"in-progress"');
          if (isAnswer) {
            answered?.();
            return { status: answer.status, text };
          }
          if (answer.status === 500) failed?.(`${answer.status} ${path}`);
        } catch {
          // Killed, or not started yet.
        }
        await pause();
      }
    };
    return {
      id,
      email,
      random: randomFrom(`${seed}/${at}`),
      call: async (method, path, body) => {
        const key = randomUUID();
        const sent = body && { body: JSON.stringify(body) };
        const { status, text } = await untilAnswered(`/api${path}`, { method, ...sent }, async () => ({
          accept: 'application/ld+json',
          authorization: `Bearer ${await tokens.issue(subject, new Date())}`,
          ...(body && { 'content-type': 'application/ld+json' }),
          ...(method !== 'GET' && { 'idempotency-key': key }),
        }));
        return { status, body: text === '' ? {} : JSON.parse(text) };
      },
      answer: async (url, result) => {
        const body = new URLSearchParams({ result }).toString();
        await untilAnswered(new URL(url).pathname, { method: 'POST', body }, async () => ({
          'content-type': 'application/x-www-form-urlencoded',
        }));
      },
    };
  });
}

/** The result reported to a shopper. */
export interface Purchase {
  orderId: number | null;
  result: 'nothing left' | 'paid' | 'on delivery' | 'declined' | 'left open' | 'to pay';
}

/** Fills a cart, orders it and pays, with random choices. @throws for an unexpected answer */
export async function checkout(buyer: Buyer, { stores: stalls }: CrowdMarket): Promise<Purchase> {
  const { random, call } = buyer;
  const cart = (await call<Cart>('POST', '/carts', {})).body;
  const all = stalls.flatMap(({ productIds }) => productIds);
  let filled = 0;
  for (const id of random.shuffled(all).slice(0, random.between(1, 4))) {
    const added = await call('PUT', `${cart['@id']}/add`, { id, optionValues: [], quantity: random.between(1, 2) });
    if (added.status === 200) filled += 1;
    else expectRefused(added, ['stock']);
  }
  if (filled === 0) return { orderId: null, result: 'nothing left' };
  const ordered = await call<Order>('GET', `${cart['@id']}/order`);
  if (ordered.status !== 200) throw new Error(`Not ordered: ${JSON.stringify(ordered)}`);
  const orderId = ordered.body.id;
  for (const part of ordered.body.storeOrders) {
    const saved = await call('PUT', part['@id'], { shippingType: 'store', ...PERSON });
    if (saved.status !== 200) throw new Error(`Not deliverable: ${JSON.stringify(saved)}`);
  }
  if (random.chance(0.3)) {
    const confirmed = await call('PUT', `/orders/${orderId}`, { paymentOnDelivery: true });
    if (confirmed.status === 200) return { orderId, result: 'on delivery' };
    expectRefused(confirmed, ['stock']);
    return { orderId, result: 'nothing left' };
  }
  const prepared = await call<{ payment_url: string }>('POST', `/orders/${orderId}/prepare_payment`, {});
  if (prepared.status !== 201) {
    expectRefused(prepared, ['stock']);
    return { orderId, result: 'nothing left' };
  }
  const [choice] = random.shuffled(['accepted', 'accepted', 'accepted', 'declined', 'left'] as const);
  if (choice === 'left' || choice === undefined) return { orderId, result: 'left open' };
  await buyer.answer(prepared.body.payment_url, choice);
  const paid = await call<Order>('GET', `/orders/${orderId}/pay`);
  const isPaid = choice === 'accepted';
  const reported = paid.body.storeOrders?.every(({ state }) => state === (isPaid ? 'payed' : 'payment_declined'));
  if (!reported) throw new Error(`Paid as ${choice}: ${JSON.stringify(paid)}`);
  return { orderId, result: isPaid ? 'paid' : 'declined' };
}

function expectRefused(reported: CallAnswer, codes: string[]): void {
  if (reported.status !== 409 || !codes.includes(String(reported.body.code))) throw new Error(JSON.stringify(reported));
}
