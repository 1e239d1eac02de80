// The files that somebody bought: kept with the order when it is confirmed, fetched by signed links that end.
// Guarantees: a link opens the one file it was made for, until it ends, as long as the order stands and is paid; what was
// bought stays what it was, whatever its shop changes or takes away since.
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { ServedAnswer } from '#contract/all-endpoints.ts';
import type { StoreOrderState } from '#contract/fields/values.ts';
import { isFilePaid } from '#domain/orders/store-order.ts';
import type { DownloadKeys } from '../access/download-keys.ts';
import { ownOrder } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { products } from '../db/schema/catalogue.ts';
import { orders, storeOrderItems, storeOrders } from '../db/schema/sales.ts';
import type { Market } from '../http/call.ts';
import { stateOf } from '../presenters/orders.ts';
import { conflict, notFound } from '../runtime/errors.ts';
import { fileAddress } from './order-reading.ts';

const DAY = 86_400_000;
/** Of a link. */
const VALID_DAYS = 7;

export const DOWNLOADS = '/media/telechargements';

/** What an order that is confirmed will deliver, from now on. */
export async function keepDigitalFiles(tx: Tx, orderId: number): Promise<void> {
  await tx.execute(sql`update store_order_items item set digital_file = sold.dematerialized_file
    from products sold, store_orders part
    where sold.id = item.product_id and part.id = item.store_order_id and part.order_id = ${orderId}
      and sold.dematerialized and sold.dematerialized_file is not null and item.digital_file is null`);
}

export interface BoughtFile {
  id: string;
  orderId: number;
  /** Of the shop's part. */
  partId: number;
  /** What the article was called when it was ordered. */
  name: string;
  /** Its name among the private files; null: it is no file, or the shop has given none yet. */
  file: string | null;
  state: StoreOrderState;
  orderPaymentOnDelivery: boolean;
  /** What the part's customer wrote down for files alone; else the account's is meant. */
  email: string;
}

/** A file that its shop gave only after the order is delivered all the same. */
const given = sql<string | null>`coalesce(${storeOrderItems.digitalFile},
  case when ${products.dematerialized} then ${products.dematerializedFile} end)`;

async function boughtFiles(tx: Tx, where: SQL | undefined): Promise<BoughtFile[]> {
  const rows = await tx
    .select({
      id: storeOrderItems.id,
      orderId: orders.id,
      partId: storeOrders.id,
      name: storeOrderItems.name,
      file: given,
      state: storeOrders.state,
      orderPaymentOnDelivery: orders.paymentOnDelivery,
      email: fileAddress,
    })
    .from(storeOrderItems)
    .innerJoin(products, eq(products.id, storeOrderItems.productId))
    .innerJoin(storeOrders, eq(storeOrders.id, storeOrderItems.storeOrderId))
    .innerJoin(orders, eq(orders.id, storeOrders.orderId))
    .where(where)
    .orderBy(storeOrderItems.storeOrderId, storeOrderItems.position);
  return rows.map((row) => ({ ...row, state: stateOf(row.state) }));
}

/** What is bought in an order, of the parts that are paid; what is no file has none. */
export const paidFiles = async (tx: Tx, orderId: number): Promise<BoughtFile[]> =>
  (await boughtFiles(tx, eq(orders.id, orderId))).filter(isFilePaid);

export const endOfLink = (now: Date): Date => new Date(now.getTime() + VALID_DAYS * DAY);

/** Path of a link that ends at `end`. */
export function downloadPath(keys: DownloadKeys, itemId: string, end: Date): string {
  const said = `${itemId}.${Math.floor(end.getTime() / 1000)}`;
  return `${DOWNLOADS}?lien=${said}.${keys.sign(said)}`;
}

/** For whoever bought it: another link, however many ended. */
export async function newLink(
  tx: Tx,
  { downloads, storage }: Pick<Market, 'downloads' | 'storage'>,
  { itemId, userId, now }: { itemId: string; userId: string; now: Date },
): Promise<ServedAnswer<'downloads.link'>> {
  const [item] = await boughtFiles(tx, and(eq(storeOrderItems.id, itemId), ownOrder(userId)));
  if (!item) throw notFound();
  if (item.state === 'canceled') {
    throw conflict('canceled', 'Cette commande a été annulée\u00a0: son fichier ne se télécharge plus.');
  }
  if (!isFilePaid(item)) throw conflict('not-payed', 'Ce fichier se télécharge une fois la commande payée.');
  if (item.file === null || !(await storage.hasFile(item.file))) {
    const message = 'Ce fichier n’est pas encore là\u00a0: écrivez à la boutique.';
    throw conflict('file-gone', message);
  }
  const end = endOfLink(now);
  return { '@type': 'Download', url: downloadPath(downloads, item.id, end), expiresAt: end.toISOString() };
}

export type Fetched =
  | { found: 'file'; name: string; bytes: Buffer }
  | { found: 'nothing' }
  | { found: 'ended' | 'canceled' | 'unpaid' | 'gone'; orderId: number };

/** What the link opens. */
export async function fetched(
  { db, downloads, storage }: Pick<Market, 'db' | 'downloads' | 'storage'>,
  token: string,
  now: Date,
): Promise<Fetched> {
  const [, said = '', id = '', end = '', signature = ''] =
    /^(([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,12}))\.([A-Za-z0-9_-]{43})$/.exec(token) ?? [];
  if (said === '' || !downloads.verifies(said, signature)) return { found: 'nothing' };
  const [item] = await boughtFiles(db, eq(storeOrderItems.id, id));
  if (!item) return { found: 'nothing' };
  const { orderId, name, file, state } = item;
  if (state === 'canceled') return { found: 'canceled', orderId };
  if (!isFilePaid(item)) return { found: 'unpaid', orderId };
  if (Number(end) * 1000 <= now.getTime()) return { found: 'ended', orderId };
  const bytes = file === null ? null : await storage.readFile(file).catch(() => null);
  return bytes ? { found: 'file', name, bytes } : { found: 'gone', orderId };
}
