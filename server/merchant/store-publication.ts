// Publication of a store by the market. Guarantees: a store that a decision hides is not shown; a suspended one takes no
// order, and those placed are finished; each change is in the log of operators, and its reasons are mailed to the store.
import { eq, sql } from 'drizzle-orm';
import type { StoreState } from '#contract/administration/stores.ts';
import { ECOMMERCE_PLANS } from '#domain/store.ts';
import { type ActionAuthor, recordAction } from '../access/operator-actions.ts';
import type { Tx } from '../db/client.ts';
import { stores } from '../db/schema/stores.ts';
import { type WriteContext, writeMail } from '../mails/post.ts';
import { mailSite } from '../mails/site.ts';
import { storeMailAddress } from '../mails/store-address.ts';
import { storePublishedLetter, storeSuspendedLetter } from '../mails/templates/stores.ts';
import { conflict } from '../runtime/errors.ts';

type StoreRow = typeof stores.$inferSelect;

export function stateOf(store: Pick<StoreRow, 'published' | 'hiddenReason' | 'suspendedAt'>): StoreState {
  if (store.published) return 'published';
  if (store.hiddenReason !== null) return 'hidden';
  return store.suspendedAt === null ? 'draft' : 'suspended';
}

export interface Publication {
  isPublished: boolean;
  /** Mailed to the store; '' from a terminal without any. */
  reasons: string;
  by: ActionAuthor;
  /** Null: without a mail. */
  posting: WriteContext | null;
  now: Date;
}

export const storeIri = (id: string) => `/administration/stores/${id}`;

/**
 * A store that was never shown, has a legal identity and a plan to sell sells from now on.
 * @returns false if it was so already
 * @throws 409 `hidden`
 */
export async function setPublication(
  tx: Tx,
  storeId: string,
  { isPublished, reasons, by, posting, now }: Publication,
): Promise<boolean> {
  const [store] = await tx.select().from(stores).where(eq(stores.id, storeId)).for('update');
  if (!store) throw new Error(`There is no store ${storeId}.`);
  if (store.hiddenReason !== null) {
    throw conflict('hidden', 'Une décision masque cette boutique\u00a0: montrez-la de nouveau depuis ses contenus.');
  }
  const isSuspended = store.suspendedAt !== null;
  if (isPublished ? store.published : isSuspended && !store.published) return false;
  const begins = isPublished && stateOf(store) === 'draft';
  const sells = ECOMMERCE_PLANS.includes(store.plan) && store.legalIdentity !== null;
  await tx
    .update(stores)
    .set({
      published: isPublished,
      suspendedAt: isPublished ? null : now,
      suspendedReason: isPublished ? null : reasons,
      ...(begins && sells && { ready: true }),
      version: sql`${stores.version} + 1`,
    })
    .where(eq(stores.id, storeId));
  const action = isPublished ? 'store-published' : 'store-suspended';
  const title = `la boutique «\u00a0${store.name}\u00a0»`;
  await recordAction(tx, { by, now }, { action, subject: storeIri(storeId), title, reasons });
  const [to] = await tx.select({ email: storeMailAddress }).from(stores).where(eq(stores.id, storeId));
  if (posting === null || !to?.email) return true;
  const site = await mailSite(tx, posting.market);
  const letter = isPublished ? storePublishedLetter(site, store, reasons) : storeSuspendedLetter(site, store, reasons);
  const replyTo = site.contactEmail !== null && { replyTo: site.contactEmail };
  await writeMail(tx, posting, { kind: action, to: to.email, letter, ...replyTo });
  return true;
}
