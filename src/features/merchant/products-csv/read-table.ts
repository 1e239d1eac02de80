// Reads a file as a table of products.
// Guarantee: an unsuitable file is refused with an instruction.

import { columnOf, type ProductColumn } from '#domain/product-table.ts';
import { unguardCell } from '#domain/text/csv.ts';

export interface TableLine {
  /** Line number of the spreadsheet. */
  number: number;
  cells: string[];
}
export interface ProductTable {
  columns: ProductColumn[];
  lines: TableLine[];
  /** Unknown headings. */
  ignored: string[];
}

/** Message for the user; nothing was read. */
export class UnreadableTable extends Error {
  override name = 'UnreadableTable';
}

const BYTES_AT_MOST = 10_000_000;
const LINES_AT_MOST = 20_000;
const CELL_AT_MOST = 20_000;
/** A table may have title lines above its headings. */
const HEADING_AMONG = 5;

/** Non-ASCII letters of French texts: a wrong code page garbles them. */
const FRENCH = /[àâäçéèêëîïôöùûüœÀÂÇÉÈÊËÎÔÙÛŒ«»’€]/g;
const frenchIn = (text: string) => text.match(FRENCH)?.length ?? 0;

/** UTF-8, UTF-16, or the legacy encodings of spreadsheets on Windows and Mac. */
function textOf(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0x50 && second === 0x4b) {
    throw new UnreadableTable(
      'Ce fichier est un classeur, pas un CSV\u00a0: dans votre tableur, enregistrez-le au format CSV, puis choisissez-le à nouveau.',
    );
  }
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const [windows, mac] = ['windows-1252', 'macintosh'].map((label) => new TextDecoder(label).decode(bytes));
    return frenchIn(mac ?? '') > frenchIn(windows ?? '') ? (mac ?? '') : (windows ?? '');
  }
}

/** Separator declaration of spreadsheets. */
const SEPARATOR_LINE = /^sep=(.)(?:\r\n|\r|\n)/i;

/** Separator: the declared one, else the most frequent one of the first lines. */
function separatorOf(text: string): string {
  const declared = SEPARATOR_LINE.exec(text)?.[1];
  if (declared) return declared;
  const head = text.split(/\r\n|\r|\n/, HEADING_AMONG).join('\n');
  const counted = [';', '\t', ','].map((sign) => ({ sign, count: head.split(sign).length }));
  return counted.reduce((most, one) => (one.count > most.count ? one : most)).sign;
}

export async function readTable(bytes: ArrayBuffer): Promise<ProductTable> {
  if (bytes.byteLength > BYTES_AT_MOST)
    throw new UnreadableTable('Ce fichier dépasse 10\u00a0Mo\u00a0: coupez-le en plusieurs.');
  const text = textOf(bytes);
  if (text.includes('\u0000')) throw new UnreadableTable('Ce fichier n’est pas un tableau au format CSV.');
  const { default: Papa } = await import('papaparse');
  const declaration = SEPARATOR_LINE.exec(text)?.[0] ?? '';
  const delimiter = separatorOf(text);
  // The line remains as an empty one, so that line numbers match the spreadsheet.
  const { data, errors } = Papa.parse<string[]>(text.replace(declaration, declaration.replace(/^sep=./i, '')), {
    delimiter,
  });
  const [broken] = errors.filter(({ type }) => type === 'Quotes');
  if (broken) {
    throw new UnreadableTable(`Ligne ${(broken.row ?? 0) + 1}\u00a0: un guillemet n’est pas fermé. Rien n’a été lu.`);
  }
  return tableOf(data.map((cells) => cells.map(unguardCell)));
}

/** @param rows first non-empty row: headings */
export function tableOf(rows: readonly (readonly string[])[]): ProductTable {
  const filled = rows
    .map((cells, at): TableLine => ({ number: at + 1, cells: [...cells] }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const isHeading = ({ cells }: TableLine) => cells.some((cell) => ['slug', 'name'].includes(columnOf(cell) ?? ''));
  const at = Math.max(0, filled.slice(0, HEADING_AMONG).findIndex(isHeading));
  const [head, ...lines] = filled.slice(at);
  if (!head) throw new UnreadableTable('Ce fichier est vide.');
  const found = head.cells.map((heading) => columnOf(heading));
  const columns = found.filter((key) => key !== undefined);
  if (!columns.includes('slug') && !columns.includes('name')) {
    throw new UnreadableTable(
      'La première ligne doit nommer les colonnes, dont «\u00a0Adresse\u00a0» ou «\u00a0Nom\u00a0». Partez de l’export de vos produits ou du modèle.',
    );
  }
  const twice = columns.find((key, at) => columns.indexOf(key) < at);
  if (twice)
    throw new UnreadableTable(`Deux colonnes s’appellent «\u00a0${head.cells[found.lastIndexOf(twice)]}\u00a0».`);
  if (lines.length === 0) throw new UnreadableTable('Ce tableau n’a aucune ligne sous les noms des colonnes.');
  if (lines.length > LINES_AT_MOST)
    throw new UnreadableTable('Ce tableau dépasse 20\u202f000\u00a0lignes\u00a0: coupez-le en plusieurs.');
  const long = lines.find(({ cells }) => cells.some((cell) => cell.length > CELL_AT_MOST));
  if (long) throw new UnreadableTable(`Ligne ${long.number}\u00a0: une cellule dépasse 20\u202f000\u00a0caractères.`);
  return {
    columns,
    ignored: head.cells.filter((heading, at) => found[at] === undefined && heading.trim() !== ''),
    lines: lines.map(({ number, cells }) => ({ number, cells: known(cells, found) })),
  };
}

/** Cells under known headings, then cells beyond the last heading. */
function known(cells: readonly string[], found: readonly (ProductColumn | undefined)[]): string[] {
  const under = cells.filter((_, at) => at < found.length && found[at] !== undefined);
  const beyond = cells.slice(found.length);
  if (beyond.every((cell) => cell.trim() === '')) return under;
  const missing = Math.max(0, found.filter((key) => key !== undefined).length - under.length);
  return [...under, ...Array.from({ length: missing }, () => ''), ...beyond];
}
