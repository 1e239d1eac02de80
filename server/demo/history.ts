// Demo history from history.yaml: ages of stores, products, coupons and terms. The files call a store 'shop'.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import type { MarketEntries } from '../market/format/entries.ts';
import type { NewRowIds } from '../market/writing/import-writer.ts';
import { reviewFamilies } from './content/product-reviews.ts';
import { hashText, uuidOf } from './random.ts';
import type { Moments } from './rows/moments.ts';

/** Days, with fractions. */
const days = z.number();
const historyShape = z.strictObject({
  terms: z.array(days),
  coupons: z.record(z.string(), z.strictObject({ age: days, endsIn: days })),
  shops: z.record(
    z.string(),
    z.strictObject({
      age: days,
      reviews: z.enum(reviewFamilies),
      products: z._default(z.record(z.string(), days), {}),
      availableIn: z._default(z.record(z.string(), days), {}),
      /** Months of products that are sold out in the others. */
      seasons: z._default(z.record(z.string(), z.array(z.int())), {}),
    }),
  ),
});
export type History = z.output<typeof historyShape>;

export const readHistory = (): History =>
  historyShape.parse(parse(readFileSync(new URL('./history.yaml', import.meta.url), 'utf8')));

const TEAM_AGE = 600;
const PICTURE_AGE = 30;

/** Stable ids, so that links and tests work in every demo, with creation times. */
export function createDemoRowIds(market: MarketEntries, history: History, { ago }: Moments): NewRowIds {
  const made = new Map<string, Date>([['image', ago(PICTURE_AGE)]]);
  for (const [email, { values }] of market.person) if (values.admin) made.set(`user:${email}`, ago(TEAM_AGE));
  for (const [slug, { values }] of market.shop) {
    const age = history.shops[slug]?.age ?? 0;
    made.set(`store:${slug}`, ago(age));
    made.set(`user:${values.owner}`, ago(age + 5));
  }
  for (const { products } of Object.values(history.shops)) {
    for (const [slug, age] of Object.entries(products)) {
      // Hours apart, for a stable 'newest first' order.
      made.set(`product:${slug}`, ago(age + (hashText(slug) % 86_000) / 86_400));
    }
  }
  for (const [code, { age }] of Object.entries(history.coupons)) made.set(`coupon:${code}`, ago(age));
  for (const [at, age] of history.terms.entries()) made.set(`terms:${at}`, ago(age));
  return { id: uuidOf, createdAt: (what) => made.get(what) };
}
