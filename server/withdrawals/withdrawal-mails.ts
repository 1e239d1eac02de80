// Withdrawal mails: to the shopper, to the store and to the operator, written in the transaction of the event.
import { eq, sql } from 'drizzle-orm';
import type { WithdrawalAcknowledgement } from '#contract/orders/contract-withdrawals.ts';
import type { Tx } from '../db/client.ts';
import { pushDeliveries, pushSubscriptions } from '../db/schema/pushes.ts';
import { orders, storeOrders } from '../db/schema/sales.ts';
import { stores } from '../db/schema/stores.ts';
import { type MailContext, queueMail } from '../mails/post.ts';
import { mailSite } from '../mails/site.ts';
import { storeMailAddress } from '../mails/store-address.ts';
import * as letters from '../mails/templates/withdrawals.ts';
import type { StoreOrderRow } from '../presenters/order-rows.ts';
import { presentWithdrawal, type WithdrawalRow } from './withdrawal-parts.ts';

export interface DeclaredPart {
  part: StoreOrderRow;
  row: WithdrawalRow;
}

async function storeAddress(tx: Tx, storeId: string): Promise<string | null> {
  const [found] = await tx.select({ email: storeMailAddress }).from(stores).where(eq(stores.id, storeId));
  return found?.email ?? null;
}

/** The acknowledgement to the shopper at once; mail and push to each store. */
export async function mailDeclared(
  tx: Tx,
  { acknowledged, userId, parts }: { acknowledged: WithdrawalAcknowledgement; userId: string; parts: DeclaredPart[] },
  posting: MailContext,
): Promise<void> {
  const site = await mailSite(tx, posting.market);
  await queueMail(tx, posting, {
    kind: 'withdrawal-acknowledged',
    to: acknowledged.email,
    account: userId,
    letter: letters.acknowledgementLetter(site, acknowledged),
  });
  for (const { part, row } of parts) {
    await mailToStore(tx, { part, row }, posting, 'withdrawal-declared', letters.declaredLetter);
    await queueStorePush(tx, part.id, posting);
  }
}

async function queueStorePush(tx: Tx, storeOrderId: number, { market, now, after }: MailContext): Promise<void> {
  const { rows } = await tx.execute(sql`
    insert into ${pushDeliveries} (subscription_id, store_order_id, news, due_at)
    select device.id, part.id, 'withdrawal', ${now.toISOString()}::timestamptz
      from ${storeOrders} part join ${pushSubscriptions} device on device.store_id = part.store_id
      where part.id = ${storeOrderId}
      for key share of device
    on conflict do nothing returning 1`);
  if (rows.length > 0) after(() => market.pushes.deliver());
}

type StoreLetter = typeof letters.declaredLetter;

async function mailToStore(
  tx: Tx,
  { part, row }: DeclaredPart,
  posting: MailContext,
  kind: string,
  letter: StoreLetter,
): Promise<void> {
  const to = await storeAddress(tx, part.store.id);
  if (to === null) return;
  const site = await mailSite(tx, posting.market);
  await queueMail(tx, posting, {
    kind,
    to,
    replyTo: row.email,
    letter: letter(site, part, presentWithdrawal(row, part)),
  });
}

/** @param isOver the last day has passed: the operator is told, too */
export async function mailReminder(tx: Tx, of: DeclaredPart, isOver: boolean, posting: MailContext): Promise<void> {
  await mailToStore(tx, of, posting, 'withdrawal-reminder', isOver ? letters.overdueLetter : letters.reminderLetter);
  if (!isOver) return;
  const site = await mailSite(tx, posting.market);
  if (site.contactEmail === null) return;
  const letter = letters.operatorLetter(site, of.part, presentWithdrawal(of.row, of.part));
  await queueMail(tx, posting, { kind: 'withdrawal-overdue', to: site.contactEmail, letter });
}

/** The store refuses. */
export async function mailRefused(tx: Tx, { part, row }: DeclaredPart, posting: MailContext): Promise<void> {
  const [buyer] = await tx.select({ id: orders.userId }).from(orders).where(eq(orders.id, part.orderId));
  if (!buyer) return;
  const site = await mailSite(tx, posting.market);
  await queueMail(tx, posting, {
    kind: 'withdrawal-refused',
    to: row.email,
    account: buyer.id,
    letter: letters.refusedLetter(site, part, presentWithdrawal(row, part)),
  });
}
