// Push content: the messages about an order, to its store and to its shopper, from the state at the time of sending.
// Guarantee: to a store the sums, to a shopper the store and the event; nothing else can be read on a locked screen.
import { sql } from 'drizzle-orm';
import type { ShippingType } from '#contract/fields/values.ts';
import type { PushMessage } from '#contract/merchant/push-subscriptions.ts';
import { formatCents } from '#domain/money.ts';
import { countWithNoun } from '#domain/text/plural.ts';
import { paths } from '#paths';
import type { Db } from '../db/client.ts';
import { refunds } from '../db/schema/payments.ts';
import { type pushDeliveries, pushSubscriptions } from '../db/schema/pushes.ts';
import { orders, storeOrderItems, storeOrders } from '../db/schema/sales.ts';
import { storeMembers, stores } from '../db/schema/stores.ts';
import { shippingTypeOf } from '../presenters/orders.ts';
import type { PushSubscriptionKeys } from '../services/push.ts';

export type Delivery = typeof pushDeliveries.$inferSelect;

/** Events of which a shopper is notified. */
export type ShopperNews = 'ready' | 'shipped' | 'canceled' | 'declined' | 'refunded';

/** Of which a store is notified: an order to process, a withdrawal of its shopper. */
const STORE_NEWS = ['new', 'withdrawal'];

export interface AddressedPush {
  to: PushSubscriptionKeys;
  message: PushMessage;
  /** A newer message replaces an undelivered one of the same topic. */
  topic: string;
}

/** Undefined if obsolete. */
export const readPush = (db: Db, delivery: Delivery): Promise<AddressedPush | undefined> =>
  STORE_NEWS.includes(delivery.news) ? readStorePush(db, delivery) : readShopperPush(db, delivery);

interface StoreContent extends PushSubscriptionKeys, Record<string, unknown> {
  store: string;
  articles: number;
  /** Cents. */
  total: number;
  toDo: number;
}

async function readStorePush(
  db: Db,
  { subscriptionId, storeOrderId, news }: Delivery,
): Promise<AddressedPush | undefined> {
  const { rows } = await db.execute<StoreContent>(sql`
    select device.endpoint, device.p256dh, device.auth, shop.name as store, part.total,
      (select coalesce(sum(item.quantity), 0)::int from ${storeOrderItems} item where item.store_order_id = part.id)
        as articles,
      (select count(*)::int from ${storeOrders} other
        where other.store_id = shop.id and other.state in ('payed', 'validated')) as "toDo"
    from ${pushSubscriptions} device join ${stores} shop on shop.id = device.store_id
    join ${storeMembers} member on member.store_id = shop.id and member.user_id = device.user_id
    join ${storeOrders} part on part.store_id = shop.id and part.id = ${storeOrderId}
      and (part.state = 'payed' or ${news}::text <> 'new')
    where device.id = ${subscriptionId}`);
  const [content] = rows;
  if (!content) return;
  const { endpoint, p256dh, auth, store, articles, total, toDo } = content;
  return {
    to: { endpoint, p256dh, auth },
    message: {
      title: news === 'new' ? `Nouvelle commande n° ${storeOrderId}` : `Rétractation, commande n° ${storeOrderId}`,
      body: `${store}\u00a0: ${countWithNoun(articles, 'article')}, ${formatCents(total)}`,
      path: paths.merchantOrder.replace(':id', String(storeOrderId)),
      toDo,
    },
    topic: `${news === 'new' ? 'order' : news}-${storeOrderId}`,
  };
}

interface ShopperContent extends PushSubscriptionKeys, Record<string, unknown> {
  store: string;
  orderId: number;
  shippingType: string;
  /** The device also counts orders to process. */
  isMerchants: boolean;
  ready: number;
}

async function readShopperPush(
  db: Db,
  { subscriptionId, storeOrderId, news }: Delivery,
): Promise<AddressedPush | undefined> {
  const { rows } = await db.execute<ShopperContent>(sql`
    select device.endpoint, device.p256dh, device.auth, shop.name as store, part.order_id as "orderId",
      part.shipping_type as "shippingType", device.store_id is not null as "isMerchants",
      (select count(*)::int from ${storeOrders} other join ${orders} own on own.id = other.order_id
        where own.user_id = device.user_id and other.state = 'validated' and other.ready_at is not null) as ready
    from ${pushSubscriptions} device
    join ${orders} bought on bought.user_id = device.user_id
    join ${storeOrders} part on part.order_id = bought.id and part.id = ${storeOrderId}
      and case ${news}::text when 'ready' then part.state = 'validated' and part.ready_at is not null
        when 'declined' then part.state = 'payment_declined'
        when 'refunded' then exists (select 1 from ${refunds} refund where refund.store_order_id = part.id)
        else part.state = ${news} end
    join ${stores} shop on shop.id = part.store_id
    where device.id = ${subscriptionId} and device.own_orders`);
  const [content] = rows;
  if (!content) return;
  const { endpoint, p256dh, auth, store, orderId, shippingType, isMerchants, ready } = content;
  return {
    to: { endpoint, p256dh, auth },
    message: {
      title: titleOf(news, shippingTypeOf(shippingType)),
      body: store,
      path: paths.accountOrder.replace(':id', String(orderId)),
      tag: `part-${storeOrderId}`,
      ...(isMerchants ? {} : { toDo: ready }),
    },
    topic: `part-${storeOrderId}`,
  };
}

const SHIPPED_TITLES: Readonly<Record<ShippingType, string>> = {
  store: 'Votre commande est remise',
  home: 'Votre commande est expédiée',
  relay: 'Votre commande est expédiée',
  custom_store: 'Votre commande est livrée',
  custom_relay: 'Votre commande vous attend au point relais',
  demat: 'Votre commande est envoyée par e-mail',
};

function titleOf(news: string, type: ShippingType): string {
  if (news === 'ready') return 'Votre commande est prête';
  if (news === 'shipped') return SHIPPED_TITLES[type];
  if (news === 'refunded') return 'Un remboursement pour votre commande';
  return news === 'canceled' ? 'Votre commande est annulée' : 'Le paiement de votre commande est refusé';
}
