// Featured products that are public.
import { and, asc, desc, eq, gt, isNull, or } from 'drizzle-orm';
import type { productEndpoints as productCalls } from '#contract/catalogue/products.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import type { Tx } from '../db/client.ts';
import { products } from '../db/schema/catalogue.ts';
import { featuredProducts } from '../db/schema/content.ts';
import { stores } from '../db/schema/stores.ts';
import { presentSummary, summaryColumns } from '../presenters/products.ts';
import { badRequest } from '../runtime/errors.ts';

type FeaturedFilters = QueryOf<(typeof productCalls)['featuredProducts.list']>;

export async function listFeaturedProducts(tx: Tx, filters: FeaturedFilters) {
  const after = filters['product.deletedAt[after]'];
  if (after !== undefined && Number.isNaN(Date.parse(after))) {
    throw badRequest('product.deletedAt[after] n’est pas une date.');
  }
  const isThere = isNull(products.deletedAt);
  const rows = await tx
    .select({ ...summaryColumns, rank: featuredProducts.rank })
    .from(featuredProducts)
    .innerJoin(products, eq(products.id, featuredProducts.productId))
    .innerJoin(stores, eq(stores.id, products.storeId))
    .where(
      and(
        eq(products.published, filters.published ?? true),
        eq(products.published, true),
        eq(stores.published, true),
        after === undefined ? isThere : or(isThere, gt(products.deletedAt, new Date(after))),
      ),
    )
    .orderBy(filters['order[rank]'] === 'DESC' ? desc(featuredProducts.rank) : asc(featuredProducts.rank), products.id);
  return rows.map(({ rank, ...product }) => ({
    '@id': `/featured_products/${product.id}`,
    '@type': 'FeaturedProduct' as const,
    rank,
    product: presentSummary(product),
  }));
}
