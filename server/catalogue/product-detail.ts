// Public product page.
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Product } from '#contract/catalogue/products.ts';
import type { Db } from '../db/client.ts';
import { preparedQuery } from '../db/prepared-query.ts';
import {
  productAssociations,
  productCategories,
  productOptions,
  productOptionValues,
  products,
} from '../db/schema/catalogue.ts';
import { stores } from '../db/schema/stores.ts';
import { allProductImages, imageCell } from '../presenters/images.ts';
import { type OptionRow, presentProduct, summaryColumns } from '../presenters/products.ts';
import { qualified } from '../presenters/qualified.ts';
import { deliveryTermsOf, presentDelivery } from './product-delivery.ts';
import { publicProductConditions } from './product-list.ts';

/** Options for the buyer to choose. */
export const optionCells = sql<OptionRow[]>`(
  select coalesce(json_agg(json_build_object('id', asked.id, 'name', asked.name, 'values', (
    select coalesce(json_agg(json_build_object('id', offered.id, 'name', offered.name, 'price', offered.price)
      order by offered.position), '[]')
    from ${productOptionValues} offered where offered.option_id = asked.id
  )) order by asked.position), '[]')
  from ${productOptions} asked where asked.product_id = ${qualified(products.id)})`;

const categoryIds = sql<string[]>`(
  select coalesce(json_agg(second.category_id), '[]') from ${productCategories} second
  where second.product_id = ${qualified(products.id)})`;

/** Columns of the product page. */
export const detailColumns = {
  ...summaryColumns,
  images: allProductImages(products.id),
  description: products.description,
  technicalText: products.technicalText,
  technicalAttributes: products.technicalAttributes,
  technicalImage: imageCell(products.technicalImageId),
  options: optionCells,
  categoryIds,
  withdrawalException: products.withdrawalException,
  createdAt: products.createdAt,
  version: products.version,
};

const productQuery = preparedQuery((db) =>
  db
    .select(detailColumns)
    .from(products)
    .innerJoin(stores, eq(stores.id, products.storeId))
    .where(and(sql`${products.slug} = ${sql.placeholder('slug')}`, ...publicProductConditions))
    .prepare('product by slug'),
);

const associatedQuery = preparedQuery((db) =>
  db
    .select(summaryColumns)
    .from(products)
    .innerJoin(stores, eq(stores.id, products.storeId))
    .innerJoin(productAssociations, eq(productAssociations.associatedId, products.id))
    .where(
      and(
        sql`${productAssociations.productId} = (select shown.id from ${products} shown where shown.slug = ${sql.placeholder('slug')})`,
        ...publicProductConditions,
      ),
    )
    .orderBy(asc(productAssociations.position))
    .prepare('products associated'),
);

/** @returns a public product, or undefined; three queries: the product, associated products, delivery */
export async function productBySlug(db: Db, slug: string): Promise<Product | undefined> {
  const [[row], associated, terms] = await Promise.all([
    productQuery(db).execute({ slug }),
    associatedQuery(db).execute({ slug }),
    deliveryTermsOf(db, slug),
  ]);
  if (!row) return undefined;
  const product = presentProduct(row, associated);
  return terms ? { ...product, ...presentDelivery(product, terms) } : product;
}

/** The same by its id. */
export async function productById(tx: Db, id: string): Promise<Product | undefined> {
  const [row] = await tx.select({ slug: products.slug }).from(products).where(eq(products.id, id));
  return row && productBySlug(tx, row.slug);
}
