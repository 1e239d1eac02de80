// Table cells: parses the changed cells of a line into a product change. Guarantee: every invalid cell is reported by
// its column.
import { MAX_PRODUCT_REFERENCES } from '#contract/limits.ts';
import { type ProductChanges, productChanges } from '#contract/merchant/own-products.ts';
import { violationsOf } from '#contract/violations.ts';
import { inputToSent } from '#domain/money.ts';
import { EXCEPTION_WORDS, exceptionOfChoice } from '#domain/orders/withdrawal-exception.ts';
import { foldHeading, type ProductColumn } from '#domain/product-table.ts';
import { inputToNumber } from '#domain/text/typed-numbers.ts';
import type { ViolationCollector } from '../violation-collector.ts';
import { parseDay, parseFlag, splitCell } from './compared-cells.ts';
import type { SharedNames } from './names.ts';
import { type NamedOption, readOptions, readPairs } from './nested-cells.ts';
import type { TableRow } from './rows.ts';

/** Differences from the product, with ids of referenced rows. */
export interface LineChange {
  changes: ProductChanges;
  published?: boolean;
  categoryId?: string;
  vatRateId?: string | null;
  categories?: string[];
  events?: string[];
  associatedProducts?: string[];
}

export interface CellReading {
  form: ViolationCollector;
  names: SharedNames;
  /** Ids of the store's products by slug. */
  associated: ReadonlyMap<string, string>;
  current: TableRow | undefined;
}

type Flag = Extract<
  ProductColumn,
  | 'published'
  | 'indicativePrice'
  | 'priceDisabled'
  | 'notSellToMinor'
  | 'dematerialized'
  | 'inevitable'
  | 'news'
  | 'currentOffers'
>;
/** Parses the changed cells; violations go to the reading's form. */
export function readCells(
  changed: readonly ProductColumn[],
  cells: ReadonlyMap<ProductColumn, string>,
  reading: CellReading,
): LineChange {
  const line: LineChange = { changes: {} };
  for (const column of changed) {
    readers[column](line, (cells.get(column) ?? '').replaceAll('\r\n', '\n').trim(), reading);
  }
  const checked = productChanges.safeParse(line.changes);
  if (checked.success) return { ...line, changes: checked.data };
  reading.form.addAll(violationsOf(checked.error), columnAt);
  return line;
}

/** 'dimensions.width' is column 'width', 'options.0.values.1.price' is 'options'. */
export function columnAt(path: string): string {
  const [first = '', second] = path.split('.');
  return first === 'dimensions' && second ? second : first;
}

type CellReader = (line: LineChange, text: string, reading: CellReading) => void;

const readFlag =
  (column: Exclude<Flag, 'published'>): CellReader =>
  ({ changes }, text, { form }) => {
    const value = parseFlag(text);
    if (value === undefined) form.add(column, 'Oui ou Non attendu.');
    else changes[column] = value;
  };

const readText =
  (column: 'name' | 'description' | 'technicalText'): CellReader =>
  ({ changes }, text) => {
    changes[column] = text;
  };

const readAmount =
  (column: 'price' | 'reducedPrice'): CellReader =>
  ({ changes }, text) => {
    changes[column] = inputToSent(text);
  };

const readSize =
  (column: 'length' | 'width' | 'height' | 'weight'): CellReader =>
  ({ changes }, text, { current }) => {
    const product = current?.product;
    const before = {
      length: 0,
      width: 0,
      height: 0,
      weight: 0,
      ...product,
      ...(product && { weight: product.weight / 1000 }),
    };
    const { length, width, height, weight } = changes.dimensions ?? before;
    changes.dimensions = { length, width, height, weight, [column]: text === '' ? 0 : inputToNumber(text) };
  };

/** Ids of a cell's words; undefined if one is unknown. */
function findCellIds(
  column: ProductColumn,
  text: string,
  known: ReadonlyMap<string, string>,
  form: ViolationCollector,
  what: string,
) {
  const found: string[] = [];
  for (const word of splitCell(text)) {
    const id = known.get(column === 'associatedProducts' ? word.toLowerCase() : foldHeading(word));
    if (id === undefined) {
      form.add(column, `${what}\u00a0: ${word.slice(0, 80)}`);
      return undefined;
    }
    found.push(id);
  }
  const ids = [...new Set(found)];
  if (ids.length <= MAX_PRODUCT_REFERENCES) return ids;
  form.add(column, `${MAX_PRODUCT_REFERENCES} au maximum.`);
  return undefined;
}

