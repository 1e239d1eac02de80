// Push subscriptions of a merchant's devices.
// Guarantees: a device belongs to one store and the last subscriber; addresses outside known push services are
// rejected, so that the server cannot be made to call other hosts; the number of devices per account is limited to the
// newest.
import { and, desc, eq, notInArray, sql } from 'drizzle-orm';
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

/** @param storeId the merchant's own store */
export async function subscribeToPushes(
  { tx, actor, now }: ActorContext,
  storeId: string,
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
  const values = { storeId, userId: actor.id, ...keys };
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

export async function deletePushSubscription(tx: Tx, id: string, userId: string): Promise<void> {
  const ended = await tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, id), ownPushSubscription(userId)))
    .returning({ id: pushSubscriptions.id });
  if (ended.length === 0) throw notFound();
}
