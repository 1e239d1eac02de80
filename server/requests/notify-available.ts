// Tells those who asked for it that a product is there again, by mail. Guarantee: each is told once, by one of many
// processes, and of a product that can be seen and bought at that moment.
import { and, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import { shownToAll } from '../catalogue/product-list.ts';
import type { Tx } from '../db/client.ts';
import { products } from '../db/schema/catalogue.ts';
import { availabilityProducts } from '../db/schema/requests.ts';
import { stores } from '../db/schema/shops.ts';
import { committed } from '../http/after-commit.ts';
import type { Market } from '../http/call.ts';
import { post } from '../mails/post.ts';
import { mailSite } from '../mails/site.ts';
import { backInStock } from '../mails/templates/products.ts';

const AT_ONCE = 100;

async function claim(tx: Tx, now: Date) {
  const found = await tx
    .select({
      id: availabilityProducts.id,
      email: availabilityProducts.email,
      product: { name: products.name, slug: products.slug, store: stores.name },
    })
    .from(availabilityProducts)
    .innerJoin(products, eq(products.id, availabilityProducts.productId))
    .innerJoin(stores, eq(stores.id, products.storeId))
    .where(
      and(isNull(availabilityProducts.notifiedAt), ...shownToAll, or(isNull(products.stock), gt(products.stock, 0))),
    )
    .orderBy(availabilityProducts.createdAt, availabilityProducts.id)
    .limit(AT_ONCE)
    .for('update', { of: availabilityProducts, skipLocked: true });
  const ids = found.map(({ id }) => id);
  if (ids.length > 0)
    await tx.update(availabilityProducts).set({ notifiedAt: now }).where(inArray(availabilityProducts.id, ids));
  return found;
}

/** Called on a clock. */
export async function tellAvailable(market: Market, now: Date): Promise<void> {
  for (let told = AT_ONCE; told === AT_ONCE; ) {
    await committed(market, async (tx, after) => {
      const due = await claim(tx, now);
      told = due.length;
      if (told === 0) return;
      const site = await mailSite(tx, market);
      for (const { email, product } of due) {
        const letter = backInStock(site, product);
        await post(tx, { market, now, after }, { kind: 'back-in-stock', to: email, letter });
      }
    });
  }
}
