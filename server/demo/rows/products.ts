import type {
  productAssociations,
  productCategories,
  productEvents,
  productImages,
  productOptions,
  productOptionValues,
  products as productsTable,
} from '../../db/schema/catalogue.ts';
import { hashOf, uuidOf } from '../../drawing/random.ts';
import { slugOf, typeset, typesetName } from '../french-text.ts';
import type { DemoProduct, DemoShop, VatRate } from '../market.ts';
import { shops } from '../shops.ts';
import type { Album } from './album.ts';
import { categoryIdOf } from './categories.ts';
import type { Moments } from './moments.ts';
import { storeIdOf } from './stores.ts';

export type ProductRow = typeof productsTable.$inferInsert & { id: string; slug: string; storeId: string };
export type OptionValueRow = typeof productOptionValues.$inferInsert & { id: string };

export type Catalogue = {
  products: ProductRow[];
  images: (typeof productImages.$inferInsert)[];
  categories: (typeof productCategories.$inferInsert)[];
  options: (typeof productOptions.$inferInsert & { id: string })[];
  optionValues: OptionValueRow[];
  associations: (typeof productAssociations.$inferInsert)[];
  events: (typeof productEvents.$inferInsert)[];
};

export const productSlugOf = (product: DemoProduct): string => product.slug ?? slugOf(product.name);
export const productIdOf = (slug: string): string => uuidOf(`product:${slug}`);
export const vatRateIdOf = (rate: VatRate): string => uuidOf(`vat:${rate}`);
export const eventIdOf = (slug: string): string => uuidOf(`event:${slug}`);

/** Where the digital goods are kept: the name of their file. */
export const fileNameOf = (slug: string): string => `${slug}.pdf`;

function picturesOf(product: DemoProduct, slug: string, storeId: string, album: Album) {
  const side = product.slug ? 1080 : 720;
  return product.pictures.map((recipe, position) => ({
    productId: productIdOf(slug),
    imageId: album.add(`product:${slug}:${position}`, { kind: 'still-life', recipe, side }, product.name, storeId),
    position,
  }));
}

function rowOf(shop: DemoShop, product: DemoProduct, album: Album, { ago, dayIn }: Moments): ProductRow {
  const slug = productSlugOf(product);
  const storeId = storeIdOf(shop.slug);
  const sheet = product.technical && ({ kind: 'technical', recipe: product.technical, side: 1080 } as const);
  const [length = 0, width = 0, height = 0] = product.size ?? [];
  return {
    id: productIdOf(slug),
    slug,
    name: typesetName(product.name),
    storeId,
    categoryId: categoryIdOf(product.category),
    published: !product.unpublished,
    description: typeset(product.text),
    technicalText: typeset(product.details ?? ''),
    technicalAttributes: Object.entries(product.attributes ?? {}).map(([name, value]) => ({
      name: typeset(name),
      value: typeset(value),
    })),
    technicalImageId: sheet ? album.add(`technical:${slug}`, sheet, `${product.name}, mesures`, storeId) : null,
    price: product.price ?? null,
    reducedPrice: product.reduced ?? null,
    indicativePrice: product.indicative ?? false,
    priceDisabled: product.priceDisabled ?? false,
    vatRateId: vatRateIdOf(product.vat ?? shop.vat),
    stock: product.stock ?? null,
    preOrderDate: product.preOrderInDays === undefined ? null : dayIn(product.preOrderInDays),
    dematerialized: product.dematerialized ?? false,
    dematerializedFile: product.dematerialized ? fileNameOf(slug) : null,
    notSellToMinor: product.notSellToMinor ?? false,
    inevitable: product.inevitable ?? false,
    news: product.news ?? false,
    currentOffers: product.currentOffers ?? false,
    externalURL: product.externalURL ?? null,
    weight: product.grams ?? shop.grams,
    length,
    width,
    height,
    // A few hours apart, so that no two are of the same instant and 'newest first' has one order.
    createdAt: ago((product.age ?? shop.age) + (hashOf(slug) % 86_000) / 86_400),
  };
}

export function catalogueRows(album: Album, moments: Moments): Catalogue {
  const catalogue: Catalogue = {
    products: [],
    images: [],
    categories: [],
    options: [],
    optionValues: [],
    associations: [],
    events: [],
  };
  for (const shop of shops) {
    for (const product of shop.products) {
      const row = rowOf(shop, product, album, moments);
      const productId = row.id;
      catalogue.products.push(row);
      catalogue.images.push(...picturesOf(product, row.slug, row.storeId, album));
      catalogue.categories.push(...(product.also ?? []).map((slug) => ({ productId, categoryId: categoryIdOf(slug) })));
      catalogue.events.push(...(product.events ?? []).map((slug) => ({ productId, eventId: eventIdOf(slug) })));
      catalogue.associations.push(
        ...(product.associated ?? []).map((slug, position) => ({
          productId,
          associatedId: productIdOf(slug),
          position,
        })),
      );
      Object.entries(product.options ?? {}).forEach(([name, values], position) => {
        const optionId = uuidOf(`option:${row.slug}:${name}`);
        catalogue.options.push({ id: optionId, productId, name: typesetName(name), position });
        Object.entries(values).forEach(([value, price], rank) => {
          const id = uuidOf(`value:${row.slug}:${name}:${value}`);
          catalogue.optionValues.push({ id, optionId, name: typesetName(value), price, position: rank });
        });
      });
    }
  }
  return catalogue;
}
