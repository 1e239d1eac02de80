// FilterLinks: states of a list as links, with the number of entries to process.
import { Link } from 'react-router-dom';
import styles from './filter-links.module.css';

export interface FilterLink {
  label: string;
  to: string;
  current: boolean;
  /** Number of entries; null shows none. */
  tally?: number | null;
  /** calm: the entries wait for someone else. */
  tone?: 'calm';
}

export function FilterLinks({ label, links }: { label: string; links: readonly FilterLink[] }) {
  return (
    <nav aria-label={label} className={styles.filters}>
      {links.map((one) => (
        <Link key={one.label} to={one.to} className={styles.filter} aria-current={one.current ? 'page' : undefined}>
          {one.label}
          {one.tally ? (
            <span className={styles.tally} data-tone={one.tone}>
              {one.tally}
            </span>
          ) : null}
        </Link>
      ))}
    </nav>
  );
}
