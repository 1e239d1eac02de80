// Estimate queries of a store; opening an estimate marks it as read.
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Estimate } from '#contract/merchant/received-requests.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { ownEstimate } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { products } from '../db/schema/catalogue.ts';
import { estimateItems, estimates } from '../db/schema/requests.ts';
import { presentPage } from '../presenters/collection.ts';
import { notFound } from '../runtime/errors.ts';
import { type Author, authorColumns, countRequests, limitOf, orderByDate, type SortedPageRequest } from './received.ts';

const presentEstimate = (row: typeof estimates.$inferSelect, owner: Author, items: Estimate['items']): Estimate => ({
  '@id': `/estimates/${row.id}`,
  '@type': 'Estimate',
  id: row.id,
  owner,
  subject: row.subject,
  message: row.message,
  items,
  createdAt: row.createdAt.toISOString(),
  read: row.readAt !== null,
});

/** Items by estimate, in order. */
export async function readItems(tx: Tx, ids: readonly string[]): Promise<Map<string, Estimate['items']>> {
  const found = new Map<string, Estimate['items']>(ids.map((id) => [id, []]));
  if (ids.length === 0) return found;
  const rows = await tx
    .select({
      row: estimateItems,
      product: { id: products.id, name: products.name, slug: products.slug, deletedAt: products.deletedAt },
    })
    .from(estimateItems)
    .leftJoin(products, eq(products.id, estimateItems.productId))
    .where(inArray(estimateItems.estimateId, [...ids]))
    .orderBy(asc(estimateItems.position), asc(estimateItems.id));
  for (const { row, product } of rows) {
    const { label, quantity, comment } = row;
    const isThere = product?.id && product.deletedAt === null;
    found.get(row.estimateId)?.push({
      product: isThere ? { '@id': `/products/${product.id}`, name: product.name, slug: product.slug } : null,
      label: label || (product?.name ?? ''),
      quantity,
      comment,
    });
  }
  return found;
}

export async function listEstimates(tx: Tx, storeId: string, page: SortedPageRequest): Promise<Collection<Estimate>> {
  const { limit, offset } = limitOf(page);
  const rows = await tx
    .select({ row: estimates, owner: authorColumns })
    .from(estimates)
    .innerJoin(users, eq(users.id, estimates.ownerId))
    .where(eq(estimates.storeId, storeId))
    .orderBy(...orderByDate(estimates.createdAt, estimates.id, page.direction))
    .limit(limit)
    .offset(offset);
  const items = await readItems(
    tx,
    rows.map(({ row }) => row.id),
  );
  const members = rows.map(({ row, owner }) => presentEstimate(row, owner, items.get(row.id) ?? []));
  return presentPage(members, await countRequests(tx, estimates, storeId), page);
}

export async function readEstimate(tx: Tx, id: string, merchantId: string): Promise<Estimate> {
  const [found] = await tx
    .select({ row: estimates, owner: authorColumns })
    .from(estimates)
    .innerJoin(users, eq(users.id, estimates.ownerId))
    .where(and(eq(estimates.id, id), ownEstimate(merchantId)));
  if (!found) throw notFound();
  const items = await readItems(tx, [id]);
  return presentEstimate(found.row, found.owner, items.get(found.row.id) ?? []);
}

export async function openEstimate(tx: Tx, id: string, merchantId: string, now: Date): Promise<Estimate> {
  await tx
    .update(estimates)
    .set({ readAt: now })
    .where(and(eq(estimates.id, id), ownEstimate(merchantId), isNull(estimates.readAt)));
  return readEstimate(tx, id, merchantId);
}
