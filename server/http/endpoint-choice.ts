// Chooses between two endpoints at one address, by who calls.
// One call of the specification serves two people: PUT /store_orders/:id is the shopper's delivery form and the
// merchant's tracking code. Who calls decides which endpoint answers.
import { and, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { ServedName } from '#contract/all-endpoints.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Actor } from '../access/authentication.ts';
import type { Db } from '../db/client.ts';
import { orders, storeOrders } from '../db/schema/sales.ts';
import { notFound } from '../runtime/errors.ts';

/** An endpoint and its handler, whichever it is. */
export interface Mounted {
  name: ServedName;
  endpoint: Endpoint;
  handler: (call: never) => Promise<unknown>;
  before: ((call: never) => Promise<void>) | undefined;
}

export async function chooseEndpoint(
  db: Db,
  candidates: Mounted[],
  actor: Actor | null,
  request: FastifyRequest,
): Promise<Mounted> {
  const [first] = candidates;
  if (!first) throw notFound();
  if (candidates.length === 1) return first;
  const forMerchant = candidates.find(({ endpoint }) => endpoint.access === 'merchant');
  const forOthers = candidates.find(({ endpoint }) => endpoint.access !== 'merchant');
  if (forMerchant && (await actsAsMerchant(db, actor, request))) return forMerchant;
  return forOthers ?? first;
}

/** The merchant of that shop, unless also its buyer here and sending no tracking code. */
async function actsAsMerchant(db: Db, actor: Actor | null, request: FastifyRequest): Promise<boolean> {
  const id = Number(Reflect.get(Object(request.params), 'id'));
  if (!actor?.ownedStore || !Number.isInteger(id) || id <= 0 || id > 999_999_999) return false;
  const [found] = await db
    .select({ buyer: orders.userId })
    .from(storeOrders)
    .innerJoin(orders, eq(orders.id, storeOrders.orderId))
    .where(and(eq(storeOrders.id, id), eq(storeOrders.storeId, actor.ownedStore)));
  if (!found) return false;
  return found.buyer !== actor.id || 'trackingCode' in Object(request.body);
}
