// Visibility of content: the market hides a product, a store or a review for a reason, and restores it.
// Guarantees: a hidden product cannot be published by its merchant; ratings count visible reviews only; whoever
// published the content is mailed the reasons, with a link to answer them; each change is in the log of operators.
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { ContentKind } from '#contract/administration/moderation.ts';
import { type ActionAuthor, recordAction } from '../access/operator-actions.ts';
import { updateProductRating, updateStoreRating } from '../catalogue/ratings.ts';
import type { Tx } from '../db/client.ts';
import { products } from '../db/schema/catalogue.ts';
import { contentDecisions } from '../db/schema/notices.ts';
import { productReviews, storeReviews } from '../db/schema/requests.ts';
import { stores } from '../db/schema/stores.ts';
import type { Market } from '../http/call.ts';
import { type WriteContext, writeMail } from '../mails/post.ts';
import { mailSite } from '../mails/site.ts';
import { contentHiddenLetter, contentRestoredLetter } from '../mails/templates/notices.ts';
import { contestLink } from './contests.ts';
import { contentIri, type ReportedContent } from './reported-content.ts';

interface Change {
  isVisible: boolean;
  /** The market's reasons. */
  reasons: string;
  /** Whether a notice led to it. */
  isNoticed: boolean;
  by: ActionAuthor;
}

export interface ModerationContext extends WriteContext {
  market: Pick<Market, 'env' | 'now' | 'downloads'>;
}

/** Changes nothing if the content is so already; restores only what the market has hidden. */
export async function setVisibility(
  tx: Tx,
  posting: ModerationContext,
  content: ReportedContent,
  { isVisible, reasons, isNoticed, by }: Change,
): Promise<void> {
  const isHidden = content.hiddenReason !== null;
  if (isVisible !== isHidden) return;
  await writers[content.kind](tx, content, isVisible ? null : reasons);
  const number = isVisible ? null : await openDecision(tx, content, reasons, posting.now);
  if (isVisible) await closeDecisions(tx, content, reasons, posting.now);
  const subject = contentIri(content);
  const action = isVisible ? 'content-restored' : 'content-hidden';
  await recordAction(tx, { by, now: posting.now }, { action, subject, title: content.title, reasons });
  const { publisher } = content;
  if (!publisher) return;
  const site = await mailSite(tx, posting.market);
  await writeMail(tx, posting, {
    kind: isVisible ? 'content-restored' : 'content-hidden',
    to: publisher.email,
    ...(publisher.account !== undefined && { account: publisher.account }),
    ...(site.contactEmail !== null && { replyTo: site.contactEmail }),
    letter:
      number === null
        ? contentRestoredLetter(site, content, reasons)
        : contentHiddenLetter(site, content, { reasons, isNoticed, contest: contestLink(posting.market, number) }),
  });
}

/** @returns its number */
async function openDecision(tx: Tx, content: ReportedContent, reasons: string, now: Date): Promise<number> {
  const { title, publisher } = content;
  const [row] = await tx
    .insert(contentDecisions)
    .values({
      ...{ subject: contentIri(content), title, content: content.content, reasons, createdAt: now },
      authorId: publisher?.account ?? null,
    })
    .returning({ number: contentDecisions.number });
  if (!row) throw new Error('The decision was not written.');
  return row.number;
}

const closeDecisions = (tx: Tx, content: ReportedContent, outcomeReasons: string, decidedAt: Date) =>
  tx
    .update(contentDecisions)
    .set({ outcome: 'restored', outcomeReasons, decidedAt })
    .where(and(eq(contentDecisions.subject, contentIri(content)), isNull(contentDecisions.outcome)));

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
