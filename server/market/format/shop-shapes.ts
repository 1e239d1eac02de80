// What may stand in the folder of a shop: itself, its coupons, its products; by the contract's own rules for a merchant's forms.
// Guarantee: a field that is not named here is a mistake.
import * as z from 'zod/mini';
import { line, list, requiredLine, slug } from '#contract/bounds.ts';
import { email } from '#contract/fields/email.ts';
import { openingHoursSent } from '#contract/fields/opening-hours.ts';
import { phone, postalCode } from '#contract/fields/phone.ts';
import { coupons as couponCalls } from '#contract/merchant/coupons.ts';
import { productChanges } from '#contract/merchant/own-products.ts';
import { kilometres, storeChanges } from '#contract/merchant/store-changes.ts';
import { discountOf, endOfParisDay } from '../../merchant/coupon-writing.ts';
import { nothingYet, priceColumns } from '../../merchant/product-writing.ts';
import { Form, isDay } from '../../merchant/sent-values.ts';
import { closedDaysWord } from './closed-days.ts';
import {
  digitalFile,
  euros,
  eurosOrZero,
  kilograms,
  percent,
  picture,
  pictures,
  shopHoursLine,
  withDefault,
} from './shape-parts.ts';

const ofStore = storeChanges.shape;
const ofProduct = productChanges.shape;
/** A field of the contract, with what it is when it is not written. */
const or = <T extends z.ZodMiniType>(field: z.ZodMiniOptional<T>, value: z.output<T>) =>
  withDefault(field.def.innerType, value as never) as unknown as z.ZodMiniDefault<T>;
const flag = withDefault(z.boolean('true ou false attendu.'), false);

export const plans = ['E-commerce', 'Catalogue', 'E-commerce + supports', 'Catalogue + supports'] as const;

const written = couponCalls['coupons.create'].body.shape;
const coupon = z.pipe(
  z.strictObject({
    code: written.code,
    discountType: written.discountType,
    discount: written.discount,
    expirationDate: withDefault(written.expirationDate.def.innerType, null),
    active: withDefault(z.boolean('true ou false attendu.'), true),
  }),
  z.transform((sent, context) => {
    const form = new Form();
    const discount = discountOf(form, sent.discountType, sent.discount);
    const expirationDate = sent.expirationDate === null ? null : endOf(form, sent.expirationDate);
    tellAll(form, context);
    return { ...sent, discount, expirationDate };
  }),
);
export type Coupon = z.output<typeof coupon>;

/** An ISO instant. A coupon that has ended may be kept. */
function endOf(form: Form, sent: string): string | null {
  const instant = sent.length === 10 ? null : new Date(sent.replace(' ', 'T'));
  if (!isDay(sent.slice(0, 10)) || (instant && Number.isNaN(instant.getTime()))) {
    form.refuse('expirationDate', 'Date incorrecte.');
    return null;
  }
  return (instant ?? endOfParisDay(sent)).toISOString();
}

function tellAll(form: Form, context: { issues: object[]; value: unknown }): void {
  for (const { propertyPath, message } of form.violations) {
    context.issues.push({ code: 'custom', message, path: propertyPath.split('.'), input: context.value });
  }
}

