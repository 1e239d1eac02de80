// Product parts in tables of their own: pictures, categories, events, associated products, options.
import { randomUUID } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import type { ProductChanges } from '#contract/merchant/own-products.ts';
import { sentToCents } from '#domain/money.ts';
import type { Tx } from '../db/client.ts';
import {
  productAssociations,
  productCategories,
  productEvents,
  productImages,
  productOptions,
  productOptionValues,
} from '../db/schema/catalogue.ts';
import { type FormContext, findIds } from './violation-collector.ts';

interface CheckedOptionValue {
  id: string | undefined;
  name: string;
  /** Cents. */
  price: number;
}
interface CheckedOption {
  id: string | undefined;
  name: string;
  values: CheckedOptionValue[];
}

/** Validated ids and options; undefined: unchanged. */
export interface ProductParts {
  images: string[] | undefined;
  categories: string[] | undefined;
  events: string[] | undefined;
  associatedProducts: string[] | undefined;
  options: CheckedOption[] | undefined;
}

export async function checkParts(context: FormContext, changes: ProductChanges): Promise<ProductParts> {
  const named = (
    path: 'images' | 'categories' | 'events' | 'associatedProducts',
    kind: 'image' | 'category' | 'event' | 'product',
  ) => changes[path] && findIds(context, path, kind, changes[path]);
  return {
    images: await named('images', 'image'),
    categories: await named('categories', 'category'),
    events: await named('events', 'event'),
    associatedProducts: await named('associatedProducts', 'product'),
    options: changes.options && checkOptions(changes.options),
  };
}

/** Options without name, values or price are empty form rows and skipped. */
function checkOptions(sent: NonNullable<ProductChanges['options']>): CheckedOption[] {
  return sent.flatMap(({ id, name, values }) => {
    const complete = values.flatMap((value) => {
      const price = sentToCents(value.price);
      return value.name === '' || price === null ? [] : [{ id: value.id, name: value.name, price }];
    });
    return name === '' || complete.length === 0 ? [] : [{ id, name, values: complete }];
  });
}

export async function writeParts(tx: Tx, productId: string, parts: ProductParts): Promise<void> {
  const { images, categories, events, associatedProducts, options } = parts;
  if (images) {
    await tx.delete(productImages).where(eq(productImages.productId, productId));
    const rows = images.map((imageId, position) => ({ productId, imageId, position }));
    if (rows.length > 0) await tx.insert(productImages).values(rows);
  }
  if (categories) {
    await tx.delete(productCategories).where(eq(productCategories.productId, productId));
    const rows = categories.map((categoryId) => ({ productId, categoryId }));
    if (rows.length > 0) await tx.insert(productCategories).values(rows);
  }
  if (events) {
    await tx.delete(productEvents).where(eq(productEvents.productId, productId));
    const rows = events.map((eventId) => ({ productId, eventId }));
    if (rows.length > 0) await tx.insert(productEvents).values(rows);
  }
  if (associatedProducts) {
    await tx.delete(productAssociations).where(eq(productAssociations.productId, productId));
    const rows = associatedProducts.map((associatedId, position) => ({ productId, associatedId, position }));
    if (rows.length > 0) await tx.insert(productAssociations).values(rows);
  }
  if (options) await writeOptionRows(tx, productId, options);
}

/**
 * Known options and values keep their ids, since carts reference them. Written in bulk, since a product may have
 * thousands.
 */
async function writeOptionRows(tx: Tx, productId: string, sent: readonly CheckedOption[]): Promise<void> {
  const before = await tx
    .select({ id: productOptions.id, valueId: productOptionValues.id })
    .from(productOptions)
    .leftJoin(productOptionValues, eq(productOptionValues.optionId, productOptions.id))
    .where(eq(productOptions.productId, productId));
  const obsolete = new Set(before.map(({ id }) => id));
  const obsoleteValues = new Map(before.map(({ id, valueId }) => [`${id} ${valueId}`, valueId]));

  const values: (typeof productOptionValues.$inferInsert)[] = [];
  const options = sent.map((option, position) => {
    const named = option.id?.toLowerCase();
    const id = named !== undefined && obsolete.delete(named) ? named : randomUUID();
    for (const [place, { id: namedValue, name, price }] of option.values.entries()) {
      const key = `${id} ${namedValue?.toLowerCase()}`;
      values.push({ id: obsoleteValues.get(key) ?? randomUUID(), optionId: id, name, price, position: place });
      obsoleteValues.delete(key);
    }
    return { id, productId, name: option.name, position };
  });

  const obsoleteValueIds = [...obsoleteValues.values()].filter((id) => id !== null);
  await tx.delete(productOptionValues).where(inArray(productOptionValues.id, obsoleteValueIds));
  await tx.delete(productOptions).where(inArray(productOptions.id, [...obsolete]));
  if (options.length === 0) return;
  await tx
    .insert(productOptions)
    .values(options)
    .onConflictDoUpdate({
      target: productOptions.id,
      set: { name: sql`excluded.name`, position: sql`excluded.position` },
    });
  await tx
    .insert(productOptionValues)
    .values(values)
    .onConflictDoUpdate({
      target: productOptionValues.id,
      set: { name: sql`excluded.name`, price: sql`excluded.price`, position: sql`excluded.position` },
    });
}
