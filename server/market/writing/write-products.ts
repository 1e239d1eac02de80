// New and changed products of an import and their parts.
// Guarantees: options and values with unchanged names keep their ids, since carts reference them; the slug of a deleted
// product restores that product, since orders reference it.
import { asc, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { productOptions, productOptionValues, products } from '../../db/schema/catalogue.ts';
import { registerImportedFiles } from '../../merchant/digital-files.ts';
import { type ProductParts, writeParts } from '../../merchant/product-parts.ts';
import { productColumnsOf } from '../database-snapshot/products.ts';
import type { Kinds } from '../format/entries.ts';
import type { Change, ImportWriter } from './import-writer.ts';
import { unlessHidden } from './unless-hidden.ts';
import { writeAssociations, writeNewProducts } from './write-new-products.ts';

type ProductValues = Kinds['product'];

export async function writeProducts(writing: ImportWriter): Promise<void> {
  const { tx, of, idOf, ids, snapshot, fresh, now } = writing;
  const changes = of('product').map((change, at, all) => ({
    ...change,
    // One millisecond apart, for a stable 'newest first' order.
    madeAt: fresh.createdAt(`product:${change.key}`) ?? new Date(now.getTime() - (all.length - at)),
  }));
  const isThere = ({ key }: { key: string }) => ids.product.has(key) || snapshot.deleted.has(key);
  const [known, made] = [changes.filter(isThere), changes.filter((change) => !isThere(change))];
  await writeNewProducts(writing, made);
  for (const change of known) {
    const id = await updateOrRestoreProduct(writing, change);
    await writeParts(tx, id, await productPartsOf(writing, id, change.values));
  }
  await registerImportedFiles(tx);
  // Associations come last, since products may reference each other.
  await writeAssociations(writing, made);
  for (const { key, values } of known) {
    const associatedProducts = values.associatedProducts.map((slug) => idOf('product', slug));
    await writeParts(tx, idOf('product', key), { ...noParts, associatedProducts });
  }
}

const noParts: ProductParts = {
  images: undefined,
  categories: undefined,
  events: undefined,
  associatedProducts: undefined,
  options: undefined,
};

/** @param change `madeAt`: creation time of a restored product */
async function updateOrRestoreProduct(
  { tx, snapshot, ids, idOf, image }: ImportWriter,
  { key: slug, values, fields, madeAt }: Change<'product'> & { madeAt: Date },
): Promise<string> {
  const storeId = idOf('shop', values.shop);
  const columns = {
    ...productColumnsOf(values),
    storeId,
    categoryId: idOf('category', values.category),
    vatRateId: values.vatRate === null ? null : idOf('vatRate', String(values.vatRate)),
    technicalImageId: image(values.technicalPicture, storeId),
  };
  const version = sql`${products.version} + 1`;
  const alive = ids.product.get(slug);
  const deleted = snapshot.deleted.get(slug);
  const id = alive ?? deleted ?? '';
  const restored =
    alive === undefined ? { published: true, stock: values.stock, createdAt: madeAt, deletedAt: null } : {};
  const counted = fields.includes('stock') ? { stock: values.stock } : {};
  const written = { ...restored, ...columns };
  await tx
    .update(products)
    .set({ ...written, ...unlessHidden(written.published, products.hiddenReason), ...counted, version })
    .where(eq(products.id, id));
  ids.product.set(slug, id);
  return id;
}

async function productPartsOf(
  { tx, idOf, image }: ImportWriter,
  id: string,
  values: ProductValues,
): Promise<ProductParts> {
  const storeId = idOf('shop', values.shop);
  const images = values.pictures.flatMap((picture) => image(picture, storeId) ?? []);
  return {
    ...noParts,
    images,
    categories: values.categories.map((slug) => idOf('category', slug)),
    events: values.events.map((slug) => idOf('event', slug)),
    options: await reuseOptionIds(tx, id, values.options),
  };
}

async function reuseOptionIds(
  tx: Tx,
  productId: string,
  options: ProductValues['options'],
): Promise<ProductParts['options']> {
  const known = await tx
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
    const own = known.filter(({ option }) => option === name);
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
