// Push subscriptions: the devices of merchants (new orders of their store) and of shoppers (their own orders).
// Guarantees: a device belongs to the last subscriber, for both purposes; addresses outside known push services are
// rejected, so that the server cannot be made to call other hosts; the number of devices per account is limited to the
// newest.
import { and, desc, eq, isNotNull, isNull, ne, notInArray, sql } from 'drizzle-orm';
import type { AnyEndpointBody } from '#contract/all-endpoints.ts';
import type { Violation } from '#contract/wire/hydra.ts';
import { ownPushSubscription } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { pushSubscriptions } from '../db/schema/pushes.ts';
import type { ActorContext } from '../http/call.ts';
import { invalid, notFound } from '../runtime/errors.ts';
import { isPublicKey, type Push } from '../services/push.ts';

/** Maximum number of devices per account. */
export const MAX_DEVICES = 20;

const presentSubscription = (row: typeof pushSubscriptions.$inferSelect) => ({
  '@id': `/push_subscriptions/${row.id}`,
  '@type': 'PushSubscription' as const,
  id: row.id,
  service: new URL(row.endpoint).host,
  createdAt: row.createdAt.toISOString(),
  lastSuccessAt: row.lastSuccessAt?.toISOString() ?? null,
});

export async function listPushSubscriptions(db: Tx, storeId: string, userId: string) {
  const rows = await db
    .select()
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.storeId, storeId), ownPushSubscription(userId)))
    .orderBy(desc(pushSubscriptions.createdAt));
  return rows.map(presentSubscription);
}

export async function findPushSubscription(db: Tx, id: string, userId: string) {
  const [row] = await db
    .select()
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, id), ownPushSubscription(userId)));
  return row && presentSubscription(row);
}

/** What a device shows: new orders of the merchant's own store, or the shopper's own orders. */
type Purpose = { storeId: string } | { ownOrders: true };

export async function subscribeToPushes(
  { tx, actor, now }: ActorContext,
  purpose: Purpose,
  { endpoint, keys }: AnyEndpointBody<'pushSubscriptions.create'>,
  push: Push,
) {
  const violations: Violation[] = [];
  if (!push.accepts(endpoint)) {
    violations.push({
      propertyPath: 'endpoint',
      message: 'Cette adresse n’est pas celle d’un service de notifications.',
    });
  }
  if (!isPublicKey(keys.p256dh)) violations.push({ propertyPath: 'keys.p256dh', message: 'Clé incorrecte.' });
  if (violations.length > 0) throw invalid(violations);
  const ofOthers = and(eq(pushSubscriptions.endpoint, endpoint), ne(pushSubscriptions.userId, actor.id));
  await tx.delete(pushSubscriptions).where(ofOthers);
  const values = { ...purpose, userId: actor.id, ...keys };
  const [row] = await tx
    .insert(pushSubscriptions)
    .values({ endpoint, ...values, createdAt: now })
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: { ...values, failures: 0 } })
    .returning();
  if (!row) throw new Error('The subscription was not kept.');
  await deleteOldest(tx, actor.id);
  return presentSubscription(row);
}

async function deleteOldest(tx: Tx, userId: string): Promise<void> {
  const newest = tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(ownPushSubscription(userId))
    .orderBy(desc(sql`coalesce(${pushSubscriptions.lastSuccessAt}, ${pushSubscriptions.createdAt})`))
    .limit(MAX_DEVICES);
  await tx.delete(pushSubscriptions).where(and(ownPushSubscription(userId), notInArray(pushSubscriptions.id, newest)));
}

/** Ends one purpose; a device without any is deleted. */
export async function endPushes(tx: Tx, id: string, userId: string, purpose: 'store' | 'ownOrders'): Promise<void> {
  const isAsked = purpose === 'store' ? isNotNull(pushSubscriptions.storeId) : eq(pushSubscriptions.ownOrders, true);
  const ended = await tx
    .update(pushSubscriptions)
    .set(purpose === 'store' ? { storeId: null } : { ownOrders: false })
    .where(and(eq(pushSubscriptions.id, id), ownPushSubscription(userId), isAsked))
    .returning({ id: pushSubscriptions.id });
  if (ended.length === 0) throw notFound();
  const isUnused = and(isNull(pushSubscriptions.storeId), eq(pushSubscriptions.ownOrders, false));
  await tx.delete(pushSubscriptions).where(and(eq(pushSubscriptions.id, id), isUnused));
}
