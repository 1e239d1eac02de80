// OrderNews: announces new orders on every back office page, and reports a lost live stream.
import { generatePath } from 'react-router-dom';
import { paths } from '#paths';
import { ringForOrder } from '#state/device/order-sound.ts';
import { useOrderNews } from '#state/merchant-orders/order-news.ts';
import { flash } from '#state/page/flash.ts';
import { Icon } from '#ui/controls/icon.tsx';
import { useLongerThan } from '#ui/loading/use-longer-than.ts';
import styles from './order-news.module.css';

/** A stream reopened within this time is not reported as lost, milliseconds. */
const GRACE = 4000;

function announce(ids: number[]): void {
  const [id] = ids;
  if (ids.length === 1) {
    flash('Nouvelle commande', 'success', { to: generatePath(paths.merchantOrder, { id: String(id) }), word: 'Voir' });
  } else {
    flash(`${ids.length} nouvelles commandes`, 'success', { to: paths.merchantOrders, word: 'Voir' });
  }
  ringForOrder();
}

export function NewOrderNotice({ storeId }: { storeId: string }) {
  const isLost = useLongerThan(useOrderNews(storeId, announce), GRACE);
  return (
    <div role="status">
      {isLost && (
        <p className={styles.lost}>
          <Icon name="signal" size={20} />
          <span>
            <strong>Connexion perdue</strong>&nbsp;: les nouvelles commandes n’arrivent plus automatiquement. Nouvel
            essai…
          </span>
        </p>
      )}
    </div>
  );
}
