// Entry writers: entries to file fields, with amounts in euros, weights in kilograms and hours as lines; default values
// are omitted.
import { isDeepStrictEqual } from 'node:util';
import { Scalar } from 'yaml';
import type * as z from 'zod/mini';
import { parisDay } from '#domain/time/dates.ts';
import { writeRelayHours, writeStoreHours } from '../../catalogue/opening-hours.ts';
import { endOfParisDay } from '../../merchant/coupon-writing.ts';
import { writeClosedDays } from '../format/closed-days.ts';
import type { Kinds } from '../format/entries.ts';
import { productShape } from '../format/product-shapes.ts';
import type { Picture } from '../format/shape-parts.ts';
import { categoryShape, eventShape, pageShape, relayPointShape } from '../format/shapes.ts';
import { couponShape, shopShape } from '../format/shop-shapes.ts';

type Fields = Record<string, unknown>;
/** File reference of a picture; undefined if its original is missing. */
export type NamePicture = (picture: Picture, field: string, at: number) => Promise<unknown>;

function writeEuros(cents: unknown): unknown {
  if (typeof cents !== 'number') return cents;
  const scalar = new Scalar(cents / 100);
  scalar.minFractionDigits = 2;
  return scalar;
}
const divideBy = (per: number) => (value: unknown) => (typeof value === 'number' ? value / per : value);
const mapItems = (change: (item: Fields) => Fields) => (value: unknown) => (value as Fields[]).map(change);

const writers: Readonly<Record<string, (value: unknown) => unknown>> = {
  price: writeEuros,
  reducedPrice: writeEuros,
  freeDeliveryPriceFromAmount: writeEuros,
  customShippingPrice: writeEuros,
  minimumDelivery: writeEuros,
  minimumAmount: writeEuros,
  relayPointPrice: writeEuros,
  weight: divideBy(1000),
  vatRate: divideBy(100),
  commission: divideBy(100),
  openingHours: (rows) => (rows as Kinds['shop']['openingHours']).map(writeStoreHours),
  closedDays: (rows) => (rows as Kinds['shop']['closedDays']).map(writeClosedDays),
  hours: (rows) => writeRelayHours(rows as Kinds['relayPoint']['hours']),
  distancePriceLevels: mapItems((level) => ({
    ...level,
    price: writeEuros(level.price),
    minimumOrderValue: writeEuros(level.minimumOrderValue),
  })),
  options: mapItems((option) => ({
    name: option.name,
    values: (option.values as Fields[]).map(({ name, price }) =>
      price === 0 ? { name } : { name, price: writeEuros(price) },
    ),
  })),
};

/** Fields in the order of the shape. */
async function writeFields(shape: Record<string, z.ZodMiniType>, values: object, name: NamePicture): Promise<Fields> {
  const fields: Fields = {};
  for (const [field, type] of Object.entries(shape)) {
    const value = (values as Fields)[field];
    if (value === undefined || isDeepStrictEqual(value, type.safeParse(undefined).data)) continue;
    const pictured = await namePicturesIn(field, value, name);
    fields[field] = pictured === value ? (writers[field]?.(value) ?? value) : pictured;
  }
  return fields;
}

async function namePicturesIn(field: string, value: unknown, name: NamePicture): Promise<unknown> {
  const isPicture = (item: unknown): item is Picture => typeof item === 'object' && item !== null && 'stem' in item;
  if (isPicture(value)) return name(value, field, 0);
  if (!Array.isArray(value) || !value.some(isPicture)) return value;
  const names: unknown[] = [];
  for (const [at, item] of (value as Picture[]).entries()) names.push(await name(item, field, at));
  return names;
}

const omitPublished = (published: boolean | undefined) =>
  published === false ? { published } : { published: undefined };

export const writeProduct = (values: Kinds['product'], name: NamePicture): Promise<Fields> =>
  writeFields(productShape.shape, { ...values, ...omitPublished(values.published) }, name);

export const writeShop = (values: Kinds['shop'], name: NamePicture): Promise<Fields> =>
  writeFields(shopShape.shape, { ...values, ...omitPublished(values.published) }, name);

export const writeCategory = (slug: string, values: Kinds['category'], name: NamePicture): Promise<Fields> =>
  writeFields(categoryShape.shape, { slug, ...values }, name);

export const writeEvent = (values: Kinds['event'], name: NamePicture): Promise<Fields> =>
  writeFields(eventShape.shape, values, name);
export const writePage = (values: Kinds['page'], name: NamePicture): Promise<Fields> =>
  writeFields(pageShape.shape, values, name);

export const writeRelayPoint = (id: string, values: Kinds['relayPoint'], name: NamePicture): Promise<Fields> =>
  writeFields(relayPointShape.shape, { id, ...values }, name);

export function writeCoupon(
  { expirationDate, discount, ...values }: Kinds['coupon'],
  name: NamePicture,
): Promise<Fields> {
  const day = expirationDate === null ? '' : parisDay(new Date(expirationDate));
  const isWholeDay = day !== '' && endOfParisDay(day).toISOString() === expirationDate;
  const written = {
    ...values,
    discount: values.discountType === 'fix' ? writeEuros(discount) : discount,
    expirationDate: isWholeDay ? day : expirationDate,
  };
  return writeFields(couponShape.shape, written, name);
}

export const writeCarrierPrices = (prices: Kinds['carrierPrices']['prices']): Fields[] =>
  prices.map(({ maxWeight, price }) => ({ maxWeight: maxWeight / 1000, price: writeEuros(price) }));
