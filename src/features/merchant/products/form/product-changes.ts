// The way from the typed fields of a product's form to what is sent.
// Guarantee: only what is otherwise than it was is sent, since another device may have changed the rest.
import type { ProductChanges } from '#contract/merchant/own-products.ts';
import { inputToSent } from '#domain/money.ts';
import { inputToNumber } from '#domain/text/typed-numbers.ts';
import type { ProductValues } from './product-values.ts';

/** Whole pieces or centimetres, none for nothing typed; NaN for what is no number. */
export const wholeOf = (typed: string) => (typed.trim() === '' ? 0 : (inputToNumber(typed) ?? Number.NaN));
/** '1,25' → 1.25; NaN for what is no number. */
export const decimalOf = (typed: string) => (typed.trim() === '' ? 0 : (inputToNumber(typed, 3) ?? Number.NaN));

/** Of what is valid. What was left empty in options and attributes, the server drops. */
export function sentOf(values: ProductValues): Required<ProductChanges> {
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
    price: inputToSent(values.price),
    reducedPrice: indicativePrice ? null : inputToSent(values.reducedPrice),
    indicativePrice,
    priceDisabled: values.priceDisabled,
    vatRate: values.vatRate || null,
    stockManagement,
    stock: stockManagement ? wholeOf(values.stock) : null,
    preOrderDate: values.preOrderDate || null,
    notSellToMinor: values.notSellToMinor,
    dematerialized: values.dematerialized,
    dematerializedFile: values.dematerializedFile || null,
    inevitable: values.inevitable,
    news: values.news,
    currentOffers: values.currentOffers,
    externalURL: values.externalURL.trim() || null,
    dimensions: {
      length: wholeOf(values.length),
      width: wholeOf(values.width),
      height: wholeOf(values.height),
      weight: decimalOf(values.weight),
    },
    options: options.map(({ known, name, values: held }) => ({
      ...(known !== undefined && { id: known }),
      name: name.trim(),
      values: held.map((value) => ({
        ...(value.known !== undefined && { id: value.known }),
        name: value.name.trim(),
        price: inputToSent(value.price),
      })),
    })),
  };
}

/** Only what is otherwise than it was. */
export function changesBetween(before: ProductValues, after: ProductValues): ProductChanges {
  const [was, is] = [sentOf(before), sentOf(after)];
  const changed = Object.entries(is).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(was, name)),
  );
  return Object.fromEntries(changed);
}
