// Says that the shop's orders can be read without a network, and keeps their list up to date while the back office is open.
import { MERCHANT_STATES } from '#domain/orders/store-order.ts';
import { useFetchesAhead } from '#state/device/data-saver.ts';
import { useOrdersKept } from '#state/device/offline-orders.ts';
import { useStoreOrders } from '#state/merchant-orders/store-orders.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { Icon } from '#ui/controls/icon.tsx';
import styles from './orders-on-device.module.css';

/** Once all of it is there, so that the merchant knows the stock room may be out of reach. */
export function OrdersOnDevice() {
  const { online } = useConnectivity();
  const kept = useOrdersKept();
  return useFetchesAhead() && online && kept ? <Kept /> : null;
}

function Kept() {
  useStoreOrders({ state: [...MERCHANT_STATES] });
  return (
    <p className={styles.kept} role="status">
      <Icon name="check" size={18} />
      Vos commandes sont gardées sur cet appareil&nbsp;: vous les retrouverez sans réseau.
    </p>
  );
}
