// Mounts the endpoints of products as the public sees them.
import { and, asc, desc, eq, gt, isNull, or } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { productBySlug } from '../catalogue/product-detail.ts';
import { idOf, isUuid, listProducts, shownToAll } from '../catalogue/product-list.ts';
import { products } from '../db/schema/catalogue.ts';
import { featuredProducts } from '../db/schema/content.ts';
import { availabilityProducts } from '../db/schema/requests.ts';
import { stores } from '../db/schema/shops.ts';
import { mount } from '../http/mount.ts';
import { collectionOf } from '../presenters/collection.ts';
import { presentSummary, summaryColumns } from '../presenters/products.ts';
import { badRequest, invalid, notFound } from '../runtime/errors.ts';

const PRODUCTS_PER_PAGE = 36;

export function productRoutes(app: FastifyInstance): void {
  mount(app, 'products.list', ({ tx, query, request }) =>
    listProducts(tx, { kind: 'market' }, query, request.url, PRODUCTS_PER_PAGE),
  );

  mount(app, 'products.bySlug', async ({ tx, params }) => {
    const product = await productBySlug(tx, params.slug);
    if (!product) throw notFound('product-gone');
    return product;
  });

  mount(app, 'featuredProducts.list', async ({ tx, query }) => {
    const after = query['product.deletedAt[after]'];
    if (after !== undefined && Number.isNaN(Date.parse(after))) {
      throw badRequest("product.deletedAt[after] n'est pas une date.");
    }
    const rows = await tx
      .select({ ...summaryColumns, rank: featuredProducts.rank })
      .from(featuredProducts)
      .innerJoin(products, eq(products.id, featuredProducts.productId))
      .innerJoin(stores, eq(stores.id, products.storeId))
      .where(
        and(
          eq(products.published, query.published ?? true),
          eq(products.published, true),
          eq(stores.published, true),
          after === undefined
            ? isNull(products.deletedAt)
            : or(isNull(products.deletedAt), gt(products.deletedAt, new Date(after))),
        ),
      )
      .orderBy(query['order[rank]'] === 'DESC' ? desc(featuredProducts.rank) : asc(featuredProducts.rank), products.id);
    return collectionOf(
      '/featured_products',
      rows.map(({ rank, ...product }) => ({
        '@id': `/featured_products/${product.id}`,
        '@type': 'FeaturedProduct' as const,
        rank,
        product: presentSummary(product),
      })),
    );
  });

  mount(app, 'availability.create', async ({ tx, body, now }) => {
    const productId = idOf(body.product);
    const [known] = isUuid(productId)
      ? await tx
          .select({ id: products.id })
          .from(products)
          .where(and(eq(products.id, productId), ...shownToAll))
      : [];
    if (!known) throw invalid([{ propertyPath: 'product', message: "Ce produit n'est plus proposé." }]);
    // Asked twice, told once.
    const waiting = and(
      eq(availabilityProducts.productId, productId),
      eq(availabilityProducts.email, body.email),
      isNull(availabilityProducts.notifiedAt),
    );
    const [already] = await tx.select({ id: availabilityProducts.id }).from(availabilityProducts).where(waiting);
    const [alert] = already
      ? [already]
      : await tx
          .insert(availabilityProducts)
          .values({ email: body.email, productId, createdAt: now })
          .returning({ id: availabilityProducts.id });
    return { '@id': `/availability_products/${alert?.id ?? ''}`, '@type': 'AvailabilityProduct' as const };
  });
}
