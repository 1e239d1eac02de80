// StoreToday: whether a store is open now, and when an order of this moment is ready. Known by the device only.
import type { Store } from '#contract/catalogue/stores.ts';
import { orderNowWords } from '#domain/orders/ready-from.ts';
import { closureNow } from '#domain/time/closures.ts';
import { opennessOf, openSentence } from '#domain/time/open-when.ts';
import { Icon } from '#ui/controls/icon.tsx';
import { useNow } from '#ui/text/use-now.ts';
import styles from './store-today.module.css';

const MINUTE_MS = 60_000;

export default function StoreToday({ store, collects }: { store: Store; collects: boolean }) {
  const now = useNow(MINUTE_MS);
  const at = now === null ? null : new Date(now);
  const openness = at && opennessOf(store, at);
  const closure = at && closureNow(store, at);
  const ready = at && collects ? (closure?.words ?? orderNowWords(store, at)) : null;
  return (
    <>
      <p className={styles.line} data-open={openness?.open || undefined}>
        {openness && (
          <>
            <Icon name="clock" size={18} />
            {openSentence(openness)}
          </>
        )}
      </p>
      {collects && (
        <p className={`${styles.line} ${styles.ready}`}>
          {ready && (
            <>
              <Icon name="basket" size={18} />
              {ready}
            </>
          )}
        </p>
      )}
    </>
  );
}
