// Pagination of a Hydra list: first, previous, page number, next, last.
//   <Pagination view={list['hydra:view']} page={page} to={(page) => `?page=${page}`} />   nothing for a single page
import { Link } from 'react-router-dom';
import type { HydraView } from '#contract/wire/hydra.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './pagination.module.css';

export interface PaginationProps {
  view: HydraView | undefined;
  /** The page shown, from 1. */
  page: number;
  /** The address (or search) that shows this page. */
  to: (page: number) => string;
  label?: string;
}

/** '/products?page=3&…' → 3. */
export function pageInAddress(link: string | undefined): number | null {
  const match = link === undefined ? null : /[?&]page=(\d+)/.exec(link);
  return match ? Number(match[1]) : null;
}

export function Pagination({ view, page, to, label = 'Pages' }: PaginationProps) {
  const last = pageInAddress(view?.['hydra:last']);
  if (!view || last === null || (last <= 1 && page <= 1)) return null;
  // From the requested page, since the view may still be the previous one while loading.
  const previous = page > 1 ? Math.min(page - 1, last) : null;
  const next = page < last ? page + 1 : null;
  return (
    <nav aria-label={label} className={styles.pages}>
      <Step icon="first" label="Première page" page={previous === null ? null : 1} to={to} />
      <Step icon="left" label="Page précédente" page={previous} to={to} rel="prev" />
      <span className={styles.now} aria-current="page">
        Page {page} sur {last}
      </span>
      <Step icon="right" label="Page suivante" page={next} to={to} rel="next" />
      <Step icon="last" label="Dernière page" page={next === null ? null : last} to={to} />
    </nav>
  );
}

interface StepProps {
  icon: IconName;
  label: string;
  page: number | null;
  to: (page: number) => string;
  rel?: string;
}

function Step({ icon, label, page, to, rel }: StepProps) {
  if (page === null) {
    return (
      <button type="button" disabled className={styles.step} aria-label={label}>
        <Icon name={icon} />
      </button>
    );
  }
  return (
    <Link to={to(page)} rel={rel} className={styles.step} aria-label={label} title={label}>
      <Icon name={icon} />
    </Link>
  );
}
