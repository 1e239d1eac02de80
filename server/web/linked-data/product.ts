// Describes a product as linked data.
import type { Category } from '#contract/categories.ts';
import type { Product } from '#contract/products.ts';
import { pathTo } from '#domain/category-tree.ts';
import { isOrderable, isPreOrder } from '#domain/product.ts';
import { paths } from '#paths';
import { address, breadcrumb, known, pictures, rating, type Site, type Thing } from './thing.ts';

export function productThings(site: Site, product: Product, categories: readonly Category[]): Thing[] {
  const url = address(site, paths.product, product.slug);
  const above = pathTo(categories, product.category);
  return [
    {
      '@type': 'Product',
      '@id': `${url}#produit`,
      ...known({
        name: product.name,
        url,
        sku: product.id,
        description: product.description,
        image: pictures(site, product.images),
        category: above.map(({ name }) => name).join(' > '),
        aggregateRating: rating(product.averageRating, product.reviewCount),
        additionalProperty: product.technicalAttributes.map(({ name, value }) => ({
          '@type': 'PropertyValue',
          name,
          value,
        })),
        offers: offerOf(site, product, url),
      }),
    },
    breadcrumb(site, [
      ...above.map(({ name, slug }) => ({ name, url: address(site, paths.category, slug) })),
      { name: product.name, url },
    ]),
  ];
}

/** Only a firm price is an offer: what one pays before options. */
function offerOf(site: Site, product: Product, url: string): Thing | undefined {
  const price = product.reducedPrice ?? product.price;
  if (price === null || product.priceDisabled || product.indicativePrice) return undefined;
  const { store } = product;
  const awaited = isPreOrder(product.preOrderDate, site.today);
  return {
    '@type': 'Offer',
    ...known({
      url,
      price: price.convertedAmount.toFixed(2),
      priceCurrency: 'EUR',
      itemCondition: 'https://schema.org/NewCondition',
      availability: `https://schema.org/${availability(product, awaited)}`,
      availabilityStarts: awaited ? product.preOrderDate : undefined,
      seller: { '@type': 'Store', name: store.name, url: address(site, paths.store, store.slug) },
    }),
  };
}

function availability(product: Product, awaited: boolean): string {
  if (!isOrderable(product)) return 'InStoreOnly';
  if (product.stock !== null && product.stock <= 0) return 'OutOfStock';
  return awaited ? 'PreOrder' : 'InStock';
}
