// Push subscription routes of merchants.
import type { FastifyInstance } from 'fastify';
import { mount } from '../http/mount.ts';
import { presentCollection } from '../presenters/collection.ts';
import { requireStoreOwner } from '../sales/merchant-orders.ts';
import { deletePushSubscription, listPushSubscriptions, subscribeToPushes } from '../sales/push-subscriptions.ts';

export function pushSubscriptionRoutes(app: FastifyInstance): void {
  const { push } = app;

  mount(app, 'pushKey.get', async ({ tx, params, actor }) => {
    await requireStoreOwner(tx, params.id, actor.id);
    return { publicKey: push.publicKey };
  });

  mount(app, 'pushSubscriptions.ofStore', async ({ tx, params, actor }) => {
    await requireStoreOwner(tx, params.id, actor.id);
    return presentCollection(
      `/stores/${params.id}/push_subscriptions`,
      await listPushSubscriptions(tx, params.id, actor.id),
    );
  });

  mount(app, 'pushSubscriptions.create', async (call) => {
    await requireStoreOwner(call.tx, call.params.id, call.actor.id);
    return subscribeToPushes(call, call.params.id, call.body, push);
  });

  mount(app, 'pushSubscriptions.delete', async ({ tx, params, actor }) => {
    await deletePushSubscription(tx, params.id, actor.id);
    return undefined;
  });
}
