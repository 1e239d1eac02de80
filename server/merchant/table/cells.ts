// Reads the cells of one line as a change of a product. Guarantee: every cell that cannot be read is told with its column.
import { type ProductChanges, productChanges } from '#contract/merchant/own-products.ts';
import { violationsOf } from '#contract/violations.ts';
import { folded, type ProductColumn } from '#domain/product-table.ts';
import type { Form } from '../sent-values.ts';
import { dayOf, flagOf, numberOf, separated } from './compared-cells.ts';
import type { Names } from './names.ts';
import { type NamedOption, readOptions, readPairs } from './nested-cells.ts';
import type { TableRow } from './rows.ts';

/** What a line says otherwise than the product; ids where it names something else. */
export interface LineChange {
  changes: ProductChanges;
  published?: boolean;
  categoryId?: string;
  vatRateId?: string | null;
  categories?: string[];
  events?: string[];
  associatedProducts?: string[];
}

export interface Reading {
  form: Form;
  names: Names;
  /** Ids of the shop's products by their addresses. */
  associated: ReadonlyMap<string, string>;
  held: TableRow | undefined;
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
/** Reads the cells that changed; what is wrong goes to the form of the reading. */
export function readCells(
  changed: readonly ProductColumn[],
  cells: ReadonlyMap<ProductColumn, string>,
  reading: Reading,
): LineChange {
  const line: LineChange = { changes: {} };
  for (const column of changed) {
    readers[column](line, (cells.get(column) ?? '').replaceAll('\r\n', '\n').trim(), reading);
  }
  const checked = productChanges.safeParse(line.changes);
  if (checked.success) return { ...line, changes: checked.data };
  const told = new Set<string>();
  for (const { propertyPath, message } of violationsOf(checked.error)) {
    const column = columnOfPath(propertyPath);
    if (!told.has(column)) reading.form.refuse(column, message);
    told.add(column);
  }
  return line;
}

/** 'dimensions.width' is in the column 'width', 'options.0.values.1.price' in 'options'. */
function columnOfPath(path: string): string {
  const [first = '', second] = path.split('.');
  return first === 'dimensions' && second ? second : first;
}

type Reader = (line: LineChange, text: string, reading: Reading) => void;

const flag =
  (column: Exclude<Flag, 'published'>): Reader =>
  ({ changes }, text, { form }) => {
    const value = flagOf(text);
    if (value === undefined) form.refuse(column, 'Oui ou Non attendu.');
    else changes[column] = value;
  };

const words =
  (column: 'name' | 'description' | 'technicalText'): Reader =>
  ({ changes }, text) => {
    changes[column] = text;
  };

const amount =
  (column: 'price' | 'reducedPrice'): Reader =>
  ({ changes }, text) => {
    changes[column] = text === '' ? null : { stringValue: text.slice(0, 40) };
  };

const size =
  (column: 'length' | 'width' | 'height' | 'weight'): Reader =>
  ({ changes }, text, { form, held }) => {
    const product = held?.product;
    const before = {
      length: 0,
      width: 0,
      height: 0,
      weight: 0,
      ...product,
      ...(product && { weight: product.weight / 1000 }),
    };
    const { length, width, height, weight } = changes.dimensions ?? before;
    const value = text === '' ? 0 : numberOf(text);
    if (Number.isNaN(value)) form.refuse(column, 'Nombre positif attendu.');
    else changes.dimensions = { length, width, height, weight, [column]: value };
  };

/** The ids behind the words of a cell; undefined when one is unknown. */
function idsBehind(column: ProductColumn, text: string, known: ReadonlyMap<string, string>, form: Form, what: string) {
  const found: string[] = [];
  for (const word of separated(text)) {
    const id = known.get(column === 'associatedProducts' ? word.toLowerCase() : folded(word));
    if (id === undefined) {
      form.refuse(column, `${what}\u00a0: ${word.slice(0, 80)}`);
      return undefined;
    }
    found.push(id);
  }
  const ids = [...new Set(found)];
  if (ids.length <= 20) return ids;
  form.refuse(column, '20 au maximum.');
  return undefined;
}

const readers: Record<ProductColumn, Reader> = {
  slug: () => {},
  name: words('name'),
  description: words('description'),
  technicalText: words('technicalText'),
  category(line, text, { form, names }) {
    const id = names.ids.categories.get(folded(text));
    if (id === undefined) form.refuse('category', text === '' ? 'Catégorie requise' : 'Catégorie inconnue.');
    else if (!names.finest.has(id)) form.refuse('category', 'Choisissez une catégorie sans sous-catégorie.');
    else line.categoryId = id;
  },
  categories(line, text, { form, names }) {
    const ids = idsBehind('categories', text, names.ids.categories, form, 'Catégorie inconnue');
    if (ids) line.categories = ids;
  },
  events(line, text, { form, names }) {
    const ids = idsBehind('events', text, names.ids.events, form, 'Événement inconnu');
    if (ids) line.events = ids;
  },
  associatedProducts(line, text, { form, associated }) {
    const ids = idsBehind('associatedProducts', text, associated, form, 'Produit inconnu dans votre boutique');
    if (ids) line.associatedProducts = ids;
  },
  vatRate(line, text, { form, names }) {
    const id = text === '' ? null : names.ids.vatRates.get(folded(text));
    if (id === undefined) form.refuse('vatRate', 'Taux de TVA inconnu.');
    else line.vatRateId = id;
  },
  published(line, text, { form }) {
    const value = flagOf(text);
    if (value === undefined) form.refuse('published', 'Oui ou Non attendu.');
    else line.published = value;
  },
  indicativePrice: flag('indicativePrice'),
  priceDisabled: flag('priceDisabled'),
  notSellToMinor: flag('notSellToMinor'),
  dematerialized: flag('dematerialized'),
  inevitable: flag('inevitable'),
  news: flag('news'),
  currentOffers: flag('currentOffers'),
  price: amount('price'),
  reducedPrice: amount('reducedPrice'),
  stock({ changes }, text, { form }) {
    const value = numberOf(text);
    if (text === '') Object.assign(changes, { stockManagement: false, stock: null });
    else if (Number.isNaN(value)) form.refuse('stock', 'Nombre entier attendu.');
    else Object.assign(changes, { stockManagement: true, stock: value });
  },
  preOrderDate({ changes }, text, { form }) {
    const day = text === '' ? null : dayOf(text);
    if (day === undefined) form.refuse('preOrderDate', 'Date incorrecte.');
    else changes.preOrderDate = day;
  },
  technicalAttributes({ changes }, text, { form }) {
    const pairs = readPairs(text);
    if (pairs) changes.technicalAttributes = pairs;
    else form.refuse('technicalAttributes', 'Une ligne «\u00a0nom\u00a0: valeur\u00a0» par caractéristique attendue.');
  },
  options({ changes }, text, { form, held }) {
    const options = readOptions(text);
    if (options) changes.options = options.map((option) => withIds(option, held));
    else
      form.refuse(
        'options',
        'Une ligne «\u00a0option\u00a0: valeur = prix | valeur = prix\u00a0» par option attendue.',
      );
  },
  length: size('length'),
  width: size('width'),
  height: size('height'),
  weight: size('weight'),
  externalURL({ changes }, text) {
    changes.externalURL = text === '' ? null : text;
  },
};

/** One that is called as before stays the same one: carts refer to it. */
function withIds({ name, values }: NamedOption, held: TableRow | undefined) {
  const before = held?.options.find((option) => option.name === name);
  return {
    name,
    ...(before?.id !== undefined && { id: before.id }),
    values: values.map((value) => {
      const id = before?.values.find((one) => one.name === value.name)?.id;
      return { name: value.name, price: { stringValue: value.price.slice(0, 40) }, ...(id !== undefined && { id }) };
    }),
  };
}
