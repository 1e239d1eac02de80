// Own product endpoints: products for their merchant.
// Guarantee: a write changes only the fields in its body.
import * as z from 'zod/mini';
import {
  boundedList,
  boundedText,
  iri,
  moneySent,
  requiredIri,
  requiredTextLine,
  textLine,
  webLink,
} from '../bounds.ts';
import { product } from '../catalogue/products.ts';
import type { Endpoint } from '../endpoint.ts';
import { grouped, patternText, uuid } from '../fields/values.ts';
import {
  MAX_ATTRIBUTE_NAME,
  MAX_ATTRIBUTE_VALUE,
  MAX_ATTRIBUTES,
  MAX_CENTIMETRES,
  MAX_DESCRIPTION,
  MAX_KILOGRAMS,
  MAX_LONG_DESCRIPTION,
  MAX_NAME,
  MAX_NET_CONTENT,
  MAX_OPTION_NAME,
  MAX_OPTION_VALUES,
  MAX_OPTIONS,
  MAX_PRODUCT_IMAGES,
  MAX_PRODUCT_REFERENCES,
  MAX_STOCK,
} from '../limits.ts';
import { collection } from '../wire/hydra.ts';

/** Length, width and height in whole centimetres, weight in kilograms. */
const dimensions = z.object({ length: z.int(), width: z.int(), height: z.int(), weight: z.number() });

/** A PDF for the buyers of a dematerialized product; `path` is its name in the private storage, `size` in bytes. */
const dematerializedFile = z.object({
  '@id': z.string(),
  '@type': z.literal('DematerializedFile'),
  path: z.string(),
  size: z.nullable(z.int()),
});
export type DematerializedFile = z.output<typeof dematerializedFile>;
/** Bytes of one PDF at most. */
export const PDF_LIMIT = 10 * 1024 * 1024;

/** A product with its merchant's private fields, published or not. */
export const merchantProduct = z.extend(product, {
  published: z.boolean(),
  /** False: `stock` is null and never counted. */
  stockManagement: z.boolean(),
  /** IRI, or null. */
  vatRate: z.nullable(z.string()),
  dimensions,
  /** Percent; null: not sold by weight. Absent in older answers. */
  weightTolerance: z.optional(z.nullable(z.int())),
  inevitable: z.boolean(),
  news: z.boolean(),
  currentOffers: z.boolean(),
  /** IRIs. */
  events: z.array(z.string()),
  /** Absent in answers of older server versions. */
  dematerializedFile: z.optional(z.nullable(dematerializedFile)),
  /** On the answer of publish and disable when the product already was so. */
  notice: z.optional(z.enum(['already'])),
});
export type MerchantProduct = z.output<typeof merchantProduct>;

const pieces = (most: number) => boundedList(iri, most);
const centimetres = z
  .int('Nombre entier de centimètres attendu.')
  .check(z.minimum(0, 'Nombre positif attendu.'), z.maximum(MAX_CENTIMETRES, `${MAX_CENTIMETRES} cm au maximum.`));

/** What a new product has. */
export const newProduct = z.object({
  name: requiredTextLine(MAX_NAME, 'Nom requis'),
  /** IRI of a category without subcategories. */
  category: requiredIri('Catégorie requise'),
});

