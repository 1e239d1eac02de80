// DownloadButton: downloads a bought file.
import type { StoreOrder, StoreOrderItem } from '#contract/orders/store-orders.ts';
import { isFilePaid } from '#domain/orders/store-order.ts';
import { linkToFile } from '#state/account/downloads.ts';
import { LinkedFile } from '#ui/media/linked-file.tsx';
import styles from './order-page.module.css';

/** Requests a new link for each click, since links expire. */
export function DownloadButton({ item, order }: { item: StoreOrderItem; order: StoreOrder }) {
  if (order.state === 'canceled' || order.state === 'payment_declined') return null;
  if (!isFilePaid(order)) {
    return <p className={styles.option}>À télécharger ici une fois la commande payée, et envoyé par e-mail.</p>;
  }
  return (
    <div className={styles.download}>
      <LinkedFile
        label="Télécharger"
        name={`Télécharger ${item.product.name}`}
        onAsk={() => linkToFile(item['@id'])}
        hasNote
      />
    </div>
  );
}
