// What a cell says, without what spreadsheets change on their own, and whether that is something else than the product.
import { centsToInput, inputToCents } from '#domain/money.ts';
import { folded, type ProductColumn } from '#domain/product-table.ts';
import { inputToNumber } from '#domain/text/typed-numbers.ts';
import { isDay } from '../sent-values.ts';
import { type NamedOption, readOptions, readPairs, writeOptions, writePairs } from './nested-cells.ts';
import type { TableRow } from './rows.ts';

const yes = new Set(['oui', 'o', 'yes', 'vrai', 'true', '1', 'x']);
const no = new Set(['', 'non', 'n', 'no', 'faux', 'false', '0']);

/** Undefined when it is neither yes nor no; nothing is no. */
export function flagOf(text: string): boolean | undefined {
  const word = folded(text);
  if (yes.has(word)) return true;
  return no.has(word) && (word !== '' || text === '') ? false : undefined;
}

/** '24/12/2026', '24/12/26' or '2026-12-24' → '2026-12-24'; undefined when it is no day. */
export function dayOf(text: string): string | undefined {
  const french = /^(\d{1,2})\/(\d{1,2})\/((?:20)?\d{2}|\d{4})$/.exec(text);
  const day = french
    ? `${french[3]?.padStart(4, '20')}-${french[2]?.padStart(2, '0')}-${french[1]?.padStart(2, '0')}`
    : text;
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && isDay(day) ? day : undefined;
}

/** NaN when it is no number of ours. */
export const numberOf = (text: string): number => inputToNumber(text, 3) ?? Number.NaN;

const kinds: Partial<Record<ProductColumn, 'flag' | 'money' | 'number' | 'day' | 'words' | 'options' | 'pairs'>> = {
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

const barePrice = (text: string): string => {
  const cents = inputToCents(text);
  return cents === null ? text : centsToInput(cents);
};
const withBarePrices = (option: NamedOption): NamedOption => ({
  ...option,
  values: option.values.map((value) => ({ ...value, price: barePrice(value.price) })),
});

/** A cell without what spreadsheets change on their own: spaces, ends of lines, zeros, the order of a date. */
function bare(column: ProductColumn, cell: string): string {
  const text = cell.replaceAll('\r\n', '\n').trim();
  switch (kinds[column]) {
    case 'flag':
      return String(flagOf(text) ?? text);
    case 'money':
      return barePrice(text);
    case 'number': {
      const number = numberOf(text);
      return Number.isNaN(number) ? text : String(number);
    }
    case 'day':
      return dayOf(text) ?? text;
    case 'words':
      return separated(text).map(folded).join('|');
    case 'options': {
      const options = readOptions(text);
      return options ? writeOptions(options.map(withBarePrices)) : text;
    }
    case 'pairs': {
      const pairs = readPairs(text);
      return pairs ? writePairs(pairs) : text;
    }
    default:
      return text;
  }
}

/** Of a product that is still to be made, every cell that says nothing. */
const saysNew = (column: ProductColumn, cell: string): boolean =>
  cell.trim() !== '' && !(kinds[column] === 'flag' && flagOf(cell.trim()) === false);

/** The columns that say something else than the product. */
export function changedColumns(cells: ReadonlyMap<ProductColumn, string>, held: TableRow | undefined): ProductColumn[] {
  return [...cells]
    .filter(([column, cell]) => {
      if (column === 'slug') return false;
      return held ? bare(column, cell) !== bare(column, held.cells[column]) : saysNew(column, cell);
    })
    .map(([column]) => column);
}

/** 'a | b' → a, b. */
export const separated = (cell: string) =>
  cell
    .split('|')
    .map((word) => word.trim())
    .filter((word) => word !== '');
