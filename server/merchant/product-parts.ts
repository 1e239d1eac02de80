// Writes what hangs on a product in tables of its own: pictures, categories, events, associated products, options.
import { randomUUID } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import type { ProductChanges } from '#contract/merchant/own-products.ts';
import type { Tx } from '../db/client.ts';
import {
  productAssociations,
  productCategories,
  productEvents,
  productImages,
  productOptions,
  productOptionValues,
} from '../db/schema/catalogue.ts';
import { type Form, idsOf } from './sent-values.ts';

interface OptionValue {
  id: string | undefined;
  name: string;
  /** Cents. */
  price: number;
}
interface Option {
  id: string | undefined;
  name: string;
  values: OptionValue[];
}

/** Ids and options that were checked; undefined: not named, stays. */
export interface Parts {
  images: string[] | undefined;
  categories: string[] | undefined;
  events: string[] | undefined;
  associatedProducts: string[] | undefined;
  options: Option[] | undefined;
}

export async function checkParts(tx: Tx, form: Form, storeId: string, changes: ProductChanges): Promise<Parts> {
  const named = (
    path: 'images' | 'categories' | 'events' | 'associatedProducts',
    kind: 'image' | 'category' | 'event' | 'product',
  ) => changes[path] && idsOf(tx, form, path, kind, changes[path], storeId);
  return {
    images: await named('images', 'image'),
    categories: await named('categories', 'category'),
    events: await named('events', 'event'),
    associatedProducts: await named('associatedProducts', 'product'),
    options: changes.options && optionsOf(form, changes.options),
  };
}

/** What has no name, no values or no price was left empty in the form: it is no option. */
function optionsOf(form: Form, sent: NonNullable<ProductChanges['options']>): Option[] {
  return sent.flatMap(({ id, name, values }, at) => {
    const kept = values.flatMap((value, place) => {
      const price = form.cents(`options.${at}.values.${place}.price`, value.price);
      return value.name === '' || price === null ? [] : [{ id: value.id, name: value.name, price }];
    });
    return name === '' || kept.length === 0 ? [] : [{ id, name, values: kept }];
  });
}

export async function writeParts(tx: Tx, productId: string, parts: Parts): Promise<void> {
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
  if (options) await writeOptions(tx, productId, options);
}

/**
 * Options and values that are named again keep their ids: carts refer to them. All of them are written at once, since a
 * product may have thousands.
 */
async function writeOptions(tx: Tx, productId: string, sent: readonly Option[]): Promise<void> {
  const before = await tx
    .select({ id: productOptions.id, valueId: productOptionValues.id })
    .from(productOptions)
    .leftJoin(productOptionValues, eq(productOptionValues.optionId, productOptions.id))
    .where(eq(productOptions.productId, productId));
  const held = new Set(before.map(({ id }) => id));
  const heldValues = new Map(before.map(({ id, valueId }) => [`${id} ${valueId}`, valueId]));

  const values: (typeof productOptionValues.$inferInsert)[] = [];
  const options = sent.map((option, position) => {
    const named = option.id?.toLowerCase();
    const id = named !== undefined && held.delete(named) ? named : randomUUID();
    for (const [place, { id: namedValue, name, price }] of option.values.entries()) {
      const key = `${id} ${namedValue?.toLowerCase()}`;
      values.push({ id: heldValues.get(key) ?? randomUUID(), optionId: id, name, price, position: place });
      heldValues.delete(key);
    }
    return { id, productId, name: option.name, position };
  });

  const goneValues = [...heldValues.values()].filter((id) => id !== null);
  await tx.delete(productOptionValues).where(inArray(productOptionValues.id, goneValues));
  await tx.delete(productOptions).where(inArray(productOptions.id, [...held]));
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
