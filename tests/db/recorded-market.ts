// The market that recorded devices were used on: the same names each time, so that what they recorded means the same thing.
import type { Owner } from '#db/rows.ts';
import { images } from '#server/db/schema/pictures.ts';
import { coupons, orders, storeOrders } from '#server/db/schema/sales.ts';
import { makeCategory, makeDelivery, makeProduct, makeStore, makeUser } from '../support/builders.ts';
import type { TestMarket } from '../support/test-server.ts';

const named = (number: number) => `5d8f6f0a-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const merchant = { id: named(1), email: 'marchande@etal.test', owner: `u:${named(1)}` as Owner };
export const visitor: Owner = `v:${named(2)}`;
/** Someone who has left the device, and whose commands wait there. */
export const other = { id: named(5), email: 'odile@etal.test', owner: `u:${named(5)}` as Owner };
export const storeId = named(3);
export const categoryId = named(4);
export const productIds = {
  bread: named(10),
  honey: named(11),
  edited: named(12),
  hidden: named(13),
  shown: named(14),
  deleted: named(15),
};
export const imageIds = { captioned: named(20), deleted: named(21) };
export const couponIds = { fixed: named(30), changed: named(31) };
export const receivedIds = { message: named(50), estimate: named(51), appointment: named(52), declined: named(53) };
/** Stands for the order in what is recorded: the market itself gives the number. */
export const orderMark = 990_001;
/** When the device was used, milliseconds. */
export const usedAt = Date.parse('2026-11-20T10:00:00Z');

export async function makeRecordedMarket(market: TestMarket): Promise<{ token: string; orderId: number }> {
  const { db } = market;
  await makeDelivery(db);
  await makeUser(db, { id: merchant.id, email: merchant.email });
  await makeUser(db, { id: other.id, email: other.email });
  await makeStore(db, { id: storeId, ownerId: merchant.id, slug: 'fournil', name: 'Le Fournil' });
  await makeCategory(db, { id: categoryId, slug: 'pains', name: 'Pains' });
  for (const [slug, id] of Object.entries(productIds)) {
    await makeProduct(db, { id, slug, name: slug, storeId, categoryId, price: 450, published: slug !== 'hidden' });
  }
  for (const [stem, id] of Object.entries(imageIds)) {
    await db.insert(images).values({ id, stem, storeId, caption: stem, uploadedBytes: 100 });
  }
  await db.insert(coupons).values([
    { id: couponIds.fixed, storeId, code: 'MOINS1', discountType: 'fix', discount: 100 },
    { id: couponIds.changed, storeId, code: 'MOINS2', discountType: 'fix', discount: 200 },
  ]);
  const [order] = await db.insert(orders).values({ userId: merchant.id }).returning();
  const [part] = await db
    .insert(storeOrders)
    .values({ orderId: order?.id ?? 0, storeId, state: 'payed', total: 900, totalBeforeDiscount: 900 })
    .returning();
  return { token: await market.login(merchant.email), orderId: part?.id ?? 0 };
}
