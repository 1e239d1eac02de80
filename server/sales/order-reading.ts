// Order queries: orders and their parts with all presented fields.
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Order } from '#contract/orders/orders.ts';
import { ownOrder } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { products } from '../db/schema/catalogue.ts';
import { relayPoints } from '../db/schema/content.ts';
import { contractWithdrawals } from '../db/schema/contract-withdrawals.ts';
import { saleDocuments } from '../db/schema/documents.ts';
import { refunds } from '../db/schema/payments.ts';
import { orders, storeOrderItems, storeOrders } from '../db/schema/sales.ts';
import { stores } from '../db/schema/stores.ts';
import { firstProductImage, imageCell } from '../presenters/images.ts';
import type { OrderedItemRow, OrderRow, RefundOfPart, StoreOrderRow } from '../presenters/order-rows.ts';
import { presentOrder } from '../presenters/orders.ts';
import { qualified } from '../presenters/qualified.ts';
import { deliveryNames } from '../presenters/stores.ts';
import { notFound } from '../runtime/errors.ts';

/** Address for digital files; otherwise the account's is used, and the store does not see it. */
export const fileAddressCell = sql<string>`case when ${storeOrders.shippingType} = 'demat' then ${storeOrders.email} else '' end`;

const storeOrderColumns = {
  id: storeOrders.id,
  orderId: storeOrders.orderId,
  cartId: orders.cartId,
  state: storeOrders.state,
  shippingType: storeOrders.shippingType,
  shippingFees: storeOrders.shippingFees,
  distance: storeOrders.distance,
  pickupId: storeOrders.pickupId,
  place: storeOrders.place,
  slotStart: storeOrders.slotStart,
  slotEnd: storeOrders.slotEnd,
  placeCoordinates: { latitude: relayPoints.latitude, longitude: relayPoints.longitude },
  firstName: storeOrders.firstName,
  lastName: storeOrders.lastName,
  phoneNumber: storeOrders.phoneNumber,
  email: fileAddressCell,
  address1: storeOrders.address1,
  address2: storeOrders.address2,
  postalCode: storeOrders.postalCode,
  city: storeOrders.city,
  isAdult: storeOrders.isAdult,
  digitalConsent: storeOrders.digitalConsent,
  totalBeforeDiscount: storeOrders.totalBeforeDiscount,
  total: storeOrders.total,
  trackingCode: storeOrders.trackingCode,
  version: storeOrders.version,
  createdAt: storeOrders.createdAt,
  validatedAt: storeOrders.validatedAt,
  readyAt: storeOrders.readyAt,
  shippedAt: storeOrders.shippedAt,
  refunds: sql<RefundOfPart[]>`(
    select coalesce(json_agg(json_build_object('amount', refund.amount, 'means', refund.means, 'lines', refund.lines,
      'delivery', refund.delivery, 'reason', refund.reason, 'createdAt', refund.created_at)
      order by refund.created_at, refund.id), '[]'::json)
    from ${refunds} refund where refund.store_order_id = ${qualified(storeOrders.id)})`,
  documents: sql<StoreOrderRow['documents']>`(
    select coalesce(json_agg(json_build_object('id', made.id, 'kind', made.kind, 'year', made.year, 'number', made.number)
      order by made.issued_at, made.number), '[]'::json)
    from ${saleDocuments} made where made.store_order_id = ${qualified(storeOrders.id)})`,
  openWithdrawalAt: sql<string | null>`(
    select min(given.created_at) from ${contractWithdrawals} given
    where given.store_order_id = ${qualified(storeOrders.id)} and given.state = 'open')`,
  paymentOnDelivery: orders.paymentOnDelivery,
  store: {
    id: stores.id,
    slug: stores.slug,
    name: stores.name,
    description: stores.description,
    phoneNumber: stores.phoneNumber,
    address1: stores.address1,
    address2: stores.address2,
    postalCode: stores.postalCode,
    city: stores.city,
    latitude: stores.latitude,
    longitude: stores.longitude,
    openingHours: stores.openingHours,
    closedDays: stores.closedDays,
    preparationTime: stores.preparationTime,
    collectionSlots: stores.collectionSlots,
    minimumDelivery: stores.minimumDelivery,
    customShippingMaxDistance: stores.customShippingMaxDistance,
    distancePriceLevels: stores.distancePriceLevels,
    relayPoint: stores.relayPoint,
    relayPointInformation: stores.relayPointInformation,
    deliveryMethods: stores.deliveryMethods,
    paymentOnDelivery: stores.paymentOnDelivery,
    mediator: sql<string | null>`${stores.legalIdentity} ->> 'mediator'`,
  },
  logo: imageCell(stores.logoId),
  deliveryNames,
};

/** The current relay point still matches the order's snapshot. */
const isUnmovedRelayPoint = and(
  eq(storeOrders.shippingType, 'relay'),
  eq(relayPoints.id, storeOrders.pickupId),
  sql`${storeOrders.place} ->> 'name' = ${relayPoints.name}`,
  sql`${storeOrders.place} -> 'address' ->> 'address1' = ${relayPoints.address1}`,
  sql`${storeOrders.place} -> 'address' ->> 'city' = ${relayPoints.city}`,
);

