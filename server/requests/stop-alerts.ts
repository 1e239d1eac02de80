// End of stock alerts by address: unsubscribed by the link of an alert's mail, and resumed there.
import { and, count, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { availabilityProducts } from '../db/schema/requests.ts';

const waitingAlerts = (email: string) =>
  and(eq(availabilityProducts.email, email), isNull(availabilityProducts.notifiedAt));

/** Number of alerts that will still be mailed to this address. */
export async function countOpenAlerts(db: Db, email: string): Promise<number> {
  const [open] = await db
    .select({ number: count() })
    .from(availabilityProducts)
    .where(and(waitingAlerts(email), isNull(availabilityProducts.stoppedAt)));
  return open?.number ?? 0;
}

/** Number of alerts that were stopped and can be resumed. */
export async function countStoppedAlerts(db: Db, email: string): Promise<number> {
  const [stopped] = await db
    .select({ number: count() })
    .from(availabilityProducts)
    .where(and(waitingAlerts(email), isNotNull(availabilityProducts.stoppedAt)));
  return stopped?.number ?? 0;
}

export async function stopAlerts(db: Db, email: string, now: Date): Promise<void> {
  await db
    .update(availabilityProducts)
    .set({ stoppedAt: now })
    .where(and(waitingAlerts(email), isNull(availabilityProducts.stoppedAt)));
}

export async function resumeAlerts(db: Db, email: string): Promise<void> {
  await db.update(availabilityProducts).set({ stoppedAt: null }).where(waitingAlerts(email));
}
