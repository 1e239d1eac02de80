// Table: rows and columns where there is room, one card a row on a phone (each value after its column's name).
//   <Table caption="…" columns={[{ key: 'date', header: 'Date', cell: (order) => … }]} rows={orders} rowKey={(o) => o.id} />
import type { ReactNode } from 'react';
import styles from './table.module.css';

export interface Column<R> {
  key: string;
  header: ReactNode;
  cell: (row: R) => ReactNode;
  /** Amounts and counts stand at the right. */
  align?: 'start' | 'end';
  /** The row's name: stands on top of its card, without its column's name. */
  primary?: boolean;
  /** For buttons: no column name on a phone. */
  bare?: boolean;
}

export interface TableProps<R> {
  /** Said to those who listen; shown with `showCaption`. */
  caption: string;
  showCaption?: boolean;
  columns: readonly Column<R>[];
  rows: readonly R[];
  rowKey: (row: R) => string | number;
  /** A coloured edge at the row's left, doubling a word in one of its cells. */
  edge?: (row: R) => 'green' | 'straw' | 'brick' | 'quiet' | undefined;
}

export function Table<R>({ caption, showCaption = false, columns, rows, rowKey, edge }: TableProps<R>) {
  return (
    <table className={styles.table}>
      <caption className={showCaption ? styles.caption : 'visually-hidden'}>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col" className={column.align === 'end' ? styles.end : undefined}>
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} data-edge={edge?.(row)}>
            {columns.map((column) => (
              <td key={column.key} className={cellClass(column)}>
                {!column.primary && !column.bare && (
                  <span className={styles.label} aria-hidden="true">
                    {column.header}
                  </span>
                )}
                <span className={styles.value}>{column.cell(row)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function cellClass<R>(column: Column<R>): string | undefined {
  return [column.align === 'end' ? styles.end : '', column.primary ? styles.primary : ''].join(' ').trim() || undefined;
}
