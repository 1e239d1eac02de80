// The rows of the products that an import brings or changes, with what hangs on them.
// Guarantees: options and values keep their ids while their names stay, since carts refer to them; the address of a product
// that was deleted brings back that product, since orders refer to it.
import { asc, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { productOptions, productOptionValues, products } from '../../db/schema/catalogue.ts';
import { nameDigitalFiles } from '../../merchant/digital-files.ts';
import { type Parts, writeParts } from '../../merchant/product-parts.ts';
import { productColumns } from '../database-snapshot/products.ts';
import type { Kinds } from '../format/entries.ts';
import { associate, writeNewProducts } from './write-new-products.ts';
import type { Writing } from './writing.ts';

type Values = Kinds['product'];

export async function writeProducts(writing: Writing): Promise<void> {
  const { tx, of, idOf, ids, held, fresh, now } = writing;
  const changes = of('product').map((change, at, all) => ({
    ...change,
    // A millisecond apart, so that 'newest first' has one order.
    madeAt: fresh.madeAt(`product:${change.key}`) ?? new Date(now.getTime() - (all.length - at)),
  }));
  const isThere = ({ key }: { key: string }) => ids.product.has(key) || held.deleted.has(key);
  const [known, made] = [changes.filter(isThere), changes.filter((change) => !isThere(change))];
  await writeNewProducts(writing, made);
  for (const { key, values, fields, madeAt } of known) {
    const id = await changeProduct(writing, key, values, fields, madeAt);
    await writeParts(tx, id, await partsOf(writing, id, values));
  }
  await nameDigitalFiles(tx);
  // They name each other: all of them are there now.
  await associate(writing, made);
  for (const { key, values } of known) {
    const associatedProducts = values.associatedProducts.map((slug) => idOf('product', slug));
    await writeParts(tx, idOf('product', key), { ...noParts, associatedProducts });
  }
}

const noParts: Parts = {
  images: undefined,
  categories: undefined,
  events: undefined,
  associatedProducts: undefined,
  options: undefined,
};

/** @param madeAt when one that comes back after its deletion begins anew */
async function changeProduct(
  { tx, held, ids, idOf, image }: Writing,
  slug: string,
  values: Values,
  fields: readonly string[],
  madeAt: Date,
): Promise<string> {
  const storeId = idOf('shop', values.shop);
  const columns = {
    ...productColumns(values),
    storeId,
    categoryId: idOf('category', values.category),
    vatRateId: values.vatRate === null ? null : idOf('vatRate', String(values.vatRate)),
    technicalImageId: image(values.technicalPicture, storeId),
  };
  const version = sql`${products.version} + 1`;
  const alive = ids.product.get(slug);
  const deleted = held.deleted.get(slug);
  const id = alive ?? deleted ?? '';
  const again = alive === undefined ? { published: true, stock: values.stock, createdAt: madeAt, deletedAt: null } : {};
  const counted = fields.includes('stock') ? { stock: values.stock } : {};
  await tx
    .update(products)
    .set({ ...again, ...columns, ...counted, version })
    .where(eq(products.id, id));
  ids.product.set(slug, id);
  return id;
}

async function partsOf({ tx, idOf, image }: Writing, id: string, values: Values): Promise<Parts> {
  const storeId = idOf('shop', values.shop);
  const images = values.pictures.flatMap((picture) => image(picture, storeId) ?? []);
  return {
    ...noParts,
    images,
    categories: values.categories.map((slug) => idOf('category', slug)),
    events: values.events.map((slug) => idOf('event', slug)),
    options: await withKnownIds(tx, id, values.options),
  };
}

async function withKnownIds(tx: Tx, productId: string, options: Values['options']): Promise<Parts['options']> {
  const held = await tx
    .select({
      optionId: productOptions.id,
      option: productOptions.name,
      valueId: productOptionValues.id,
      value: productOptionValues.name,
    })
    .from(productOptions)
    .innerJoin(productOptionValues, eq(productOptionValues.optionId, productOptions.id))
    .where(eq(productOptions.productId, productId))
    .orderBy(asc(productOptions.position), asc(productOptionValues.position));
  return options.map(({ name, values }) => {
    const own = held.filter(({ option }) => option === name);
    return {
      id: own[0]?.optionId,
      name,
      values: values.map(({ name: value, price }) => ({
        id: own.find((each) => each.optionId === own[0]?.optionId && each.value === value)?.valueId,
        name: value,
        price,
      })),
    };
  });
}
