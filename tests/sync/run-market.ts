// The market of the runs: one real server with a virtual clock, and new users for each run.
import { eq } from 'drizzle-orm';
import { createTokenVerifier, type TokenVerifier } from '#api/session-token.ts';
import type { Owner } from '#db/rows.ts';
import type { Db } from '#server/db/client.ts';
import { products } from '#server/db/schema/catalogue.ts';
import { orders, storeOrders } from '#server/db/schema/sales.ts';
import { stores } from '#server/db/schema/stores.ts';
import { makeDelivery, makeStore, makeUser } from '../support/builders.ts';
import type { Injectable } from '../support/network.ts';
import { startTestMarket } from '../support/test-server.ts';
import { type CartMarket, makeCartMarket } from './cart-market.ts';

export interface RunMarket {
  app: Injectable;
  db: Db;
  cartMarket: CartMarket;
  verify: TokenVerifier;
  /** Prices and stock at the opening of the market. */
  initialProducts: { id: string; price: number | null; stock: number | null }[];
  /** The server's. */
  clock: { now: number };
  close(): Promise<void>;
}

export interface Person {
  owner: Owner;
  id: string;
  email: string;
}

export interface Cast {
  /** Owns a store. */
  anne: Person;
  bob: Person;
  /** Paid orders of anne's store. */
  orders: number[];
}

export const START = Date.parse('2026-11-20T10:00:00Z');

export async function openRunMarket(): Promise<RunMarket> {
  const clock = { now: START };
  const market = await startTestMarket({ database: 'pglite', now: () => new Date(clock.now) });
  await makeDelivery(market.db);
  const cartMarket = await makeCartMarket(market);
  await market.db.update(stores).set({ paymentOnDelivery: true });
  const { id, price, stock } = products;
  return {
    app: market.app,
    db: market.db,
    cartMarket: cartMarket,
    initialProducts: await market.db.select({ id, price, stock }).from(products),
    verify: createTokenVerifier(market.app.publicKeys),
    clock,
    close: () => market.close(),
  };
}

/** Sets all prices to their initial value plus `more` cents and, unless `onlyPrices`, resets the stock. */
export async function restock({ db, initialProducts }: RunMarket, more = 0, onlyPrices = false): Promise<void> {
  for (const { id, price, stock } of initialProducts) {
    const set = { price: price === null ? null : price + more, ...(!onlyPrices && { stock }) };
    await db.update(products).set(set).where(eq(products.id, id));
  }
}

export async function createCast({ db }: RunMarket): Promise<Cast> {
  const person = async (): Promise<Person> => {
    const { id, email } = await makeUser(db);
    return { id, email, owner: `u:${id}` };
  };
  const [anne, bob] = [await person(), await person()];
  const { id: storeId } = await makeStore(db, { ownerId: anne.id });
  const [order] = await db.insert(orders).values({ userId: bob.id }).returning();
  const payed = { orderId: order?.id ?? 0, storeId, state: 'payed', total: 1000, totalBeforeDiscount: 1000 };
  const created = await db.insert(storeOrders).values([payed, payed]).returning({ id: storeOrders.id });
  return { anne, bob, orders: created.map(({ id }) => id) };
}
