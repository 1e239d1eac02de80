// WrittenText: sender, date and text of a message to the store.
import { formatDateTime } from '#domain/time/dates.ts';
import styles from './what-was-written.module.css';

interface WhatWasWrittenProps {
  owner: { email: string; username: string };
  createdAt: string;
  message: string;
}

export function WrittenText({ owner, createdAt, message }: WhatWasWrittenProps) {
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>De</dt>
          <dd>
            {owner.username}
            <span className={styles.email}>{owner.email}</span>
          </dd>
        </div>
        <div>
          <dt>Reçu le</dt>
          <dd>{formatDateTime(createdAt)}</dd>
        </div>
      </dl>
      {message && <p className={styles.message}>{message}</p>}
    </>
  );
}
