// QrCode: a text as a QR code, dark on white in every theme. The library is large: only parts that load on demand use it.
import encodeQR from 'qr';
import { useMemo } from 'react';
import styles from './qr-code.module.css';

/** Quiet zone that readers require, in modules. */
const QUIET = 4;

/** The dark modules as squares of one path. */
function drawing(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET });
  const squares = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
  return { size: rows.length, path: squares.join('') };
}

/** @param label what it equals, for those who do not see it */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => drawing(text), [text]);
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path className={styles.dark} d={path} />
    </svg>
  );
}
