// Products as their merchant reads and writes them.
// Guarantee: a write names only what changes; what it does not name stays as it is.
import * as z from 'zod/mini';
import { iri, line, link, list, moneySent, requiredIri, requiredLine, text } from '../bounds.ts';
import { product } from '../catalogue/products.ts';
import type { Endpoint } from '../endpoint.ts';
import { shaped, uuid } from '../fields/values.ts';
import {
  MAX_ATTRIBUTE_NAME,
  MAX_ATTRIBUTE_VALUE,
  MAX_ATTRIBUTES,
  MAX_CENTIMETRES,
  MAX_DESCRIPTION,
  MAX_KILOGRAMS,
  MAX_LONG_DESCRIPTION,
  MAX_NAME,
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

/** A PDF that is sent to who buys a dematerialized product; `path` is its name in the market's private files, bytes of it `size`. */
const dematerializedFile = z.object({
  '@id': z.string(),
  '@type': z.literal('DematerializedFile'),
  path: z.string(),
  size: z.nullable(z.int()),
});
export type DematerializedFile = z.output<typeof dematerializedFile>;
/** Bytes of one PDF at most. */
export const PDF_LIMIT = 10 * 1024 * 1024;

/** A product as its merchant sees it, published or not. */
export const merchantProduct = z.extend(product, {
  published: z.boolean(),
  /** False: `stock` is null and never counted. */
  stockManagement: z.boolean(),
  /** IRI, or null. */
  vatRate: z.nullable(z.string()),
  dimensions,
  inevitable: z.boolean(),
  news: z.boolean(),
  currentOffers: z.boolean(),
  /** IRIs. */
  events: z.array(z.string()),
  /** An answer of an earlier version of the server does not say. */
  dematerializedFile: z.optional(z.nullable(dematerializedFile)),
  /** On the answer of publish and disable when the product already was so. */
  notice: z.optional(z.enum(['already'])),
});
export type MerchantProduct = z.output<typeof merchantProduct>;

const pieces = (most: number) => list(iri, most);
const centimetres = z
  .int('Nombre entier de centimètres attendu.')
  .check(z.minimum(0, 'Nombre positif attendu.'), z.maximum(MAX_CENTIMETRES, `${MAX_CENTIMETRES} cm au maximum.`));

/** What a new product has. */
export const newProduct = z.object({
  name: requiredLine(MAX_NAME, 'Nom requis'),
  /** IRI of a category without subcategories. */
  category: requiredIri('Catégorie requise'),
});

/** What a merchant may write of a product; what is not named stays as it is. */
export const productChanges = z.partial(
  z.object({
    ...newProduct.shape,
    categories: pieces(MAX_PRODUCT_REFERENCES),
    description: line(MAX_DESCRIPTION),
    technicalText: line(MAX_LONG_DESCRIPTION),
    price: moneySent,
    reducedPrice: moneySent,
    indicativePrice: z.boolean(),
    priceDisabled: z.boolean(),
    vatRate: z.nullable(iri),
    stockManagement: z.boolean(),
    stock: z.nullable(
      z
        .int('Nombre entier attendu.')
        .check(z.minimum(0, 'Le stock ne peut pas être négatif.'), z.maximum(MAX_STOCK, `${MAX_STOCK} au maximum.`)),
    ),
    /** A day; a time behind it is read, and left out. */
    preOrderDate: z.nullable(
      shaped(/^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/, 19, 'Date incorrecte.').check(
        z.overwrite((sent) => sent.slice(0, 10)),
      ),
    ),
    notSellToMinor: z.boolean(),
    dematerialized: z.boolean(),
    /** IRI that its upload answered. */
    dematerializedFile: z.nullable(iri),
    inevitable: z.boolean(),
    news: z.boolean(),
    currentOffers: z.boolean(),
    externalURL: link,
    /** In the order shown. */
    images: pieces(MAX_PRODUCT_IMAGES),
    technicalImage: z.nullable(iri),
    technicalAttributes: list(
      z.object({ name: line(MAX_ATTRIBUTE_NAME), value: line(MAX_ATTRIBUTE_VALUE) }),
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
    /** All of them, in order. An option without name or values, a value without name or price is left out; an `id` keeps it the same one. */
    options: list(
      z.object({
        id: z.optional(text(80)),
        name: line(MAX_OPTION_NAME),
        values: list(
          z.object({ id: z.optional(text(80)), name: line(MAX_OPTION_NAME), price: moneySent }),
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

export const ownProducts = {
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
  /** Nobody sees it any more; orders that hold it still do. */
  'products.delete': {
    method: 'DELETE',
    path: '/products/:id',
    access: 'merchant',
    offline: 'queued',
    params: z.object({ id: uuid }),
    versioned: true,
  },
} as const satisfies Record<string, Endpoint>;
