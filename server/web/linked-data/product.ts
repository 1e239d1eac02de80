// Describes a product as linked data. Only what has a firm price is a Product: machines refuse one without an offer.
import type { Category } from '#contract/catalogue/categories.ts';
import type { Product } from '#contract/catalogue/products.ts';
import { isOrderable, isPreOrder } from '#domain/product.ts';
import { pathTo } from '#domain/search/category-tree.ts';
import { paths } from '#paths';
import { textThings } from './pages.ts';
import { address, breadcrumb, known, money, pictures, rating, type Site, type Step, type Thing } from './thing.ts';

const CURRENCY = 'EUR';
const COUNTRY = 'FR';

/** @param terms of sale, with what is said of returns; null where the market has none */
export function productThings(
  site: Site,
  product: Product,
  categories: readonly Category[],
  terms: string | null,
): Thing[] {
  const url = address(site, paths.product, product.slug);
  const above = pathTo(categories, product.category);
  const { name, description } = product;
  const way: Step[] = [
    ...above.map((each) => ({ name: each.name, url: address(site, paths.category, each.slug) })),
    { name, url },
  ];
  const offers = offerOf(site, product, url, terms);
  if (!offers) {
    const image = pictures(site, product.images);
    const [page] = textThings(site, { type: 'ItemPage', name, url, description });
    return [{ '@type': 'ItemPage', ...page, ...known({ image }) }, breadcrumb(site, way)];
  }
  return [
    {
      '@type': 'Product',
      '@id': `${url}#produit`,
      ...known({
        name,
        url,
        sku: product.id,
        description,
        image: pictures(site, product.images),
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

/** Only a firm price is an offer: what one pays before options. */
function offerOf(site: Site, product: Product, url: string, terms: string | null): Thing | undefined {
  const price = product.reducedPrice ?? product.price;
  if (price === null || product.priceDisabled || product.indicativePrice) return undefined;
  const { store } = product;
  const awaited = isPreOrder(product.preOrderDate, site.today);
  const former = product.reducedPrice && product.price;
  return {
    '@type': 'Offer',
    ...known({
      url,
      price: money(price.amount),
      priceCurrency: CURRENCY,
      // What it cost before, struck through on the page.
      priceSpecification: former && {
        '@type': 'UnitPriceSpecification',
        priceType: 'https://schema.org/StrikethroughPrice',
        price: money(former.amount),
        priceCurrency: CURRENCY,
      },
      itemCondition: 'https://schema.org/NewCondition',
      availability: `https://schema.org/${availability(product, awaited)}`,
      availabilityStarts: awaited ? product.preOrderDate : undefined,
      seller: { '@type': 'Store', name: store.name, url: address(site, paths.store, store.slug) },
      shippingDetails: shippingOf(product),
      hasMerchantReturnPolicy: terms && { '@type': 'MerchantReturnPolicy', merchantReturnLink: terms },
    }),
  };
}

/** What carriers bring anywhere in the country; what a shop brings itself reaches its neighbours only. */
function shippingOf({ delivery }: Product): Thing[] {
  const carried = delivery?.ways.filter(({ type }) => type === 'home' || type === 'relay') ?? [];
  return carried.map(({ name, amount }) => ({
    '@type': 'OfferShippingDetails',
    shippingLabel: name,
    shippingRate: { '@type': 'MonetaryAmount', value: money(amount), currency: CURRENCY },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: COUNTRY },
  }));
}

function availability(product: Product, awaited: boolean): string {
  if (!isOrderable(product)) return 'InStoreOnly';
  if (product.stock !== null && product.stock <= 0) return 'OutOfStock';
  return awaited ? 'PreOrder' : 'InStock';
}
