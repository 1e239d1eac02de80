// CollectionCode: the QR code for collecting an order, dark on white in every theme, and the short code to read out.
// Rendered offline.
import encodeQR from 'qr';
import { useMemo } from 'react';
import styles from './collection-code.module.css';

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

/** Quiet zone that readers require, in modules. */
const QUIET = 4;

/** The dark modules as squares of one path. */
function drawing(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET });
  const squares = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
  return { size: rows.length, path: squares.join('') };
}

export default function CollectionCode({ code, short, number, payment, planned }: CollectionCodeProps) {
  const { size, path } = useMemo(() => drawing(code), [code]);
  return (
    <section className={styles.card} aria-label="Code de retrait">
      <svg
        className={styles.code}
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={`Code QR de retrait de la commande n°\u00a0${number}. Il équivaut au code ${short}.`}
        shapeRendering="crispEdges"
      >
        <path className={styles.dark} d={path} />
      </svg>
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
