// Tables as text that spreadsheets open as they are: a byte order mark, semicolons, quotes where they are needed.
// Guarantee: no cell is ever taken for a formula, and what keeps it from being one is taken off again on the way back.

/**
 * What a spreadsheet would compute instead of showing, guarded already or not: it passes over blanks, and over signs that take
 * no room, and takes signs of full width for the others.
 */
const FORMULA =
  /^'*(?:[\t\r\n\0]|[\s\0\u00ad\u180e\u200b-\u200f\u2060-\u2064\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20\u2212\ufe63\ufe62\ufe66\ufe6b])/u;

function cell(value: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** @param rows the first one names the columns */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('')}`;
}

/** A cell of such a table as it was before it was guarded: "'=1" is '=1'. */
export const unguarded = (value: string): string =>
  value.startsWith("'") && FORMULA.test(value) ? value.slice(1) : value;
