// Fetches the shop's orders ahead, so that they can be read without a network.
import { useEffect, useState } from 'react';
import type { StoreOrderState } from '#contract/values.ts';
import { MERCHANT_STATES, merchantAction } from '#domain/store-order.ts';
import { useFetchesAhead } from '#state/device/data-saver.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { useStoreOrder, useStoreOrders } from '#state/writes/store-orders.ts';
import { Icon } from '#ui/controls/icon.tsx';
import { pictureUrl } from '#ui/media/picture.tsx';
import styles from './orders-on-device.module.css';

type Step = { key: string } & ({ list: StoreOrderState } | { order: number });

const lists: Step[] = MERCHANT_STATES.map((state) => ({ key: state, list: state }));

/**
 * Keeps what the merchant will want without a network: the list of orders, each of its filters, and every listed order.
 * Asks one thing at a time, when the page is idle, so that it never stands in the way of the screen; and says when all
 * of it is there, so that the merchant knows the stock room may be out of reach. Where data are spared only what was seen is kept.
 */
export function OrdersOnDevice() {
  const { online } = useConnectivity();
  return useFetchesAhead() && online ? <Ahead /> : null;
}

function Ahead() {
  const all = useStoreOrders({ state: [...MERCHANT_STATES] });
  const [tried, setTried] = useState<ReadonlyMap<string, boolean>>(new Map());
  if (!all.data) return null;

  // An order that has changed since is kept again.
  const orders: Step[] = all.data['hydra:member'].map(({ id, version }) => ({ key: `${id} ${version}`, order: id }));
  const steps = [...lists, ...orders];
  const step = steps.find(({ key }) => !tried.has(key));
  const onTried = (kept: boolean) => step && setTried((before) => new Map(before).set(step.key, kept));
  const missing = steps.filter(({ key }) => tried.get(key) === false).length;
  return (
    <>
      {!step && missing === 0 && (
        <p className={styles.kept} role="status">
          <Icon name="check" size={18} />
          Vos commandes sont gardées sur cet appareil&nbsp;: vous les retrouverez sans réseau.
        </p>
      )}
      {step && 'list' in step && <ListKept key={step.key} state={step.list} onTried={onTried} />}
      {step && 'order' in step && <OrderKept key={step.key} id={step.order} onTried={onTried} />}
    </>
  );
}

interface KeptProps {
  onTried: (kept: boolean) => void;
}

function ListKept({ state, onTried }: KeptProps & { state: StoreOrderState }) {
  const { status } = useStoreOrders({ state: [state] });
  useOnIdle(status !== 'loading', () => onTried(status === 'success'));
  return null;
}

function OrderKept({ id, onTried }: KeptProps & { id: number }) {
  const { status, order } = useStoreOrder(id);
  useEffect(() => {
    // The pictures help to find the articles on the shelf; the service worker keeps what the page has loaded.
    if (!order || merchantAction(order.state) === null) return;
    for (const { product } of order.items) {
      const path = product.images[0]?.['240_inset_path'];
      if (path) new Image().src = pictureUrl(path);
    }
  }, [order]);
  useOnIdle(status !== 'loading', () => onTried(status === 'success'));
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
