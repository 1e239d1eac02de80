// The demo's reviews of products and shops.
import type {
  productReviews as productReviewsTable,
  storeReviews as storeReviewsTable,
} from '../../db/schema/requests.ts';
import { customers, reviewers } from '../content/people.ts';
import { type Mood, productReviews, ratingsOf, storeReviews } from '../content/reviews.ts';
import { typeset } from '../french-text.ts';
import type { DemoShop } from '../imported.ts';
import { type Random, randomFrom, uuidOf } from '../random.ts';
import { userIdOf } from './accounts.ts';
import type { Moments } from './moments.ts';

type ProductReviewRow = typeof productReviewsTable.$inferInsert;
type StoreReviewRow = typeof storeReviewsTable.$inferInsert;

/** The shop everyone knows. */
const busiest = 'fromagerie-du-chatel';

function moodOf(random: Random): Mood {
  const drawn = random.next();
  if (drawn < 0.56) return 'delighted';
  if (drawn < 0.87) return 'pleased';
  return drawn < 0.97 ? 'mixed' : 'displeased';
}

/** Whose opinion of one thing it is: each customer has one. */
function authors(random: Random): () => { author: string; userId: string | null } {
  const heard = new Set<string>();
  return () => {
    if (!random.chance(0.35)) return { author: random.pick(reviewers), userId: null };
    const { firstName, email } = random.pick(customers);
    if (heard.has(email)) return { author: firstName, userId: null };
    heard.add(email);
    return { author: firstName, userId: userIdOf(email) };
  };
}

/** Says nothing twice about one thing: texts are dealt from a shuffled pack of each mood. */
function dealer(texts: Partial<Record<Mood, readonly string[]>>, random: Random): (mood: Mood) => string | undefined {
  const packs = new Map(Object.entries(texts).map(([mood, said]) => [mood, random.shuffled(said)]));
  return (mood) => packs.get(mood)?.pop();
}

function howMany(slug: string, shop: string, featured: readonly string[], random: Random): number {
  if (featured.includes(slug)) return random.between(5, 9);
  return shop === busiest ? random.between(1, 5) : random.between(0, 4);
}

export function productReviewRows(
  shops: readonly DemoShop[],
  featured: readonly string[],
  { ago }: Moments,
): ProductReviewRow[] {
  return shops.flatMap((shop) =>
    shop.products
      .filter(({ row }) => row.published)
      .flatMap(({ row: { id: productId, slug }, age }) => {
        const random = randomFrom(`reviews:${slug}`);
        const say = dealer(productReviews[shop.reviews], random);
        const author = authors(random);
        return Array.from(
          { length: howMany(slug, shop.row.slug, featured, random) },
          (_, index): ProductReviewRow | undefined => {
            const mood = moodOf(random);
            const text = say(mood);
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

export function storeReviewRows(shops: readonly DemoShop[], { ago }: Moments): StoreReviewRow[] {
  return shops.flatMap(({ row: { id: storeId, slug }, age }) => {
    const random = randomFrom(`reviews:${slug}`);
    const say = dealer(storeReviews, random);
    const author = authors(random);
    const count = slug === busiest ? 14 : random.between(3, 8);
    return Array.from({ length: count }, (_, index): StoreReviewRow | undefined => {
      const drawn = moodOf(random);
      const mood = drawn === 'displeased' ? 'mixed' : drawn;
      const text = say(mood);
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
