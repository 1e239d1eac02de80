// CSV that spreadsheets open directly: byte order mark, semicolons, quotes where needed.
// Guarantee: no cell is interpreted as a formula; the guard is removed on import.

/** A formula, guarded or not. Spreadsheets skip blanks and invisible characters, and accept full-width signs. */
const FORMULA =
  /^'*(?:[\t\r\n\0]|[\s\0\u00ad\u180e\u200b-\u200f\u2060-\u2064\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20\u2212\ufe63\ufe62\ufe66\ufe6b])/u;

/** An amount below zero. */
const NEGATIVE = /^-\d+(?:,\d+)?$/;

function cell(value: string): string {
  const safe = FORMULA.test(value) && !NEGATIVE.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The rest of a table that `csvOf` began. */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('');

/** @param rows the first one names the columns */
export const csvOf = (rows: readonly (readonly string[])[]): string => `\ufeff${csvLines(rows)}`;

/** Removes the guard of a cell: "'=1" → '=1'. */
export const unguardCell = (value: string): string =>
  value.startsWith("'") && FORMULA.test(value) ? value.slice(1) : value;
