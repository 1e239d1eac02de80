// FiguresChart: figures as bars and as a table. The table is open if the chart cannot load.
import { formatCents } from '#domain/money.ts';
import { LazyPart, lazyPart } from '#ui/loading/lazy-part.tsx';
import type { FigureRow } from './figures.ts';
import styles from './figures-chart.module.css';

const chart = lazyPart(() => import('./chart-bars.tsx'));
/** Height of a horizontal bar with its gap, rem. */
const BAR_REM = 2.25;

interface FiguresShownProps {
  title: string;
  unit: string;
  rows: readonly FigureRow[];
  headings: readonly string[];
  /** The values are amounts. */
  inCents?: boolean;
  /** Horizontal bars, for long labels. */
  horizontal?: boolean;
}

export function FiguresChart({ title, unit, rows, headings, inCents = false, horizontal = false }: FiguresShownProps) {
  const written = (value: number) => (inCents ? formatCents(value) : String(value));
  const best = rows.reduce<FigureRow | null>((top, row) => (!top || row.value > top.value ? row : top), null);
  const summary = best
    ? `${title}, en ${unit}\u00a0: le plus haut est ${best.label}, ${written(best.value)}. Le détail est dans le tableau.`
    : title;
  const table = (
    <table className={styles.table}>
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, value, orders }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{written(value)}</td>
            {orders !== undefined && <td>{orders}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.title}>
        {title}
        {inCents && <span className={styles.unit}> en euros</span>}
      </figcaption>
      <div className={styles.bars} style={horizontal ? { height: `${rows.length * BAR_REM + 2}rem` } : undefined}>
        <LazyPart
          part={chart}
          props={{
            labels: rows.map(({ short }) => short),
            values: rows.map(({ value }) => (inCents ? value / 100 : value)),
            words: rows.map(({ label, value }) => `${label}\u00a0: ${written(value)}`),
            summary,
            horizontal,
          }}
          missing={() => (
            <p className={styles.missing}>
              Le graphique s’affichera avec le réseau&nbsp;; les chiffres sont dans le tableau.
            </p>
          )}
        />
      </div>
      <details className={styles.details}>
        <summary>Voir le tableau</summary>
        {table}
      </details>
    </figure>
  );
}
