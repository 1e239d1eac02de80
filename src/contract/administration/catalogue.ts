// Catalogue endpoints of operators: categories, VAT rates, ways of delivery with their prices, what the home page shows first, and
// the terms that merchants accept. The fields are those of the market folder, whose format reads them here.
import * as z from 'zod/mini';
import { boundedList, iri, requiredTextLine, slug, textLine, webLink } from '../bounds.ts';
import type { Endpoint } from '../endpoint.ts';
import { image, shippingTypes, uuid } from '../fields/values.ts';
import {
  MAX_AMOUNT,
  MAX_CARRIER_PRICES,
  MAX_CATEGORIES,
  MAX_DESCRIPTION,
  MAX_FEATURED,
  MAX_NAME,
  MAX_RATE,
  MAX_RATE_NAME,
  MAX_TERMS,
} from '../limits.ts';
import { collection } from '../wire/hydra.ts';

export const categoryFields = {
  name: requiredTextLine(MAX_NAME, 'Nom requis'),
  labelFermier: z.boolean(),
  labelFermierDescription: textLine(MAX_DESCRIPTION),
  labelFermierUrl: webLink,
};
export const rateName = requiredTextLine(MAX_RATE_NAME, 'Nom requis');
export const termsText = requiredTextLine(MAX_TERMS, 'Texte requis');

const category = z.object({
  ...{ '@type': z.literal('MarketCategory'), id: z.string(), slug: z.string(), name: z.string() },
  /** Id of the category above; null at the first of three levels. */
  parent: z.nullable(z.string()),
  level: z.int(),
  /** Among those below the same parent, from 1. */
  position: z.int(),
  picture: z.nullable(image),
  ...{ labelFermier: z.boolean(), labelFermierDescription: z.string(), labelFermierUrl: z.nullable(z.string()) },
  /** Of the products that it is the category of. */
  products: z.int(),
});
export type MarketCategory = z.output<typeof category>;

const vatRate = z.object({
  ...{ '@type': z.literal('MarketVatRate'), id: z.string(), name: z.string() },
  /** Percent, as typed: '5,5'. */
  rate: z.string(),
  products: z.int(),
});
export type MarketVatRate = z.output<typeof vatRate>;

/** As typed: kilograms, and euros with VAT. */
const carrierPrice = z.object({ maxWeight: textLine(MAX_AMOUNT), price: textLine(MAX_AMOUNT) });
const delivery = z.object({
  '@type': z.literal('MarketDelivery'),
  id: z.enum(shippingTypes),
  /** What shoppers read. */
  name: z.string(),
  /** By weight, the lightest first; null where stores set their own. */
  prices: z.nullable(z.array(carrierPrice)),
  /** Stores that offer it. */
  stores: z.int(),
});
export type MarketDelivery = z.output<typeof delivery>;

export const featuredLists = ['products', 'categories'] as const;
const featured = z.object({
  '@type': z.literal('MarketFeatured'),
  id: z.enum(featuredLists),
  /** IRIs, in the order in which they are shown. */
  items: z.array(z.object({ iri: z.string(), name: z.string() })),
});
export type MarketFeatured = z.output<typeof featured>;

const terms = z.object({
  ...{ '@type': z.literal('MarketTerms'), id: z.string(), text: z.string(), createdAt: z.string() },
  /** Stores that have accepted this version. */
  stores: z.int(),
});
export type MarketTerms = z.output<typeof terms>;

const ofOperator = { access: 'operator', offline: 'online' } as const;
const byId = { params: z.object({ id: uuid }) } as const;
const ofDelivery = { ...ofOperator, params: z.object({ id: z.enum(shippingTypes) }) } as const;
const ofFeatured = { ...ofOperator, params: z.object({ id: z.enum(featuredLists) }) } as const;

const categoryBody = z.object({
  ...categoryFields,
  parent: z.nullable(uuid),
  /** Null: after the others. */
  position: z.nullable(
    z
      .int('Nombre entier attendu.')
      .check(z.minimum(1, '1 au minimum.'), z.maximum(MAX_CATEGORIES, `${MAX_CATEGORIES} au maximum.`)),
  ),
  picture: z.nullable(iri),
});
const vatRateBody = z.object({ name: rateName, rate: textLine(MAX_RATE) });

