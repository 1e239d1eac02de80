// OrdersOnDevice: keeps the stored order list up to date while the back office is open, and shows its availability
// offline.
import { MERCHANT_STATES } from '#domain/orders/store-order.ts';
import { useIsPrefetchAllowed } from '#state/device/data-saver.ts';
import { useOrdersOnDevice } from '#state/device/offline-orders.ts';
import { useStoreOrders } from '#state/merchant-orders/store-orders.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { Icon } from '#ui/controls/icon.tsx';
import styles from './orders-on-device.module.css';

/** Shown after a complete download. */
export function OrdersOnDevice() {
  const { online } = useConnectivity();
  const areOnDevice = useOrdersOnDevice();
  return useIsPrefetchAllowed() && online && areOnDevice ? <OnDeviceNote /> : null;
}

function OnDeviceNote() {
  useStoreOrders({ state: [...MERCHANT_STATES] });
  return (
    <p className={styles.onDevice} role="status">
      <Icon name="check" size={18} />
      Vos commandes sont gardées sur cet appareil&nbsp;: vous les retrouverez sans réseau.
    </p>
  );
}
