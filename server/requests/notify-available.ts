// Stock alert mails. Guarantee: each alert is sent once, by one process, while the product is public and in stock.
import { and, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import { publicProductConditions } from '../catalogue/product-list.ts';
import type { Tx } from '../db/client.ts';
import { products } from '../db/schema/catalogue.ts';
import { availabilityProducts } from '../db/schema/requests.ts';
import { stores } from '../db/schema/stores.ts';
import { runTransaction } from '../http/after-commit.ts';
import type { Market } from '../http/call.ts';
import { queueMail } from '../mails/post.ts';
import { mailSite } from '../mails/site.ts';
import { backInStockLetter } from '../mails/templates/products.ts';
import { alertsWayOut } from '../mails/way-out.ts';

const BATCH_SIZE = 100;

async function claimAlerts(tx: Tx, now: Date) {
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
      and(
        isNull(availabilityProducts.notifiedAt),
        isNull(availabilityProducts.stoppedAt),
        ...publicProductConditions,
        or(isNull(products.stock), gt(products.stock, 0)),
      ),
    )
    .orderBy(availabilityProducts.createdAt, availabilityProducts.id)
    .limit(BATCH_SIZE)
    .for('update', { of: availabilityProducts, skipLocked: true });
  const ids = found.map(({ id }) => id);
  if (ids.length > 0)
    await tx.update(availabilityProducts).set({ notifiedAt: now }).where(inArray(availabilityProducts.id, ids));
  return found;
}

/** Run periodically. */
export async function notifyAvailable(market: Market, now: Date): Promise<void> {
  for (let sent = BATCH_SIZE; sent === BATCH_SIZE; ) {
    await runTransaction(market, async (tx, after) => {
      const due = await claimAlerts(tx, now);
      sent = due.length;
      if (sent === 0) return;
      const site = await mailSite(tx, market);
      for (const { email, product } of due) {
        const wayOut = alertsWayOut(market, email);
        const letter = backInStockLetter(site, product, wayOut);
        await queueMail(tx, { market, now, after }, { kind: 'back-in-stock', to: email, letter, wayOut });
      }
    });
  }
}
