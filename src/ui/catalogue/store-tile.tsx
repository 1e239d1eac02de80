// StoreTile: a small store card under its awning, in a row (`<StoreTileRow>`).
import type { ReactNode } from 'react';
import { generatePath, Link } from 'react-router-dom';
import type { StoreSummary } from '#contract/catalogue/stores.ts';
import { paths } from '#paths';
import { Picture } from '../media/picture.tsx';
import { Awning } from './awning.tsx';
import styles from './store-tile.module.css';

interface StoreTileProps {
  store: StoreSummary;
  /** Beside the town: '4,2 km'. */
  distance?: string | null | undefined;
  /** Opening state below the tile, when known. */
  children?: ReactNode;
}

export function StoreTile({ store, distance, children }: StoreTileProps) {
  return (
    <li className={styles.store}>
      <Awning slug={store.slug} size="small" />
      <Link to={generatePath(paths.store, { slug: store.slug })} className={styles.link}>
        <Picture image={store.logo} store={store} alt="" sizes="48px" className={styles.logo} />
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

export function StoreTileRow({ children }: { children: ReactNode }) {
  return (
    <ul className={styles.row} aria-label="Boutiques">
      {children}
    </ul>
  );
}
