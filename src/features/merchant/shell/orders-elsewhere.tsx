// Orders in the background: app badge with the number of open orders, push subscription, and target of a notification
// click.
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { refreshOrderPush } from '#state/merchant-orders/order-push.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { useOrderCounts } from '../orders/order-counts.ts';

export function OrdersElsewhere({ storeId }: { storeId: string }) {
  useBadge();
  useNotices(storeId);
  return null;
}

/** Value known by the page; some browsers have no badges. */
function useBadge(): void {
  const { toValidate, toShip } = useOrderCounts();
  const toDo = toValidate === null || toShip === null ? null : toValidate + toShip;
  useEffect(() => {
    if (toDo !== null) navigator.setAppBadge?.(toDo).catch(() => undefined);
  }, [toDo]);
}

function useNotices(storeId: string): void {
  const { online } = useConnectivity();
  const navigate = useNavigate();

  useEffect(() => {
    // Browser settings may change the permission: checked again when the page becomes visible and on reconnect.
    const look = () => {
      if (document.visibilityState === 'visible') refreshOrderPush(storeId, online).catch(() => undefined);
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
