// The line under the title of the stalls: from where they are looked at, and the way to all of them.
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
