// Keeps on which devices a merchant wants to be told of new orders.
// Guarantees: a device is told of one shop, in the name of whoever asked last; an address that is not at a push service is
// refused, so that nobody makes the server call elsewhere; one person has so many devices at most, the newest.
import { and, desc, eq, notInArray, sql } from 'drizzle-orm';
import type { ServedBody } from '#contract/all-endpoints.ts';
import type { Violation } from '#contract/wire/hydra.ts';
import { ownPushSubscription } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { pushSubscriptions } from '../db/schema/pushes.ts';
import { invalid, notFound } from '../runtime/errors.ts';
import { isPublicKey, type Push } from '../services/push.ts';

/** Devices of one person. */
export const DEVICES_AT_MOST = 20;

const present = (row: typeof pushSubscriptions.$inferSelect) => ({
  '@id': `/push_subscriptions/${row.id}`,
  '@type': 'PushSubscription' as const,
  id: row.id,
  service: new URL(row.endpoint).host,
  createdAt: row.createdAt.toISOString(),
  lastSuccessAt: row.lastSuccessAt?.toISOString() ?? null,
});

export async function pushSubscriptionsOf(db: Tx, storeId: string, userId: string) {
  const rows = await db
    .select()
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.storeId, storeId), ownPushSubscription(userId)))
    .orderBy(desc(pushSubscriptions.createdAt));
  return rows.map(present);
}

export async function pushSubscriptionOf(db: Tx, id: string, userId: string) {
  const [row] = await db
    .select()
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, id), ownPushSubscription(userId)));
  return row && present(row);
}

/** @param storeId the merchant's own */
export async function subscribeToPushes(
  tx: Tx,
  owner: { storeId: string; userId: string },
  { endpoint, keys }: ServedBody<'pushSubscriptions.create'>,
  push: Push,
  now: Date,
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
  const values = { ...owner, ...keys };
  const [row] = await tx
    .insert(pushSubscriptions)
    .values({ endpoint, ...values, createdAt: now })
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: { ...values, failures: 0 } })
    .returning();
  if (!row) throw new Error('The subscription was not kept.');
  await forgetOldest(tx, owner.userId);
  return present(row);
}

async function forgetOldest(tx: Tx, userId: string): Promise<void> {
  const newest = tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(ownPushSubscription(userId))
    .orderBy(desc(sql`coalesce(${pushSubscriptions.lastSuccessAt}, ${pushSubscriptions.createdAt})`))
    .limit(DEVICES_AT_MOST);
  await tx.delete(pushSubscriptions).where(and(ownPushSubscription(userId), notInArray(pushSubscriptions.id, newest)));
}

export async function endPushSubscription(tx: Tx, id: string, userId: string): Promise<void> {
  const ended = await tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, id), ownPushSubscription(userId)))
    .returning({ id: pushSubscriptions.id });
  if (ended.length === 0) throw notFound();
}
