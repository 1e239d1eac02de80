// PlaceCard: where and when an order is collected.
import type { ReactNode } from 'react';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { collectionPlace } from '#domain/orders/collection-place.ts';
import { Icon } from '../controls/icon.tsx';
import styles from './place-card.module.css';

interface PlaceCardProps {
  order: Pick<StoreOrder, 'shippingType' | 'place' | 'store'>;
  /** Opening state of today; the weekly hours are folded below. */
  today?: ReactNode;
}

/** Nothing for deliveries. */
export function PlaceCard({ order, today }: PlaceCardProps) {
  const place = collectionPlace(order);
  if (!place) return null;
  return (
    <section className={styles.place} aria-label={`${place.what}\u00a0: ${place.name}`}>
      <Icon name="pin" size={20} />
      <div>
        <p className={styles.what}>{place.what}</p>
        <p className={styles.name}>{place.name}</p>
        {place.address.length > 0 && (
          <address className={styles.address}>
            {place.address.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
        )}
        {place.information && <p className={styles.quiet}>{place.information}</p>}
        {today}
        {place.hours.length > 0 &&
          (today ? (
            <details className={styles.week}>
              <summary>Horaires d'ouverture</summary>
              <Hours lines={place.hours} />
            </details>
          ) : (
            <Hours lines={place.hours} />
          ))}
      </div>
    </section>
  );
}

function Hours({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={styles.quiet} aria-label="Horaires">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