/** shops/SLUG/shop.yaml */
export const shopShape = z.strictObject({
  name: requiredLine(120, 'Nom requis'),
  /** One of people.yaml; absent: as it is. */
  owner: z.optional(email),
  plan: z.enum(plans, `Un de\u00a0: ${plans.join(', ')}.`),
  ready: flag,
  /** Absent: as it is, and public at first. */
  published: z.optional(z.boolean('true ou false attendu.')),
  takesAppointments: flag,
  takesEstimates: flag,
  description: or(ofStore.description, ''),
  aboutText: or(ofStore.aboutText, ''),
  logo: withDefault(z.nullable(picture), null),
  pictures: withDefault(list(picture, 30), []),
  youtubeVideoId: or(ofStore.youtubeVideoId, null),
  website: or(ofStore.website, null),
  twitter: or(ofStore.twitter, null),
  facebook: or(ofStore.facebook, null),
  snapchat: or(ofStore.snapchat, null),
  instagram: or(ofStore.instagram, null),
  sMoneyAccount: or(ofStore.sMoneyAccount, null),
  phoneNumber: withDefault(z.nullable(phone), null),
  email: withDefault(z.nullable(email), null),
  address1: withDefault(line(120), ''),
  address2: withDefault(line(120), ''),
  postalCode: withDefault(postalCode, ''),
  city: withDefault(line(80), ''),
  geoCoordinates: or(ofStore.geoCoordinates, null),
  placeOfSales: or(ofStore.placeOfSales, ''),
  additionalInformation: or(ofStore.additionalInformation, ''),
  openingHours: withDefault(
    list(
      z.union(
        [shopHoursLine, openingHoursSent],
        'Horaires attendus, comme «\u00a0mar-ven 09:00-12:00 14:00-18:30\u00a0».',
      ),
      20,
    ),
    [],
  ),
  closedDays: withDefault(list(closedDaysWord, 50), []),
  preparationTime: or(ofStore.preparationTime, null),
  deliveryMethods: or(ofStore.deliveryMethods, []),
  paymentOnDelivery: flag,
  paymentOnDeliveryInformation: or(ofStore.paymentOnDeliveryInformation, ''),
  freeDeliveryPriceFromAmount: withDefault(euros, null),
  customShippingPrice: withDefault(eurosOrZero, 0),
  minimumDelivery: withDefault(eurosOrZero, 0),
  customShippingMaxDistance: or(ofStore.customShippingMaxDistance, null),
  distancePriceLevels: withDefault(
    list(
      z.strictObject({
        distance: kilometres,
        price: eurosOrZero,
        minimumOrderValue: withDefault(eurosOrZero, 0),
      }),
      50,
    ),
    [],
  ),
  relayPoint: or(ofStore.relayPoint, ''),
  relayPointInformation: or(ofStore.relayPointInformation, ''),
  relayPointPrice: withDefault(eurosOrZero, 0),
  coupons: withDefault(list(coupon, 500), []),
});
type WrittenShop = z.output<typeof shopShape>;
export type Shop = Omit<WrittenShop, 'coupons'>;

const option = z.strictObject({
  name: requiredLine(80, 'Nom requis'),
  values: list(z.strictObject({ name: requiredLine(80, 'Nom requis'), price: withDefault(eurosOrZero, 0) }), 100).check(
    z.minLength(1, 'Une valeur au moins.'),
  ),
});
const { length, width, height } = ofProduct.dimensions.def.innerType.shape;

/** shops/SLUG/products/SLUG.md or .yaml */
export const productShape = z
  .strictObject({
    name: requiredLine(120, 'Nom requis'),
    /** One without subcategories. */
    category: slug,
    categories: withDefault(list(slug, 20), []),
    /** Absent: as it is, and public at first. */
    published: z.optional(z.boolean('true ou false attendu.')),
    description: or(ofProduct.description, ''),
    technicalText: or(ofProduct.technicalText, ''),
    technicalAttributes: withDefault(
      list(z.strictObject({ name: requiredLine(80, 'Nom requis'), value: requiredLine(300) }), 50),
      [],
    ),
    technicalPicture: withDefault(z.nullable(picture), null),
    pictures: withDefault(pictures, []),
    price: withDefault(euros, null),
    reducedPrice: withDefault(euros, null),
    indicativePrice: flag,
    priceDisabled: flag,
    vatRate: withDefault(z.nullable(percent), null),
    /** Of a new product, counted by the sales after; null: not counted. */
    stock: or(ofProduct.stock, null),
    preOrderDate: or(ofProduct.preOrderDate, null),
    dematerialized: flag,
    digitalFile: withDefault(z.nullable(digitalFile), null),
    notSellToMinor: flag,
    inevitable: flag,
    news: flag,
    currentOffers: flag,
    externalURL: or(ofProduct.externalURL, null),
    weight: withDefault(kilograms, 0),
    length: withDefault(length, 0),
    width: withDefault(width, 0),
    height: withDefault(height, 0),
    options: withDefault(list(option, 20), []),
    associatedProducts: withDefault(list(slug, 20), []),
    events: withDefault(list(slug, 20), []),
  })
  .check((context) => {
    const {
      price,
      reducedPrice,
      indicativePrice,
      priceDisabled,
      preOrderDate,
      digitalFile: file,
      dematerialized,
    } = context.value;
    const form = new Form();
    const cents = (amount: number | null) => (amount === null ? null : { amount });
    priceColumns(form, nothingYet, {
      price: cents(price),
      reducedPrice: cents(reducedPrice),
      indicativePrice,
      priceDisabled,
    });
    if (preOrderDate !== null && !isDay(preOrderDate)) form.refuse('preOrderDate', 'Date incorrecte.');
    if (file && !dematerialized) form.refuse('digitalFile', 'Un fichier va avec dematerialized: true.');
    tellAll(form, context);
  });
export type Product = z.output<typeof productShape>;
