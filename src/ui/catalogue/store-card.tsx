// StoreCard: a shop in a list, under its awning. A list of them looks like a row of stalls (`<StoreGrid>`).
import type { ReactNode } from 'react';
import { generatePath, Link } from 'react-router-dom';
import type { StoreSummary } from '#contract/stores.ts';
import { counted } from '#domain/plural.ts';
import { paths } from '#paths';
import { Icon } from '../controls/icon.tsx';
import { Picture } from '../media/picture.tsx';
import { Awning } from './awning.tsx';
import { Stars } from './stars.tsx';
import styles from './store-card.module.css';

export interface StoreCardProps {
  store: StoreSummary;
  /** '4,2 km', when a position is known. */
  distance?: string | null | undefined;
  eager?: boolean;
  heading?: 'h2' | 'h3';
}

export function StoreCard({ store, distance, eager = false, heading: Heading = 'h3' }: StoreCardProps) {
  return (
    <article className={styles.card}>
      <Awning slug={store.slug} />
      <div className={styles.frame}>
        <Picture
          image={store.images[0]}
          alt=""
          shape="wide"
          sizes="(min-width: 64rem) 350px, (min-width: 40rem) 43vw, 94vw"
          eager={eager}
        />
        <div className={styles.body}>
          {store.logo && <Picture image={store.logo} alt="" sizes="56px" className={styles.logo} />}
          <Heading className={styles.name}>
            <Link to={generatePath(paths.store, { slug: store.slug })} className={styles.link}>
              {store.name}
            </Link>
          </Heading>
          <p className={styles.place}>
            <Icon name="pin" size={16} />
            <span>
              {store.address.city}
              {distance && <span> · {distance}</span>}
            </span>
          </p>
          {store.averageRating !== null && <Stars value={store.averageRating} count={store.reviewCount} size="small" />}
          <p className={styles.kind}>
            {store.productCount > 0 && <span>{counted(store.productCount, 'produit')}</span>}
            {store.takesAppointments && <span>Sur rendez-vous</span>}
            {store.takesEstimates && <span>Devis</span>}
          </p>
        </div>
      </div>
    </article>
  );
}

export function StoreGrid({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ul className={styles.grid} aria-label={label}>
      {children}
    </ul>
  );
}
