// Structured data of a product. A Product requires an offer, so products without a firm price are ItemPages.
import type { Category } from '#contract/catalogue/categories.ts';
import type { Product } from '#contract/catalogue/products.ts';
import { isOrderable, isPreOrder } from '#domain/product.ts';
import { pathTo } from '#domain/search/category-tree.ts';
import { paths } from '#paths';
import { textThings } from './pages.ts';
import {
  breadcrumb,
  formatPrice,
  omitEmpty,
  pageUrl,
  pictureUrls,
  rating,
  type SiteInfo,
  type Step,
  type Thing,
} from './thing.ts';

const CURRENCY = 'EUR';
const COUNTRY = 'FR';

/** @param terms address of the terms of sale with the return policy, or null */
export function productThings(
  site: SiteInfo,
  product: Product,
  categories: readonly Category[],
  terms: string | null,
): Thing[] {
  const url = pageUrl(site, paths.product, product.slug);
  const above = pathTo(categories, product.category);
  const { name, description } = product;
  const way: Step[] = [
    ...above.map((each) => ({ name: each.name, url: pageUrl(site, paths.category, each.slug) })),
    { name, url },
  ];
  const offers = createOffer(site, product, url, terms);
  if (!offers) {
    const image = pictureUrls(site, product.images);
    const [page] = textThings(site, { type: 'ItemPage', name, url, description });
    return [{ '@type': 'ItemPage', ...page, ...omitEmpty({ image }) }, breadcrumb(site, way)];
  }
  return [
    {
      '@type': 'Product',
      '@id': `${url}#produit`,
      ...omitEmpty({
        name,
        url,
        sku: product.id,
        description,
        image: pictureUrls(site, product.images),
        category: above.map((each) => each.name).join(' > '),
        aggregateRating: rating(product.averageRating, product.reviewCount),
        additionalProperty: product.technicalAttributes.map(({ name: property, value }) => ({
          '@type': 'PropertyValue',
          name: property,
          value,
        })),
        offers,
      }),
    },
    breadcrumb(site, way),
  ];
}

/** An offer needs a firm price, before options. */
function createOffer(site: SiteInfo, product: Product, url: string, terms: string | null): Thing | undefined {
  const price = product.reducedPrice ?? product.price;
  if (price === null || product.priceDisabled || product.indicativePrice) return undefined;
  const { store } = product;
  const awaited = isPreOrder(product.preOrderDate, site.today);
  const former = product.reducedPrice && product.price;
  return {
    '@type': 'Offer',
    ...omitEmpty({
      url,
      price: formatPrice(price.amount),
      priceCurrency: CURRENCY,
      // Previous price, struck through on the page.
      priceSpecification: former && {
        '@type': 'UnitPriceSpecification',
        priceType: 'https://schema.org/StrikethroughPrice',
        price: formatPrice(former.amount),
        priceCurrency: CURRENCY,
      },
      itemCondition: 'https://schema.org/NewCondition',
      availability: `https://schema.org/${availability(product, awaited)}`,
      availabilityStarts: awaited ? product.preOrderDate : undefined,
      seller: { '@type': 'Store', name: store.name, url: pageUrl(site, paths.store, store.slug) },
      shippingDetails: shippingDetails(product),
      hasMerchantReturnPolicy: terms && { '@type': 'MerchantReturnPolicy', merchantReturnLink: terms },
    }),
  };
}

/** Nationwide shipping by carriers; a store's own delivery is local. */
function shippingDetails({ delivery }: Product): Thing[] {
  const carried = delivery?.ways.filter(({ type }) => type === 'home' || type === 'relay') ?? [];
  return carried.map(({ name, amount }) => ({
    '@type': 'OfferShippingDetails',
    shippingLabel: name,
    shippingRate: { '@type': 'MonetaryAmount', value: formatPrice(amount), currency: CURRENCY },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: COUNTRY },
  }));
}

function availability(product: Product, awaited: boolean): string {
  if (!isOrderable(product)) return 'InStoreOnly';
  if (product.stock !== null && product.stock <= 0) return 'OutOfStock';
  return awaited ? 'PreOrder' : 'InStock';
}
