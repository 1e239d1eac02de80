// Tells the devices that asked for it that an order has come which their shop has to do.
// Guarantees: what is to be told is kept with the order's own transaction and sent after it, never in its way; a message is sent
// by one process, once, and again only when its service failed or nobody knows; a few tries, then it is given up; an order that
// is no longer new, and who no longer owns the shop, is passed over; a device that is gone is forgotten.
import { and, eq, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { PushMessage } from '#contract/merchant/push-subscriptions.ts';
import { formatCents } from '#domain/money.ts';
import { counted } from '#domain/text/plural.ts';
import { paths } from '#paths';
import type { Db, Tx } from '../db/client.ts';
import { takeDue } from '../db/due-rows.ts';
import { pushDeliveries, pushSubscriptions } from '../db/schema/pushes.ts';
import { storeOrderItems, storeOrders } from '../db/schema/sales.ts';
import { stores } from '../db/schema/shops.ts';
import type { Push, Subscribed } from '../services/push.ts';

/** Messages on their way at the same time, in one process. */
const AT_ONCE = 16;
/** A message taken by a process that then says nothing more is free again after this, milliseconds. */
const TAKEN_FOR = 60_000;
/** Milliseconds before the second try, the third … */
const AGAIN_AFTER = [10_000, 90_000, 5 * 60_000, 30 * 60_000];

/** For every device of each shop of a confirmed order. Never fails for a device that is just being forgotten. */
export async function queueOrderPushes(tx: Tx, orderId: number, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into ${pushDeliveries} (subscription_id, store_order_id, due_at)
    select device.id, part.id, ${now.toISOString()}::timestamptz
      from ${storeOrders} part join ${pushSubscriptions} device on device.store_id = part.store_id
      where part.order_id = ${orderId} and part.state = 'payed'
      for key share of device
    on conflict do nothing`);
}

type Taken = typeof pushDeliveries.$inferSelect;

interface Told extends Subscribed, Record<string, unknown> {
  shop: string;
  articles: number;
  /** Cents. */
  total: number;
  toDo: number;
}

/** To whom and what; undefined when there is nothing to tell any more. */
async function toldOf(db: Db, { subscriptionId, storeOrderId }: Taken): Promise<Told | undefined> {
  const { rows } = await db.execute<Told>(sql`
    select device.endpoint, device.p256dh, device.auth, shop.name as shop, part.total,
      (select coalesce(sum(item.quantity), 0)::int from ${storeOrderItems} item where item.store_order_id = part.id)
        as articles,
      (select count(*)::int from ${storeOrders} other
        where other.store_id = shop.id and other.state in ('payed', 'validated')) as "toDo"
    from ${pushSubscriptions} device join ${stores} shop on shop.id = device.store_id and shop.owner_id = device.user_id
    join ${storeOrders} part on part.store_id = shop.id and part.id = ${storeOrderId} and part.state = 'payed'
    where device.id = ${subscriptionId}`);
  return rows[0];
}

const messageOf = ({ shop, articles, total, toDo }: Told, id: number): PushMessage => ({
  title: `Nouvelle commande n° ${id}`,
  body: `${shop}\u00a0: ${counted(articles, 'article')}, ${formatCents(total)}`,
  path: paths.merchantOrder.replace(':id', String(id)),
  toDo,
});

export interface OrderPushes {
  /** Takes what is due and begins to send it; resolves when that is under way. Never rejects. */
  look(): Promise<void>;
  /** Gives up what is under way: it is sent again by whoever comes next. */
  close(): Promise<void>;
}

export interface Sender {
  db: Db;
  push: Push;
  log: FastifyBaseLogger;
  now: () => Date;
}

export function orderPushes({ db, push, log, now }: Sender): OrderPushes {
  const leaving = new AbortController();
  const underWay = new Set<Promise<void>>();
  const failed = (error: unknown) => log.error({ err: error }, 'telling of an order failed');

  const look = async () => {
    if (leaving.signal.aborted || underWay.size >= AT_ONCE) return;
    const most = AT_ONCE - underWay.size;
    for (const one of await takeDue(db, pushDeliveries, { now: now(), holds: [TAKEN_FOR], most })) {
      const sending: Promise<void> = tell(one)
        .catch(failed)
        .finally(() => {
          underWay.delete(sending);
          void looked();
        });
      underWay.add(sending);
    }
  };
  const looked = () => look().catch(failed);

  const tell = async (one: Taken) => {
    const { subscriptionId, storeOrderId, attempts } = one;
    const told = await toldOf(db, one);
    const outcome =
      told && (await push.send(told, messageOf(told, storeOrderId), `order-${storeOrderId}`, leaving.signal));
    // It stays taken, until it counts as lost.
    if (leaving.signal.aborted) return;
    const device = eq(pushSubscriptions.id, subscriptionId);
    const delivery = and(
      eq(pushDeliveries.subscriptionId, subscriptionId),
      eq(pushDeliveries.storeOrderId, storeOrderId),
    );
    if (outcome === 'gone') {
      await db.delete(pushSubscriptions).where(device);
      return;
    }
    const wait = AGAIN_AFTER[attempts - 1];
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
    look: looked,
    close: async () => {
      leaving.abort();
      await Promise.allSettled(underWay);
    },
  };
}
