// Endpoint choice: selects between two endpoints at one address by the caller. The merchant of a row's store reads and
// writes it differently from the public, or from its buyer. Guarantee: a merchant never gets less than others; a person
// whose role does not allow the merchant's endpoint gets what others get.
import { and, eq, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { FastifyRequest } from 'fastify';
import type { AnyEndpointName } from '#contract/all-endpoints.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { leastRoleOf } from '#contract/merchant/call-roles.ts';
import { includesRole } from '#contract/merchant/store-roles.ts';
import type { Actor } from '../access/authentication.ts';
import type { Db } from '../db/client.ts';
import { products } from '../db/schema/catalogue.ts';
import { estimates, storeAppointments, storeMessages } from '../db/schema/requests.ts';
import { coupons, orders, storeOrderItems, storeOrders } from '../db/schema/sales.ts';
import { stores } from '../db/schema/stores.ts';
import { notFound } from '../runtime/errors.ts';

/** An endpoint with its handler. */
export interface MountedEndpoint {
  name: AnyEndpointName;
  endpoint: Endpoint;
  handler: (call: never) => Promise<unknown>;
  before: ((call: never) => Promise<void>) | undefined;
}

export async function chooseEndpoint(
  db: Db,
  candidates: MountedEndpoint[],
  actor: Actor | null,
  request: FastifyRequest,
): Promise<MountedEndpoint> {
  const [first] = candidates;
  if (!first) throw notFound();
  if (candidates.length === 1) return first;
  const forMerchant = candidates.find(({ endpoint }) => endpoint.access === 'merchant');
  const forOthers = candidates.find(({ endpoint }) => endpoint.access !== 'merchant');
  const mayCall = forMerchant && includesRole(actor?.storeRole, leastRoleOf(forMerchant.name));
  if (mayCall && (await actsAsMerchant(db, forMerchant.endpoint, actor, request))) return forMerchant;
  return forOthers ?? first;
}

/** Tables of these addresses, with the column of the store. */
const storeTables: Record<string, { table: PgTable; id: PgColumn; storeId: PgColumn }> = {
  '/products/:id': { table: products, id: products.id, storeId: products.storeId },
  '/stores/:id': { table: stores, id: stores.id, storeId: stores.id },
  '/coupons/:id': { table: coupons, id: coupons.id, storeId: coupons.storeId },
  '/store_orders/:id': { table: storeOrders, id: storeOrders.id, storeId: storeOrders.storeId },
  '/store_messages/:id': { table: storeMessages, id: storeMessages.id, storeId: storeMessages.storeId },
  '/store_appointments/:id': {
    table: storeAppointments,
    id: storeAppointments.id,
    storeId: storeAppointments.storeId,
  },
  '/estimates/:id': { table: estimates, id: estimates.id, storeId: estimates.storeId },
};

/** True for the store's merchant, unless they are also the buyer and send no tracking code. */
async function actsAsMerchant(
  db: Db,
  { method, path, params }: Endpoint,
  actor: Actor | null,
  request: FastifyRequest,
): Promise<boolean> {
  if (!actor?.ownedStore) return false;
  const parsed = params?.safeParse(request.params);
  if (!parsed?.success) return false;
  const { id } = parsed.data as { id: string | number };
  if (path === '/store_order_items/:id') return isItemOf(db, String(id), actor.ownedStore);
  const table = storeTables[path];
  if (!table) return false;
  const [found] = await db
    .select({ id: table.id })
    .from(table.table)
    .where(and(eq(table.id, id), eq(table.storeId, actor.ownedStore)));
  if (!found || method === 'GET' || path !== '/store_orders/:id') return found !== undefined;
  return 'trackingCode' in Object(request.body) || !(await isBuyer(db, Number(id), actor.id));
}

async function isBuyer(db: Db, storeOrderId: number, userId: string): Promise<boolean> {
  const found = await db
    .select({ id: orders.id })
    .from(storeOrders)
    .innerJoin(orders, eq(orders.id, storeOrders.orderId))
    .where(and(eq(storeOrders.id, storeOrderId), eq(orders.userId, userId)));
  return found.length > 0;
}

async function isItemOf(db: Db, id: string, storeId: string): Promise<boolean> {
  const found = await db
    .select({ one: sql`1` })
    .from(storeOrderItems)
    .innerJoin(storeOrders, eq(storeOrders.id, storeOrderItems.storeOrderId))
    .where(and(eq(storeOrderItems.id, id), eq(storeOrders.storeId, storeId)));
  return found.length > 0;
}
