// Table rows of a store's products. Guarantee: importing an exported cell changes nothing.
import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import { centsToInput } from '#domain/money.ts';
import { EXCEPTION_WORDS, exceptionOf } from '#domain/orders/withdrawal-exception.ts';
import type { ProductColumn } from '#domain/product-table.ts';
import type { Tx } from '../../db/client.ts';
import {
  productAssociations,
  productCategories,
  productEvents,
  productOptions,
  productOptionValues,
  products,
} from '../../db/schema/catalogue.ts';
import type { SharedNames } from './names.ts';
import { type NamedOption, writeOptions, writePairs } from './nested-cells.ts';

export type Cells = Record<ProductColumn, string>;
export interface TableRow {
  product: typeof products.$inferSelect;
  options: NamedOption[];
  cells: Cells;
}

const formatFlag = (flag: boolean) => (flag ? 'Oui' : 'Non');
const formatCents = (amount: number | null) => (amount === null ? '' : centsToInput(amount));
const exceptionChoice = (value: string | null) => {
  const exception = exceptionOf(value);
  return exception ? EXCEPTION_WORDS[exception].choice : '';
};
const formatDay = (day: string | null) => (day === null ? '' : day.split('-').toReversed().join('/'));
/** Grams to kilograms: '1,25'. */
const formatKilograms = (grams: number) => String(grams / 1000).replace('.', ',');

/** Products of a store with these slugs: newest first, or, to lock them, in lock order. */
export async function readTableRows(
  tx: Tx,
  storeId: string,
  names: SharedNames,
  { slugs, lock = false }: { slugs: readonly string[]; lock?: boolean },
): Promise<TableRow[]> {
  const all = tx
    .select()
    .from(products)
    .where(and(eq(products.storeId, storeId), isNull(products.deletedAt), inArray(products.slug, [...slugs])))
    .orderBy(...(lock ? [] : [desc(products.createdAt)]), asc(products.id));
  const productRows = lock ? await all.for('no key update') : await all;
  const parts = await readPartsByProduct(
    tx,
    productRows.map(({ id }) => id),
  );
  return productRows.map((product) => {
    const options = parts.options.get(product.id) ?? [];
    const named = (map: Map<string, string>, ids: Map<string, string[]>) =>
      (ids.get(product.id) ?? []).map((id) => map.get(id) ?? id).join(' | ');
    const cells: Cells = {
      slug: product.slug,
      name: product.name,
      category: names.categories.get(product.categoryId) ?? '',
      categories: named(names.categories, parts.categories),
      published: formatFlag(product.published),
      price: formatCents(product.price),
      reducedPrice: formatCents(product.reducedPrice),
      indicativePrice: formatFlag(product.indicativePrice),
      priceDisabled: formatFlag(product.priceDisabled),
      vatRate: product.vatRateId === null ? '' : (names.vatRates.get(product.vatRateId) ?? ''),
      stock: product.stock === null ? '' : String(product.stock),
      preOrderDate: formatDay(product.preOrderDate),
      notSellToMinor: formatFlag(product.notSellToMinor),
      dematerialized: formatFlag(product.dematerialized),
      inevitable: formatFlag(product.inevitable),
      news: formatFlag(product.news),
      currentOffers: formatFlag(product.currentOffers),
      description: product.description,
      technicalText: product.technicalText,
      technicalAttributes: writePairs(product.technicalAttributes),
      options: writeOptions(options),
      events: named(names.events, parts.events),
      associatedProducts: (parts.associated.get(product.id) ?? []).join(' | '),
      length: String(product.length),
      width: String(product.width),
      height: String(product.height),
      weight: formatKilograms(product.weight),
      netContent: product.netContent ?? '',
      externalURL: product.externalURL ?? '',
      withdrawalException: exceptionChoice(product.withdrawalException),
      weightTolerance: product.weightTolerance === null ? '' : String(product.weightTolerance),
    };
    return { product, options, cells };
  });
}

export const tableLines = (rows: readonly TableRow[]): string[][] => rows.map(({ cells }) => Object.values(cells));

async function readPartsByProduct(tx: Tx, ids: string[]) {
  const categories = await tx
    .select({ of: productCategories.productId, is: productCategories.categoryId })
    .from(productCategories)
    .where(inArray(productCategories.productId, ids))
    .orderBy(asc(productCategories.categoryId));
  const events = await tx
    .select({ of: productEvents.productId, is: productEvents.eventId })
    .from(productEvents)
    .where(inArray(productEvents.productId, ids))
    .orderBy(asc(productEvents.eventId));
  const associated = await tx
    .select({ of: productAssociations.productId, is: products.slug })
    .from(productAssociations)
    .innerJoin(products, eq(products.id, productAssociations.associatedId))
    .where(and(inArray(productAssociations.productId, ids), isNull(products.deletedAt)))
    .orderBy(asc(productAssociations.position));
  return {
    categories: listBy(categories),
    events: listBy(events),
    associated: listBy(associated),
    options: await readOptionsByProduct(tx, ids),
  };
}

function listBy(rows: readonly { of: string; is: string }[]): Map<string, string[]> {
  const lists = new Map<string, string[]>();
  for (const { of, is } of rows) lists.set(of, [...(lists.get(of) ?? []), is]);
  return lists;
}

async function readOptionsByProduct(tx: Tx, ids: string[]): Promise<Map<string, NamedOption[]>> {
  const rows = await tx
    .select({ option: productOptions, value: productOptionValues })
    .from(productOptions)
    .innerJoin(productOptionValues, eq(productOptionValues.optionId, productOptions.id))
    .where(inArray(productOptions.productId, ids))
    .orderBy(asc(productOptions.position), asc(productOptions.id), asc(productOptionValues.position));
  const byProduct = new Map<string, Map<string, NamedOption>>();
  for (const { option, value } of rows) {
    const options = byProduct.get(option.productId) ?? new Map<string, NamedOption>();
    byProduct.set(option.productId, options);
    const group = options.get(option.id) ?? { id: option.id, name: option.name, values: [] };
    options.set(option.id, group);
    group.values.push({ id: value.id, name: value.name, price: centsToInput(value.price) });
  }
  return new Map([...byProduct].map(([id, options]) => [id, [...options.values()]]));
}
