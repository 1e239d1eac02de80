// Kills a server repeatedly while several clients write. Each write has a key, and is repeated until it is answered.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { type Db, openDatabase } from '#server/db/client.ts';
import { users } from '#server/db/schema/accounts.ts';
import { idempotency } from '#server/db/schema/safety.ts';
import { cartItems } from '#server/db/schema/sales.ts';
import { makeCart, makeProduct } from './builders.ts';
import type { KillableServer } from './server-process.ts';

const CLIENTS = 4;
/** Answered writes between two kills. */
const BETWEEN = 12;

/** The clients' carts, one each. */
export interface Load {
  productId: string;
  cartIds: string[];
}

export async function prepareLoad(db: Db): Promise<Load> {
  const product = await makeProduct(db);
  const carts = await Promise.all(Array.from({ length: CLIENTS }, () => makeCart(db)));
  // Without logins, and without the demonstration password, with which a real market does not start.
  await db.update(users).set({ passwordHash: sql`${users.id}::text` });
  return { productId: product.id, cartIds: carts.map(({ id }) => id) };
}

interface Given {
  server: KillableServer;
  /** The folder of its embedded database. */
  folder: string;
  load: Load;
  kills: number;
}

/** The server must be running at the start, and is down at the end. */
export async function killUnderLoad({ server, folder, load, kills }: Given): Promise<void> {
  const answered = new Map<string, number>(load.cartIds.map((id) => [id, 0]));
  const total = () => [...answered.values()].reduce((sum, number) => sum + number, 0);
  let cut = 0;
  let over = false;

  async function client(cartId: string): Promise<void> {
    while (!over) {
      const key = randomUUID();
      while (!(await add(server.url, cartId, load.productId, key))) cut += 1;
      answered.set(cartId, (answered.get(cartId) ?? 0) + 1);
    }
  }

  const clients = load.cartIds.map(client);
  for (let kill = 1; kill <= kills; kill += 1) {
    const goal = total() + BETWEEN;
    await expect.poll(total, { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(goal);
    await server.kill();
    await server.start();
  }
  over = true;
  await Promise.all(clients);
  await server.kill();

  // Each kill interrupted writes in flight: otherwise nothing was proven.
  expect(cut).toBeGreaterThanOrEqual(kills);
  const after = await openDatabase({ dataDir: folder });
  const lines = await after.db.select().from(cartItems);
  const current = Object.fromEntries(
    load.cartIds.map((id) => [id, lines.find((line) => line.cartId === id)?.quantity ?? 0]),
  );
  expect(current).toEqual(Object.fromEntries(answered));
  const keys = await after.db.select().from(idempotency);
  expect(keys.filter(({ scope }) => answered.has(scope.slice(2)))).toHaveLength(total());
  await after.close();
}

/** @returns whether the server answered with success */
async function add(url: string, cartId: string, productId: string, key: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/api/carts/${cartId}/add`, {
      method: 'PUT',
      headers: { accept: 'application/ld+json', 'content-type': 'application/ld+json', 'idempotency-key': key },
      body: JSON.stringify({ id: productId, optionValues: [], quantity: 1 }),
    });
    await answer.text();
    return answer.status === 200;
  } catch {
    // A delay while it starts.
    await new Promise((resolve) => setTimeout(resolve, 20));
    return false;
  }
}
