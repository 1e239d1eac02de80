// New products of an import and their parts, one statement per table.
import {
  productAssociations,
  productCategories,
  productEvents,
  productImages,
  productOptions,
  productOptionValues,
  products,
} from '../../db/schema/catalogue.ts';
import { productColumnsOf } from '../database-snapshot/products.ts';
import type { Change, ImportWriter } from './import-writer.ts';
import { insertAll } from './insert-all.ts';

type NewProduct = Change<'product'> & { madeAt: Date };

/** Associations are written later by `writeAssociations`. */
export async function writeNewProducts(writing: ImportWriter, made: readonly NewProduct[]): Promise<void> {
  const { tx, ids, idOf, image, fresh } = writing;
  for (const { key } of made) ids.product.set(key, fresh.id(`product:${key}`));
  const owned = made.map(({ key, values, madeAt }) => {
    const storeId = idOf('shop', values.shop);
    return { key, values, madeAt, productId: idOf('product', key), storeId };
  });
  await insertAll(
    tx,
    products,
    owned.map(({ key, values, madeAt, productId, storeId }) => ({
      published: true,
      ...productColumnsOf(values),
      id: productId,
      slug: key,
      name: values.name,
      storeId,
      categoryId: idOf('category', values.category),
      vatRateId: values.vatRate === null ? null : idOf('vatRate', String(values.vatRate)),
      technicalImageId: image(values.technicalPicture, storeId),
      stock: values.stock,
      createdAt: madeAt,
    })),
  );
  await insertAll(
    tx,
    productImages,
    owned.flatMap(({ values, productId, storeId }) =>
      values.pictures.map((picture, position) => ({ productId, imageId: image(picture, storeId) ?? '', position })),
    ),
  );
  await insertAll(
    tx,
    productCategories,
    owned.flatMap(({ values, productId }) =>
      values.categories.map((slug) => ({ productId, categoryId: idOf('category', slug) })),
    ),
  );
  await insertAll(
    tx,
    productEvents,
    owned.flatMap(({ values, productId }) =>
      values.events.map((slug) => ({ productId, eventId: idOf('event', slug) })),
    ),
  );
  const options = owned.flatMap(({ key, values, productId }) =>
    values.options.map((option, position) => ({
      ...option,
      what: `${key}:${option.name}`,
      id: fresh.id(`option:${key}:${option.name}`),
      productId,
      position,
    })),
  );
  await insertAll(
    tx,
    productOptions,
    options.map(({ id, productId, name, position }) => ({ id, productId, name, position })),
  );
  await insertAll(
    tx,
    productOptionValues,
    options.flatMap(({ id: optionId, what, values }) =>
      values.map(({ name, price }, position) => ({
        id: fresh.id(`value:${what}:${name}`),
        optionId,
        name,
        price,
        position,
      })),
    ),
  );
}

export function writeAssociations({ tx, idOf }: ImportWriter, made: readonly NewProduct[]): Promise<void> {
  const rows = made.flatMap(({ key, values }) =>
    values.associatedProducts.map((slug, position) => ({
      productId: idOf('product', key),
      associatedId: idOf('product', slug),
      position,
    })),
  );
  return insertAll(tx, productAssociations, rows);
}
