// New orders of the merchant's store: refreshes the lists and announces each order once.
// Guarantee: only orders to validate that no list has shown; not older ones that move into the list, and none that
// existed when the back office was opened.
import { useEffect, useRef, useState } from 'react';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { useConnectivity } from '../page/connectivity.ts';
import { pageQueryClient } from '../page/page-store.ts';
import { queryKey } from '../page/query-client.ts';
import { followOrders, type OrderStream } from './order-stream.ts';
import { useStoreOrders } from './store-orders.ts';

/** Events in this time share one refresh, milliseconds. */
const TOGETHER = 250;
const ofOrders = ['storeOrders.ofStore', 'storeOrders.get', 'metrics.byStore'];
const readAgain = () => {
  for (const name of ofOrders) void pageQueryClient.invalidateQueries({ queryKey: [name] });
};
const toValidate: StoreOrder['state'][] = ['payed'];

interface Known {
  ids: Set<number>;
  /** The list was complete. */
  whole: boolean;
}

/** New ids, and the updated set of known ones. The first list announces nothing. */
export function findNewOrders(known: Known | null, orders: readonly Pick<StoreOrder, 'id'>[], total: number) {
  const ids = orders.map(({ id }) => id);
  const newest = Math.max(0, ...(known?.ids ?? []));
  const fresh = known ? ids.filter((id) => !known.ids.has(id) && (known.whole || id > newest)) : [];
  return { fresh, known: { ids: new Set([...(known?.ids ?? []), ...ids]), whole: total <= ids.length } };
}

/**
 * @param announce receives the new order numbers
 * @returns whether the stream is down although the network is up
 */
export function useOrderNews(storeId: string, announce: (ids: number[]) => void): boolean {
  const { online } = useConnectivity();
  const [isHeard, setHeard] = useState(true);
  const { data, stale } = useStoreOrders({ state: toValidate });
  const known = useRef<Known | null>(null);
  const stream = useRef<OrderStream | null>(null);
  // The page has just loaded its lists, so the first event reads only one of them.
  const isFirstLook = useRef(false);

  useEffect(() => {
    let planned: ReturnType<typeof setTimeout> | undefined;
    const look = (atFirst = false) => {
      isFirstLook.current = atFirst;
      if (atFirst) {
        const asked = { params: { id: storeId }, query: { 'state[]': toValidate } };
        void pageQueryClient.invalidateQueries({ queryKey: queryKey('storeOrders.ofStore', asked) });
        return;
      }
      planned ??= setTimeout(() => {
        planned = undefined;
        readAgain();
      }, TOGETHER);
    };
    const opened = followOrders(storeId, { onNews: look, onListening: setHeard });
    stream.current = opened;
    return () => {
      opened.end();
      clearTimeout(planned);
    };
  }, [storeId]);

  // The page detects a restored network earlier than the device.
  const wasOnline = useRef(online);
  useEffect(() => {
    if (online && !wasOnline.current) stream.current?.reopen();
    wasOnline.current = online;
  }, [online]);

  useEffect(() => {
    if (!data || stale) return;
    const looked = findNewOrders(known.current, data['hydra:member'], data['hydra:totalItems']);
    known.current = looked.known;
    if (looked.fresh.length === 0) return;
    announce(looked.fresh);
    if (isFirstLook.current) readAgain();
    isFirstLook.current = false;
  }, [data, stale, announce]);

  return online && !isHeard;
}
