// Push subscription routes, for merchants and for shoppers.
import type { FastifyInstance } from 'fastify';
import { requireOwnAccount } from '../access/ownership.ts';
import { mount } from '../http/mount.ts';
import { presentCollection } from '../presenters/collection.ts';
import { requireStoreMember } from '../sales/merchant-orders.ts';
import { endPushes, listPushSubscriptions, subscribeToPushes } from '../sales/push-subscriptions.ts';

export function pushSubscriptionRoutes(app: FastifyInstance): void {
  const { push } = app;

  mount(app, 'pushKey.get', async ({ tx, params, actor }) => {
    await requireStoreMember(tx, params.id, actor.id);
    return { publicKey: push.publicKey };
  });

  mount(app, 'pushSubscriptions.ofStore', async ({ tx, params, actor }) => {
    await requireStoreMember(tx, params.id, actor.id);
    return presentCollection(
      `/stores/${params.id}/push_subscriptions`,
      await listPushSubscriptions(tx, params.id, actor.id),
    );
  });

  mount(app, 'pushSubscriptions.create', async (call) => {
    await requireStoreMember(call.tx, call.params.id, call.actor.id);
    return subscribeToPushes(call, { storeId: call.params.id }, call.body, push);
  });

  mount(app, 'pushSubscriptions.delete', async ({ tx, params, actor }) => {
    await endPushes(tx, params.id, actor.id, 'store');
    return undefined;
  });

  mount(app, 'orderPush.key', async ({ params, actor }) => {
    requireOwnAccount(params.id, actor.id);
    return { publicKey: push.publicKey };
  });

  mount(app, 'orderPush.subscribe', async (call) => {
    requireOwnAccount(call.params.id, call.actor.id);
    return subscribeToPushes(call, { ownOrders: true }, call.body, push);
  });

  mount(app, 'orderPush.unsubscribe', async ({ tx, params, actor }) => {
    await endPushes(tx, params.id, actor.id, 'ownOrders');
    return undefined;
  });
}
