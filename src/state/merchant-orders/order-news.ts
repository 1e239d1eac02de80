// New orders of the merchant's shop, as they come: the lists are read again, and each is announced once.
// Guarantee: what is announced is an order to validate that no list showed before; one that merely slides into the list, and
// everything that was there when the back office was opened, is not.
import { useEffect, useRef, useState } from 'react';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { useConnectivity } from '../page/connectivity.ts';
import { pageQueryClient } from '../page/page-store.ts';
import { queryKey } from '../page/query-client.ts';
import { followOrders, type OrderStream } from './order-stream.ts';
import { useStoreOrders } from './store-orders.ts';

/** Several at once are read once, milliseconds. */
const TOGETHER = 250;
const ofOrders = ['storeOrders.ofStore', 'storeOrders.get', 'metrics.byStore'];
const readAgain = () => {
  for (const name of ofOrders) void pageQueryClient.invalidateQueries({ queryKey: [name] });
};
const toValidate: StoreOrder['state'][] = ['payed'];

interface Known {
  ids: Set<number>;
  /** All there were. */
  whole: boolean;
}

/** Those that were not known, and what is known with them. The first look announces nothing. */
export function newcomers(known: Known | null, orders: readonly Pick<StoreOrder, 'id'>[], total: number) {
  const ids = orders.map(({ id }) => id);
  const newest = Math.max(0, ...(known?.ids ?? []));
  const fresh = known ? ids.filter((id) => !known.ids.has(id) && (known.whole || id > newest)) : [];
  return { fresh, known: { ids: new Set([...(known?.ids ?? []), ...ids]), whole: total <= ids.length } };
}

/**
 * @param announce the numbers of what has come
 * @returns whether the news are lost although the network seems to be there
 */
export function useOrderNews(storeId: string, announce: (ids: number[]) => void): boolean {
  const { online } = useConnectivity();
  const [isHeard, setHeard] = useState(true);
  const { data, stale } = useStoreOrders({ state: toValidate });
  const known = useRef<Known | null>(null);
  const stream = useRef<OrderStream | null>(null);
  // The page has just read all its lists: at first one is enough to know whether they are worth another read.
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
    const opened = followOrders(storeId, { look, tell: setHeard });
    stream.current = opened;
    return () => {
      opened.end();
      clearTimeout(planned);
    };
  }, [storeId]);

  // What the page believes of the network knows more than the device.
  const wasOnline = useRef(online);
  useEffect(() => {
    if (online && !wasOnline.current) stream.current?.anew();
    wasOnline.current = online;
  }, [online]);

  useEffect(() => {
    if (!data || stale) return;
    const looked = newcomers(known.current, data['hydra:member'], data['hydra:totalItems']);
    known.current = looked.known;
    if (looked.fresh.length === 0) return;
    announce(looked.fresh);
    if (isFirstLook.current) readAgain();
    isFirstLook.current = false;
  }, [data, stale, announce]);

  return online && !isHeard;
}