/** Writable fields of a product; absent fields do not change. */
export const productChanges = z.partial(
  z.object({
    ...newProduct.shape,
    categories: pieces(MAX_PRODUCT_REFERENCES),
    description: textLine(MAX_DESCRIPTION),
    technicalText: textLine(MAX_LONG_DESCRIPTION),
    price: moneySent,
    reducedPrice: moneySent,
    indicativePrice: z.boolean(),
    priceDisabled: z.boolean(),
    vatRate: z.nullable(iri),
    stockManagement: z.boolean(),
    stock: z.nullable(
      z
        .int('Nombre entier attendu.')
        .check(
          z.minimum(0, 'Le stock ne peut pas être négatif.'),
          z.maximum(MAX_STOCK, `${grouped(MAX_STOCK)} au maximum.`),
        ),
    ),
    /** A day; a time after it is ignored. */
    preOrderDate: z.nullable(
      patternText(/^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/, 19, 'Date incorrecte.').check(
        z.overwrite((sent) => sent.slice(0, 10)),
      ),
    ),
    /** '250 g'; checked by the product rules. */
    netContent: z.nullable(textLine(MAX_NET_CONTENT)),
    /**
     * Percent by which a product sold by weight may weigh less; null: not sold by weight. Checked by the product rules.
     */
    weightTolerance: z.nullable(z.number('Nombre attendu.')),
    /** Checked by the product rules. */
    withdrawalException: z.nullable(textLine(MAX_NET_CONTENT)),
    notSellToMinor: z.boolean(),
    dematerialized: z.boolean(),
    /** IRI from the upload. */
    dematerializedFile: z.nullable(iri),
    inevitable: z.boolean(),
    news: z.boolean(),
    currentOffers: z.boolean(),
    externalURL: webLink,
    /** In display order. */
    images: pieces(MAX_PRODUCT_IMAGES),
    technicalImage: z.nullable(iri),
    technicalAttributes: boundedList(
      z.object({ name: textLine(MAX_ATTRIBUTE_NAME), value: textLine(MAX_ATTRIBUTE_VALUE) }),
      MAX_ATTRIBUTES,
    ),
    associatedProducts: pieces(MAX_PRODUCT_REFERENCES),
    events: pieces(MAX_PRODUCT_REFERENCES),
    dimensions: z.object({
      length: centimetres,
      width: centimetres,
      height: centimetres,
      weight: z
        .number('Nombre attendu.')
        .check(z.minimum(0, 'Nombre positif attendu.'), z.maximum(MAX_KILOGRAMS, `${MAX_KILOGRAMS} kg au maximum.`)),
    }),
    /**
     * All options, in order. Options without a name or values, and values without a name or price, are ignored; an `id`
     * identifies an existing one.
     */
    options: boundedList(
      z.object({
        id: z.optional(boundedText(80)),
        name: textLine(MAX_OPTION_NAME),
        values: boundedList(
          z.object({ id: z.optional(boundedText(80)), name: textLine(MAX_OPTION_NAME), price: moneySent }),
          MAX_OPTION_VALUES,
        ),
      }),
      MAX_OPTIONS,
    ),
  }),
);
export type ProductChanges = z.output<typeof productChanges>;

/** `rate` in percent. */
const vatRate = z.object({
  '@id': z.string(),
  '@type': z.literal('VatRate'),
  id: z.string(),
  name: z.string(),
  rate: z.number(),
});
export type VatRate = z.output<typeof vatRate>;

export const ownProductEndpoints = {
  'vatRates.list': {
    method: 'GET',
    path: '/vat_rates',
    access: 'merchant',
    offline: 'snapshot',
    answer: collection(vatRate),
  },
  /** 413 too large, 415 no PDF, 422 damaged. */
  'dematerializedFiles.upload': {
    method: 'POST',
    path: '/dematerialized_files/products',
    access: 'merchant',
    offline: 'online',
    bodyType: 'multipart',
    fileKind: 'pdf',
    body: z.object({}),
    answer: dematerializedFile,
    status: 201,
  },
  'products.mine': {
    method: 'GET',
    path: '/products/:id',
    access: 'merchant',
    offline: 'snapshot',
    params: z.object({ id: uuid }),
    answer: merchantProduct,
  },
  /** A new product is not published yet. */
  'products.create': {
    method: 'POST',
    path: '/products',
    access: 'merchant',
    offline: 'queued',
    body: productChanges,
    answer: merchantProduct,
    status: 201,
  },
  'products.update': {
    method: 'PUT',
    path: '/products/:id',
    access: 'merchant',
    offline: 'queued',
    params: z.object({ id: uuid }),
    body: productChanges,
    answer: merchantProduct,
    versioned: true,
  },
  /** Published already: 200 with notice `already`, and nothing changes. */
  'products.publish': {
    method: 'PUT',
    path: '/products/:id/publish',
    access: 'merchant',
    offline: 'queued',
    params: z.object({ id: uuid }),
    body: z.object({}),
    answer: merchantProduct,
  },
  'products.disable': {
    method: 'PUT',
    path: '/products/:id/disable',
    access: 'merchant',
    offline: 'queued',
    params: z.object({ id: uuid }),
    body: z.object({}),
    answer: merchantProduct,
  },
  /** Hides it from everybody; existing orders still show it. */
  'products.delete': {
    method: 'DELETE',
    path: '/products/:id',
    access: 'merchant',
    offline: 'queued',
    params: z.object({ id: uuid }),
    versioned: true,
  },
} as const satisfies Record<string, Endpoint>;
