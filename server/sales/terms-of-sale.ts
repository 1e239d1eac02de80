// Terms of sale: the version that a shopper accepts with an order. Guarantee: an accepted text never changes.
import { eq, sql } from 'drizzle-orm';
import { TERMS_OF_SALE } from '#domain/orders/terms-of-sale.ts';
import type { Tx } from '../db/client.ts';
import { acceptedTerms, pages } from '../db/schema/content.ts';
import { orders } from '../db/schema/sales.ts';

/** Records the present text of the market's page with the order; null for a market without this page. */
export async function acceptTerms(tx: Tx, orderId: number, now: Date): Promise<void> {
  const [page] = await tx
    .select({
      text: pages.description,
      digest: sql<string>`encode(sha256(convert_to(${pages.description}, 'UTF8')), 'hex')`,
    })
    .from(pages)
    .where(eq(pages.slug, TERMS_OF_SALE));
  if (page)
    await tx
      .insert(acceptedTerms)
      .values({ ...page, createdAt: now })
      .onConflictDoNothing();
  await tx
    .update(orders)
    .set({ acceptedTerms: page?.digest ?? null })
    .where(eq(orders.id, orderId));
}

/** Markdown; null if none were accepted. */
export async function readAcceptedTerms(tx: Tx, orderId: number): Promise<string | null> {
  const [accepted] = await tx
    .select({ text: acceptedTerms.text })
    .from(orders)
    .innerJoin(acceptedTerms, eq(acceptedTerms.digest, orders.acceptedTerms))
    .where(eq(orders.id, orderId));
  return accepted?.text ?? null;
}
