// Order routes, for the shopper and for the merchant.
import type { FastifyInstance } from 'fastify';
import { requireOwnAccount } from '../access/ownership.ts';
import { mount } from '../http/mount.ts';
import { presentCollection, requestedPage } from '../presenters/collection.ts';
import { presentForRole } from '../presenters/merchant-orders.ts';
import { addCollectionCodes, addShortCode } from '../sales/collection-codes.ts';
import { commitCart } from '../sales/commit-order.ts';
import { saveDeliveryForm, setDistance, setShippingType } from '../sales/delivery.ts';
import {
  listStoreOrders,
  markReady,
  moveStoreOrder,
  readMerchantOrder,
  requireNotCollected,
  setTrackingCode,
} from '../sales/merchant-orders.ts';
import { cancelStoreOrder, refundStoreOrder } from '../sales/merchant-refunds.ts';
import { exportOrders } from '../sales/order-export.ts';
import { mailAccepted, mailReady, mailShipped } from '../sales/order-mails.ts';
import { readPresentedOrder } from '../sales/order-reading.ts';
import { checkPaymentsOfCart, checkPaymentsOfOrder } from '../sales/payment-checks.ts';
import { choosePaymentOnDelivery, preparePayment } from '../sales/payment-start.ts';
import { findPickups } from '../sales/pickups.ts';
import {
  listConfirmedOrders,
  orderCart,
  readOrderToPay,
  readShopperOrder,
  requireOwnOrder,
} from '../sales/shopper-orders.ts';
import { weighStoreOrder } from '../sales/weigh.ts';

const ORDERS_PER_PAGE = 30;

export function orderRoutes(app: FastifyInstance): void {
  shopperRoutes(app);
  deliveryRoutes(app);
  merchantRoutes(app);
}

function shopperRoutes(app: FastifyInstance): void {
  mount(app, 'cart.order', orderCart, checkPaymentsOfCart);

  mount(app, 'cart.commit', commitCart, checkPaymentsOfCart);

  mount(app, 'orders.get', async ({ params, actor, market, now }) =>
    addCollectionCodes(await readShopperOrder(market, params.id, actor.id, now), app.collectionKeys, now),
  );

  mount(app, 'users.orders', async ({ tx, params, actor, now }) => {
    requireOwnAccount(params.id, actor.id);
    const orders = await listConfirmedOrders(tx, actor.id);
    return presentCollection(
      `/users/${actor.id}/orders`,
      orders.map((order) => addCollectionCodes(order, app.collectionKeys, now)),
    );
  });

  mount(
    app,
    'orders.paymentOnDelivery',
    async (call) => {
      await choosePaymentOnDelivery(call, call.params.id, call.body.paymentOnDelivery);
      return readPresentedOrder(call.tx, call.params.id);
    },
    checkPaymentsOfOrder,
  );

  mount(
    app,
    'orders.preparePayment',
    async (call) => ({ payment_url: await preparePayment(call, call.params.id) }),
    checkPaymentsOfOrder,
  );

  mount(
    app,
    'orders.pay',
    async ({ tx, params, actor }) => {
      await requireOwnOrder(tx, params.id, actor.id);
      return readOrderToPay(tx, params.id);
    },
    checkPaymentsOfOrder,
  );
}

function deliveryRoutes(app: FastifyInstance): void {
  mount(app, 'orders.pickups', async ({ tx, params, actor }) =>
    presentCollection(`/orders/pickups/${params.id}`, await findPickups(tx, params.id, actor.id)),
  );

  mount(app, 'storeOrders.setShippingType', (call) => setShippingType(call, call.params.id, call.body.shippingType));

  mount(app, 'storeOrders.setDistance', (call) => setDistance(call, call.params.id, call.body.distance));

  mount(app, 'storeOrders.save', (call) => saveDeliveryForm(call, call.params.id, call.body));
}

function merchantRoutes(app: FastifyInstance): void {
  mount(app, 'storeOrders.ofStore', async (call) => {
    const page = requestedPage(call.request.url, call.query, ORDERS_PER_PAGE);
    const list = await listStoreOrders(call, call.params.id, call.query, page);
    const members = list['hydra:member'].map((order) =>
      presentForRole(addShortCode(order, app.collectionKeys), call.actor),
    );
    return { ...list, 'hydra:member': members };
  });

  mount(app, 'collectionKeys.list', async () => presentCollection('/collection_keys', app.collectionKeys.publicKeys));

  mount(app, 'storeOrders.export', ({ tx, actor, now }) => exportOrders(tx, actor.id, now));

  mount(app, 'storeOrders.get', async ({ tx, params, actor }) =>
    presentForRole(addShortCode(await readMerchantOrder(tx, params.id, actor.id), app.collectionKeys), actor),
  );

  mount(app, 'storeOrders.tracking', async (call) =>
    presentForRole(await setTrackingCode(call, call.params.id, call.body), call.actor),
  );

  mount(app, 'storeOrders.validate', async (call) => {
    const { answer, moved } = await moveStoreOrder(call, call.params.id, 'validated');
    if (moved) await mailAccepted(call.tx, moved, call);
    return presentForRole(answer, call.actor);
  });

  mount(app, 'storeOrders.ready', async (call) => {
    const { answer, moved } = await markReady(call, call.params.id);
    if (moved) await mailReady(call.tx, moved, call);
    return presentForRole(answer, call.actor);
  });

  mount(app, 'storeOrders.cancel', (call) => cancelStoreOrder(call, call.params.id, call.body.reason ?? ''));

  mount(app, 'storeOrders.refund', (call) => refundStoreOrder(call, call.params.id, call.body));

  mount(app, 'storeOrders.weigh', (call) => weighStoreOrder(call, call.params.id, call.body));

  mount(app, 'storeOrders.ship', async (call) => {
    if (call.body.collected) await requireNotCollected(call, call.params.id);
    const { answer, moved } = await moveStoreOrder(call, call.params.id, 'shipped');
    if (moved) await mailShipped(call.tx, moved, call);
    return presentForRole(answer, call.actor);
  });
}
