// CollectionCode: the QR code for collecting an order, dark on white in every theme, and the short code to read out.
// Rendered offline.
import styles from './collection-code.module.css';
import { QrCode } from './qr-code.tsx';

interface CollectionCodeProps {
  code: string;
  short: string;
  /** Number of the store order. */
  number: number;
  /** 'Payé', or the amount due at the store. */
  payment: string;
  /** 'Retrait prévu mardi 1er décembre, 9 h – 9 h 30'; null without a slot. */
  planned: string | null;
}

export default function CollectionCode({ code, short, number, payment, planned }: CollectionCodeProps) {
  return (
    <section className={styles.card} aria-label="Code de retrait">
      <QrCode
        text={code}
        label={`Code QR de retrait de la commande n°\u00a0${number}. Il équivaut au code ${short}.`}
      />
      <div className={styles.words}>
        <p className={styles.title}>À montrer pour retirer votre commande</p>
        <p>
          <span className={styles.label}>ou à dicter&nbsp;: </span>
          <strong className={styles.letters} translate="no">
            {short}
          </strong>
        </p>
        <p>
          N°&nbsp;{number} · {payment}
        </p>
        {planned && <p>{planned}</p>}
        <p className={styles.hint}>Il s’affiche aussi sans réseau. Ne le communiquez à personne avant le retrait.</p>
      </div>
    </section>
  );
}
