// Shapes of a store's own file (shops/SLUG/shop.yaml in the format) with its coupons, by the contract's rules for a merchant's
// forms.
// Guarantee: unknown fields are mistakes.
import * as z from 'zod/mini';
import { boundedList, requiredTextLine, textLine } from '#contract/bounds.ts';
import { collectionSlots } from '#contract/fields/collection-slots.ts';
import { email } from '#contract/fields/email.ts';
import { openingHoursSent } from '#contract/fields/opening-hours.ts';
import { phone, postalCode } from '#contract/fields/phone.ts';
import {
  MAX_ADDRESS_LINE,
  MAX_CITY,
  MAX_CLOSED_DAYS,
  MAX_DISTANCE_TIERS,
  MAX_NAME,
  MAX_OPENING_ROWS,
  MAX_STORE_IMAGES,
} from '#contract/limits.ts';
import { couponEndpoints as couponCalls } from '#contract/merchant/coupons.ts';
import { kilometres, legalIdentity, storeChanges } from '#contract/merchant/store-changes.ts';
import { identityMistakes, writtenIdentity } from '#domain/legal-identity.ts';
import { slotSettingMistakes } from '#domain/orders/slot-setting.ts';
import { isOnlineStore } from '#domain/store.ts';
import { endOfParisDay, parseDiscount } from '../../merchant/coupon-writing.ts';
import { isCalendarDay, ViolationCollector } from '../../merchant/violation-collector.ts';
import { closedDaysShape } from './closed-days.ts';
import {
  eurosOrNull,
  eurosOrZero,
  flagShape,
  optionalField,
  percent,
  picture,
  reportViolations,
  shopHoursLine,
  withDefault,
} from './shape-parts.ts';

const ofStore = storeChanges.shape;

export const plans = ['E-commerce', 'Catalogue', 'E-commerce + supports', 'Catalogue + supports'] as const;

const couponFields = couponCalls['coupons.create'].body.shape;
/** As in the folder: the discount in euros or percent. */
export const couponShape = z.strictObject({
  code: couponFields.code,
  discountType: couponFields.discountType,
  discount: couponFields.discount,
  expirationDate: withDefault(couponFields.expirationDate.def.innerType, null),
  minimumAmount: withDefault(eurosOrNull, null),
  maxUses: withDefault(couponFields.maxUses.def.innerType, null),
  oncePerPerson: flagShape,
  products: withDefault(z.nullable(z.array(z.string())), null),
  active: withDefault(z.boolean('true ou false attendu.'), true),
});

const checkedCoupon = z.pipe(
  couponShape,
  z.transform((sent, context) => {
    const form = new ViolationCollector();
    const discount = parseDiscount(form, sent.discountType, sent.discount);
    const expirationDate = sent.expirationDate === null ? null : parseCouponEnd(form, sent.expirationDate);
    reportViolations(form, context);
    return { ...sent, discount, expirationDate };
  }),
);
export type Coupon = z.output<typeof checkedCoupon>;

/** ISO instant; expired coupons are allowed. */
function parseCouponEnd(form: ViolationCollector, sent: string): string | null {
  const instant = sent.length === 10 ? null : new Date(sent.replace(' ', 'T'));
  if (!isCalendarDay(sent.slice(0, 10)) || (instant && Number.isNaN(instant.getTime()))) {
    form.add('expirationDate', 'Date incorrecte.');
    return null;
  }
  return (instant ?? endOfParisDay(sent)).toISOString();
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

const slotsShape = z
  .strictObject({
    minutes: withDefault(collectionSlots.shape.minutes, null),
    capacity: withDefault(collectionSlots.shape.capacity, null),
  })
  .check((context) => {
    const form = new ViolationCollector();
    for (const [field, message] of Object.entries(slotSettingMistakes(context.value))) form.add(field, message);
    reportViolations(form, context);
  });

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
  closedDays: withDefault(boundedList(closedDaysShape, MAX_CLOSED_DAYS), []),
  preparationTime: optionalField(ofStore.preparationTime, null),
  collectionSlots: withDefault(z.nullable(slotsShape), null),
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
  coupons: withDefault(boundedList(checkedCoupon, 500), []),
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
