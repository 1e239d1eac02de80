import { useEffect, useState } from 'react';
import type { StoreOrderState } from '#contract/values.ts';
import { MERCHANT_STATES } from '#domain/store-order.ts';
import { useConnectivity } from '#state/connectivity.ts';
import { useStoreOrder, useStoreOrders } from '#state/store-orders.ts';

type Step = { list: StoreOrderState } | { order: number };

const lists: Step[] = MERCHANT_STATES.map((state) => ({ list: state }));

/**
 * Keeps what the merchant will want without a network: the list of orders, each of its filters, and every listed order.
 * Draws nothing; asks one thing at a time, when the page is idle, so that it never stands in the way of the screen.
 */
export function OrdersOnDevice() {
  const { online } = useConnectivity();
  const all = useStoreOrders({ state: [...MERCHANT_STATES] });
  const [done, setDone] = useState(0);
  const steps = [...lists, ...(all.orders ?? []).map(({ order }) => ({ order: order.id }))];
  const step = online && all.orders ? steps[done] : undefined;
  const next = () => setDone((count) => count + 1);

  if (!step) return null;
  return 'list' in step ? (
    <ListKept key={step.list} state={step.list} onKept={next} />
  ) : (
    <OrderKept key={step.order} id={step.order} onKept={next} />
  );
}

function ListKept({ state, onKept }: { state: StoreOrderState; onKept: () => void }) {
  const { status } = useStoreOrders({ state: [state] });
  useOnIdle(status !== 'loading', onKept);
  return null;
}

function OrderKept({ id, onKept }: { id: number; onKept: () => void }) {
  const { status } = useStoreOrder(id);
  useOnIdle(status !== 'loading', onKept);
  return null;
}

const patienceMs = 1000;

function useOnIdle(when: boolean, run: () => void): void {
  useEffect(() => {
    if (!when) return;
    if (typeof requestIdleCallback === 'function') {
      const handle = requestIdleCallback(run, { timeout: patienceMs });
      return () => cancelIdleCallback(handle);
    }
    const timer = setTimeout(run, 0);
    return () => clearTimeout(timer);
  });
}
