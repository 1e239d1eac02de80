// Converts the typed fields of a product form to the sent values.
// Guarantee: only changed values are sent, since another device may have changed the rest.
import type { ProductChanges } from '#contract/merchant/own-products.ts';
import { amountRule, inputToSent } from '#domain/money.ts';
import { formatNetContent } from '#domain/net-content.ts';
import { inputToNumber } from '#domain/text/typed-numbers.ts';
import type { ProductValues } from './product-values.ts';

/** 0 if empty. */
const sizeOf = (typed: string) => (typed.trim() === '' ? 0 : inputToNumber(typed));

/** A product without a price may still have an amount; an invalid one is dropped. */
const validAmount = (typed: string) => (amountRule(typed) === true ? inputToSent(typed) : null);

/**
 * The sent values of all fields; invalid input stays as typed, for the rules. The server drops empty options and
 * attributes.
 */
export function productChangesOf(values: ProductValues): Required<ProductChanges> {
  const { stockManagement, indicativePrice, technicalImage, options, technicalAttributes } = values;
  return {
    name: values.name.trim(),
    category: values.category,
    categories: values.categories,
    events: values.events,
    description: values.description.trim(),
    technicalText: values.technicalText.trim(),
    technicalAttributes: technicalAttributes.map(({ name, value }) => ({ name: name.trim(), value: value.trim() })),
    technicalImage: technicalImage[0] ?? null,
    images: values.images,
    associatedProducts: values.associatedProducts,
    price: values.priceDisabled ? validAmount(values.price) : inputToSent(values.price),
    reducedPrice: indicativePrice ? null : inputToSent(values.reducedPrice),
    indicativePrice,
    priceDisabled: values.priceDisabled,
    vatRate: values.vatRate || null,
    stockManagement,
    stock: stockManagement && values.stock.trim() !== '' ? inputToNumber(values.stock) : null,
    preOrderDate: values.preOrderDate || null,
    netContent: formatNetContent(values.netContent.trim()) || null,
    weightTolerance: values.soldByWeight ? inputToNumber(values.weightTolerance) : null,
    withdrawalException: values.withdrawalException || null,
    notSellToMinor: values.notSellToMinor,
    dematerialized: values.dematerialized,
    dematerializedFile: values.dematerializedFile || null,
    inevitable: values.inevitable,
    news: values.news,
    currentOffers: values.currentOffers,
    externalURL: values.externalURL.trim() || null,
    dimensions: {
      length: sizeOf(values.length),
      width: sizeOf(values.width),
      height: sizeOf(values.height),
      weight: sizeOf(values.weight),
    },
    options: options.map(({ known, name, values: optionValues }) => ({
      ...(known !== undefined && { id: known }),
      name: name.trim(),
      values: optionValues.map((value) => ({
        ...(value.known !== undefined && { id: value.known }),
        name: value.name.trim(),
        price: inputToSent(value.price),
      })),
    })),
  };
}
