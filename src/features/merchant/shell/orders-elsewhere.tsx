// What a back office does for the time when nobody looks at it: the number of orders to do on the app's icon, the subscription to
// notices of new ones; and where a tap on such a notice leads.
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { lookAtOrderPush } from '#state/merchant-orders/order-push.ts';
import { useStoreOrders } from '#state/merchant-orders/store-orders.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { countInState } from '../orders/order-counts.ts';

export function OrdersElsewhere({ storeId }: { storeId: string }) {
  useBadge();
  useNotices(storeId);
  return null;
}

/** As far as the page knows; a browser without it shows none. */
function useBadge(): void {
  const payed = useStoreOrders({ state: ['payed'] });
  const validated = useStoreOrders({ state: ['validated'] });
  const [toValidate, toShip] = [countInState('payed', payed), countInState('validated', validated, payed)];
  const toDo = toValidate === null || toShip === null ? null : toValidate + toShip;
  useEffect(() => {
    if (toDo !== null) navigator.setAppBadge?.(toDo).catch(() => undefined);
  }, [toDo]);
}

function useNotices(storeId: string): void {
  const { online } = useConnectivity();
  const navigate = useNavigate();

  useEffect(() => {
    // Permissions change in the browser's settings: it is looked at again when the page is, and when the network is back.
    const look = () => {
      if (document.visibilityState === 'visible') lookAtOrderPush(storeId, online).catch(() => undefined);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [storeId, online]);

  useEffect(() => {
    const follow = ({ data, ports }: MessageEvent<{ type?: unknown; path?: unknown } | null>) => {
      if (data?.type !== 'OPEN' || typeof data.path !== 'string') return;
      ports[0]?.postMessage(true);
      void navigate(data.path);
    };
    navigator.serviceWorker?.addEventListener('message', follow);
    return () => navigator.serviceWorker?.removeEventListener('message', follow);
  }, [navigate]);
}
