// The news of an order, to the shopper and to each shop: written in the transaction of what they tell.
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { orders, storeOrders } from '../db/schema/sales.ts';
import { stores } from '../db/schema/shops.ts';
import type { Letter } from '../mails/letter.ts';
import { type Posting, post } from '../mails/post.ts';
import { mailSite, type Site } from '../mails/site.ts';
import * as letters from '../mails/templates/orders.ts';
import type { StoreOrderRow } from '../presenters/orders.ts';
import { type BoughtFile, downloadPath, endOfLink, keepDigitalFiles, paidFiles } from './downloads.ts';
import { readOrder } from './order-reading.ts';

interface Addressees extends Record<string, unknown> {
  shopper: string;
  shopperId: string;
  /** Number of the store order → the shop's address. */
  shops: Record<string, string | null>;
}

async function addressees(tx: Tx, orderId: number): Promise<Addressees | undefined> {
  const { rows } = await tx.execute<Addressees>(sql`
    select buyer.email as shopper, buyer.id as "shopperId",
      (select json_object_agg(part.id, coalesce(nullif(shop.email, ''), owner.email))
        from ${storeOrders} part join ${stores} shop on shop.id = part.store_id
        left join ${users} owner on owner.id = shop.owner_id where part.order_id = bought.id) as shops
    from ${orders} bought join ${users} buyer on buyer.id = bought.user_id where bought.id = ${orderId}`);
  return rows[0];
}

/** The news of a confirmed order: to the shopper, and to each shop its own part. */
export async function postOrder(tx: Tx, orderId: number, posting: Posting): Promise<void> {
  const { paymentOnDelivery, storeOrders: parts } = await readOrder(tx, orderId);
  const to = await addressees(tx, orderId);
  if (!to) return;
  const site = await mailSite(tx, posting.market);
  const letter = letters.orderConfirmed(site, { orderId, parts, paymentOnDelivery, at: posting.now });
  await post(tx, posting, { kind: 'order-confirmed', to: to.shopper, account: to.shopperId, letter });
  for (const part of parts) {
    const shop = to.shops[String(part.id)];
    if (!shop) continue;
    await post(tx, posting, {
      kind: 'new-order',
      to: shop,
      letter: letters.newOrder(site, part, paymentOnDelivery),
    });
  }
  await keepDigitalFiles(tx, orderId);
  // Paid for, so sent at once: nobody has to pack a file.
  await postFiles(tx, { ...to, orderId, files: await paidFiles(tx, orderId) }, posting);
}

/** Beyond this they are downloaded only: a mail server may refuse what weighs more. */
const ATTACHED_BYTES = 8 * 1024 * 1024;

interface Delivered extends Pick<Addressees, 'shopper' | 'shopperId'> {
  orderId: number;
  files: readonly BoughtFile[];
}

/** The digital part of an order, one mail to each address; what its shop has not given yet is fetched from the order later. */
async function postFiles(tx: Tx, { orderId, shopper, shopperId, files }: Delivered, posting: Posting): Promise<void> {
  const { market, now } = posting;
  const site = await mailSite(tx, market);
  const end = endOfLink(now);
  const byAddress = new Map<string, { id: string; name: string; file: string; size: number }[]>();
  for (const { id, name, file, email } of files) {
    const size = file === null ? null : await market.storage.fileSize(file);
    if (file === null || size === null) continue;
    const address = email || shopper;
    byAddress.set(address, [...(byAddress.get(address) ?? []), { id, name, file, size }]);
  }
  for (const [address, held] of byAddress) {
    const attached = held.reduce((sum, { size }) => sum + size, 0) <= ATTACHED_BYTES;
    const linked = held.map(({ id, name }) => ({
      name,
      url: `${site.publicUrl}${downloadPath(market.downloads, id, end)}`,
    }));
    await post(tx, posting, {
      kind: 'digital-goods',
      to: address,
      account: shopperId,
      letter: letters.digitalGoods(site, { orderId, files: linked, end, attached }),
      attachments: attached ? held.map(({ name, file }) => ({ filename: `${name}.pdf`, file })) : [],
    });
  }
}

async function postToShopper(
  tx: Tx,
  orderId: number,
  posting: Posting,
  { kind, letter }: { kind: string; letter: (site: Site) => Letter },
): Promise<void> {
  const to = await addressees(tx, orderId);
  if (!to) return;
  await post(tx, posting, {
    kind,
    to: to.shopper,
    account: to.shopperId,
    letter: letter(await mailSite(tx, posting.market)),
  });
}

/** The shop has taken it in hand. */
export const postValidated = (tx: Tx, part: StoreOrderRow, posting: Posting) =>
  postToShopper(tx, part.orderId, posting, {
    kind: 'order-validated',
    letter: (site) => letters.inPreparation(site, part),
  });

/** The parcel is on its way, or waits at the counter. Paid only now, its files follow. */
export async function postShipped(tx: Tx, part: StoreOrderRow, posting: Posting): Promise<void> {
  await postToShopper(tx, part.orderId, posting, {
    kind: 'order-shipped',
    letter: (site) => letters.shipped(site, part),
  });
  if (!part.paymentOnDelivery) return;
  const to = await addressees(tx, part.orderId);
  const files = (await paidFiles(tx, part.orderId)).filter(({ partId }) => partId === part.id);
  if (to) await postFiles(tx, { ...to, orderId: part.orderId, files }, posting);
}

/** The shop cannot serve it. */
export const postCanceled = (tx: Tx, part: StoreOrderRow, reason: string, posting: Posting) =>
  postToShopper(tx, part.orderId, posting, {
    kind: 'order-canceled',
    letter: (site) => letters.canceled(site, part, reason),
  });

/** Placed from afar, and still to be paid. */
export async function postToPay(tx: Tx, orderId: number, posting: Posting): Promise<void> {
  const { storeOrders: parts } = await readOrder(tx, orderId);
  const minutes = posting.market.env.paymentMinutes;
  await postToShopper(tx, orderId, posting, {
    kind: 'order-to-pay',
    letter: (site) => letters.toPay(site, { orderId, parts, minutes }),
  });
}

/** Not paid in time. */
export const postUnpaid = (tx: Tx, orderId: number, posting: Posting) =>
  postToShopper(tx, orderId, posting, { kind: 'order-expired', letter: (site) => letters.unpaid(site, orderId) });

/** The bank said no. */
export const postDeclined = (tx: Tx, orderId: number, posting: Posting) =>
  postToShopper(tx, orderId, posting, { kind: 'order-declined', letter: (site) => letters.declined(site, orderId) });

/** Money that nobody waited for any more goes back. */
export const postReturned = (tx: Tx, orderId: number, amount: number, posting: Posting) =>
  postToShopper(tx, orderId, posting, {
    kind: 'payment-returned',
    letter: (site) => letters.returned(site, orderId, amount),
  });