const partAndOrder = { id: storeOrders.id, orderId: storeOrders.orderId };

/** Part and order of an order item, or undefined. */
export async function findPartOfItem(tx: Tx, itemId: string) {
  const [part] = await tx
    .select(partAndOrder)
    .from(storeOrderItems)
    .innerJoin(storeOrders, eq(storeOrders.id, storeOrderItems.storeOrderId))
    .where(eq(storeOrderItems.id, itemId));
  return part;
}

/** A shopper's own part with its order, or undefined. */
export async function findOwnPart(tx: Tx, storeOrderId: number, userId: string) {
  const [part] = await tx
    .select(partAndOrder)
    .from(storeOrders)
    .innerJoin(orders, eq(orders.id, storeOrders.orderId))
    .where(and(eq(storeOrders.id, storeOrderId), ownOrder(userId)));
  return part;
}

/** Store orders with their items, in two queries. */
export async function readStoreOrders(
  db: Tx,
  where: SQL | undefined,
  { newestFirst = false, limit, offset = 0 }: { newestFirst?: boolean; limit?: number; offset?: number } = {},
): Promise<StoreOrderRow[]> {
  const query = db
    .select(storeOrderColumns)
    .from(storeOrders)
    .innerJoin(orders, eq(orders.id, storeOrders.orderId))
    .innerJoin(stores, eq(stores.id, storeOrders.storeId))
    .leftJoin(relayPoints, isUnmovedRelayPoint)
    .where(where)
    .orderBy(...(newestFirst ? [desc(storeOrders.createdAt), desc(storeOrders.id)] : [asc(storeOrders.id)]));
  const rows = limit === undefined ? await query : await query.limit(limit).offset(offset);
  if (rows.length === 0) return [];
  const items: OrderedItemRow[] = await db
    .select({
      id: storeOrderItems.id,
      storeOrderId: storeOrderItems.storeOrderId,
      productId: storeOrderItems.productId,
      name: storeOrderItems.name,
      slug: products.slug,
      image: firstProductImage(products.id),
      optionValues: storeOrderItems.optionValues,
      quantity: storeOrderItems.quantity,
      unitPrice: storeOrderItems.unitPrice,
      total: storeOrderItems.total,
      vatRate: storeOrderItems.vatRate,
      discounted: storeOrderItems.discounted,
      withdrawalException: storeOrderItems.withdrawalException,
      byWeight: storeOrderItems.byWeight,
      dematerialized: products.dematerialized,
      notSellToMinor: products.notSellToMinor,
      preOrderDate: products.preOrderDate,
      digitalFile: storeOrderItems.digitalFile,
      weight: products.weight,
    })
    .from(storeOrderItems)
    .innerJoin(products, eq(products.id, storeOrderItems.productId))
    .where(
      inArray(
        storeOrderItems.storeOrderId,
        rows.map((row) => row.id),
      ),
    )
    .orderBy(asc(storeOrderItems.position), asc(storeOrderItems.id));
  const byStoreOrder = new Map<number, OrderedItemRow[]>(rows.map((row) => [row.id, []]));
  for (const item of items) byStoreOrder.get(item.storeOrderId)?.push(item);
  return rows.map((row) => ({ ...row, items: byStoreOrder.get(row.id) ?? [] }));
}

/** Orders with their parts, in three queries. */
export async function readOrders(db: Tx, where: SQL | undefined, limit?: number): Promise<OrderRow[]> {
  const query = db
    .select({
      id: orders.id,
      cartId: orders.cartId,
      paymentOnDelivery: orders.paymentOnDelivery,
      createdAt: orders.createdAt,
    })
    .from(orders)
    .where(where)
    .orderBy(desc(orders.createdAt), desc(orders.id));
  const rows = limit === undefined ? await query : await query.limit(limit);
  if (rows.length === 0) return [];
  const parts = await readStoreOrders(
    db,
    inArray(
      storeOrders.orderId,
      rows.map((row) => row.id),
    ),
  );
  const byOrder = new Map<number, StoreOrderRow[]>(rows.map((row) => [row.id, []]));
  for (const part of parts) byOrder.get(part.orderId)?.push(part);
  return rows.map((row) => ({ ...row, storeOrders: byOrder.get(row.id) ?? [] }));
}

export async function readOrder(db: Tx, orderId: number): Promise<OrderRow> {
  const [row] = await readOrders(db, eq(orders.id, orderId));
  if (!row) throw notFound();
  return row;
}

/** The presented order; its owner has been checked. */
export const readPresentedOrder = async (db: Tx, orderId: number): Promise<Order> =>
  presentOrder(await readOrder(db, orderId));

export async function readStoreOrder(db: Tx, storeOrderId: number): Promise<StoreOrderRow> {
  const [row] = await readStoreOrders(db, eq(storeOrders.id, storeOrderId));
  if (!row) throw notFound();
  return row;
}
