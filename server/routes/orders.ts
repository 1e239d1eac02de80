// Mounts the endpoints of orders, for the shopper and for the merchant.
import type { FastifyInstance } from 'fastify';
import { requireOwnAccount } from '../access/ownership.ts';
import { mount } from '../http/mount.ts';
import { collectionOf, pageAsked } from '../presenters/collection.ts';
import { cancelStoreOrder } from '../sales/cancelling.ts';
import { withCodes, withShortCode } from '../sales/collection-codes.ts';
import { commitCart } from '../sales/commit-order.ts';
import { pickupsNear, saveDeliveryForm, setDistance, setShippingType } from '../sales/delivery.ts';
import { followPaymentsOfCart, followPaymentsOfOrder } from '../sales/following-payments.ts';
import {
  moveStoreOrder,
  orderOfMerchant,
  ordersOfStore,
  refuseCollectedAgain,
  setTrackingCode,
} from '../sales/merchant-orders.ts';
import { exportOrders } from '../sales/order-export.ts';
import { postShipped, postValidated } from '../sales/order-mails.ts';
import { wholeOrder } from '../sales/order-reading.ts';
import { choosePaymentOnDelivery, preparePayment } from '../sales/paying.ts';
import { confirmedOrders, orderCart, orderOfShopper, orderToPay, requireOwnOrder } from '../sales/shopper-orders.ts';

const ORDERS_PER_PAGE = 30;

export function orderRoutes(app: FastifyInstance): void {
  shopperRoutes(app);
  deliveryRoutes(app);
  merchantRoutes(app);
}

function shopperRoutes(app: FastifyInstance): void {
  mount(app, 'cart.order', orderCart, followPaymentsOfCart);

  mount(app, 'cart.commit', commitCart, followPaymentsOfCart);

  mount(app, 'orders.get', async ({ params, actor, market, now }) =>
    withCodes(await orderOfShopper(market, params.id, actor.id, now), app.collectionKeys, now),
  );

  mount(app, 'users.orders', async ({ tx, params, actor, now }) => {
    requireOwnAccount(params.id, actor.id);
    const orders = await confirmedOrders(tx, actor.id);
    return collectionOf(
      `/users/${actor.id}/orders`,
      orders.map((order) => withCodes(order, app.collectionKeys, now)),
    );
  });

  mount(
    app,
    'orders.paymentOnDelivery',
    async (call) => {
      await choosePaymentOnDelivery(call.tx, call.params.id, call.actor.id, call.body.paymentOnDelivery, call);
      return wholeOrder(call.tx, call.params.id);
    },
    followPaymentsOfOrder,
  );

  mount(
    app,
    'orders.preparePayment',
    async (call) => ({ payment_url: await preparePayment(call.tx, call.params.id, call.actor.id, call) }),
    followPaymentsOfOrder,
  );

  mount(
    app,
    'orders.pay',
    async ({ tx, params, actor }) => {
      await requireOwnOrder(tx, params.id, actor.id);
      return orderToPay(tx, params.id);
    },
    followPaymentsOfOrder,
  );
}

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
  mount(app, 'storeOrders.ofStore', async ({ tx, params, query, actor, request }) => {
    const asked = pageAsked(query, ORDERS_PER_PAGE);
    const list = await ordersOfStore(tx, params.id, actor.id, query, request.url, asked);
    const members = list['hydra:member'].map((order) => withShortCode(order, app.collectionKeys));
    return { ...list, 'hydra:member': members };
  });

  mount(app, 'collectionKeys.list', async () => collectionOf('/collection_keys', app.collectionKeys.publicKeys));

  mount(app, 'storeOrders.export', ({ tx, actor, now }) => exportOrders(tx, actor.id, now));

  mount(app, 'storeOrders.get', async ({ tx, params, actor }) =>
    withShortCode(await orderOfMerchant(tx, params.id, actor.id), app.collectionKeys),
  );

  mount(app, 'storeOrders.tracking', ({ tx, params, body, actor, now }) =>
    setTrackingCode(tx, params.id, actor.id, body, now),
  );

  mount(app, 'storeOrders.validate', async ({ tx, params, actor, now, market, after }) => {
    const { answer, moved } = await moveStoreOrder(tx, params.id, actor.id, 'validated', now);
    if (moved) await postValidated(tx, moved, { market, now, after });
    return answer;
  });

  mount(app, 'storeOrders.cancel', (call) =>
    cancelStoreOrder(call.tx, call.params.id, call.actor.id, call.body.reason ?? '', call),
  );

  mount(app, 'storeOrders.ship', async ({ tx, params, body, actor, now, market, after }) => {
    if (body.collected) await refuseCollectedAgain(tx, params.id, actor.id);
    const { answer, moved } = await moveStoreOrder(tx, params.id, actor.id, 'shipped', now);
    if (moved) await postShipped(tx, moved, { market, now, after });
    return answer;
  });
}
