// Age: 'mis à jour il y a 2 h', for cached data. Empty on the server, updated every minute in the browser.
import { useEffect, useState } from 'react';
import { formatAge } from '#domain/time/dates.ts';
import { Icon } from '../controls/icon.tsx';
import styles from './age.module.css';

const REFRESH_MS = 60_000;

/** `at` in milliseconds since the epoch; null draws nothing. */
export function Age({ at, prefix = 'mis à jour' }: { at: number | null; prefix?: string }) {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  if (at === null || now === null) return null;
  return (
    <span className={styles.age}>
      {prefix} {formatAge(at, now)}
    </span>
  );
}

/** Age of an answer, if it should be displayed. */
export function AgeOf({ query, prefix }: { query: { aged: boolean; seenAt: number | null }; prefix?: string }) {
  return query.aged ? <Age at={query.seenAt} {...(prefix !== undefined && { prefix })} /> : null;
}

/** Badge for pending writes: straw, with a clock. */
export function WaitingBadge({ children = 'en attente d’envoi' }: { children?: React.ReactNode }) {
  return (
    <span className={styles.waiting}>
      <Icon name="clock" size={16} />
      {children}
    </span>
  );
}

/** Badge of a state; the colour never carries the meaning alone. */
export function StateBadge({
  tone,
  children,
}: {
  tone: 'green' | 'straw' | 'brick' | 'quiet';
  children: React.ReactNode;
}) {
  return (
    <span className={styles.state} data-tone={tone}>
      {children}
    </span>
  );
}
