// RemovedNotice: offers to put a removed line back, for a moment.
import { useEffect, useRef } from 'react';
import type { RemovedLine } from '#state/cart/removed-line.ts';
import styles from './removed-notice.module.css';

/** Longer while a pointer or the keyboard is on it, milliseconds. */
const SHOWN_MS = 10_000;

interface RemovedNoticeProps {
  removed: RemovedLine;
  onUndo: () => void;
  onGone: () => void;
}

/** With a key per removal. */
export function RemovedNotice({ removed, onUndo, onGone }: RemovedNoticeProps) {
  const element = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const gone = useRef(onGone);
  gone.current = onGone;
  // The focus was lost with the line.
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!element.current?.matches(':hover, :has(:focus-visible)')) gone.current();
    }, SHOWN_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <div ref={element} className={`${styles.notice} slate-focus`} role="status">
      <p>
        Article retiré<span className={styles.name}>&nbsp;: {removed.name}</span>
      </p>
      <button ref={button} type="button" className={styles.undo} onClick={onUndo}>
        Annuler
      </button>
    </div>
  );
}
