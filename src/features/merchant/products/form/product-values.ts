// Values of a product form as typed, and their conversion from a product.
import type { MerchantProduct, ProductChanges } from '#contract/merchant/own-products.ts';
import { sentToInput } from '#domain/money.ts';

export interface OptionTyped {
  /** Id of an option known by the server. */
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
  /** As typed: '250 g'. */
  netContent: string;
  soldByWeight: boolean;
  /** Percent, as typed. */
  weightTolerance: string;
  /** Exception to the right of withdrawal, or nothing. */
  withdrawalException: string;
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

/** Offered when a product is first sold by weight. */
const DEFAULT_TOLERANCE = '10';

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
  netContent: '',
  soldByWeight: false,
  weightTolerance: DEFAULT_TOLERANCE,
  withdrawalException: '',
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

/** 12.5 → '12,5'; '' for none. */
const typedNumber = (value: number) => (value === 0 ? '' : String(value).replace('.', ','));

const toleranceTyped = (percent: number | null) => ({
  soldByWeight: percent !== null,
  weightTolerance: percent === null ? DEFAULT_TOLERANCE : String(percent),
});

/** Form values of a product. */
export function productValuesOf(product: MerchantProduct): ProductValues {
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
    netContent: product.netContent ?? '',
    ...toleranceTyped(product.weightTolerance ?? null),
    withdrawalException: product.withdrawalException ?? '',
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

/** Form values including pending changes. */
export function withProductChanges(values: ProductValues, changes: ProductChanges): ProductValues {
  const {
    price,
    reducedPrice,
    stock,
    vatRate,
    preOrderDate,
    netContent,
    weightTolerance,
    withdrawalException,
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
    ...(netContent !== undefined && { netContent: netContent ?? '' }),
    ...(weightTolerance !== undefined && toleranceTyped(weightTolerance)),
    ...(withdrawalException !== undefined && { withdrawalException: withdrawalException ?? '' }),
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
      options: options.map(({ id, name, values: optionValues }) => ({
        known: id,
        name,
        values: optionValues.map((value) => ({ known: value.id, name: value.name, price: sentToInput(value.price) })),
      })),
    }),
  };
}

/** A copy omits the server ids of the options. */
export const copiedValues = (values: ProductValues): ProductValues => ({
  ...values,
  options: values.options.map(({ name, values: optionValues }) => ({
    name,
    values: optionValues.map((value) => ({ name: value.name, price: value.price })),
  })),
});

const fieldNames = Object.keys(emptyValues);

/** Field of a refusal: 'dimensions.length' → 'length', 'images.0' → 'images'; null for a path outside the form. */
export function productFieldOf(propertyPath: string): string | null {
  const path = propertyPath.replace(/^dimensions\./, '');
  const [head = '', ...rest] = path.split('.');
  if (!fieldNames.includes(head)) return null;
  const isDeep = head === 'options' || head === 'technicalAttributes';
  return isDeep && rest.length > 1 ? path : head;
}
