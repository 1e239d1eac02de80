// Transactions that nobody's request opened (a payment heard of, the clock): a deadlock is nobody's failure there either.
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '#server/db/client.ts';
import { products } from '#server/db/schema/catalogue.ts';
import { runTransaction } from '#server/http/after-commit.ts';
import { makeProduct } from '../../support/builders.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket({ database: 'postgres' });
});
afterAll(() => market.close());

test('two deadlocked transactions both succeed, each once, and their tasks run once', async () => {
  const [one, other] = [await makeProduct(market.db, { stock: 0 }), await makeProduct(market.db, { stock: 0 })];
  const grow = (tx: Tx, { id }: { id: string }) =>
    tx
      .update(products)
      .set({ stock: sql`${products.stock} + 1` })
      .where(eq(products.id, id));
  let begun = 0;
  let meet: () => void = () => {};
  const bothBegun = new Promise<void>((resolve) => {
    meet = resolve;
  });
  const done: string[] = [];
  const attempts = { there: 0, back: 0 };
  const cross = (name: 'there' | 'back', first: { id: string }, second: { id: string }) =>
    runTransaction(market.app.market, async (tx, after) => {
      attempts[name] += 1;
      after(async () => void done.push(name));
      await grow(tx, first);
      begun += 1;
      if (begun === 2) meet();
      await bothBegun;
      await grow(tx, second);
    });
  await Promise.all([cross('there', one, other), cross('back', other, one)]);
  const stocks = await market.db.select({ stock: products.stock }).from(products);
  expect(stocks).toEqual([{ stock: 2 }, { stock: 2 }]);
  expect(done.toSorted()).toEqual(['back', 'there']);
  // One at least was broken off (again, where it overtook the other): else nothing was proven.
  expect(attempts.there + attempts.back).toBeGreaterThanOrEqual(3);
});

test('another failure is thrown at once, and runs no tasks', async () => {
  let attempts = 0;
  const done: string[] = [];
  const failing = runTransaction(market.app.market, async (_tx, after) => {
    attempts += 1;
    after(async () => void done.push('never'));
    throw new Error('No');
  });
  await expect(failing).rejects.toThrow('No');
  expect([attempts, done]).toEqual([1, []]);
});
