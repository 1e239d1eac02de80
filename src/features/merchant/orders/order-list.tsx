// Rows of the order list, with placeholders.
import type { ShownStoreOrder } from '#state/merchant-orders/store-orders.ts';
import styles from './order-row.module.css';
import { MerchantOrderRow } from './order-row.tsx';

export function OrderList({ orders }: { orders: readonly ShownStoreOrder[] }) {
  return (
    <div className={styles.list}>
      <div className={styles.columns} aria-hidden="true">
        <span>Numéro</span>
        <span>État</span>
        <span>Livraison</span>
        <span>Date</span>
        <span>Paiement à la livraison</span>
        <span className={styles.totalName}>Total</span>
      </div>
      <ul className={styles.rows}>
        {orders.map((shown) => (
          <MerchantOrderRow key={shown.order.id} shown={shown} />
        ))}
      </ul>
    </div>
  );
}

/** Rows of the right height while the orders load. */
export function OrderShapes({ count = 6 }: { count?: number }) {
  return (
    <div className={styles.list} role="status" aria-label="Chargement des commandes">
      {Array.from({ length: count }, (_, index) => (
        <span key={`shape-${index.toString()}`} className={styles.shape} />
      ))}
    </div>
  );
}
