// Plain table: a few rows under a heading, without sorting or pages. The last column is of amounts.
import { Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import type { ReactNode } from 'react';

interface PlainTableProps {
  label: string;
  head: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  /** Columns of numbers, from the right. */
  numbers?: number;
  /** The last row is the sum of the others. */
  hasSum?: boolean;
}

const cell = {
  px: { xs: 0.5, sm: 1 },
  fontSize: { xs: '0.8125rem', sm: '0.875rem' },
  verticalAlign: 'top',
  '&:first-of-type': { pl: 0 },
  '&:last-of-type': { pr: 0 },
} as const;
const ofText = { ...cell, overflowWrap: 'anywhere' } as const;
const ofNumber = { ...cell, whiteSpace: 'nowrap' } as const;

export function PlainTable({ label, head, rows, numbers = 1, hasSum = false }: PlainTableProps) {
  const isNumber = (column: number) => column >= head.length - numbers;
  const look = (column: number) =>
    isNumber(column) ? ({ align: 'right', sx: ofNumber } as const) : ({ sx: ofText } as const);
  return (
    <Table size="small" aria-label={label}>
      <TableHead>
        <TableRow>
          {head.map((title, column) => (
            <TableCell key={title} {...look(column)}>
              {title}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(({ key, cells }, index) => (
          <TableRow key={key}>
            {cells.map((content, column) => (
              <TableCell
                key={head[column]}
                {...look(column)}
                {...(hasSum && index === rows.length - 1 && { style: { fontWeight: 600 } })}
              >
                {content}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
