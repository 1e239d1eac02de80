// Tables as text that spreadsheets open as they are: a byte order mark, semicolons, quotes where they are needed.
// Guarantee: no cell is ever taken for a formula.

/** What a spreadsheet would compute instead of showing. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(value: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** @param rows the first one names the columns */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('')}`;
}
