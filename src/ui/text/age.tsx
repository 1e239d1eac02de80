// Age: 'vu il y a 2 h', for what is shown from memory. Empty until the page runs in the browser (the server has no clock
// in its drawings), then kept true every minute.
import { useEffect, useState } from 'react';
import { formatAge } from '#domain/time/dates.ts';
import { Icon } from '../controls/icon.tsx';
import styles from './age.module.css';

const REFRESH_MS = 60_000;

/** `at` in milliseconds since the epoch; null draws nothing. */
export function Age({ at, prefix = 'vu' }: { at: number | null; prefix?: string }) {
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

/** Of an answer, where its age wants saying. */
export function AgeOf({ query, prefix }: { query: { aged: boolean; seenAt: number | null }; prefix?: string }) {
  return query.aged ? <Age at={query.seenAt} {...(prefix !== undefined && { prefix })} /> : null;
}

/** What waits for the network: straw, a clock, and the words. */
export function WaitingBadge({ children = 'en attente d’envoi' }: { children?: React.ReactNode }) {
  return (
    <span className={styles.waiting}>
      <Icon name="clock" size={16} />
      {children}
    </span>
  );
}

/** A state in one word: the colour says it again, never alone. */
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
