// WaitingRow: a pending write with state, age, details and actions. Cancelling it asks for a confirmation.
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { storageErrorMessage } from '#domain/text/storage-error.ts';
import { formatAge } from '#domain/time/dates.ts';
import { Button, LinkButton } from '../controls/button.tsx';
import { Icon, type IconName } from '../controls/icon.tsx';
import { useNow } from '../text/use-now.ts';
import styles from './pending-row.module.css';
import { WriteDetails } from './write-details.tsx';

export interface RowState {
  sign: IconName;
  /** 'attend le réseau', 'bloqué : …' */
  words: string;
  tone: 'straw' | 'brick' | 'green';
}

export interface WaitingRowProps {
  sentence: string;
  /** Drawn before the text: the product's picture, or its store's dot. */
  picture?: ReactNode;
  /** Milliseconds since 1970; null if unknown. */
  createdAt: number | null;
  bytes: number;
  /** Called every second during a countdown. */
  stateAt: (now: number) => RowState;
  /** Result of the last attempt. */
  lastTryAt?: (now: number) => string | null;
  counting?: boolean;
  /** Address of the page that edits it. */
  editTo?: string | null;
  onEdit?: () => void;
  onRetry?: (() => Promise<unknown>) | undefined;
  /** Copies it as text; false if the browser refuses. */
  onCopy?: (() => Promise<boolean>) | undefined;
  /** Consequence and action of cancelling; absent if it cannot be cancelled. */
  discard?: { meaning: string; run: () => Promise<unknown> } | undefined;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

export function WaitingRow(props: WaitingRowProps) {
  const { sentence, picture, createdAt, bytes, stateAt, counting = false, editTo, onEdit } = props;
  const { lastTryAt, onRetry, onCopy, discard } = props;
  const now = useNow(counting ? SECOND : MINUTE) ?? createdAt ?? 0;
  const words = useId();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const giveUp = useRef<HTMLButtonElement>(null);
  const state = stateAt(now);
  const lastTry = lastTryAt?.(now);

  const run = async (action: () => Promise<unknown>) => {
    setBusy(true);
    setFailed(null);
    try {
      await action();
    } catch (failure) {
      console.error(failure);
      setFailed(storageErrorMessage(failure));
    } finally {
      setBusy(false);
    }
  };
  const keep = () => {
    setAsking(false);
    // Returns the focus after the re-render.
    requestAnimationFrame(() => giveUp.current?.focus());
  };

  return (
    <li className={styles.row} data-tone={state.tone}>
      {picture && <span className={styles.picture}>{picture}</span>}
      <div className={styles.words}>
        <p id={words} className={styles.sentence}>
          {sentence}
        </p>
        <div className={styles.standing}>
          <p className={styles.state}>
            <Icon name={state.sign} size={18} />
            <span>{state.words}</span>
          </p>
          <p className={styles.facts}>
            {createdAt === null ? (
              'date inconnue'
            ) : (
              <time dateTime={instantOf(createdAt)}>{formatAge(createdAt, now)}</time>
            )}
          </p>
        </div>
        {lastTry && <p className={styles.lastTry}>{lastTry}</p>}
      </div>
      {failed && (
        <p role="alert" className={styles.failed}>
          {failed}
        </p>
      )}
      {asking && discard ? (
        <GiveUp
          meaning={discard.meaning}
          about={words}
          busy={busy}
          onKeep={keep}
          onGiveUp={() => void run(discard.run)}
        />
      ) : (
        <div className={styles.actions}>
          {onRetry && (
            <Button variant="quiet" busy={busy} aria-describedby={words} onClick={() => void run(onRetry)}>
              Réessayer
            </Button>
          )}
          {editTo && (
            <LinkButton variant="quiet" to={editTo} aria-describedby={words} onClick={onEdit}>
              Modifier
            </LinkButton>
          )}
          {discard && (
            <Button ref={giveUp} variant="quiet" aria-describedby={words} onClick={() => setAsking(true)}>
              Abandonner
            </Button>
          )}
          <WriteDetails createdAt={validTime(createdAt)} bytes={bytes} onCopy={onCopy} about={words} />
        </div>
      )}
    </li>
  );
}

/** Undefined for an unknown or invalid date. */
const validTime = (at: number | null) => (at !== null && Math.abs(at) <= 8.64e15 ? at : undefined);

function instantOf(at: number): string | undefined {
  const time = validTime(at);
  return time === undefined ? undefined : new Date(time).toISOString();
}

interface GiveUpProps {
  meaning: string;
  about: string;
  busy: boolean;
  onKeep: () => void;
  onGiveUp: () => void;
}

/** Escape keeps the write, and closes nothing else. */
function GiveUp({ meaning, about, busy, onKeep, onGiveUp }: GiveUpProps) {
  const text = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onKeep();
  };
  return (
    <fieldset className={styles.asking} aria-describedby={text} onKeyDown={onKeyDown}>
      <legend className="visually-hidden">Abandonner cette modification&nbsp;?</legend>
      <p id={text}>{meaning}</p>
      <div className={styles.actions}>
        <Button variant="danger" busy={busy} aria-describedby={`${about} ${text}`} onClick={onGiveUp}>
          Abandonner
        </Button>
        <Button variant="secondary" ref={focusAtOnce} onClick={onKeep}>
          Garder
        </Button>
      </div>
    </fieldset>
  );
}

/** The way that loses nothing has the focus. */
function focusAtOnce(button: HTMLButtonElement | null): void {
  button?.focus();
}
