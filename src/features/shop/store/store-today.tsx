// StoreToday: whether a store is open now, and its closure or when an order of this moment is ready. Known by the
// device only.
import type { Store } from '#contract/catalogue/stores.ts';
import { orderNowWords } from '#domain/orders/ready-from.ts';
import { closureNow } from '#domain/time/closures.ts';
import { opennessOf, openSentence } from '#domain/time/open-when.ts';
import { Icon } from '#ui/controls/icon.tsx';
import { useNow } from '#ui/text/use-now.ts';
import styles from './store-today.module.css';

const MINUTE_MS = 60_000;

interface StoreTodayProps {
  store: Store;
  /** Has articles to order. */
  sells: boolean;
  /** Its orders have a promised time, which has its reserved line. */
  collects: boolean;
}

export default function StoreToday({ store, sells, collects }: StoreTodayProps) {
  const now = useNow(MINUTE_MS);
  const at = now === null ? null : new Date(now);
  const openness = at && opennessOf(store, at);
  const closure = at && sells ? closureNow(store, at) : null;
  const orders = closure?.words ?? (at && collects ? orderNowWords(store, at) : null);
  return (
    <>
      {store.openingHours.length > 0 && (
        <p className={styles.line} data-open={openness?.open || undefined}>
          {openness && (
            <>
              <Icon name="clock" size={18} />
              {openSentence(openness)}
            </>
          )}
        </p>
      )}
      {(collects || orders) && (
        <p className={`${styles.line} ${styles.ready}`} data-stopped={closure?.stopsOrders || undefined}>
          {orders && (
            <>
              <Icon name={closure?.stopsOrders ? 'alert' : 'basket'} size={18} />
              {orders}
            </>
          )}
        </p>
      )}
    </>
  );
}
