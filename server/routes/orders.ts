// Mounts the endpoints of orders, for the shopper and for the merchant.
import { and, eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { orders, storeOrders } from '../db/schema/sales.ts';
import { mount } from '../http/mount.ts';
import { collectionOf, pageAsked } from '../presenters/collection.ts';
import { presentOrder } from '../presenters/orders.ts';
import { notFound } from '../runtime/errors.ts';
import { makeOrder } from '../sales/create-order.ts';
import { pickupsNear, saveDeliveryForm, setDistance, setShippingType } from '../sales/delivery.ts';
import { moveStoreOrder, orderOfMerchant, ordersOfStore, setTrackingCode } from '../sales/merchant-orders.ts';
import { shippedMail } from '../sales/order-mails.ts';
import { readOrders, wholeOrder } from '../sales/order-reading.ts';
import { checkPayment, choosePaymentOnDelivery, expirePaymentOf, preparePayment } from '../sales/paying.ts';

const ORDERS_PER_PAGE = 30;
const ORDERS_OF_USER_AT_MOST = 500;

export function orderRoutes(app: FastifyInstance): void {
  shopperRoutes(app);
  deliveryRoutes(app);
  merchantRoutes(app);
}

function shopperRoutes(app: FastifyInstance): void {
  mount(app, 'cart.order', async (call) => {
    const { tx, params, actor, now } = call;
    // A payment that ended meanwhile, or ran out, decides whether the cart is still to be ordered.
    const [begun] = await tx
      .select({ id: orders.id })
      .from(orders)
      .innerJoin(storeOrders, eq(storeOrders.orderId, orders.id))
      .where(and(eq(orders.cartId, params.id), eq(orders.userId, actor.id), eq(storeOrders.state, 'payment_pending')));
    if (begun) await checkPayment(tx, begun.id, actor.id, call);
    return wholeOrder(tx, await makeOrder(tx, params.id, actor.id, now));
  });

  mount(app, 'orders.get', async ({ params, actor, market, now }) => {
    const [own] = await ownOrder(market.db, params.id, actor.id);
    if (!own) throw notFound();
    await expirePaymentOf(market, params.id, now);
    return wholeOrder(market.db, params.id);
  });

  mount(app, 'users.orders', async ({ tx, params, actor }) => {
    if (params.id.toLowerCase() !== actor.id) throw notFound();
    const isConfirmed = sql`exists (select 1 from ${storeOrders} part where part.order_id = ${orders.id}
      and part.state in ('payment_pending', 'payed', 'validated', 'shipped'))`;
    const rows = await readOrders(tx, and(eq(orders.userId, actor.id), isConfirmed), ORDERS_OF_USER_AT_MOST);
    return collectionOf(`/users/${actor.id}/orders`, rows.map(presentOrder));
  });

  mount(app, 'orders.paymentOnDelivery', async (call) => {
    await choosePaymentOnDelivery(call.tx, call.params.id, call.actor.id, call.body.paymentOnDelivery, call);
    return wholeOrder(call.tx, call.params.id);
  });

  mount(app, 'orders.preparePayment', async (call) => ({
    payment_url: await preparePayment(call.tx, call.params.id, call.actor.id, call),
  }));

  mount(app, 'orders.pay', async (call) => {
    const { tx, params, actor } = call;
    await checkPayment(tx, params.id, actor.id, call);
    return wholeOrder(tx, params.id);
  });
}

const ownOrder = (db: Parameters<typeof wholeOrder>[0], id: number, userId: string) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.userId, userId)));

function deliveryRoutes(app: FastifyInstance): void {
  mount(app, 'orders.pickups', async ({ tx, params, actor }) =>
    collectionOf(`/orders/pickups/${params.id}`, await pickupsNear(tx, params.id, actor.id)),
  );

  mount(app, 'storeOrders.setShippingType', ({ tx, params, body, actor, now }) =>
    setShippingType(tx, params.id, actor.id, body.shippingType, now),
  );

  mount(app, 'storeOrders.setDistance', ({ tx, params, body, actor, now }) =>
    setDistance(tx, params.id, actor.id, body.distance, now),
  );

  mount(app, 'storeOrders.save', ({ tx, params, body, actor, now }) =>
    saveDeliveryForm(tx, params.id, actor.id, body, now),
  );
}

function merchantRoutes(app: FastifyInstance): void {
  mount(app, 'storeOrders.ofStore', ({ tx, params, query, actor, request }) =>
    ordersOfStore(tx, params.id, actor.id, query['state[]'], request.url, pageAsked(query, ORDERS_PER_PAGE)),
  );

  mount(app, 'storeOrders.get', ({ tx, params, actor }) => orderOfMerchant(tx, params.id, actor.id));

  mount(app, 'storeOrders.tracking', ({ tx, params, body, actor, now }) =>
    setTrackingCode(tx, params.id, actor.id, body, now),
  );

  mount(app, 'storeOrders.validate', async ({ tx, params, actor, now }) => {
    const { answer } = await moveStoreOrder(tx, params.id, actor.id, 'validated', now);
    return answer;
  });

  mount(app, 'storeOrders.ship', async ({ tx, params, actor, now, market, after }) => {
    const { answer, moved } = await moveStoreOrder(tx, params.id, actor.id, 'shipped', now);
    if (moved) after(await shippedMail(tx, moved, market));
    return answer;
  });
}
