// Reads a shop's products as rows of a table. Guarantee: what a cell says is what an import of it would write again.
import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import { centsToInput } from '#domain/money.ts';
import { type ProductColumn, productColumns } from '#domain/product-table.ts';
import type { Tx } from '../../db/client.ts';
import {
  productAssociations,
  productCategories,
  productEvents,
  productOptions,
  productOptionValues,
  products,
} from '../../db/schema/catalogue.ts';
import type { Names } from './names.ts';
import { type NamedOption, writeOptions, writePairs } from './nested-cells.ts';

export type Cells = Record<ProductColumn, string>;
export interface TableRow {
  product: typeof products.$inferSelect;
  options: NamedOption[];
  cells: Cells;
}

const yesNo = (flag: boolean) => (flag ? 'Oui' : 'Non');
const cents = (amount: number | null) => (amount === null ? '' : centsToInput(amount));
const frenchDay = (day: string | null) => (day === null ? '' : day.split('-').toReversed().join('/'));
/** '1,25', of grams. */
const kilograms = (grams: number) => String(grams / 1000).replace('.', ',');

/** All of a shop, the newest first, or those at some addresses, in the order in which rows are locked. */
export async function tableRows(
  tx: Tx,
  storeId: string,
  names: Names,
  at?: { slugs: readonly string[]; lock?: boolean },
): Promise<TableRow[]> {
  const own = and(eq(products.storeId, storeId), isNull(products.deletedAt));
  const all = tx
    .select()
    .from(products)
    .where(at ? and(own, inArray(products.slug, [...at.slugs])) : own)
    .orderBy(...(at ? [asc(products.id)] : [desc(products.createdAt), asc(products.id)]));
  const held = at?.lock ? await all.for('no key update') : await all;
  const parts = await partsOf(
    tx,
    held.map(({ id }) => id),
  );
  return held.map((product) => {
    const options = parts.options.get(product.id) ?? [];
    const named = (map: Map<string, string>, ids: Map<string, string[]>) =>
      (ids.get(product.id) ?? []).map((id) => map.get(id) ?? id).join(' | ');
    const cells: Cells = {
      slug: product.slug,
      name: product.name,
      category: names.categories.get(product.categoryId) ?? '',
      categories: named(names.categories, parts.categories),
      published: yesNo(product.published),
      price: cents(product.price),
      reducedPrice: cents(product.reducedPrice),
      indicativePrice: yesNo(product.indicativePrice),
      priceDisabled: yesNo(product.priceDisabled),
      vatRate: product.vatRateId === null ? '' : (names.vatRates.get(product.vatRateId) ?? ''),
      stock: product.stock === null ? '' : String(product.stock),
      preOrderDate: frenchDay(product.preOrderDate),
      notSellToMinor: yesNo(product.notSellToMinor),
      dematerialized: yesNo(product.dematerialized),
      inevitable: yesNo(product.inevitable),
      news: yesNo(product.news),
      currentOffers: yesNo(product.currentOffers),
      description: product.description,
      technicalText: product.technicalText,
      technicalAttributes: writePairs(product.technicalAttributes),
      options: writeOptions(options),
      events: named(names.events, parts.events),
      associatedProducts: (parts.associated.get(product.id) ?? []).join(' | '),
      length: String(product.length),
      width: String(product.width),
      height: String(product.height),
      weight: kilograms(product.weight),
      externalURL: product.externalURL ?? '',
    };
    return { product, options, cells };
  });
}

/** The first line of a table, then its rows. */
export const asTable = (rows: readonly TableRow[]): string[][] => [
  Object.values(productColumns),
  ...rows.map(({ cells }) => Object.values(cells)),
];

async function partsOf(tx: Tx, ids: string[]) {
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
    categories: gathered(categories),
    events: gathered(events),
    associated: gathered(associated),
    options: await optionsOf(tx, ids),
  };
}

function gathered(rows: readonly { of: string; is: string }[]): Map<string, string[]> {
  const lists = new Map<string, string[]>();
  for (const { of, is } of rows) lists.set(of, [...(lists.get(of) ?? []), is]);
  return lists;
}

async function optionsOf(tx: Tx, ids: string[]): Promise<Map<string, NamedOption[]>> {
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
    const held = options.get(option.id) ?? { id: option.id, name: option.name, values: [] };
    options.set(option.id, held);
    held.values.push({ id: value.id, name: value.name, price: centsToInput(value.price) });
  }
  return new Map([...byProduct].map(([id, options]) => [id, [...options.values()]]));
}
