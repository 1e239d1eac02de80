import type { events as eventsTable, vatRates as vatRatesTable } from '../../db/schema/catalogue.ts';
import type {
  configurations,
  featuredCategories as featuredCategoriesTable,
  featuredProducts as featuredProductsTable,
  pages as pagesTable,
  relayPoints as relayPointsTable,
} from '../../db/schema/content.ts';
import type { coupons } from '../../db/schema/sales.ts';
import type { storeAcceptedTerms, terms as termsTable } from '../../db/schema/shops.ts';
import type { Drawing } from '../../drawing/pictures.ts';
import { uuidOf } from '../../drawing/random.ts';
import { vatRates } from '../categories.ts';
import { configuration } from '../content/configuration.ts';
import { events } from '../content/events.ts';
import { featuredCategories, featuredProducts } from '../content/featured.ts';
import { merchantTerms, pages } from '../content/pages.ts';
import { relayPoints } from '../content/relay-points.ts';
import { slugOf, typeset, typesetName } from '../french-text.ts';
import { shops } from '../shops.ts';
import { placeOf } from '../towns.ts';
import type { Album } from './album.ts';
import { categoryIdOf } from './categories.ts';
import type { Moments } from './moments.ts';
import { eventIdOf, productIdOf, vatRateIdOf } from './products.ts';
import { storeIdOf } from './stores.ts';

export const vatRateRows = (): (typeof vatRatesTable.$inferInsert)[] =>
  vatRates.map(({ rate, name }) => ({ id: vatRateIdOf(rate), rate, name: typesetName(name) }));

export const eventRows = (album: Album): (typeof eventsTable.$inferInsert)[] =>
  events.map(({ slug, name, description, picture }) => ({
    id: eventIdOf(slug),
    slug,
    name,
    description: typeset(description),
    imageId: album.add(`event:${slug}`, { kind: 'scene', recipe: picture, side: 1080 }, name),
  }));

export const pageRows = (): (typeof pagesTable.$inferInsert)[] =>
  pages.map(({ slug, name, place, text }, position) => ({
    id: uuidOf(`page:${slug}`),
    slug,
    name: typesetName(name),
    place,
    description: typeset(text),
    position,
  }));

export const configurationRows = (album: Album): (typeof configurations.$inferInsert)[] =>
  configuration.map(({ key, value, picture, logo }) => {
    const drawing: Drawing | null = picture
      ? { kind: 'scene', recipe: picture, side: 1080 }
      : logo
        ? { kind: 'logo', recipe: logo, side: 480 }
        : null;
    return {
      key,
      value: typeset(value),
      valueImageId: drawing && album.add(`configuration:${key}`, drawing, value),
    };
  });

export const featuredProductRows = (): (typeof featuredProductsTable.$inferInsert)[] =>
  featuredProducts.map((slug, index) => ({ productId: productIdOf(slug), rank: index + 1 }));

export const featuredCategoryRows = (): (typeof featuredCategoriesTable.$inferInsert)[] =>
  featuredCategories.map((slug, index) => ({ categoryId: categoryIdOf(slug), rank: index + 1 }));

export const termsIdOf = (index: number): string => uuidOf(`terms:${index}`);

export const termsRows = ({ ago }: Moments): (typeof termsTable.$inferInsert)[] =>
  merchantTerms.map(({ age, text }, index) => ({ id: termsIdOf(index), terms: typeset(text), createdAt: ago(age) }));

export const acceptedTermsRows = ({ ago }: Moments): (typeof storeAcceptedTerms.$inferInsert)[] =>
  shops.flatMap((shop) =>
    merchantTerms.map(({ age }, index) => ({
      storeId: storeIdOf(shop.slug),
      termsId: termsIdOf(index),
      acceptedAt: ago(Math.min(age, shop.age) - 1),
    })),
  );

/** '1-5 0800-1900', '2-6 0900-1200 1400-1900', '1,2,4 0900-1130': one entry for each day and window. */
function relayHoursOf(written: string): { day: number; openHour: string; closeHour: string }[] {
  const [span = '', ...windows] = written.split(' ');
  const days = span.split(',').flatMap((part) => {
    const [first = 1, last = first] = part.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
  return days.flatMap((day) =>
    windows.map((window) => {
      const [openHour = '', closeHour = ''] = window.split('-');
      return { day, openHour, closeHour };
    }),
  );
}

export const relayPointRows = (): (typeof relayPointsTable.$inferInsert)[] =>
  relayPoints.map(({ name, town, address, shift, hours }) => {
    const place = placeOf(town);
    return {
      id: `relais-${slugOf(name)}`,
      name,
      latitude: Number((place.latitude + shift[0]).toFixed(5)),
      longitude: Number((place.longitude + shift[1]).toFixed(5)),
      address1: address,
      postalCode: place.postalCode,
      city: town,
      hours: hours.flatMap(relayHoursOf),
    };
  });

export type CouponRow = typeof coupons.$inferInsert & { id: string; discountType: 'fix' | 'relative' };

/** Coupons by shop: percent when relative, cents when fixed; days from now until they end, behind us when negative. */
const couponsWritten = [
  { store: 'fromagerie-du-chatel', code: 'BIENVENUE10', discountType: 'relative', discount: 10, endsIn: 300, age: 200 },
  { store: 'fromagerie-du-chatel', code: 'MOINS5', discountType: 'fix', discount: 500, endsIn: 120, age: 90 },
  { store: 'fromagerie-du-chatel', code: 'PERIME', discountType: 'relative', discount: 15, endsIn: -30, age: 120 },
  {
    store: 'fromagerie-du-chatel',
    code: 'RACLETTE',
    discountType: 'fix',
    discount: 300,
    endsIn: 60,
    age: 40,
    off: true,
  },
  { store: 'brasserie-des-trois-ponts', code: 'HOUBLON', discountType: 'relative', discount: 15, endsIn: 90, age: 60 },
  { store: 'cafe-ligier', code: 'PETITNOIR', discountType: 'fix', discount: 200, endsIn: 45, age: 20 },
] as const;

export const couponIdOf = (code: string): string => uuidOf(`coupon:${code}`);

export const couponRows = ({ ago, now }: Moments): CouponRow[] =>
  couponsWritten.map((coupon) => ({
    id: couponIdOf(coupon.code),
    storeId: storeIdOf(coupon.store),
    code: coupon.code,
    discountType: coupon.discountType,
    discount: coupon.discount,
    expirationDate: new Date(now.getTime() + coupon.endsIn * 86_400_000),
    active: !('off' in coupon),
    createdAt: ago(coupon.age),
  }));
