// The states of a list, each a link to what is in it, with how many of them ask for something.
import { Link } from 'react-router-dom';
import styles from './filter-links.module.css';

export interface FilterLink {
  label: string;
  to: string;
  current: boolean;
  /** How many; none says nothing. */
  tally?: number | null;
  /** calm: they wait for somebody else. */
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
