// Own requests: everything a shopper has asked of stores, newest first.
import { count, desc, eq } from 'drizzle-orm';
import type { SentRequest } from '#contract/merchant/received-requests.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { products } from '../db/schema/catalogue.ts';
import { availabilityProducts, estimates, storeMessages } from '../db/schema/requests.ts';
import { stores } from '../db/schema/stores.ts';
import { presentCollection } from '../presenters/collection.ts';
import { listOwnAppointments } from './received-appointments.ts';
import { readItems } from './received-estimates.ts';

/** Older ones are counted, not listed. */
const MAX_OWN_REQUESTS = 100;

const storeColumns = { id: stores.id, slug: stores.slug, name: stores.name };

interface NamedRow {
  id: string;
  slug: string;
  name: string;
}

const presentStore = ({ id, slug, name }: NamedRow) => ({ '@id': `/stores/${id}`, slug, name });
const presentProduct = ({ id, slug, name }: NamedRow) => ({ '@id': `/products/${id}`, slug, name });

const nothingElse = { subject: '', message: '', items: [], timeSlots: [], response: null, notifiedAt: null };

const identify = (kind: SentRequest['kind'], list: string, id: string) => ({
  '@id': `/${list}/${id}`,
  '@type': 'SentRequest' as const,
  id,
  kind,
});

export async function listOwnRequests(tx: Tx, userId: string): Promise<Collection<SentRequest>> {
  const parts = [
    await messagesOf(tx, userId),
    await estimatesOf(tx, userId),
    await appointmentsOf(tx, userId),
    await alertsOf(tx, userId),
  ];
  const newest = parts
    .flatMap(({ listed }) => listed)
    .sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
    .slice(0, MAX_OWN_REQUESTS);
  const total = parts.reduce((sum, part) => sum + part.total, 0);
  return presentCollection(`/users/${userId}/requests`, newest, total);
}

interface Part {
  listed: SentRequest[];
  total: number;
}

async function messagesOf(tx: Tx, userId: string): Promise<Part> {
  const own = eq(storeMessages.ownerId, userId);
  const rows = await tx
    .select({ row: storeMessages, store: storeColumns })
    .from(storeMessages)
    .innerJoin(stores, eq(stores.id, storeMessages.storeId))
    .where(own)
    .orderBy(desc(storeMessages.createdAt))
    .limit(MAX_OWN_REQUESTS);
  const [counted] = await tx.select({ total: count() }).from(storeMessages).where(own);
  const listed = rows.map(({ row: { id, subject, message, createdAt }, store }) => ({
    ...identify('message', 'store_messages', id),
    ...nothingElse,
    ...{ state: 'sent' as const, store: presentStore(store), subject, message, createdAt: createdAt.toISOString() },
  }));
  return { listed, total: counted?.total ?? 0 };
}

async function estimatesOf(tx: Tx, userId: string): Promise<Part> {
  const own = eq(estimates.ownerId, userId);
  const rows = await tx
    .select({ row: estimates, store: storeColumns })
    .from(estimates)
    .innerJoin(stores, eq(stores.id, estimates.storeId))
    .where(own)
    .orderBy(desc(estimates.createdAt))
    .limit(MAX_OWN_REQUESTS);
  const [counted] = await tx.select({ total: count() }).from(estimates).where(own);
  const ids = rows.map(({ row }) => row.id);
  const items = await readItems(tx, ids);
  const listed = rows.map(({ row: { id, message, createdAt }, store }) => ({
    ...identify('estimate', 'estimates', id),
    ...nothingElse,
    ...{ state: 'sent' as const, store: presentStore(store), message, createdAt: createdAt.toISOString() },
    items: items.get(id) ?? [],
  }));
  return { listed, total: counted?.total ?? 0 };
}

async function appointmentsOf(tx: Tx, userId: string): Promise<Part> {
  const { 'hydra:member': all } = await listOwnAppointments(tx, userId);
  const listed = all.map(({ id, state, store, message, response, timeSlots, createdAt }) => ({
    ...identify('appointment', 'store_appointments', id),
    ...nothingElse,
    ...{ state, store, message, response, timeSlots, createdAt },
  }));
  return { listed, total: listed.length };
}

/** Alerts are filed under an e-mail address; it is the account's once it is confirmed. */
async function alertsOf(tx: Tx, userId: string): Promise<Part> {
  const [user] = await tx
    .select({ email: users.email, confirmedAt: users.emailConfirmedAt })
    .from(users)
    .where(eq(users.id, userId));
  if (!user?.confirmedAt) return { listed: [], total: 0 };
  const own = eq(availabilityProducts.email, user.email);
  const rows = await tx
    .select({
      row: availabilityProducts,
      product: { id: products.id, name: products.name, slug: products.slug, deletedAt: products.deletedAt },
      store: storeColumns,
    })
    .from(availabilityProducts)
    .innerJoin(products, eq(products.id, availabilityProducts.productId))
    .innerJoin(stores, eq(stores.id, products.storeId))
    .where(own)
    .orderBy(desc(availabilityProducts.createdAt))
    .limit(MAX_OWN_REQUESTS);
  const [counted] = await tx.select({ total: count() }).from(availabilityProducts).where(own);
  const listed = rows.map(({ row: { id, createdAt, notifiedAt }, product, store }) => ({
    ...identify('alert', 'availability_products', id),
    ...nothingElse,
    state: notifiedAt ? ('notified' as const) : ('pending' as const),
    store: presentStore(store),
    items: [
      { product: product.deletedAt ? null : presentProduct(product), label: product.name, quantity: 1, comment: '' },
    ],
    createdAt: createdAt.toISOString(),
    notifiedAt: notifiedAt?.toISOString() ?? null,
  }));
  return { listed, total: counted?.total ?? 0 };
}
