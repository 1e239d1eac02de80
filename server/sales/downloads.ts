// Downloads of purchased files: snapshots at confirmation, signed links with an expiry.
// Guarantees: a link opens one file until it expires, while the order is paid and not cancelled; later changes by the
// store do not affect purchased files.
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { AnyEndpointAnswer } from '#contract/all-endpoints.ts';
import type { StoreOrderState } from '#contract/fields/values.ts';
import { isFilePaid } from '#domain/orders/store-order.ts';
import type { DownloadKeys } from '../access/download-keys.ts';
import { ownOrder } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { products } from '../db/schema/catalogue.ts';
import { refunds } from '../db/schema/payments.ts';
import { orders, storeOrderItems, storeOrders } from '../db/schema/sales.ts';
import type { Market } from '../http/call.ts';
import { storeOrderStateOf } from '../presenters/orders.ts';
import { conflict, notFound } from '../runtime/errors.ts';
import { fileAddressCell } from './order-reading.ts';

const DAY_MS = 86_400_000;
/** Lifetime of a link. */
const LINK_DAYS = 7;

export const DOWNLOADS_PATH = '/media/telechargements';

/** Records the files of a confirmed order. */
export async function snapshotDigitalFiles(tx: Tx, orderId: number): Promise<void> {
  await tx.execute(sql`update store_order_items item set digital_file = sold.dematerialized_file
    from products sold, store_orders part
    where sold.id = item.product_id and part.id = item.store_order_id and part.order_id = ${orderId}
      and sold.dematerialized and sold.dematerialized_file is not null and item.digital_file is null`);
}

export interface BoughtFile {
  id: string;
  orderId: number;
  /** Number of the store's part. */
  partId: number;
  /** Article name at the time of the order. */
  name: string;
  /** Name among the private files; null if not digital, or not yet provided by the store. */
  file: string | null;
  state: StoreOrderState;
  orderPaymentOnDelivery: boolean;
  /** Address entered for digital files; empty for the account's address. */
  email: string;
}

/** A file that the store provides after the order is delivered as well. */
const fileCell = sql<string | null>`coalesce(${storeOrderItems.digitalFile},
  case when ${products.dematerialized} then ${products.dematerializedFile} end)`;

/** A refunded file is canceled, as that of a cancelled part. */
const stateCell = sql<string>`case when ${storeOrderItems.quantity} <= (
    select coalesce(sum((line ->> 'quantity')::int), 0) from ${refunds} given, jsonb_array_elements(given.lines) line
    where given.store_order_id = ${storeOrders.id} and line ->> 'item' = ${storeOrderItems.id}::text)
  then 'canceled' else ${storeOrders.state} end`;

async function listBoughtFiles(tx: Tx, where: SQL | undefined): Promise<BoughtFile[]> {
  const rows = await tx
    .select({
      id: storeOrderItems.id,
      orderId: orders.id,
      partId: storeOrders.id,
      name: storeOrderItems.name,
      file: fileCell,
      state: stateCell,
      orderPaymentOnDelivery: orders.paymentOnDelivery,
      email: fileAddressCell,
    })
    .from(storeOrderItems)
    .innerJoin(products, eq(products.id, storeOrderItems.productId))
    .innerJoin(storeOrders, eq(storeOrders.id, storeOrderItems.storeOrderId))
    .innerJoin(orders, eq(orders.id, storeOrders.orderId))
    .where(where)
    .orderBy(storeOrderItems.storeOrderId, storeOrderItems.position);
  return rows.map((row) => ({ ...row, state: storeOrderStateOf(row.state) }));
}

/** Digital items of the paid parts of an order. */
export const listPaidFiles = async (tx: Tx, orderId: number): Promise<BoughtFile[]> =>
  (await listBoughtFiles(tx, eq(orders.id, orderId))).filter(isFilePaid);

export const linkExpiry = (now: Date): Date => new Date(now.getTime() + LINK_DAYS * DAY_MS);

/** Path of a link that expires at `end`. */
export function downloadPath(keys: DownloadKeys, itemId: string, end: Date): string {
  const content = `${itemId}.${Math.floor(end.getTime() / 1000)}`;
  return `${DOWNLOADS_PATH}?lien=${content}.${keys.sign(content)}`;
}

/** A new link for the buyer, any number of times. */
export async function createLink(
  tx: Tx,
  { downloads, storage }: Pick<Market, 'downloads' | 'storage'>,
  { itemId, userId, now }: { itemId: string; userId: string; now: Date },
): Promise<AnyEndpointAnswer<'downloads.link'>> {
  const [item] = await listBoughtFiles(tx, and(eq(storeOrderItems.id, itemId), ownOrder(userId)));
  if (!item) throw notFound();
  if (item.state === 'canceled') {
    throw conflict('canceled', 'Cet article a été annulé\u00a0: son fichier ne se télécharge plus.');
  }
  if (!isFilePaid(item)) throw conflict('not-payed', 'Ce fichier se télécharge une fois la commande payée.');
  if (item.file === null || !(await storage.files.find(item.file))) {
    const message = 'Ce fichier n’est pas encore là\u00a0: écrivez à la boutique.';
    throw conflict('file-gone', message);
  }
  const end = linkExpiry(now);
  return { '@type': 'Download', url: downloadPath(downloads, item.id, end), expiresAt: end.toISOString() };
}

export type Download =
  | { found: 'file'; name: string; bytes: Buffer }
  | { found: 'nothing' }
  | { found: 'ended' | 'canceled' | 'unpaid' | 'gone'; orderId: number };

/** Resolves a link's token. */
export async function openLink(
  { db, downloads, storage }: Pick<Market, 'db' | 'downloads' | 'storage'>,
  token: string,
  now: Date,
): Promise<Download> {
  const [, content = '', id = '', end = '', signature = ''] =
    /^(([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,12}))\.([A-Za-z0-9_-]{43})$/.exec(token) ?? [];
  if (content === '' || !downloads.verifies(content, signature)) return { found: 'nothing' };
  const [item] = await listBoughtFiles(db, eq(storeOrderItems.id, id));
  if (!item) return { found: 'nothing' };
  const { orderId, name, file, state } = item;
  if (state === 'canceled') return { found: 'canceled', orderId };
  if (!isFilePaid(item)) return { found: 'unpaid', orderId };
  if (Number(end) * 1000 <= now.getTime()) return { found: 'ended', orderId };
  const bytes = file === null ? null : await storage.files.read(file);
  return bytes ? { found: 'file', name, bytes } : { found: 'gone', orderId };
}