const EXCEPTION_CHOICES = Object.values(EXCEPTION_WORDS)
  .map(({ choice }) => choice)
  .join(', ');

const readers: Record<ProductColumn, CellReader> = {
  slug: () => {},
  name: readText('name'),
  description: readText('description'),
  technicalText: readText('technicalText'),
  category(line, text, { form, names }) {
    const id = names.ids.categories.get(foldHeading(text));
    if (text === '') line.changes.category = text;
    else if (id === undefined) form.add('category', 'Catégorie inconnue.');
    else if (!names.finest.has(id)) form.add('category', 'Choisissez une catégorie sans sous-catégorie.');
    else Object.assign(line, { categoryId: id, changes: { ...line.changes, category: `/categories/${id}` } });
  },
  categories(line, text, { form, names }) {
    const ids = findCellIds('categories', text, names.ids.categories, form, 'Catégorie inconnue');
    if (ids) line.categories = ids;
  },
  events(line, text, { form, names }) {
    const ids = findCellIds('events', text, names.ids.events, form, 'Événement inconnu');
    if (ids) line.events = ids;
  },
  associatedProducts(line, text, { form, associated }) {
    const ids = findCellIds('associatedProducts', text, associated, form, 'Produit inconnu dans votre boutique');
    if (ids) line.associatedProducts = ids;
  },
  vatRate(line, text, { form, names }) {
    const id = text === '' ? null : names.ids.vatRates.get(foldHeading(text));
    if (id === undefined) form.add('vatRate', 'Taux de TVA inconnu.');
    else line.vatRateId = id;
  },
  published(line, text, { form }) {
    const value = parseFlag(text);
    if (value === undefined) form.add('published', 'Oui ou Non attendu.');
    else line.published = value;
  },
  indicativePrice: readFlag('indicativePrice'),
  priceDisabled: readFlag('priceDisabled'),
  notSellToMinor: readFlag('notSellToMinor'),
  dematerialized: readFlag('dematerialized'),
  inevitable: readFlag('inevitable'),
  news: readFlag('news'),
  currentOffers: readFlag('currentOffers'),
  price: readAmount('price'),
  reducedPrice: readAmount('reducedPrice'),
  stock({ changes }, text) {
    const isCounted = text !== '';
    Object.assign(changes, { stockManagement: isCounted, stock: isCounted ? inputToNumber(text) : null });
  },
  preOrderDate({ changes }, text, { form }) {
    const day = text === '' ? null : parseDay(text);
    if (day === undefined) form.add('preOrderDate', 'Date incorrecte.');
    else changes.preOrderDate = day;
  },
  technicalAttributes({ changes }, text, { form }) {
    const pairs = readPairs(text);
    if (pairs) changes.technicalAttributes = pairs;
    else form.add('technicalAttributes', 'Une ligne «\u00a0nom\u00a0: valeur\u00a0» par caractéristique attendue.');
  },
  options({ changes }, text, { form, current }) {
    const options = readOptions(text);
    if (options) changes.options = options.map((option) => reuseIds(option, current));
    else
      form.add('options', 'Une ligne «\u00a0option\u00a0: valeur = prix | valeur = prix\u00a0» par option attendue.');
  },
  length: readSize('length'),
  width: readSize('width'),
  height: readSize('height'),
  weight: readSize('weight'),
  netContent({ changes }, text) {
    changes.netContent = text === '' ? null : text;
  },
  externalURL({ changes }, text) {
    changes.externalURL = text === '' ? null : text;
  },
  withdrawalException({ changes }, text, { form }) {
    const exception = text === '' ? null : exceptionOfChoice(text, foldHeading);
    if (exception === undefined) form.add('withdrawalException', `Vide, ou\u00a0: ${EXCEPTION_CHOICES}.`);
    else changes.withdrawalException = exception;
  },
  weightTolerance({ changes }, text) {
    changes.weightTolerance = text === '' ? null : inputToNumber(text.replace(/\s*%$/, ''));
  },
};

/** Options with an unchanged name keep their ids, since carts reference them. */
function reuseIds({ name, values }: NamedOption, current: TableRow | undefined) {
  const before = current?.options.find((option) => option.name === name);
  return {
    name,
    ...(before?.id !== undefined && { id: before.id }),
    values: values.map((value) => {
      const id = before?.values.find((one) => one.name === value.name)?.id;
      return { name: value.name, price: inputToSent(value.price), ...(id !== undefined && { id }) };
    }),
  };
}
