// The fields of a product's form, as they are typed, and the way from a product to them.
import type { MerchantProduct, ProductChanges } from '#contract/merchant/own-products.ts';
import { sentToInput } from '#domain/money.ts';

export interface OptionTyped {
  /** Of one that the server knows. */
  known?: string | undefined;
  name: string;
  values: { known?: string | undefined; name: string; price: string }[];
}

export interface ProductValues {
  name: string;
  /** IRI, or nothing. */
  category: string;
  categories: string[];
  events: string[];
  description: string;
  technicalText: string;
  technicalAttributes: { name: string; value: string }[];
  /** One at most. */
  technicalImage: string[];
  images: string[];
  associatedProducts: string[];
  /** As typed: '12,50'. */
  price: string;
  reducedPrice: string;
  indicativePrice: boolean;
  priceDisabled: boolean;
  vatRate: string;
  stockManagement: boolean;
  stock: string;
  /** YYYY-MM-DD, or nothing. */
  preOrderDate: string;
  notSellToMinor: boolean;
  dematerialized: boolean;
  /** IRI, or nothing. */
  dematerializedFile: string;
  inevitable: boolean;
  news: boolean;
  currentOffers: boolean;
  externalURL: string;
  length: string;
  width: string;
  height: string;
  weight: string;
  options: OptionTyped[];
}

export const emptyValues: ProductValues = {
  name: '',
  category: '',
  categories: [],
  events: [],
  description: '',
  technicalText: '',
  technicalAttributes: [],
  technicalImage: [],
  images: [],
  associatedProducts: [],
  price: '',
  reducedPrice: '',
  indicativePrice: false,
  priceDisabled: false,
  vatRate: '',
  stockManagement: false,
  stock: '',
  preOrderDate: '',
  notSellToMinor: false,
  dematerialized: false,
  dematerializedFile: '',
  inevitable: false,
  news: false,
  currentOffers: false,
  externalURL: '',
  length: '',
  width: '',
  height: '',
  weight: '',
  options: [],
};

/** 12.5 → '12,5'; nothing for none. */
const typedNumber = (value: number) => (value === 0 ? '' : String(value).replace('.', ','));

/** As the form shows what a product is. */
export function valuesOf(product: MerchantProduct): ProductValues {
  const { dimensions, technicalImage, stock } = product;
  return {
    name: product.name,
    category: product.category,
    categories: product.categories,
    events: product.events,
    description: product.description,
    technicalText: product.technicalText,
    technicalAttributes: product.technicalAttributes,
    technicalImage: technicalImage ? [technicalImage['@id']] : [],
    images: product.images.map((image) => image['@id']),
    associatedProducts: product.associatedProducts.map((one) => one['@id']),
    price: sentToInput(product.price),
    reducedPrice: sentToInput(product.reducedPrice),
    indicativePrice: product.indicativePrice,
    priceDisabled: product.priceDisabled,
    vatRate: product.vatRate ?? '',
    stockManagement: product.stockManagement,
    stock: stock === null ? '' : String(stock),
    preOrderDate: product.preOrderDate ?? '',
    notSellToMinor: product.notSellToMinor,
    dematerialized: product.dematerialized,
    dematerializedFile: product.dematerializedFile?.['@id'] ?? '',
    inevitable: product.inevitable,
    news: product.news,
    currentOffers: product.currentOffers,
    externalURL: product.externalURL ?? '',
    length: typedNumber(dimensions.length),
    width: typedNumber(dimensions.width),
    height: typedNumber(dimensions.height),
    weight: typedNumber(dimensions.weight),
    options: product.options.map(({ id, name, values }) => ({
      known: id,
      name,
      values: values.map((value) => ({ known: value.id, name: value.name, price: sentToInput(value.price) })),
    })),
  };
}

/** With changes that wait, in the form's words again. */
export function withChanges(values: ProductValues, changes: ProductChanges): ProductValues {
  const {
    price,
    reducedPrice,
    stock,
    vatRate,
    preOrderDate,
    externalURL,
    technicalImage,
    dematerializedFile,
    dimensions,
    options,
    ...same
  } = changes;
  return {
    ...values,
    ...(same as Partial<ProductValues>),
    ...(price !== undefined && { price: sentToInput(price) }),
    ...(reducedPrice !== undefined && { reducedPrice: sentToInput(reducedPrice) }),
    ...(stock !== undefined && { stock: stock === null ? '' : String(stock) }),
    ...(vatRate !== undefined && { vatRate: vatRate ?? '' }),
    ...(preOrderDate !== undefined && { preOrderDate: preOrderDate ?? '' }),
    ...(dematerializedFile !== undefined && { dematerializedFile: dematerializedFile ?? '' }),
    ...(externalURL !== undefined && { externalURL: externalURL ?? '' }),
    ...(technicalImage !== undefined && { technicalImage: technicalImage === null ? [] : [technicalImage] }),
    ...(dimensions && {
      length: typedNumber(dimensions.length),
      width: typedNumber(dimensions.width),
      height: typedNumber(dimensions.height),
      weight: typedNumber(dimensions.weight),
    }),
    ...(options && {
      options: options.map(({ id, name, values: held }) => ({
        known: id,
        name,
        values: held.map((value) => ({ known: value.id, name: value.name, price: sentToInput(value.price) })),
      })),
    }),
  };
}

/** A copy begins as the product is, but for the names by which the server knows its options. */
export const copyOf = (values: ProductValues): ProductValues => ({
  ...values,
  options: values.options.map(({ name, values: held }) => ({
    name,
    values: held.map((value) => ({ name: value.name, price: value.price })),
  })),
});

const fieldNames = Object.keys(emptyValues);

/** The field that a refusal is about: 'dimensions.length' → 'length', 'images.0' → 'images'; null for none of the form's. */
export function fieldOf(propertyPath: string): string | null {
  const path = propertyPath.replace(/^dimensions\./, '');
  const [head = '', ...rest] = path.split('.');
  if (!fieldNames.includes(head)) return null;
  const isDeep = head === 'options' || head === 'technicalAttributes';
  return isDeep && rest.length > 1 ? path : head;
}
