// Own order push: notifications of the progress of a shopper's orders while no page is open.
import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { orderPushEndpoints } from '#contract/orders/order-push.ts';
import { callEndpoint } from '../api/call-endpoint.ts';
import { createPushSwitch } from '../device/push-subscription.ts';
import { useConnectivity } from '../page/connectivity.ts';
import { useSession } from '../session/session.ts';

const push = createPushSwitch('orders', {
  fetchKey: (userId) => callEndpoint(orderPushEndpoints['orderPush.key'], userId),
  subscribe: (userId, body) => callEndpoint(orderPushEndpoints['orderPush.subscribe'], userId, body),
  unsubscribe: (id) => callEndpoint(orderPushEndpoints['orderPush.unsubscribe'], id),
});

/** State and switch of the current user's notifications on this device. */
export function useOwnOrderPush() {
  const state = useAtomValue(push.state);
  const userId = useSession().user?.user_id;
  const { online } = useConnectivity();
  useEffect(() => {
    if (userId === undefined) return;
    // Browser settings may change the permission: checked again when the page becomes visible and on reconnect.
    const look = () => {
      if (document.visibilityState === 'visible') push.refresh(userId, online).catch(() => undefined);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [userId, online]);
  return {
    state,
    turn(on: boolean) {
      if (on && userId !== undefined) void push.enable(userId);
      // If this call fails, the server detects the end of the subscription.
      else if (!on) push.disable().catch(() => undefined);
    },
  };
}

/**
 * For pages of the account: opens the order of a tapped notification, and clears the number on the app's icon, since the
 * news are read here. Merchants have another number.
 */
export function useOrderNotifications(open: (path: string) => void): void {
  const isMerchant = Boolean(useSession().user?.ownedStore);
  const opener = useRef(open);
  opener.current = open;
  useEffect(() => {
    if (!isMerchant) navigator.clearAppBadge?.().catch(() => undefined);
  }, [isMerchant]);
  useEffect(() => {
    const follow = ({ data, ports }: MessageEvent<{ type?: unknown; path?: unknown } | null>) => {
      if (data?.type !== 'OPEN' || typeof data.path !== 'string') return;
      ports[0]?.postMessage(true);
      opener.current(data.path);
    };
    navigator.serviceWorker?.addEventListener('message', follow);
    return () => navigator.serviceWorker?.removeEventListener('message', follow);
  }, []);
}
