// Order mails to the shopper and the stores, written in the transaction of the event.
import { sql } from 'drizzle-orm';
import { hasReadyStep } from '#domain/orders/store-order.ts';
import { TERMS_OF_SALE } from '#domain/orders/terms-of-sale.ts';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import type { MailedFile } from '../db/schema/mails.ts';
import { orders, storeOrders } from '../db/schema/sales.ts';
import { stores } from '../db/schema/stores.ts';
import type { Letter } from '../mails/letter.ts';
import { type MailContext, queueMail } from '../mails/post.ts';
import { type MailSiteInfo, mailSite } from '../mails/site.ts';
import { storeMailAddress } from '../mails/store-address.ts';
import * as letters from '../mails/templates/orders.ts';
import {
  type MailedRefund,
  orderCanceledLetter,
  orderRefundedLetter,
  orderWeighedLetter,
} from '../mails/templates/refunds.ts';
import type { StoreOrderRow } from '../presenters/order-rows.ts';
import { shippingTypeOf } from '../presenters/orders.ts';
import { documentsToAttach } from './document-links.ts';
import { type BoughtFile, downloadPath, linkExpiry, listPaidFiles, snapshotDigitalFiles } from './downloads.ts';
import { queueShopperPushes } from './order-pushes.ts';
import { readOrder } from './order-reading.ts';
import { readAcceptedTerms } from './terms-of-sale.ts';

interface Recipients extends Record<string, unknown> {
  shopper: string;
  shopperId: string;
  /** Store addresses by store order number. */
  stores: Record<string, string | null>;
}

async function readRecipients(tx: Tx, orderId: number): Promise<Recipients | undefined> {
  const { rows } = await tx.execute<Recipients>(sql`
    select buyer.email as shopper, buyer.id as "shopperId",
      (select json_object_agg(part.id, ${storeMailAddress})
        from ${storeOrders} part join ${stores} on stores.id = part.store_id where part.order_id = bought.id) as stores
    from ${orders} bought join ${users} buyer on buyer.id = bought.user_id where bought.id = ${orderId}`);
  return rows[0];
}

/** Confirmation: to the shopper, and to each store its own part. */
export async function mailConfirmedOrder(tx: Tx, orderId: number, context: MailContext): Promise<void> {
  const { paymentOnDelivery, storeOrders: parts } = await readOrder(tx, orderId);
  const to = await readRecipients(tx, orderId);
  if (!to) return;
  const site = await mailSite(tx, context.market);
  const terms = await readAcceptedTerms(tx, orderId);
  await queueMail(tx, context, {
    kind: 'order-confirmed',
    to: to.shopper,
    account: to.shopperId,
    letter: letters.orderConfirmedLetter(site, {
      ...{ orderId, parts, paymentOnDelivery, at: context.now },
      hasTerms: terms !== null,
    }),
    attachments: [
      ...documentsToAttach(parts, 'invoice'),
      ...(terms === null ? [] : [{ filename: `${TERMS_OF_SALE}.txt`, text: terms }]),
    ],
  });
  for (const part of parts) {
    const storeAddress = to.stores[String(part.id)];
    if (!storeAddress) continue;
    await queueMail(tx, context, {
      kind: 'new-order',
      to: storeAddress,
      letter: letters.newOrderLetter(site, part, paymentOnDelivery),
    });
  }
  await snapshotDigitalFiles(tx, orderId);
  // Paid files are sent at once.
  await mailFiles(tx, { ...to, orderId, files: await listPaidFiles(tx, orderId) }, context);
}

/** Larger files are download-only: mail servers may reject them. */
const MAX_ATTACHED_BYTES = 8 * 1024 * 1024;

interface FilesToSend extends Pick<Recipients, 'shopper' | 'shopperId'> {
  orderId: number;
  files: readonly BoughtFile[];
}

/** Sends an order's digital files, one mail per address; files not yet provided by the store are downloaded later. */
async function mailFiles(
  tx: Tx,
  { orderId, shopper, shopperId, files }: FilesToSend,
  posting: MailContext,
): Promise<void> {
  const { market, now } = posting;
  const site = await mailSite(tx, market);
  const end = linkExpiry(now);
  const byAddress = new Map<string, { id: string; name: string; file: string; size: number }[]>();
  for (const { id, name, file, email } of files) {
    const stored = file === null ? null : await market.storage.files.find(file);
    if (!stored) continue;
    const address = email || shopper;
    byAddress.set(address, [...(byAddress.get(address) ?? []), { id, name, file: stored.name, size: stored.size }]);
  }
  for (const [address, filesOfAddress] of byAddress) {
    const attached = filesOfAddress.reduce((sum, { size }) => sum + size, 0) <= MAX_ATTACHED_BYTES;
    const linked = filesOfAddress.map(({ id, name }) => ({
      name,
      url: `${site.publicUrl}${downloadPath(market.downloads, id, end)}`,
    }));
    await queueMail(tx, posting, {
      kind: 'digital-goods',
      to: address,
      account: shopperId,
      letter: letters.digitalFilesLetter(site, { orderId, files: linked, end, attached }),
      attachments: attached ? filesOfAddress.map(({ name, file }) => ({ filename: `${name}.pdf`, file })) : [],
    });
  }
}

interface ShopperMail {
  kind: string;
  letter: (site: MailSiteInfo) => Letter;
  attachments?: readonly MailedFile[];
}

