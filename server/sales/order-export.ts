// Order export of a store as a CSV table, newest first.
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { CollectionSlot } from '#contract/fields/collection-slots.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { centsToInput } from '#domain/money.ts';
import { SHIPPING_LABELS } from '#domain/orders/shipping.ts';
import { isWholeDay } from '#domain/orders/slot-words.ts';
import { MERCHANT_STATES, merchantLabel } from '#domain/orders/store-order.ts';
import { weightState } from '#domain/orders/weighing.ts';
import { csvLines, csvOf } from '#domain/text/csv.ts';
import { parisDay, parisTime } from '#domain/time/dates.ts';
import { ownStore } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { textInBatches } from '../db/in-batches.ts';
import { storeOrders } from '../db/schema/sales.ts';
import { stores } from '../db/schema/stores.ts';
import { presentToMerchant } from '../presenters/merchant-orders.ts';
import { readStoreOrders } from './order-reading.ts';

const COLUMNS = [
  'Numéro',
  'Date',
  'État',
  'Livraison',
  'Paiement à la livraison',
  'Prénom',
  'Nom',
  'Téléphone',
  'E-mail',
  'Adresse',
  'Complément',
  'Code postal',
  'Ville',
  'Articles',
  'Frais de livraison',
  'Total',
  'Remboursé',
  'Code de suivi',
  'Retrait prévu',
];
/** Limit of spreadsheets on tablets, and of a reasonable answer. */
const MAX_EXPORTED_ORDERS = 20_000;

/** Trailing tab, invisible in spreadsheets, that keeps leading zeros. */
const protectDigits = (digits: string): string => (/^\d[\d .-]*$/.test(digits) ? `${digits}\t` : digits);

/** '2026-12-24 09:30': recognized by spreadsheets and sortable as text. */
function formatSortableTime(instant: string): string {
  const at = new Date(instant);
  return `${parisDay(at)} ${parisTime(at)}`;
}

/** '2026-12-24 09:30 – 10:00'; a whole day without hours. */
function formatSlot(slot: CollectionSlot): string {
  const start = formatSortableTime(slot.start);
  return isWholeDay(slot) ? start.slice(0, 10) : `${start} – ${parisTime(new Date(slot.end))}`;
}

export interface OrderExport {
  '@type': 'OrderExport';
  fileName: string;
  content: string;
}

export async function exportOrders(tx: Tx, merchantId: string, now: Date): Promise<OrderExport> {
  const where = and(ownStore(merchantId), inArray(storeOrders.state, [...MERCHANT_STATES]));
  const ids = await tx
    .select({ id: storeOrders.id })
    .from(storeOrders)
    .innerJoin(stores, eq(stores.id, storeOrders.storeId))
    .where(where)
    .orderBy(desc(storeOrders.createdAt), desc(storeOrders.id))
    .limit(MAX_EXPORTED_ORDERS);
  const lines = await textInBatches(ids, async (batch) => {
    const named = inArray(
      storeOrders.id,
      batch.map(({ id }) => id),
    );
    const rows = await readStoreOrders(tx, named, { newestFirst: true });
    return csvLines(rows.map(presentToMerchant).map(lineOf));
  });
  const content = csvOf([COLUMNS]) + lines;
  return { '@type': 'OrderExport', fileName: `commandes-${parisDay(now)}.csv`, content };
}

function lineOf(order: StoreOrder): string[] {
  const { address } = order;
  const articles = order.items.map(({ quantity, product, optionValues, byWeight }) => {
    const chosen = optionValues.map(({ option, name }) => `${option} : ${name}`).join(', ');
    const weight = byWeight ? `. ${weightState(byWeight, quantity)}` : '';
    return `${quantity} × ${product.name}${chosen && ` (${chosen})`}${weight}`;
  });
  return [
    String(order.id),
    formatSortableTime(order.createdAt),
    merchantLabel(order),
    order.shippingType ? SHIPPING_LABELS[order.shippingType] : '',
    order.orderPaymentOnDelivery ? 'Oui' : 'Non',
    order.firstName,
    order.lastName,
    protectDigits(order.phoneNumber),
    order.email,
    address.address1,
    address.address2,
    protectDigits(address.postalCode),
    address.city,
    articles.join('\n'),
    centsToInput(order.shippingFees.amount),
    centsToInput(order.total.amount),
    centsToInput(order.refunded?.amount ?? 0),
    protectDigits(order.trackingCode ?? ''),
    order.slot ? formatSlot(order.slot) : '',
  ];
}
