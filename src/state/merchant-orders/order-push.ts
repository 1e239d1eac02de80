// Order push of a store: notifications of new orders while no page is open.
import { useAtomValue } from 'jotai';
import { createPushSwitch, type PushState } from '../device/push-subscription.ts';
import { callPushEndpoint } from './push-calls.ts';

const push = createPushSwitch('sales', {
  fetchKey: (storeId) => callPushEndpoint('pushKey.get', storeId),
  subscribe: (storeId, body) => callPushEndpoint('pushSubscriptions.create', storeId, body),
  unsubscribe: (id) => callPushEndpoint('pushSubscriptions.delete', id),
});

export const { refresh: refreshOrderPush, enable: enableOrderPush, disable: disableOrderPush } = push;

export type OrderPush = PushState;
export const useOrderPush = () => useAtomValue(push.state);