async function mailShopper(
  tx: Tx,
  orderId: number,
  posting: MailContext,
  { kind, letter, attachments }: ShopperMail,
): Promise<void> {
  const to = await readRecipients(tx, orderId);
  if (!to) return;
  await queueMail(tx, posting, {
    kind,
    to: to.shopper,
    account: to.shopperId,
    letter: letter(await mailSite(tx, posting.market)),
    ...(attachments && { attachments }),
  });
}

/** The store has accepted the part. */
export const mailAccepted = (tx: Tx, part: StoreOrderRow, posting: MailContext) =>
  mailShopper(tx, part.orderId, posting, {
    kind: 'order-validated',
    letter: (site) => letters.orderAcceptedLetter(site, part),
  });

/** The part waits at the store. */
export async function mailReady(tx: Tx, part: StoreOrderRow, posting: MailContext): Promise<void> {
  await mailShopper(tx, part.orderId, posting, {
    kind: 'order-ready',
    letter: (site) => letters.orderReadyLetter(site, part),
  });
  await queueShopperPushes(tx, part.id, 'ready', posting);
}

/** Shipped, delivered or handed over. Parts paid on delivery get their files now. */
export async function mailShipped(tx: Tx, part: StoreOrderRow, posting: MailContext): Promise<void> {
  // Parts paid online were invoiced with their confirmation.
  await mailShopper(tx, part.orderId, posting, {
    kind: 'order-shipped',
    letter: (site) => letters.orderShippedLetter(site, part),
    attachments: part.paymentOnDelivery ? documentsToAttach([part], 'invoice') : [],
  });
  // Whoever collects an order at the store needs no notification.
  if (!hasReadyStep(shippingTypeOf(part.shippingType))) await queueShopperPushes(tx, part.id, 'shipped', posting);
  if (!part.paymentOnDelivery) return;
  const to = await readRecipients(tx, part.orderId);
  const files = (await listPaidFiles(tx, part.orderId)).filter(({ partId }) => partId === part.id);
  if (to) await mailFiles(tx, { ...to, orderId: part.orderId, files }, posting);
}

/** The store has cancelled the part. */
export const mailCanceled = (tx: Tx, part: StoreOrderRow, refund: MailedRefund, posting: MailContext): Promise<void> =>
  mailRefund(tx, part, posting, {
    news: 'canceled',
    refund,
    letter: (site) => orderCanceledLetter(site, part, refund),
  });

/** The store has given back articles or an amount. */
export const mailRefunded = (tx: Tx, part: StoreOrderRow, refund: MailedRefund, posting: MailContext): Promise<void> =>
  mailRefund(tx, part, posting, {
    news: 'refunded',
    refund,
    letter: (site) => orderRefundedLetter(site, part, refund),
  });

/** Articles sold by weight weigh less than announced. */
export const mailWeighed = (tx: Tx, part: StoreOrderRow, refund: MailedRefund, posting: MailContext): Promise<void> =>
  mailRefund(tx, part, posting, { news: 'refunded', refund, letter: (site) => orderWeighedLetter(site, part, refund) });

async function mailRefund(
  tx: Tx,
  part: StoreOrderRow,
  posting: MailContext,
  { news, refund, letter }: { news: 'canceled' | 'refunded'; refund: MailedRefund; letter(site: MailSiteInfo): Letter },
): Promise<void> {
  const attachments = refund.amount > 0 ? lastCreditNote(part) : [];
  await mailShopper(tx, part.orderId, posting, { kind: `order-${news}`, letter, attachments });
  await queueShopperPushes(tx, part.id, news, posting);
}

/** Earlier ones have had their own mail. */
const lastCreditNote = (part: StoreOrderRow) => documentsToAttach([part], 'credit-note').slice(-1);

/** Committed offline, awaiting payment. */
export async function mailPaymentDue(tx: Tx, orderId: number, posting: MailContext): Promise<void> {
  const { storeOrders: parts } = await readOrder(tx, orderId);
  const minutes = posting.market.env.paymentMinutes;
  await mailShopper(tx, orderId, posting, {
    kind: 'order-to-pay',
    letter: (site) => letters.paymentDueLetter(site, { orderId, parts, minutes }),
  });
}

/** Payment time expired. */
export const mailPaymentExpired = (tx: Tx, orderId: number, posting: MailContext) =>
  mailShopper(tx, orderId, posting, {
    kind: 'order-expired',
    letter: (site) => letters.paymentExpiredLetter(site, orderId),
  });

/** Payment declined. */
export async function mailPaymentDeclined(tx: Tx, orderId: number, posting: MailContext): Promise<void> {
  await mailShopper(tx, orderId, posting, {
    kind: 'order-declined',
    letter: (site) => letters.paymentDeclinedLetter(site, orderId),
  });
  // Once for the whole order.
  const [part] = (await readOrder(tx, orderId)).storeOrders;
  if (part) await queueShopperPushes(tx, part.id, 'declined', posting);
}

/** Late payment refunded. */
export const mailPaymentReturned = (tx: Tx, orderId: number, amount: number, posting: MailContext) =>
  mailShopper(tx, orderId, posting, {
    kind: 'payment-returned',
    letter: (site) => letters.paymentReturnedLetter(site, orderId, amount),
  });
