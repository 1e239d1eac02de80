// Shapes of a store's files (shops/ in the format): store, coupons, products, by the contract's rules for a merchant's
// forms.
// Guarantee: unknown fields are mistakes.
import * as z from 'zod/mini';
import { boundedList, requiredTextLine, slug, textLine } from '#contract/bounds.ts';
import { email } from '#contract/fields/email.ts';
import { openingHoursSent } from '#contract/fields/opening-hours.ts';
import { phone, postalCode } from '#contract/fields/phone.ts';
import {
  MAX_ADDRESS_LINE,
  MAX_ATTRIBUTE_NAME,
  MAX_ATTRIBUTE_VALUE,
  MAX_ATTRIBUTES,
  MAX_CITY,
  MAX_CLOSED_DAYS,
  MAX_DISTANCE_TIERS,
  MAX_NAME,
  MAX_OPENING_ROWS,
  MAX_OPTION_NAME,
  MAX_OPTION_VALUES,
  MAX_OPTIONS,
  MAX_PRODUCT_REFERENCES,
  MAX_STORE_IMAGES,
} from '#contract/limits.ts';
import { couponEndpoints as couponCalls } from '#contract/merchant/coupons.ts';
import { productChanges } from '#contract/merchant/own-products.ts';
import { kilometres, legalIdentity, storeChanges } from '#contract/merchant/store-changes.ts';
import { identityMistakes, writtenIdentity } from '#domain/legal-identity.ts';
import { emptyProduct, productMistakes } from '#domain/product-rules.ts';
import { isOnlineStore } from '#domain/store.ts';
import { endOfParisDay, parseDiscount } from '../../merchant/coupon-writing.ts';
import { isCalendarDay, ViolationCollector } from '../../merchant/violation-collector.ts';
import { closedDaysText } from './closed-days.ts';
import {
  digitalFile,
  eurosOrNull,
  eurosOrZero,
  kilogramsShape,
  percent,
  picture,
  pictureList,
  shopHoursLine,
  withDefault,
} from './shape-parts.ts';

const ofStore = storeChanges.shape;
const ofProduct = productChanges.shape;
/** A field of the contract with a default value. */
const optionalField = <T extends z.ZodMiniType>(field: z.ZodMiniOptional<T>, value: z.output<T>) =>
  withDefault(field.def.innerType, value as never) as unknown as z.ZodMiniDefault<T>;
const flagShape = withDefault(z.boolean('true ou false attendu.'), false);

export const plans = ['E-commerce', 'Catalogue', 'E-commerce + supports', 'Catalogue + supports'] as const;

const couponFields = couponCalls['coupons.create'].body.shape;
const couponShape = z.pipe(
  z.strictObject({
    code: couponFields.code,
    discountType: couponFields.discountType,
    discount: couponFields.discount,
    expirationDate: withDefault(couponFields.expirationDate.def.innerType, null),
    minimumAmount: withDefault(eurosOrNull, null),
    maxUses: withDefault(couponFields.maxUses.def.innerType, null),
    oncePerPerson: flagShape,
    active: withDefault(z.boolean('true ou false attendu.'), true),
  }),
  z.transform((sent, context) => {
    const form = new ViolationCollector();
    const discount = parseDiscount(form, sent.discountType, sent.discount);
    const expirationDate = sent.expirationDate === null ? null : parseCouponEnd(form, sent.expirationDate);
    reportViolations(form, context);
    return { ...sent, discount, expirationDate };
  }),
);
export type Coupon = z.output<typeof couponShape>;

/** ISO instant; expired coupons are allowed. */
function parseCouponEnd(form: ViolationCollector, sent: string): string | null {
  const instant = sent.length === 10 ? null : new Date(sent.replace(' ', 'T'));
  if (!isCalendarDay(sent.slice(0, 10)) || (instant && Number.isNaN(instant.getTime()))) {
    form.add('expirationDate', 'Date incorrecte.');
    return null;
  }
  return (instant ?? endOfParisDay(sent)).toISOString();
}

function reportViolations(form: ViolationCollector, context: { issues: object[]; value: unknown }): void {
  for (const { propertyPath, message } of form.violations) {
    context.issues.push({ code: 'custom', message, path: propertyPath.split('.'), input: context.value });
  }
}

const identityShape = z.pipe(
  z
    .strictObject({ ...legalIdentity.shape, vatNumber: withDefault(legalIdentity.shape.vatNumber, '') })
    .check((context) => {
      const form = new ViolationCollector();
      for (const [field, message] of Object.entries(identityMistakes(context.value))) form.add(field, message);
      reportViolations(form, context);
    }),
  z.transform(writtenIdentity),
);

