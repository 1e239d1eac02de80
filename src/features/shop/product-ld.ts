import type { Product } from '#contract/products.ts';
import { isOrderable } from '#domain/product.ts';
import { paths } from '#paths';

/** What search engines are told of a product: schema.org, without what is not known. */
export function productLd(product: Product): Record<string, unknown> {
  const price = product.reducedPrice ?? product.price;
  const image = product.images.map((each) => each['720_inset_path']);
  return {
    '@type': 'Product',
    name: product.name,
    sku: product.id,
    ...(product.description === '' ? {} : { description: product.description }),
    ...(image.length === 0 ? {} : { image }),
    ...(product.averageRating === null
      ? {}
      : {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: product.averageRating,
            reviewCount: product.reviewCount,
          },
        }),
    ...(price === null || product.priceDisabled || product.indicativePrice
      ? {}
      : {
          offers: {
            '@type': 'Offer',
            price: price.convertedAmount.toFixed(2),
            priceCurrency: 'EUR',
            availability: `https://schema.org/${availability(product)}`,
            seller: {
              '@type': 'Store',
              name: product.store.name,
              url: paths.store.replace(':slug', product.store.slug),
            },
          },
        }),
  };
}

function availability(product: Product): string {
  if (!isOrderable(product)) return 'InStoreOnly';
  return product.stock !== null && product.stock <= 0 ? 'OutOfStock' : 'InStock';
}
