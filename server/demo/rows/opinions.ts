// Demo reviews of products and stores.
import type {
  productReviews as productReviewsTable,
  storeReviews as storeReviewsTable,
} from '../../db/schema/requests.ts';
import { customers, reviewers } from '../content/people.ts';
import { type Mood, productReviewTexts, ratingsOf } from '../content/product-reviews.ts';
import { serviceReviewTexts, storeReviewTexts } from '../content/store-reviews.ts';
import { typeset } from '../french-text.ts';
import type { DemoStore } from '../imported.ts';
import { type Random, randomFrom, uuidOf } from '../random.ts';
import { userIdOf } from './accounts.ts';
import type { Moments } from './moments.ts';

type NewProductReview = typeof productReviewsTable.$inferInsert;
type NewStoreReview = typeof storeReviewsTable.$inferInsert;

/** The most popular store. */
const BUSIEST_STORE = 'fromagerie-du-chatel';

function pickMood(random: Random): Mood {
  const drawn = random.next();
  if (drawn < 0.56) return 'delighted';
  if (drawn < 0.87) return 'pleased';
  return drawn < 0.97 ? 'mixed' : 'displeased';
}

/** Authors of one subject's reviews: each customer once. */
function pickAuthors(random: Random): () => { author: string; userId: string | null } {
  const used = new Set<string>();
  return () => {
    if (!random.chance(0.35)) return { author: random.pick(reviewers), userId: null };
    const { firstName, email } = random.pick(customers);
    if (used.has(email)) return { author: firstName, userId: null };
    used.add(email);
    return { author: firstName, userId: userIdOf(email) };
  };
}

/** Deals texts from a shuffled pack per mood, without repetition. */
function dealTexts(
  texts: Partial<Record<Mood, readonly string[]>>,
  random: Random,
): (mood: Mood) => string | undefined {
  const packs = new Map(Object.entries(texts).map(([mood, list]) => [mood, random.shuffled(list)]));
  return (mood) => packs.get(mood)?.pop();
}

function countReviews(slug: string, store: string, featured: readonly string[], random: Random): number {
  if (featured.includes(slug)) return random.between(5, 9);
  return store === BUSIEST_STORE ? random.between(1, 5) : random.between(0, 4);
}

export function productReviewRows(
  stores: readonly DemoStore[],
  featured: readonly string[],
  { ago }: Moments,
): NewProductReview[] {
  return stores.flatMap((store) =>
    store.products
      .filter(({ row }) => row.published)
      .flatMap(({ row: { id: productId, slug }, age }) => {
        const random = randomFrom(`reviews:${slug}`);
        const nextText = dealTexts(productReviewTexts[store.reviews], random);
        const author = pickAuthors(random);
        return Array.from(
          { length: countReviews(slug, store.row.slug, featured, random) },
          (_, index): NewProductReview | undefined => {
            const mood = pickMood(random);
            const text = nextText(mood);
            if (!text) return undefined;
            return {
              id: uuidOf(`review:${slug}:${index}`),
              productId,
              ...author(),
              rating: ratingsOf[mood],
              text: typeset(text),
              createdAt: ago(random.next() * age),
            };
          },
        ).filter((row) => row !== undefined);
      }),
  );
}

export function storeReviewRows(stores: readonly DemoStore[], { ago }: Moments): NewStoreReview[] {
  return stores.flatMap(({ row: { id: storeId, slug }, age, products }) => {
    const random = randomFrom(`reviews:${slug}`);
    const nextText = dealTexts(products.length === 0 ? serviceReviewTexts : storeReviewTexts, random);
    const author = pickAuthors(random);
    const count = slug === BUSIEST_STORE ? 14 : random.between(3, 8);
    return Array.from({ length: count }, (_, index): NewStoreReview | undefined => {
      const drawn = pickMood(random);
      const mood = drawn === 'displeased' ? 'mixed' : drawn;
      const text = nextText(mood);
      if (!text) return undefined;
      return {
        id: uuidOf(`store-review:${slug}:${index}`),
        storeId,
        ...author(),
        rating: ratingsOf[mood],
        text: typeset(text),
        createdAt: ago(random.next() * age),
      };
    }).filter((row) => row !== undefined);
  });
}