/** shops/SLUG/shop.yaml */
const writtenShop = z.strictObject({
  name: requiredTextLine(MAX_NAME, 'Nom requis'),
  /** Address from people.yaml; absent: unchanged. */
  owner: z.optional(email),
  plan: z.enum(plans, `Un de\u00a0: ${plans.join(', ')}.`),
  ready: flagShape,
  /** Absent: unchanged, published if new. */
  published: z.optional(z.boolean('true ou false attendu.')),
  takesAppointments: flagShape,
  takesEstimates: flagShape,
  description: optionalField(ofStore.description, ''),
  aboutText: optionalField(ofStore.aboutText, ''),
  logo: withDefault(z.nullable(picture), null),
  pictures: withDefault(boundedList(picture, MAX_STORE_IMAGES), []),
  youtubeVideoId: optionalField(ofStore.youtubeVideoId, null),
  website: optionalField(ofStore.website, null),
  twitter: optionalField(ofStore.twitter, null),
  facebook: optionalField(ofStore.facebook, null),
  snapchat: optionalField(ofStore.snapchat, null),
  instagram: optionalField(ofStore.instagram, null),
  /** Absent: unchanged, since the payment provider may have given it. */
  sMoneyAccount: ofStore.sMoneyAccount,
  /** Of the market; null: its own rate for all stores. */
  commission: withDefault(z.nullable(percent), null),
  phoneNumber: withDefault(z.nullable(phone), null),
  email: withDefault(z.nullable(email), null),
  legalIdentity: withDefault(z.nullable(identityShape), null),
  address1: withDefault(textLine(MAX_ADDRESS_LINE), ''),
  address2: withDefault(textLine(MAX_ADDRESS_LINE), ''),
  postalCode: withDefault(postalCode, ''),
  city: withDefault(textLine(MAX_CITY), ''),
  geoCoordinates: optionalField(ofStore.geoCoordinates, null),
  placeOfSales: optionalField(ofStore.placeOfSales, ''),
  additionalInformation: optionalField(ofStore.additionalInformation, ''),
  openingHours: withDefault(
    boundedList(
      z.union(
        [shopHoursLine, openingHoursSent],
        'Horaires attendus, comme «\u00a0mar-ven 09:00-12:00 14:00-18:30\u00a0».',
      ),
      MAX_OPENING_ROWS,
    ),
    [],
  ),
  closedDays: withDefault(boundedList(closedDaysText, MAX_CLOSED_DAYS), []),
  preparationTime: optionalField(ofStore.preparationTime, null),
  deliveryMethods: optionalField(ofStore.deliveryMethods, []),
  paymentOnDelivery: flagShape,
  paymentOnDeliveryInformation: optionalField(ofStore.paymentOnDeliveryInformation, ''),
  freeDeliveryPriceFromAmount: withDefault(eurosOrNull, null),
  customShippingPrice: withDefault(eurosOrZero, 0),
  minimumDelivery: withDefault(eurosOrZero, 0),
  customShippingMaxDistance: optionalField(ofStore.customShippingMaxDistance, null),
  distancePriceLevels: withDefault(
    boundedList(
      z.strictObject({
        distance: kilometres,
        price: eurosOrZero,
        minimumOrderValue: withDefault(eurosOrZero, 0),
      }),
      MAX_DISTANCE_TIERS,
    ),
    [],
  ),
  relayPoint: optionalField(ofStore.relayPoint, ''),
  relayPointInformation: optionalField(ofStore.relayPointInformation, ''),
  relayPointPrice: withDefault(eurosOrZero, 0),
  coupons: withDefault(boundedList(couponShape, 500), []),
});
export const shopShape = writtenShop.check((context) => {
  const { plan, ready, legalIdentity } = context.value;
  const form = new ViolationCollector();
  if (isOnlineStore({ plan: { name: plan }, ready }) && legalIdentity === null) {
    form.add('ready', 'Une boutique qui vend donne son identité\u00a0: ajoutez legalIdentity.');
  }
  reportViolations(form, context);
});
type WrittenShop = z.output<typeof shopShape>;
export type Shop = Omit<WrittenShop, 'coupons'>;

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
      withdrawalException,
    };
    form.addAll(productMistakes(sold, emptyProduct));
    if (preOrderDate !== null && !isCalendarDay(preOrderDate)) form.add('preOrderDate', 'Date incorrecte.');
    if (file && !dematerialized) form.add('digitalFile', 'Un fichier va avec dematerialized: true.');
    reportViolations(form, context);
  });
export type Product = z.output<typeof productShape>;
