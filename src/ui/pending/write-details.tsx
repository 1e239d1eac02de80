// WriteDetails: facts of a write for whoever helps the user, folded: its time, its size, and a copy as text.
import { formatSize } from '#domain/text/size.ts';
import { formatDateTime } from '#domain/time/dates.ts';
import { CopyButton } from './copy-button.tsx';
import styles from './write-details.module.css';

interface WriteDetailsProps {
  /** Milliseconds since 1970; absent if unknown. */
  createdAt?: number | undefined;
  bytes?: number;
  /** False if the browser refuses. */
  onCopy?: (() => Promise<boolean>) | undefined;
  /** Id of the element that names the write. */
  about: string;
}

export function WriteDetails({ createdAt, bytes, onCopy, about }: WriteDetailsProps) {
  const facts = [
    createdAt !== undefined && `Enregistré le ${formatDateTime(new Date(createdAt))}`,
    bytes !== undefined && formatSize(bytes),
  ].filter((fact) => fact !== false);
  return (
    <details className={styles.details}>
      <summary aria-describedby={about}>Détails</summary>
      <div className={styles.content}>
        {facts.length > 0 && <p>{facts.join(' · ')}</p>}
        {onCopy && <CopyButton onCopy={onCopy} about={about} />}
      </div>
    </details>
  );
}
