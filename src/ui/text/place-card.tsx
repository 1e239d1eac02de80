// Where an order is collected, and when.
import type { StoreOrder } from '#contract/store-orders.ts';
import { collectionPlace } from '#domain/collection-place.ts';
import { Icon } from '../controls/icon.tsx';
import styles from './place-card.module.css';

/** Nothing of what is brought to its customer. */
export function PlaceCard({ order }: { order: Pick<StoreOrder, 'shippingType' | 'place' | 'store'> }) {
  const place = collectionPlace(order);
  if (!place) return null;
  return (
    <section className={styles.place} aria-label={place.what}>
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
        {place.hours.length > 0 && (
          <ul className={styles.quiet} aria-label="Horaires">
            {place.hours.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
