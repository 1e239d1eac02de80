// Order pushes: notifies subscribed devices, of stores about orders to process, of shoppers about their orders.
// Guarantees: messages are queued in the order's transaction and sent after it; one process sends a message, again only
// after a failure or an unknown outcome, up to a limit; orders no longer new and people who have left the store are skipped; expired
// subscriptions are deleted.
import { and, eq, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Db, Tx } from '../db/client.ts';
import { claimDueRows } from '../db/due-rows.ts';
import { pushDeliveries, pushSubscriptions } from '../db/schema/pushes.ts';
import { orders, storeOrders } from '../db/schema/sales.ts';
import type { MailContext } from '../mails/post.ts';
import type { Push } from '../services/push.ts';
import { type Delivery, readPush, type ShopperNews } from './push-content.ts';

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

/** Queues a message per device of the shopper who has asked for news of own orders. */
export async function queueShopperPushes(
  tx: Tx,
  storeOrderId: number,
  news: ShopperNews,
  { market, now, after }: MailContext,
): Promise<void> {
  const { rows } = await tx.execute(sql`
    insert into ${pushDeliveries} (subscription_id, store_order_id, news, due_at)
    select device.id, part.id, ${news}, ${now.toISOString()}::timestamptz
      from ${storeOrders} part join ${orders} bought on bought.id = part.order_id
      join ${pushSubscriptions} device on device.user_id = bought.user_id and device.own_orders
      where part.id = ${storeOrderId}
      for key share of device
    on conflict do nothing returning 1`);
  if (rows.length > 0) after(() => market.pushes.deliver());
}

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

  const send = async (one: Delivery) => {
    const { subscriptionId, storeOrderId, news, attempts } = one;
    const addressed = await readPush(db, one);
    const outcome = addressed && (await push.send(addressed.to, addressed.message, addressed.topic, stopping.signal));
    // Stays claimed until its lease ends.
    if (stopping.signal.aborted) return;
    const device = eq(pushSubscriptions.id, subscriptionId);
    const delivery = and(
      eq(pushDeliveries.subscriptionId, subscriptionId),
      eq(pushDeliveries.storeOrderId, storeOrderId),
      eq(pushDeliveries.news, news),
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
