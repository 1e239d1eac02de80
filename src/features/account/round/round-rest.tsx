// Rest of a round: collected parts, and parcels that are not shipped.
import { generatePath, Link } from 'react-router-dom';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { collectionPlace } from '#domain/orders/collection-place.ts';
import { shopperLabel } from '#domain/orders/store-order.ts';
import { orderNumber, type RoundStop } from '#domain/round/round-stops.ts';
import { paths } from '#paths';
import { StoreDot } from '#ui/catalogue/awning.tsx';
import { Button } from '#ui/controls/button.tsx';
import { StateBadge } from '#ui/text/age.tsx';
import styles from './round.module.css';

interface RoundRestProps {
  done: readonly RoundStop[];
  coming: readonly StoreOrder[];
  onUndo: (stop: RoundStop) => void;
}

export function RoundRest({ done, coming, onUndo }: RoundRestProps) {
  return (
    <>
      {coming.length > 0 && (
        <section className={styles.rest} aria-labelledby="round-coming">
          <h3 id="round-coming">Pas encore à retirer</h3>
          <ul>
            {coming.map((part) => (
              <li key={part.id}>
                <p>
                  <StoreDot slug={part.store.slug} /> {part.store.name},{' '}
                  <Link to={generatePath(paths.accountOrder, { id: orderNumber(part) })}>
                    commande N°&nbsp;{orderNumber(part)}
                  </Link>
                  <span className={styles.quiet}>
                    {' '}
                    partira vers {collectionPlace(part)?.name ?? 'votre point relais'}
                  </span>
                </p>
                <StateBadge tone="straw">{shopperLabel(part)}</StateBadge>
              </li>
            ))}
          </ul>
        </section>
      )}
      {done.length > 0 && (
        <section className={styles.rest} aria-labelledby="round-done">
          <h3 id="round-done">Récupérés</h3>
          <p className={styles.quiet}>Noté sur cet appareil seulement.</p>
          <ul>
            {done.map((stop) => (
              <li key={stop.id}>
                <p>
                  <StoreDot slug={stop.slug} /> {stop.name}
                </p>
                <Button variant="quiet" icon="refresh" onClick={() => onUndo(stop)}>
                  <span>
                    Remettre<span className="visually-hidden"> {stop.name} dans la tournée</span>
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
