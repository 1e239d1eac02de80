// Collection place and times of one store's part.

import type { ShippingType } from '#contract/fields/values.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { awaitedWords, readyWords } from '#domain/orders/ready-from.ts';
import { closureRefusal } from '#domain/time/closures.ts';
import { todayWords } from '#domain/time/open-when.ts';
import { Icon } from '#ui/controls/icon.tsx';
import { PlaceCard } from '#ui/text/place-card.tsx';
import { useNow } from '#ui/text/use-now.ts';
import styles from './delivery-fields.module.css';

const MINUTE_MS = 60_000;

/** Place of a collection at the store or its own relay point; for other types only the expected date. */
export function CollectionPlace({ storeOrder, type }: { storeOrder: StoreOrder; type: ShippingType }) {
  const now = useNow(MINUTE_MS);
  const { store } = storeOrder;
  const articles = storeOrder.items.map(({ product }) => product);
  const at = now === null ? null : new Date(now);
  if (type !== 'store' && (type !== 'custom_relay' || !store.relayPoint)) {
    return at && <p className={styles.ready}>{awaitedWords(articles, at)}</p>;
  }
  const today = at && type === 'store' ? todayWords(store, at) : null;
  const isClosed = at !== null && closureRefusal(store, at) !== null;
  const ready =
    at && !isClosed ? (type === 'store' ? readyWords(store, at, articles) : awaitedWords(articles, at)) : null;
  return (
    <div className={styles.place}>
      <PlaceCard
        order={{ shippingType: type, place: null, store }}
        today={
          (today || ready) && (
            <>
              {today && <p className={styles.today}>{today}</p>}
              {ready && (
                <p className={styles.ready}>
                  <Icon name="clock" size={20} />
                  {ready}
                </p>
              )}
            </>
          )
        }
      />
    </div>
  );
}
