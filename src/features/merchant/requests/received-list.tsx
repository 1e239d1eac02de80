// ReceivedList: rows of received requests, with placeholders. Unread ones are highlighted.
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatDateTime } from '#domain/time/dates.ts';
import styles from './received-list.module.css';

export interface ReceivedRow {
  id: string;
  /** Sender. */
  who: string;
  /** Subject. */
  about: ReactNode;
  createdAt: string;
  unread: boolean;
  /** Address or click handler; null if there is no more to show. */
  open: string | (() => void) | null;
}

interface ReceivedListProps {
  rows: readonly ReceivedRow[];
  label: string;
  columns: readonly [who: string, about: string, date: string];
}

export function ReceivedList({ rows, label, columns }: ReceivedListProps) {
  return (
    <div className={styles.list}>
      <div className={styles.columns} aria-hidden="true">
        {columns.map((column) => (
          <span key={column}>{column}</span>
        ))}
      </div>
      <ul className={styles.rows} aria-label={label}>
        {rows.map((row) => (
          <li key={row.id} className={styles.row} data-unread={row.unread || undefined}>
            <span className={styles.who}>
              <Opening row={row} />
            </span>
            <span className={styles.about}>{row.about}</span>
            {row.unread && <span className={styles.unread}>non lu</span>}
            <time className={styles.date} dateTime={row.createdAt}>
              {formatDateTime(row.createdAt)}
            </time>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Opening({ row: { who, open } }: { row: ReceivedRow }) {
  if (open === null) return who;
  if (typeof open === 'string') {
    return (
      <Link to={open} className={styles.open}>
        {who}
      </Link>
    );
  }
  return (
    <button type="button" className={styles.open} onClick={open} aria-haspopup="dialog">
      {who}
    </button>
  );
}

/** Rows of the right height while the requests load. */
export function ReceivedShapes() {
  return (
    <div className={styles.list} role="status" aria-label="Chargement des demandes">
      {Array.from({ length: 6 }, (_, index) => (
        <span key={`shape-${index.toString()}`} className={styles.shape} />
      ))}
    </div>
  );
}