const CATEGORIES = '/administration/categories';
const VAT_RATES = '/administration/vat_rates';
const DELIVERIES = '/administration/deliveries';
const FEATURED = '/administration/featured';
const TERMS = '/administration/terms';

/** Each save or deletion is in the log, and stays when the market folder is imported again. */
export const marketCatalogueEndpoints = {
  /** In the order of the tree. */
  'administration.categories': { ...ofOperator, method: 'GET', path: CATEGORIES, answer: collection(category) },
  'administration.category': { ...ofOperator, ...byId, method: 'GET', path: `${CATEGORIES}/:id`, answer: category },
  /** 422 on `slug` if another category has it, and on `parent` if it has products or is at the third level. */
  'administration.createCategory': {
    ...ofOperator,
    method: 'POST',
    path: CATEGORIES,
    body: z.extend(categoryBody, { slug }),
    answer: category,
    status: 201,
  },
  /** 422 on `parent` as above, or if it is below this category. */
  'administration.saveCategory': {
    ...{ ...ofOperator, ...byId, method: 'PUT', path: `${CATEGORIES}/:id` },
    ...{ body: categoryBody, answer: category },
  },
  /** 409 `needed` while it has products or subcategories. */
  'administration.deleteCategory': { ...ofOperator, ...byId, method: 'DELETE', path: `${CATEGORIES}/:id` },
  /** Gives all its products to another category. 422 on `to` if that one has subcategories. */
  'administration.moveProducts': {
    ...{ ...ofOperator, ...byId, method: 'POST', path: `${CATEGORIES}/:id/moved_products` },
    ...{ body: z.object({ to: uuid }), answer: category, status: 200 },
  },

  'administration.vatRates': { ...ofOperator, method: 'GET', path: VAT_RATES, answer: collection(vatRate) },
  'administration.vatRate': { ...ofOperator, ...byId, method: 'GET', path: `${VAT_RATES}/:id`, answer: vatRate },
  /** 422 on `rate` if there is one with this rate. */
  'administration.createVatRate': {
    ...{ ...ofOperator, method: 'POST', path: VAT_RATES },
    ...{ body: vatRateBody, answer: vatRate, status: 201 },
  },
  /** All its products have the new rate from now on; what was sold keeps its own. */
  'administration.saveVatRate': {
    ...{ ...ofOperator, ...byId, method: 'PUT', path: `${VAT_RATES}/:id` },
    ...{ body: vatRateBody, answer: vatRate },
  },
  /** 409 `needed` while products have it. */
  'administration.deleteVatRate': { ...ofOperator, ...byId, method: 'DELETE', path: `${VAT_RATES}/:id` },

  'administration.deliveries': { ...ofOperator, method: 'GET', path: DELIVERIES, answer: collection(delivery) },
  'administration.delivery': { ...ofDelivery, method: 'GET', path: `${DELIVERIES}/:id`, answer: delivery },
  /** 422 on `prices.N.price` and `prices.N.maxWeight`; on `prices` if none is left while stores deliver so. */
  'administration.saveDelivery': {
    ...{ ...ofDelivery, method: 'PUT', path: `${DELIVERIES}/:id` },
    body: z.object({
      name: textLine(MAX_NAME),
      prices: z.nullable(boundedList(carrierPrice, MAX_CARRIER_PRICES)),
    }),
    answer: delivery,
  },

  'administration.featuredLists': { ...ofOperator, method: 'GET', path: FEATURED, answer: collection(featured) },
  'administration.featured': { ...ofFeatured, method: 'GET', path: `${FEATURED}/:id`, answer: featured },
  'administration.saveFeatured': {
    ...{ ...ofFeatured, method: 'PUT', path: `${FEATURED}/:id` },
    ...{ body: z.object({ items: boundedList(z.object({ iri }), MAX_FEATURED) }), answer: featured },
  },

  /** The newest first. */
  'administration.termsVersions': { ...ofOperator, method: 'GET', path: TERMS, answer: collection(terms) },
  'administration.terms': { ...ofOperator, ...byId, method: 'GET', path: `${TERMS}/:id`, answer: terms },
  /** A new version: every merchant is asked to accept it. No version is ever changed. */
  'administration.createTerms': {
    ...{ ...ofOperator, method: 'POST', path: TERMS },
    ...{ body: z.object({ text: termsText }), answer: terms, status: 201 },
  },
} as const satisfies Record<string, Endpoint>;
