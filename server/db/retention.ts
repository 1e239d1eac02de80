// Retention: the periods after which personal data end, in one table, and their deletion.
// Guarantee: each period runs by the server's clock; orders and their documents are not deleted here.
import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from './client.ts';

/** Days. Periods of single tables that are deleted where they are written: `mails/deliver.ts`, `plugins/idempotency.ts`. */
export const RETENTION_DAYS = {
  /** Carts without an order, after their last change. */
  cart: 365,
  /** Visits of stores, by anonymous id and day. */
  view: 760,
  /** Sessions, after they have ended or expired. */
  session: 30,
  /** Stock alerts, after their mail. */
  sentAlert: 30,
  /** Stock alerts without a mail. */
  openAlert: 365,
  /** Messages to the market's team. */
  platformMessage: 3 * 365,
  /** Notices of illegal content, after their answer. */
  answeredNotice: 365,
  /** Decisions about hidden content, after their outcome. */
  contentDecision: 365,
  /** The log of operators. */
  operatorAction: 5 * 365,
  /** Searches that nothing answered. */
  searchMiss: 365,
  /** Invitations to a store, after the end of their link. */
  invitation: 30,
  /** Mails as files, where no mail server is set. */
  mailFile: 30,
} as const;

const DAY_MS = 24 * 3_600_000;
type Period = keyof typeof RETENTION_DAYS;
const before = (now: Date, period: Period) => new Date(now.getTime() - RETENTION_DAYS[period] * DAY_MS);

/** Run periodically. */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  const end = (period: Period): SQL => sql`${before(now, period).toISOString()}::timestamptz`;
  await db.execute(sql`delete from carts where ordered_at is null and updated_at < ${end('cart')}
    and not exists (select 1 from orders where orders.cart_id = carts.id)`);
  await db.execute(sql`delete from views where day < (${end('view')})::date`);
  await db.execute(sql`delete from search_misses where day < (${end('searchMiss')})::date`);
  await db.execute(sql`delete from refresh_families ended where ended.created_at < ${end('session')}
    and (ended.revoked_at < ${end('session')} or not exists (
      select 1 from refresh_tokens one where one.family_id = ended.id and one.expires_at >= ${end('session')}))`);
  await db.execute(sql`delete from availability_products
    where notified_at < ${end('sentAlert')} or (notified_at is null and created_at < ${end('openAlert')})`);
  await db.execute(sql`delete from platform_messages where created_at < ${end('platformMessage')}`);
  await db.execute(sql`delete from store_invitations where expires_at < ${end('invitation')}`);
  await db.execute(sql`delete from counters where ends_at < ${now.toISOString()}::timestamptz`);
  await db.execute(sql`delete from content_decisions where decided_at < ${end('contentDecision')}`);
  await db.execute(sql`delete from operator_actions where created_at < ${end('operatorAction')}`);
  await db.execute(sql`delete from notices where answered_at < ${end('answeredNotice')}`);
}

/** Deletes mails that were written as files. @param folder `DATA_DIR/outbox`; may be missing */
export async function deleteOldMailFiles(folder: string, now: Date): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each.endsWith('.eml'))) {
    const path = join(folder, name);
    if ((await stat(path)).mtime < before(now, 'mailFile')) await unlink(path);
  }
}
