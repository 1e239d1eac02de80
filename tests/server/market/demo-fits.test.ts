// The demo market's reviews and seasons fit what they are about, on whatever day it is filled.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parisDay } from '#domain/time/dates.ts';
import { tables } from '#server/db/tables.ts';
import { databaseOfThisRun } from '../../support/database-of-run.ts';
import { filledAt, openTestDatabase, type TestDatabase } from '../../support/test-database.ts';

const { stores, products, storeReviews } = tables;

let market: TestDatabase;
beforeAll(async () => {
  market = await openTestDatabase(databaseOfThisRun(), true);
});
afterAll(() => market.close());

describe('reviews and seasons fit what they are about', () => {
  test('a store without products is not praised for a parcel or an order', async () => {
    const reviews = await market.db
      .select({ text: storeReviews.text })
      .from(storeReviews)
      .innerJoin(stores, eq(storeReviews.storeId, stores.id))
      .where(eq(stores.slug, 'salon-belle-rive'));
    expect(reviews.length).toBeGreaterThan(2);
    for (const { text } of reviews) expect(text).not.toMatch(/colis|commande|livraison|sac/i);
  });

  test('what does not grow in this month is sold out', async () => {
    const month = Number(parisDay(filledAt).slice(5, 7));
    for (const [slug, months] of [
      ['fraises-du-matin', [5, 6, 7]],
      ['mirabelles-de-lorraine', [8, 9]],
      ['brassee-de-tulipes', [3, 4, 5]],
    ] as const) {
      const [product] = await market.db.select().from(products).where(eq(products.slug, slug));
      expect([slug, product?.stock === 0]).toEqual([slug, !(months as readonly number[]).includes(month)]);
    }
  });
});
