// RequestCard: one request to a store: kind, store, what was asked, when, state and answer.
import { type ReactNode, useId } from 'react';
import { generatePath, Link } from 'react-router-dom';
import { paths } from '#paths';
import { Icon } from '#ui/controls/icon.tsx';
import type { AskedLine, RequestKind } from './request-texts.ts';
import { KIND_ICONS, KIND_NAMES } from './request-texts.ts';
import styles from './requests-page.module.css';

interface RequestCardProps {
  kind: RequestKind;
  store: { slug: string; name: string } | null;
  /** '' without one. */
  subject: string;
  message: string;
  lines: readonly AskedLine[];
  state: ReactNode;
  /** When it was sent or written. */
  when: ReactNode;
  /** The answer, or how it will come. */
  children?: ReactNode;
}

export function RequestCard({ kind, store, subject, message, lines, state, when, children }: RequestCardProps) {
  const title = useId();
  return (
    <li>
      <article className={styles.card} aria-labelledby={title}>
        <header className={styles.head}>
          <span className={styles.sign}>
            <Icon name={KIND_ICONS[kind]} size={20} />
          </span>
          <h3 id={title} className={styles.title}>
            <span className={styles.kind}>{KIND_NAMES[kind]}</span>
            {store && (
              <>
                <span className="visually-hidden"> à </span>
                <Link to={generatePath(paths.store, { slug: store.slug })}>{store.name}</Link>
              </>
            )}
          </h3>
          {state}
        </header>
        <div className={styles.asked}>
          {subject !== '' && <p className={styles.subject}>{subject}</p>}
          {lines.length > 0 && (
            <ul className={styles.lines}>
              {lines.map((line, index) => (
                // The lines of one request never change.
                <li key={`line-${index.toString()}`}>
                  {line.slug ? (
                    <Link to={generatePath(paths.product, { slug: line.slug })}>{line.text}</Link>
                  ) : (
                    line.text
                  )}
                  {line.comment && <span className={styles.quiet}>{line.comment}</span>}
                </li>
              ))}
            </ul>
          )}
          {message !== '' && <Message text={message} />}
        </div>
        <footer className={styles.foot}>
          <p className={styles.quiet}>{when}</p>
          {children}
        </footer>
      </article>
    </li>
  );
}

/** Longer messages are folded. */
const SHORT = 220;

function Message({ text }: { text: string }) {
  if (text.length <= SHORT) return <p className={styles.message}>{text}</p>;
  return (
    <details className={styles.message}>
      <summary>
        <span className={styles.preview}>
          {text.slice(0, SHORT).trimEnd()}… <u>Lire la suite</u>
        </span>
        <u className={styles.less}>Réduire</u>
      </summary>
      <p>{text}</p>
    </details>
  );
}
