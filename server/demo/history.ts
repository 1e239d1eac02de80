// What happened before the market was filled, as history.yaml tells it: ages of shops, products, coupons and terms.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import type { Market } from '../market/format/entries.ts';
import type { Fresh } from '../market/writing/writing.ts';
import { reviewFamilies } from './content/reviews.ts';
import { hashOf, uuidOf } from './random.ts';
import type { Moments } from './rows/moments.ts';

/** Days, fractions allowed. */
const days = z.number();
const shape = z.strictObject({
  terms: z.array(days),
  coupons: z.record(z.string(), z.strictObject({ age: days, endsIn: days })),
  shops: z.record(
    z.string(),
    z.strictObject({
      age: days,
      reviews: z.enum(reviewFamilies),
      products: z._default(z.record(z.string(), days), {}),
      availableIn: z._default(z.record(z.string(), days), {}),
    }),
  ),
});
export type History = z.output<typeof shape>;

export const readHistory = (): History =>
  shape.parse(parse(readFileSync(new URL('./history.yaml', import.meta.url), 'utf8')));

const ageOfTheTeam = 600;
const ageOfPictures = 30;

/** Fixed names, so that links and tests lead to the same things in every demonstration, each with its age. */
export function demoFresh(market: Market, history: History, { ago }: Moments): Fresh {
  const made = new Map<string, Date>([['image', ago(ageOfPictures)]]);
  for (const [email, { values }] of market.person) if (values.admin) made.set(`user:${email}`, ago(ageOfTheTeam));
  for (const [slug, { values }] of market.shop) {
    const age = history.shops[slug]?.age ?? 0;
    made.set(`store:${slug}`, ago(age));
    made.set(`user:${values.owner}`, ago(age + 5));
  }
  for (const { products } of Object.values(history.shops)) {
    for (const [slug, age] of Object.entries(products)) {
      // A few hours apart, so that no two are of the same instant and 'newest first' has one order.
      made.set(`product:${slug}`, ago(age + (hashOf(slug) % 86_000) / 86_400));
    }
  }
  for (const [code, { age }] of Object.entries(history.coupons)) made.set(`coupon:${code}`, ago(age));
  for (const [at, age] of history.terms.entries()) made.set(`terms:${at}`, ago(age));
  return { id: uuidOf, madeAt: (what) => made.get(what) };
}
