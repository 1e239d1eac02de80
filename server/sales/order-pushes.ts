// Order pushes: notifies subscribed devices about orders to process.
// Guarantees: messages are queued in the order's transaction and sent after it; one process sends a message, again only
// after a failure or an unknown outcome, up to a limit; orders no longer new and former owners are skipped; expired
// subscriptions are deleted.
import { and, eq, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { PushMessage } from '#contract/merchant/push-subscriptions.ts';
import { formatCents } from '#domain/money.ts';
import { countWithNoun } from '#domain/text/plural.ts';
import { paths } from '#paths';
import type { Db, Tx } from '../db/client.ts';
import { claimDueRows } from '../db/due-rows.ts';
import { pushDeliveries, pushSubscriptions } from '../db/schema/pushes.ts';
import { storeOrderItems, storeOrders } from '../db/schema/sales.ts';
import { stores } from '../db/schema/stores.ts';
import type { Push, PushSubscriptionKeys } from '../services/push.ts';

/** Concurrent messages per process. */
const MAX_CONCURRENT = 16;
/** Lease in milliseconds, after which another process may send the message. */
const LEASE_MS = 60_000;
/** Delays before each retry, in milliseconds. */
const RETRY_DELAYS = [10_000, 90_000, 5 * 60_000, 30 * 60_000];

/** Queues a message per device of each store of a confirmed order. Succeeds while a device is being deleted. */
export async function queueOrderPushes(tx: Tx, orderId: number, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into ${pushDeliveries} (subscription_id, store_order_id, due_at)
    select device.id, part.id, ${now.toISOString()}::timestamptz
      from ${storeOrders} part join ${pushSubscriptions} device on device.store_id = part.store_id
      where part.order_id = ${orderId} and part.state = 'payed'
      for key share of device
    on conflict do nothing`);
}

type ClaimedDelivery = typeof pushDeliveries.$inferSelect;

interface PushContent extends PushSubscriptionKeys, Record<string, unknown> {
  store: string;
  articles: number;
  /** Cents. */
  total: number;
  toDo: number;
}

/** Recipient and content; undefined if obsolete. */
async function readContent(
  db: Db,
  { subscriptionId, storeOrderId }: ClaimedDelivery,
): Promise<PushContent | undefined> {
  const { rows } = await db.execute<PushContent>(sql`
    select device.endpoint, device.p256dh, device.auth, shop.name as store, part.total,
      (select coalesce(sum(item.quantity), 0)::int from ${storeOrderItems} item where item.store_order_id = part.id)
        as articles,
      (select count(*)::int from ${storeOrders} other
        where other.store_id = shop.id and other.state in ('payed', 'validated')) as "toDo"
    from ${pushSubscriptions} device join ${stores} shop on shop.id = device.store_id and shop.owner_id = device.user_id
    join ${storeOrders} part on part.store_id = shop.id and part.id = ${storeOrderId} and part.state = 'payed'
    where device.id = ${subscriptionId}`);
  return rows[0];
}

const pushMessage = ({ store, articles, total, toDo }: PushContent, id: number): PushMessage => ({
  title: `Nouvelle commande n° ${id}`,
  body: `${store}\u00a0: ${countWithNoun(articles, 'article')}, ${formatCents(total)}`,
  path: paths.merchantOrder.replace(':id', String(id)),
  toDo,
});

export interface OrderPushes {
  /** Claims due messages and starts sending; resolves without waiting for the sends. Never rejects. */
  deliver(): Promise<void>;
  /** Aborts running sends, which another process repeats. */
  close(): Promise<void>;
}

export interface PushServices {
  db: Db;
  push: Push;
  log: FastifyBaseLogger;
  now: () => Date;
}

export function createOrderPushes({ db, push, log, now }: PushServices): OrderPushes {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const logFailure = (error: unknown) => log.error({ err: error }, 'telling of an order failed');

  const deliver = async () => {
    if (stopping.signal.aborted || running.size >= MAX_CONCURRENT) return;
    const most = MAX_CONCURRENT - running.size;
    for (const one of await claimDueRows(db, pushDeliveries, { now: now(), leases: [LEASE_MS], most })) {
      const sending: Promise<void> = send(one)
        .catch(logFailure)
        .finally(() => {
          running.delete(sending);
          void deliverSafely();
        });
      running.add(sending);
    }
  };
  const deliverSafely = () => deliver().catch(logFailure);

  const send = async (one: ClaimedDelivery) => {
    const { subscriptionId, storeOrderId, attempts } = one;
    const content = await readContent(db, one);
    const outcome =
      content &&
      (await push.send(content, pushMessage(content, storeOrderId), `order-${storeOrderId}`, stopping.signal));
    // Stays claimed until its lease ends.
    if (stopping.signal.aborted) return;
    const device = eq(pushSubscriptions.id, subscriptionId);
    const delivery = and(
      eq(pushDeliveries.subscriptionId, subscriptionId),
      eq(pushDeliveries.storeOrderId, storeOrderId),
    );
    if (outcome === 'gone') {
      await db.delete(pushSubscriptions).where(device);
      return;
    }
    const wait = RETRY_DELAYS[attempts - 1];
    if (outcome === 'failed' && wait !== undefined) {
      await db
        .update(pushDeliveries)
        .set({ dueAt: new Date(now().getTime() + wait) })
        .where(delivery);
      return;
    }
    await db.delete(pushDeliveries).where(delivery);
    if (outcome === 'sent') await db.update(pushSubscriptions).set({ lastSuccessAt: now(), failures: 0 }).where(device);
    if (outcome === 'failed') {
      await db
        .update(pushSubscriptions)
        .set({ failures: sql`${pushSubscriptions.failures} + 1` })
        .where(device);
    }
  };

  return {
    deliver: deliverSafely,
    close: async () => {
      stopping.abort();
      await Promise.allSettled(running);
    },
  };
}
