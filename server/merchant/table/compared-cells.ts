// Cell comparison: normalizes changes made by spreadsheets and detects differences from the product.
import { centsToInput, inputToCents } from '#domain/money.ts';
import { foldHeading, type ProductColumn } from '#domain/product-table.ts';
import { inputToNumber } from '#domain/text/typed-numbers.ts';
import { isCalendarDay } from '../violation-collector.ts';
import { type NamedOption, readOptions, readPairs, writeOptions, writePairs } from './nested-cells.ts';
import type { TableRow } from './rows.ts';

const yes = new Set(['oui', 'o', 'yes', 'vrai', 'true', '1', 'x']);
const no = new Set(['', 'non', 'n', 'no', 'faux', 'false', '0']);

/** Undefined if neither yes nor no; empty is no. */
export function parseFlag(text: string): boolean | undefined {
  const word = foldHeading(text);
  if (yes.has(word)) return true;
  return no.has(word) && (word !== '' || text === '') ? false : undefined;
}

/** '24/12/2026', '24/12/26' or '2026-12-24' → '2026-12-24'; undefined if invalid. */
export function parseDay(text: string): string | undefined {
  const french = /^(\d{1,2})\/(\d{1,2})\/((?:20)?\d{2}|\d{4})$/.exec(text);
  const day = french
    ? `${french[3]?.padStart(4, '20')}-${french[2]?.padStart(2, '0')}-${french[1]?.padStart(2, '0')}`
    : text;
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && isCalendarDay(day) ? day : undefined;
}

const cellKinds: Partial<Record<ProductColumn, 'flag' | 'money' | 'number' | 'day' | 'words' | 'options' | 'pairs'>> = {
  category: 'words',
  categories: 'words',
  events: 'words',
  vatRate: 'words',
  options: 'options',
  technicalAttributes: 'pairs',
  published: 'flag',
  indicativePrice: 'flag',
  priceDisabled: 'flag',
  notSellToMinor: 'flag',
  dematerialized: 'flag',
  inevitable: 'flag',
  news: 'flag',
  currentOffers: 'flag',
  price: 'money',
  reducedPrice: 'money',
  stock: 'number',
  length: 'number',
  width: 'number',
  height: 'number',
  weight: 'number',
  preOrderDate: 'day',
};

const normalizePrice = (text: string): string => {
  const cents = inputToCents(text);
  return cents === null ? text : centsToInput(cents);
};
const normalizePrices = (option: NamedOption): NamedOption => ({
  ...option,
  values: option.values.map((value) => ({ ...value, price: normalizePrice(value.price) })),
});

/** A cell without the changes spreadsheets make: spaces, line ends, zeros, date order. */
function normalizeCell(column: ProductColumn, cell: string): string {
  const text = cell.replaceAll('\r\n', '\n').trim();
  switch (cellKinds[column]) {
    case 'flag':
      return String(parseFlag(text) ?? text);
    case 'money':
      return normalizePrice(text);
    case 'number': {
      const number = inputToNumber(text);
      return Number.isNaN(number) ? text : String(number);
    }
    case 'day':
      return parseDay(text) ?? text;
    case 'words':
      return splitCell(text).map(foldHeading).join('|');
    case 'options': {
      const options = readOptions(text);
      return options ? writeOptions(options.map(normalizePrices)) : text;
    }
    case 'pairs': {
      const pairs = readPairs(text);
      return pairs ? writePairs(pairs) : text;
    }
    default:
      return text;
  }
}

/** For a new product, every filled cell counts. */
const hasValue = (column: ProductColumn, cell: string): boolean =>
  cell.trim() !== '' && !(cellKinds[column] === 'flag' && parseFlag(cell.trim()) === false);

/** Columns that differ from the product. */
export function findChangedColumns(
  cells: ReadonlyMap<ProductColumn, string>,
  current: TableRow | undefined,
): ProductColumn[] {
  return [...cells]
    .filter(([column, cell]) => {
      if (column === 'slug') return false;
      return current
        ? normalizeCell(column, cell) !== normalizeCell(column, current.cells[column])
        : hasValue(column, cell);
    })
    .map(([column]) => column);
}

/** 'a | b' → a, b. */
export const splitCell = (cell: string) =>
  cell
    .split('|')
    .map((word) => word.trim())
    .filter((word) => word !== '');
