// AllStores: line below the title of the store row: current centre and link to all stores.
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#paths';
import { Icon } from '#ui/controls/icon.tsx';
import styles from './all-stores.module.css';

export function AllStores({ children }: { children?: ReactNode }) {
  return (
    <div className={styles.line}>
      {children}
      <Link to={paths.stores} className={styles.all}>
        <span>
          Toutes<span className={styles.long}> les boutiques</span>
        </span>
        <Icon name="right" size={18} />
      </Link>
    </div>
  );
}
