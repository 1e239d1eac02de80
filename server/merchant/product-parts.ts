// What hangs on a product in tables of its own: pictures, categories, events, associated products, options.
import { and, eq, inArray, notInArray } from 'drizzle-orm';
import type { ProductChanges } from '#contract/own-products.ts';
import { isUuid } from '#server/catalogue/product-list.ts';
import type { Tx } from '#server/db/client.ts';
import {
  productAssociations,
  productCategories,
  productEvents,
  productImages,
  productOptions,
  productOptionValues,
} from '#server/db/tables.ts';
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

/** Options and values that are named again keep their ids: carts refer to them. */
async function writeOptions(tx: Tx, productId: string, options: readonly Option[]): Promise<void> {
  const before = await tx
    .select({ id: productOptions.id })
    .from(productOptions)
    .where(eq(productOptions.productId, productId));
  const ids = before.map(({ id }) => id);
  const kept = options.flatMap(({ id }) => (id !== undefined && ids.includes(id) ? [id] : []));
  const dropped = ids.filter((id) => !kept.includes(id));
  if (dropped.length > 0) {
    await tx.delete(productOptionValues).where(inArray(productOptionValues.optionId, dropped));
    await tx.delete(productOptions).where(inArray(productOptions.id, dropped));
  }
  for (const [position, { id, name, values }] of options.entries()) {
    const own = id !== undefined && kept.includes(id) ? id : undefined;
    const optionId = own ?? (await newOption(tx, productId, name, position));
    if (own) await tx.update(productOptions).set({ name, position }).where(eq(productOptions.id, own));
    await writeValues(tx, optionId, values);
  }
}

async function newOption(tx: Tx, productId: string, name: string, position: number): Promise<string> {
  const [made] = await tx
    .insert(productOptions)
    .values({ productId, name, position })
    .returning({ id: productOptions.id });
  return made?.id ?? '';
}

async function writeValues(tx: Tx, optionId: string, values: readonly OptionValue[]): Promise<void> {
  const kept = values.flatMap(({ id }) => (id !== undefined && isUuid(id) ? [id] : []));
  const ofOption = eq(productOptionValues.optionId, optionId);
  await tx
    .delete(productOptionValues)
    .where(kept.length > 0 ? and(ofOption, notInArray(productOptionValues.id, kept)) : ofOption);
  for (const [position, { id, name, price }] of values.entries()) {
    const [again] =
      id !== undefined && isUuid(id)
        ? await tx
            .update(productOptionValues)
            .set({ name, price, position })
            .where(and(ofOption, eq(productOptionValues.id, id)))
            .returning({ id: productOptionValues.id })
        : [];
    if (!again) await tx.insert(productOptionValues).values({ optionId, name, price, position });
  }
}
