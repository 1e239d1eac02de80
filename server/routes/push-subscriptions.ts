// Mounts the endpoints with which a merchant is told of new orders on a device.
import type { FastifyInstance } from 'fastify';
import { mount } from '../http/mount.ts';
import { collectionOf } from '../presenters/collection.ts';
import { requireOwnStore } from '../sales/merchant-orders.ts';
import { endPushSubscription, pushSubscriptionsOf, subscribeToPushes } from '../sales/push-subscriptions.ts';

export function pushSubscriptionRoutes(app: FastifyInstance): void {
  const { push } = app;

  mount(app, 'pushKey.get', async ({ tx, params, actor }) => {
    await requireOwnStore(tx, params.id, actor.id);
    return { publicKey: push.publicKey };
  });

  mount(app, 'pushSubscriptions.ofStore', async ({ tx, params, actor }) => {
    await requireOwnStore(tx, params.id, actor.id);
    return collectionOf(`/stores/${params.id}/push_subscriptions`, await pushSubscriptionsOf(tx, params.id, actor.id));
  });

  mount(app, 'pushSubscriptions.create', async ({ tx, params, actor, body, now }) => {
    await requireOwnStore(tx, params.id, actor.id);
    return subscribeToPushes(tx, { storeId: params.id, userId: actor.id }, body, push, now);
  });

  mount(app, 'pushSubscriptions.delete', async ({ tx, params, actor }) => {
    await endPushSubscription(tx, params.id, actor.id);
    return undefined;
  });
}
