// StallCard: a shop as a small stall in a row of them, under its awning (`<StallRow>`).
import type { ReactNode } from 'react';
import { generatePath, Link } from 'react-router-dom';
import type { StoreSummary } from '#contract/catalogue/stores.ts';
import { paths } from '#paths';
import { Picture } from '../media/picture.tsx';
import { Awning } from './awning.tsx';
import styles from './store-tile.module.css';

interface StallCardProps {
  store: StoreSummary;
  /** Beside the town: '4,2 km'. */
  distance?: string | null | undefined;
  /** Under it, once it is known: whether it is open. */
  children?: ReactNode;
}

export function StallCard({ store, distance, children }: StallCardProps) {
  return (
    <li className={styles.stall}>
      <Awning slug={store.slug} size="small" />
      <Link to={generatePath(paths.store, { slug: store.slug })} className={styles.link}>
        <Picture image={store.logo} shop={store} alt="" sizes="48px" className={styles.logo} />
        <b className={styles.name}>{store.name}</b>
        <span className={styles.place}>
          {store.address.city}
          {distance && ` · ${distance}`}
        </span>
        <span className={styles.hours}>{children}</span>
      </Link>
    </li>
  );
}

export function StallRow({ children }: { children: ReactNode }) {
  return (
    <ul className={styles.row} aria-label="Boutiques">
      {children}
    </ul>
  );
}
