// Shape of a product's file (shops/SLUG/products/ in the format), by the contract's rules for a merchant's form.
// Guarantee: unknown fields are mistakes.
import * as z from 'zod/mini';
import { boundedList, requiredTextLine, slug } from '#contract/bounds.ts';
import {
  MAX_ATTRIBUTE_NAME,
  MAX_ATTRIBUTE_VALUE,
  MAX_ATTRIBUTES,
  MAX_NAME,
  MAX_OPTION_NAME,
  MAX_OPTION_VALUES,
  MAX_OPTIONS,
  MAX_PRODUCT_REFERENCES,
} from '#contract/limits.ts';
import { productChanges } from '#contract/merchant/own-products.ts';
import { emptyProduct, productMistakes } from '#domain/product-rules.ts';
import { isCalendarDay, ViolationCollector } from '../../merchant/violation-collector.ts';
import {
  digitalFile,
  eurosOrNull,
  eurosOrZero,
  flagShape,
  kilogramsShape,
  optionalField,
  percent,
  picture,
  pictureList,
  reportViolations,
  withDefault,
} from './shape-parts.ts';

const ofProduct = productChanges.shape;

const option = z.strictObject({
  name: requiredTextLine(MAX_OPTION_NAME, 'Nom requis'),
  values: boundedList(
    z.strictObject({ name: requiredTextLine(MAX_OPTION_NAME, 'Nom requis'), price: withDefault(eurosOrZero, 0) }),
    MAX_OPTION_VALUES,
  ).check(z.minLength(1, 'Une valeur au moins.')),
});
const { length, width, height } = ofProduct.dimensions.def.innerType.shape;

/** shops/SLUG/products/SLUG.md or .yaml */
export const productShape = z
  .strictObject({
    name: requiredTextLine(MAX_NAME, 'Nom requis'),
    /** A category without subcategories. */
    category: slug,
    categories: withDefault(boundedList(slug, MAX_PRODUCT_REFERENCES), []),
    /** Absent: unchanged, published if new. */
    published: z.optional(z.boolean('true ou false attendu.')),
    description: optionalField(ofProduct.description, ''),
    technicalText: optionalField(ofProduct.technicalText, ''),
    technicalAttributes: withDefault(
      boundedList(
        z.strictObject({
          name: requiredTextLine(MAX_ATTRIBUTE_NAME, 'Nom requis'),
          value: requiredTextLine(MAX_ATTRIBUTE_VALUE),
        }),
        MAX_ATTRIBUTES,
      ),
      [],
    ),
    technicalPicture: withDefault(z.nullable(picture), null),
    pictures: withDefault(pictureList, []),
    price: withDefault(eurosOrNull, null),
    reducedPrice: withDefault(eurosOrNull, null),
    indicativePrice: flagShape,
    priceDisabled: flagShape,
    vatRate: withDefault(z.nullable(percent), null),
    /** Initial stock of a new product; null: not managed. */
    stock: optionalField(ofProduct.stock, null),
    preOrderDate: optionalField(ofProduct.preOrderDate, null),
    dematerialized: flagShape,
    digitalFile: withDefault(z.nullable(digitalFile), null),
    netContent: optionalField(ofProduct.netContent, null),
    weightTolerance: optionalField(ofProduct.weightTolerance, null),
    withdrawalException: optionalField(ofProduct.withdrawalException, null),
    notSellToMinor: flagShape,
    inevitable: flagShape,
    news: flagShape,
    currentOffers: flagShape,
    externalURL: optionalField(ofProduct.externalURL, null),
    weight: withDefault(kilogramsShape, 0),
    length: withDefault(length, 0),
    width: withDefault(width, 0),
    height: withDefault(height, 0),
    options: withDefault(boundedList(option, MAX_OPTIONS), []),
    associatedProducts: withDefault(boundedList(slug, MAX_PRODUCT_REFERENCES), []),
    events: withDefault(boundedList(slug, MAX_PRODUCT_REFERENCES), []),
  })
  .check((context) => {
    const {
      price,
      reducedPrice,
      indicativePrice,
      priceDisabled,
      preOrderDate,
      netContent,
      weightTolerance,
      withdrawalException,
      digitalFile: file,
      dematerialized,
    } = context.value;
    const form = new ViolationCollector();
    const cents = (amount: number | null) => (amount === null ? null : { amount });
    const sold = {
      price: cents(price),
      reducedPrice: cents(reducedPrice),
      indicativePrice,
      priceDisabled,
      netContent,
      weightTolerance,
      withdrawalException,
    };
    form.addAll(productMistakes(sold, emptyProduct));
    if (preOrderDate !== null && !isCalendarDay(preOrderDate)) form.add('preOrderDate', 'Date incorrecte.');
    if (file && !dematerialized) form.add('digitalFile', 'Un fichier va avec dematerialized: true.');
    reportViolations(form, context);
  });
export type Product = z.output<typeof productShape>;
