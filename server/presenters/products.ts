// Product presenter: columns and answers of a summary and of the product page.
import { sql } from 'drizzle-orm';
import type { Option, Product, ProductSummary } from '#contract/catalogue/products.ts';
import { moneyOf, moneyOrNull } from '#domain/money.ts';
import { contentBaseOf, weightTermsOf } from '#domain/net-content.ts';
import { events, productEvents, productOptions, products } from '../db/schema/catalogue.ts';
import { stores } from '../db/schema/stores.ts';
import { firstProductImage, type ImageRow, presentImage, presentImages, presentTechnicalImage } from './images.ts';
import { qualified } from './qualified.ts';

/** Columns of a summary, for queries on products joined with stores. */
export const summaryColumns = {
  id: products.id,
  slug: products.slug,
  name: products.name,
  price: products.price,
  reducedPrice: products.reducedPrice,
  indicativePrice: products.indicativePrice,
  priceDisabled: products.priceDisabled,
  stock: products.stock,
  preOrderDate: products.preOrderDate,
  netContent: products.netContent,
  weightTolerance: products.weightTolerance,
  notSellToMinor: products.notSellToMinor,
  dematerialized: products.dematerialized,
  externalURL: products.externalURL,
  ratingAverage: products.ratingAverage,
  ratingCount: products.ratingCount,
  categoryId: products.categoryId,
  hasOptions: sql<boolean>`exists (select 1 from ${productOptions} asked where asked.product_id = ${qualified(products.id)})`,
  events: sql<string[]>`array(select named.name from ${productEvents} link
    join ${events} named on named.id = link.event_id where link.product_id = ${qualified(products.id)} order by named.name collate "C")`,
  image: firstProductImage(products.id),
  store: {
    id: stores.id,
    slug: stores.slug,
    name: stores.name,
    plan: stores.plan,
    ready: stores.ready,
    city: stores.city,
  },
};

export interface SummaryRow {
  id: string;
  slug: string;
  name: string;
  price: number | null;
  reducedPrice: number | null;
  indicativePrice: boolean;
  priceDisabled: boolean;
  stock: number | null;
  preOrderDate: string | null;
  netContent: string | null;
  weightTolerance: number | null;
  notSellToMinor: boolean;
  dematerialized: boolean;
  externalURL: string | null;
  ratingAverage: number | null;
  ratingCount: number;
  categoryId: string;
  hasOptions: boolean;
  events: string[];
  image: ImageRow | null;
  store: { id: string; slug: string; name: string; plan: string; ready: boolean; city: string };
}

export function presentSummary(row: SummaryRow): ProductSummary {
  const weightTerms = weightTermsOf(row);
  return {
    '@id': `/products/${row.id}`,
    '@type': 'Product',
    id: row.id,
    slug: row.slug,
    name: row.name,
    images: presentImages(row.image),
    price: moneyOrNull(row.price),
    reducedPrice: moneyOrNull(row.reducedPrice),
    indicativePrice: row.indicativePrice,
    priceDisabled: row.priceDisabled,
    stock: row.stock,
    preOrderDate: row.preOrderDate,
    netContent: row.netContent,
    contentBase: contentBaseOf(row.netContent),
    ...(weightTerms && { byWeight: weightTerms }),
    notSellToMinor: row.notSellToMinor,
    dematerialized: row.dematerialized,
    externalURL: row.externalURL,
    hasOptions: row.hasOptions,
    averageRating: row.ratingAverage,
    reviewCount: row.ratingCount,
    category: `/categories/${row.categoryId}`,
    ...(row.events.length > 0 && { events: row.events }),
    store: { ...row.store, '@id': `/stores/${row.store.id}`, plan: { name: row.store.plan } },
  };
}

export interface OptionRow {
  id: string;
  name: string;
  values: { id: string; name: string; price: number }[];
}

export interface DetailRow extends SummaryRow {
  images: ImageRow[];
  description: string;
  technicalText: string;
  technicalAttributes: { name: string; value: string }[];
  technicalImage: ImageRow | null;
  options: OptionRow[];
  categoryIds: string[];
  withdrawalException: string | null;
  createdAt: Date;
  version: number;
}

export const presentOption = (option: OptionRow): Option => ({
  id: option.id,
  name: option.name,
  values: option.values.map((value) => ({ id: value.id, name: value.name, price: moneyOf(value.price) })),
});

export function presentProduct(row: DetailRow, associated: SummaryRow[]): Product {
  return {
    ...presentSummary(row),
    images: row.images.map(presentImage),
    description: row.description,
    options: row.options.map(presentOption),
    technicalText: row.technicalText,
    technicalImage: row.technicalImage && presentTechnicalImage(row.technicalImage),
    technicalAttributes: row.technicalAttributes,
    associatedProducts: associated.map(presentSummary),
    categories: row.categoryIds.map((id) => `/categories/${id}`),
    withdrawalException: row.withdrawalException,
    createdAt: row.createdAt.toISOString(),
    version: row.version,
  };
}
