// Entries as they are written into files: amounts in euros, weights in kilograms, hours in lines; what is as it would be
// without being written is left out.
import { isDeepStrictEqual } from 'node:util';
import { Scalar } from 'yaml';
import type * as z from 'zod/mini';
import { parisDay } from '#domain/time/dates.ts';
import { endOfParisDay } from '../../merchant/coupon-writing.ts';
import { writtenClosedDays } from '../format/closed-days.ts';
import type { Kinds } from '../format/entries.ts';
import { writtenRelayHours, writtenShopHours } from '../format/opening-hours.ts';
import type { Picture } from '../format/shape-parts.ts';
import { categoryShape, eventShape, pageShape, relayPointShape } from '../format/shapes.ts';
import { productShape, shopShape } from '../format/shop-shapes.ts';

type Fields = Record<string, unknown>;
/** How a picture is named in the file; undefined when it cannot be given back. */
export type NamePicture = (picture: Picture, field: string, at: number) => Promise<unknown>;

function euros(cents: unknown): unknown {
  if (typeof cents !== 'number') return cents;
  const scalar = new Scalar(cents / 100);
  scalar.minFractionDigits = 2;
  return scalar;
}
const parts = (per: number) => (value: unknown) => (typeof value === 'number' ? value / per : value);
const each = (change: (held: Fields) => Fields) => (value: unknown) => (value as Fields[]).map(change);

const changes: Readonly<Record<string, (value: unknown) => unknown>> = {
  price: euros,
  reducedPrice: euros,
  freeDeliveryPriceFromAmount: euros,
  customShippingPrice: euros,
  minimumDelivery: euros,
  relayPointPrice: euros,
  weight: parts(1000),
  vatRate: parts(100),
  openingHours: (rows) => (rows as Kinds['shop']['openingHours']).map(writtenShopHours),
  closedDays: (rows) => (rows as Kinds['shop']['closedDays']).map(writtenClosedDays),
  hours: (rows) => writtenRelayHours(rows as Kinds['relayPoint']['hours']),
  distancePriceLevels: each((level) => ({
    ...level,
    price: euros(level.price),
    minimumOrderValue: euros(level.minimumOrderValue),
  })),
  options: each((option) => ({
    name: option.name,
    values: (option.values as Fields[]).map(({ name, price }) =>
      price === 0 ? { name } : { name, price: euros(price) },
    ),
  })),
};

/** In the order of the shape. */
async function written(shape: Record<string, z.ZodMiniType>, values: object, name: NamePicture): Promise<Fields> {
  const fields: Fields = {};
  for (const [field, type] of Object.entries(shape)) {
    const value = (values as Fields)[field];
    if (value === undefined || isDeepStrictEqual(value, type.safeParse(undefined).data)) continue;
    const pictured = await withPictures(field, value, name);
    fields[field] = pictured === value ? (changes[field]?.(value) ?? value) : pictured;
  }
  return fields;
}

async function withPictures(field: string, value: unknown, name: NamePicture): Promise<unknown> {
  const isPicture = (held: unknown): held is Picture => typeof held === 'object' && held !== null && 'stem' in held;
  if (isPicture(value)) return name(value, field, 0);
  if (!Array.isArray(value) || !value.some(isPicture)) return value;
  const names: unknown[] = [];
  for (const [at, held] of (value as Picture[]).entries()) names.push(await name(held, field, at));
  return names;
}

const isTrueByItself = (published: boolean | undefined) =>
  published === false ? { published } : { published: undefined };

export const writtenProduct = (values: Kinds['product'], name: NamePicture): Promise<Fields> =>
  written(productShape.shape, { ...values, ...isTrueByItself(values.published) }, name);

export const writtenShop = (values: Kinds['shop'], name: NamePicture): Promise<Fields> =>
  written(shopShape.shape, { ...values, ...isTrueByItself(values.published) }, name);

export const writtenCategory = (slug: string, values: Kinds['category'], name: NamePicture): Promise<Fields> =>
  written(categoryShape.shape, { slug, ...values }, name);

export const writtenEvent = (values: Kinds['event'], name: NamePicture): Promise<Fields> =>
  written(eventShape.shape, values, name);
export const writtenPage = (values: Kinds['page'], name: NamePicture): Promise<Fields> =>
  written(pageShape.shape, values, name);

export const writtenRelayPoint = (id: string, values: Kinds['relayPoint'], name: NamePicture): Promise<Fields> =>
  written(relayPointShape.shape, { id, ...values }, name);

export function writtenCoupon({ code, discountType, discount, expirationDate, active }: Kinds['coupon']): Fields {
  const day = expirationDate === null ? '' : parisDay(new Date(expirationDate));
  const isWholeDay = day !== '' && endOfParisDay(day).toISOString() === expirationDate;
  return {
    code,
    discountType,
    discount: discountType === 'fix' ? euros(discount) : discount,
    ...(expirationDate !== null && { expirationDate: isWholeDay ? day : expirationDate }),
    ...(!active && { active }),
  };
}

export const writtenPrices = (prices: Kinds['carrierPrices']['prices']): Fields[] =>
  prices.map(({ maxWeight, price }) => ({ maxWeight: maxWeight / 1000, price: euros(price) }));
