// Acknowledgement of a declaration: content, date and time, to read and to save.
import { useEffect, useRef } from 'react';
import type { WithdrawalAcknowledgement } from '#contract/orders/contract-withdrawals.ts';
import { formatDateTime } from '#domain/time/dates.ts';
import { Button } from '#ui/controls/button.tsx';
import { downloadFile } from '#ui/controls/download-file.ts';
import styles from './withdrawal-page.module.css';

interface AcknowledgementProps {
  of: WithdrawalAcknowledgement;
  /** The order belongs to the account. */
  own: boolean;
  onDone: (() => void) | undefined;
}

export function Acknowledgement({ of, own, onDone }: AcknowledgementProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const rows = rowsOf(of);
  return (
    <section className={styles.form} aria-labelledby="acknowledged">
      <h2 id="acknowledged" ref={heading} tabIndex={-1}>
        {of.notice ? 'Vous l’aviez déjà déclarée' : 'Votre rétractation est reçue'}
      </h2>
      <dl className={styles.rows}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        {of.notice
          ? 'Son accusé de réception vous avait été envoyé par e-mail.'
          : 'Cet accusé de réception part aussi par e-mail. Le commerçant est prévenu.'}{' '}
        Renvoyez-lui les articles reçus dans les 14 jours.
      </p>
      <div className={styles.actions}>
        <Button
          variant="secondary"
          icon="sheet"
          onClick={() =>
            downloadFile({
              fileName: `retractation-${of.reference}.txt`,
              type: 'text/plain',
              content: [
                'Accusé de réception d’une rétractation',
                ...rows.map(([name, value]) => `${name}\u00a0: ${value}`),
              ].join('\n'),
            })
          }
        >
          Enregistrer cet accusé
        </Button>
        {own && onDone && (
          <Button variant="quiet" onClick={onDone}>
            Voir la suite
          </Button>
        )}
      </div>
    </section>
  );
}

const rowsOf = ({ reference, order, name, email, content, declaredAt, receivedAt }: WithdrawalAcknowledgement) =>
  [
    ['Référence', reference],
    ['Commande', `n° ${order}`],
    ['Nom', name],
    ['Adresse e-mail', email],
    ['Je renonce à', content.join('\n')],
    ['Déclarée le', formatDateTime(declaredAt)],
    ['Reçue le', formatDateTime(receivedAt)],
  ] as const;
