// WaitingRow: one change that has not been answered yet. What it is, how it stands, how old and how big it is, and what can
// be done. Giving it up is asked twice, with what that means.
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { formatSize } from '#domain/text/size.ts';
import { notKeptSentence } from '#domain/text/storage-error.ts';
import { formatAge } from '#domain/time/dates.ts';
import { Button, LinkButton } from '../controls/button.tsx';
import { Icon, type IconName } from '../controls/icon.tsx';
import { useNow } from '../text/use-now.ts';
import { CopyButton } from './copy-button.tsx';
import styles from './pending-row.module.css';

export interface RowState {
  sign: IconName;
  /** 'attend le réseau', 'bloqué : …' */
  words: string;
  tone: 'straw' | 'brick' | 'green';
}

export interface WaitingRowProps {
  sentence: string;
  /** Drawn before the words: the product's picture, or its shop's dot. */
  picture?: ReactNode;
  /** Milliseconds since 1970; null when it does not say. */
  createdAt: number | null;
  bytes: number;
  /** Asked anew each second while it counts down. */
  stateAt: (now: number) => RowState;
  /** What the last attempt came to, where there was one. */
  lastTryAt?: (now: number) => string | null;
  counting?: boolean;
  /** Where it can be changed. */
  editTo?: string | null;
  onEdit?: () => void;
  onRetry?: (() => Promise<unknown>) | undefined;
  /** Takes it along as a text; false when the browser does not let it. */
  onCopy?: (() => Promise<boolean>) | undefined;
  /** What giving it up means, and doing it; without it the change can only go through. */
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
      setFailed(notKeptSentence(failure));
    } finally {
      setBusy(false);
    }
  };
  const keep = () => {
    setAsking(false);
    // Back to the button that asked, once it is drawn again.
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
            {' · '}
            {formatSize(bytes)}
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
          {onCopy && <CopyButton onCopy={onCopy} about={words} />}
          {discard && (
            <Button ref={giveUp} variant="quiet" aria-describedby={words} onClick={() => setAsking(true)}>
              Abandonner
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

/** Undefined for what is no date: a number may stand there that none has. */
function instantOf(at: number): string | undefined {
  return Math.abs(at) <= 8.64e15 ? new Date(at).toISOString() : undefined;
}

interface GiveUpProps {
  meaning: string;
  about: string;
  busy: boolean;
  onKeep: () => void;
  onGiveUp: () => void;
}

/** Escape keeps it, and closes nothing else. */
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
      <legend className="visually-hidden">Abandonner ce changement&nbsp;?</legend>
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
