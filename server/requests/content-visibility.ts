// Visibility of content: the market hides a product, a store or a review for a reason, and restores it.
// Guarantees: a hidden product cannot be published by its merchant; ratings count visible reviews only; whoever
// published the content is mailed the reasons.
import { eq, sql } from 'drizzle-orm';
import { updateProductRating, updateStoreRating } from '../catalogue/ratings.ts';
import type { Tx } from '../db/client.ts';
import { products } from '../db/schema/catalogue.ts';
import { productReviews, storeReviews } from '../db/schema/requests.ts';
import { stores } from '../db/schema/stores.ts';
import { type WriteContext, writeMail } from '../mails/post.ts';
import { mailSite } from '../mails/site.ts';
import { contentHiddenLetter, contentRestoredLetter } from '../mails/templates/notices.ts';
import type { ContentKind, ReportedContent } from './reported-content.ts';

interface Change {
  isVisible: boolean;
  /** The market's reasons. */
  reasons: string;
  /** Whether a notice led to it. */
  isNoticed: boolean;
}

/** Changes nothing if the content is so already; restores only what the market has hidden. */
export async function setVisibility(
  tx: Tx,
  posting: WriteContext,
  content: ReportedContent,
  { isVisible, reasons, isNoticed }: Change,
): Promise<void> {
  const isHidden = content.hiddenReason !== null;
  if (isVisible !== isHidden) return;
  await writers[content.kind](tx, content, isVisible ? null : reasons);
  const { publisher } = content;
  if (!publisher) return;
  const site = await mailSite(tx, posting.market);
  await writeMail(tx, posting, {
    kind: isVisible ? 'content-restored' : 'content-hidden',
    to: publisher.email,
    ...(publisher.account !== undefined && { account: publisher.account }),
    ...(site.contactEmail !== null && { replyTo: site.contactEmail }),
    letter: isVisible
      ? contentRestoredLetter(site, content, reasons)
      : contentHiddenLetter(site, content, { reasons, isNoticed }),
  });
}

const writers: Record<ContentKind, (tx: Tx, content: ReportedContent, hiddenReason: string | null) => Promise<void>> = {
  async products(tx, { id }, hiddenReason) {
    const values = { hiddenReason, published: hiddenReason === null, version: sql`${products.version} + 1` };
    await tx.update(products).set(values).where(eq(products.id, id));
  },
  async stores(tx, { id }, hiddenReason) {
    const values = { hiddenReason, published: hiddenReason === null, version: sql`${stores.version} + 1` };
    await tx.update(stores).set(values).where(eq(stores.id, id));
  },
  async product_reviews(tx, { id, reviewedId }, hiddenReason) {
    const productId = reviewedId ?? '';
    await tx.select({ id: products.id }).from(products).where(eq(products.id, productId)).for('update');
    await tx.update(productReviews).set({ hiddenReason }).where(eq(productReviews.id, id));
    await updateProductRating(tx, productId);
  },
  async store_reviews(tx, { id, reviewedId }, hiddenReason) {
    const storeId = reviewedId ?? '';
    await tx.select({ id: stores.id }).from(stores).where(eq(stores.id, storeId)).for('update');
    await tx.update(storeReviews).set({ hiddenReason }).where(eq(storeReviews.id, id));
    await updateStoreRating(tx, storeId);
  },
};
