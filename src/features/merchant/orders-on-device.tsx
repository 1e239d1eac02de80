import { useEffect, useState } from 'react';
import type { StoreOrderState } from '#contract/values.ts';
import { MERCHANT_STATES } from '#domain/store-order.ts';
import { useConnectivity } from '#state/connectivity.ts';
import { useStoreOrder, useStoreOrders } from '#state/store-orders.ts';

type Step = { key: string } & ({ list: StoreOrderState } | { order: number });

const lists: Step[] = MERCHANT_STATES.map((state) => ({ key: state, list: state }));

/**
 * Keeps what the merchant will want without a network: the list of orders, each of its filters, and every listed order.
 * Draws nothing; asks one thing at a time, when the page is idle, so that it never stands in the way of the screen.
 */
export function OrdersOnDevice() {
  const { online } = useConnectivity();
  const all = useStoreOrders({ state: [...MERCHANT_STATES] });
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  if (!online || !all.data) return null;

  // An order that has changed since is kept again.
  const orders: Step[] = all.data['hydra:member'].map(({ id, version }) => ({ key: `${id} ${version}`, order: id }));
  const step = [...lists, ...orders].find(({ key }) => !kept.has(key));
  if (!step) return null;
  const onKept = () => setKept((before) => new Set(before).add(step.key));
  return 'list' in step ? (
    <ListKept key={step.key} state={step.list} onKept={onKept} />
  ) : (
    <OrderKept key={step.key} id={step.order} onKept={onKept} />
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
