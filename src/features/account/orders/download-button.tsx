// DownloadButton: downloads a bought file.
import { useState } from 'react';
import type { StoreOrder, StoreOrderItem } from '#contract/orders/store-orders.ts';
import { isFilePaid } from '#domain/orders/store-order.ts';
import { linkToDownload } from '#state/account/downloads.ts';
import { useConnectivity, useOnReconnect } from '#state/page/connectivity.ts';
import { Button } from '#ui/controls/button.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import { failedMessage as unexpected } from '../layout/network-messages.ts';
import styles from './order-page.module.css';

const needsNetwork = 'Il faut du réseau pour télécharger\u00a0: réessayez dès son retour.';

/** Requests a new link for each click, since links expire. */
export function DownloadButton({ item, order }: { item: StoreOrderItem; order: StoreOrder }) {
  const { online } = useConnectivity();
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useOnReconnect(() => setProblem(null));
  if (order.state === 'canceled' || order.state === 'payment_declined') return null;
  if (!isFilePaid(order)) {
    return <p className={styles.option}>À télécharger ici une fois la commande payée, et envoyé par e-mail.</p>;
  }

  const download = async () => {
    setAsking(true);
    setProblem(null);
    try {
      const link = await linkToDownload(item['@id']);
      // Sent as an attachment: the page stays.
      if (link.outcome === 'ready') window.location.assign(link.url);
      else setProblem(link.outcome === 'offline' ? needsNetwork : link.message);
    } catch (failure) {
      console.error(failure);
      setProblem(unexpected);
    }
    setAsking(false);
  };

  return (
    <div className={styles.download}>
      <Button
        variant="secondary"
        icon="sheet"
        busy={isAsking}
        aria-label={`Télécharger ${item.product.name}`}
        onClick={() => void download()}
      >
        Télécharger
      </Button>
      {!online && !problem && <p className={styles.option}>Il faut du réseau pour télécharger.</p>}
      <FieldError text={problem} />
    </div>
  );
}
