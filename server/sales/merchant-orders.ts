// Merchant orders: lists a store's parts of orders and moves them on: validated, ready, shipped, tracked.
import { and, type Column, count, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { writtenPhone } from '#contract/fields/phone.ts';
import type { storeOrderForm } from '#contract/orders/store-order-form.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { EndpointQuery } from '#contract/registry.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { canBecome, hasReached } from '#domain/orders/order-states.ts';
import { hasReadyStep, MERCHANT_STATES, STATE_LABELS } from '#domain/orders/store-order.ts';
import { formatDateTime } from '#domain/time/dates.ts';
import { ownStore } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { storeOrderItems, storeOrders } from '../db/schema/sales.ts';
import { stores } from '../db/schema/stores.ts';
import type { ActorContext } from '../http/call.ts';
import { bookPaidOnDelivery } from '../money/bookings.ts';
import { scheduleTransfer } from '../money/transfers.ts';
import { type PageRequest, presentPage } from '../presenters/collection.ts';
import { presentToMerchant } from '../presenters/merchant-orders.ts';
import type { StoreOrderRow } from '../presenters/order-rows.ts';
import { shippingTypeOf, storeOrderStateOf } from '../presenters/orders.ts';
import { conflict, invalid, notFound } from '../runtime/errors.ts';
import { issueInvoices } from './issue-documents.ts';
import { readStoreOrder, readStoreOrders } from './order-reading.ts';
import type { ActorPaymentContext } from './payment-context.ts';
import { requireWeighed } from './weigh.ts';

type TrackingForm = z.output<typeof storeOrderForm>;

/** @throws 404 for another merchant's store */
export async function requireStoreMember(db: Tx, storeId: string, merchantId: string): Promise<void> {
  const [own] = await db
    .select({ id: stores.id })
    .from(stores)
    .where(and(eq(stores.id, storeId), ownStore(merchantId)));
  if (!own) throw notFound();
}

/** Orders of a store, newest first. */
export async function listStoreOrders(
  { tx, actor }: Pick<ActorContext, 'tx' | 'actor'>,
  storeId: string,
  { 'state[]': states, search }: EndpointQuery<'storeOrders.ofStore'>,
  page: PageRequest,
): Promise<Collection<StoreOrder>> {
  await requireStoreMember(tx, storeId, actor.id);
  const where = and(
    eq(storeOrders.storeId, storeId),
    inArray(storeOrders.state, [...(states ?? MERCHANT_STATES)]),
    search ? matchesSearch(search) : undefined,
  );
  const [counted] = await tx.select({ total: count() }).from(storeOrders).where(where);
  const rows = await readStoreOrders(tx, where, {
    newestFirst: true,
    limit: page.itemsPerPage,
    offset: (page.page - 1) * page.itemsPerPage,
  });
  return presentPage(rows.map(presentToMerchant), counted?.total ?? 0, page);
}

/** Search by number, name, city, phone or article, ignoring case and accents, and spaces in phone numbers. */
function matchesSearch(search: string) {
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const wanted = sql`public.folded(${pattern}::text)`;
  const { id, customerFolded, phoneNumber } = storeOrders;
  return or(
    sql`${id}::text = ${search.replace(/^\D*/, '')}`,
    sql`${customerFolded} like ${wanted}`,
    matchesPhone(phoneNumber, search),
    // An aggregate is computed for each order; for `exists` PostgreSQL may read the articles of all stores.
    sql`(select bool_or(item.name_folded like ${wanted}) from ${storeOrderItems} item where item.store_order_id = ${id})`,
  );
}

/** Matches a phone number or a part of it in any notation; anchored if typed from its start. */
function matchesPhone(column: Column, search: string): SQL | undefined {
  const typed = (writtenPhone(search) ?? search).replace('(0)', '').replaceAll(/[^\d+]/g, '');
  if (typed.length <= 3) return;
  const national = /^(?:\+33|0033|0)0?(\d+)$/.exec(typed)?.[1];
  const pattern = national === undefined ? typed.replaceAll('+', '') : `^(0033|33)?0?${national}`;
  return sql`regexp_replace(${column}, '\\D', '', 'g') ~ ${pattern}`;
}

export async function readMerchantOrder(db: Tx, storeOrderId: number, merchantId: string): Promise<StoreOrder> {
  const [row] = await readStoreOrders(db, and(eq(storeOrders.id, storeOrderId), ownStore(merchantId)));
  if (!row) throw notFound();
  return presentToMerchant(row);
}

/** Locks the merchant's own store order; others are not found. */
async function lockOwnStoreOrder(tx: Tx, storeOrderId: number, merchantId: string) {
  const [row] = await tx
    .select({
      state: storeOrders.state,
      shippingType: storeOrders.shippingType,
      readyAt: storeOrders.readyAt,
      trackingCode: storeOrders.trackingCode,
    })
    .from(storeOrders)
    .innerJoin(stores, eq(stores.id, storeOrders.storeId))
    .where(and(eq(storeOrders.id, storeOrderId), ownStore(merchantId)))
    .for('update', { of: storeOrders });
  if (!row) throw notFound();
  return { ...row, state: storeOrderStateOf(row.state) };
}

const presentUnchanged = (row: StoreOrderRow): StoreOrder => ({ ...presentToMerchant(row), notice: 'already' });

/** payed → validated → shipped, one step at a time; a repeated step is no error. */
export async function moveStoreOrder(
  context: ActorPaymentContext,
  storeOrderId: number,
  to: 'validated' | 'shipped',
): Promise<{ answer: StoreOrder; moved: StoreOrderRow | null }> {
  const { tx, actor, now } = context;
  const { state } = await lockOwnStoreOrder(tx, storeOrderId, actor.id);
  if (hasReached(state, to)) return { answer: presentUnchanged(await readStoreOrder(tx, storeOrderId)), moved: null };
  if (!canBecome(state, to)) {
    throw invalid([
      {
        propertyPath: 'state',
        message: `Une commande dans l’état «\u00a0${STATE_LABELS[state]}\u00a0» ne peut pas passer à «\u00a0${STATE_LABELS[to]}\u00a0».`,
      },
    ]);
  }
  if (to === 'shipped') await requireWeighed(tx, storeOrderId);
  await tx
    .update(storeOrders)
    .set({
      state: to,
      version: sql`${storeOrders.version} + 1`,
      updatedAt: now,
      ...(to === 'shipped' ? { shippedAt: now, shippedBy: actor.id } : { validatedAt: now }),
    })
    .where(eq(storeOrders.id, storeOrderId));
  if (to === 'shipped') await invoicePaidOnDelivery(tx, storeOrderId, now);
  await scheduleTransfer(tx, storeOrderId, context);
  const moved = await readStoreOrder(tx, storeOrderId);
  return { answer: presentToMerchant(moved), moved };
}

/** What is paid on delivery has been paid with the hand-over. */
async function invoicePaidOnDelivery(tx: Tx, storeOrderId: number, now: Date): Promise<void> {
  const part = await readStoreOrder(tx, storeOrderId);
  if (!part.paymentOnDelivery) return;
  await bookPaidOnDelivery(tx, part, now);
  await issueInvoices(tx, [part], now);
}

/** Marks a validated order as ready for collection; a repeated call, or one after the handover, is no error. */
export async function markReady(
  { tx, actor, now }: ActorContext,
  storeOrderId: number,
): Promise<{ answer: StoreOrder; moved: StoreOrderRow | null }> {
  const { state, shippingType, readyAt } = await lockOwnStoreOrder(tx, storeOrderId, actor.id);
  if (readyAt !== null || hasReached(state, 'shipped')) {
    return { answer: presentUnchanged(await readStoreOrder(tx, storeOrderId)), moved: null };
  }
  if (state !== 'validated') {
    const message = `Une commande dans l’état «\u00a0${STATE_LABELS[state]}\u00a0» ne peut pas être prête.`;
    throw invalid([{ propertyPath: 'state', message }]);
  }
  if (!hasReadyStep(shippingTypeOf(shippingType))) {
    throw invalid([{ propertyPath: 'shippingType', message: 'Cette commande ne se retire pas en magasin.' }]);
  }
  await requireWeighed(tx, storeOrderId);
  await tx
    .update(storeOrders)
    .set({ readyAt: now, version: sql`${storeOrders.version} + 1`, updatedAt: now })
    .where(eq(storeOrders.id, storeOrderId));
  const moved = await readStoreOrder(tx, storeOrderId);
  return { answer: presentToMerchant(moved), moved };
}

/** For collections by code: an order that was already handed over is reported instead of repeated. */
export async function requireNotCollected({ tx, actor }: ActorContext, storeOrderId: number): Promise<void> {
  const { state } = await lockOwnStoreOrder(tx, storeOrderId, actor.id);
  if (state !== 'shipped') return;
  const [row] = await tx
    .select({ at: storeOrders.shippedAt, by: users.username })
    .from(storeOrders)
    .leftJoin(users, eq(users.id, storeOrders.shippedBy))
    .where(eq(storeOrders.id, storeOrderId));
  const at = row?.at ?? null;
  const when = at ? ` le ${formatDateTime(at)}` : '';
  const who = row?.by ? `, par ${row.by}` : '';
  throw conflict('handed-over', `Déjà remise${when}${who}.`, { at: at?.toISOString() ?? null, by: row?.by ?? null });
}

/** 409 `changed` if another device has changed the code. */
export async function setTrackingCode(
  { tx, actor, now }: ActorContext,
  storeOrderId: number,
  form: TrackingForm,
): Promise<StoreOrder> {
  const current = await lockOwnStoreOrder(tx, storeOrderId, actor.id);
  // An unchanged value, empty or not, is accepted.
  if (current.trackingCode === form.trackingCode) return presentUnchanged(await readStoreOrder(tx, storeOrderId));
  const code = form.trackingCode ?? '';
  if (code === '') throw invalid([{ propertyPath: 'trackingCode', message: 'Code requis' }]);
  if (!hasReached(current.state, 'payed')) {
    throw invalid([{ propertyPath: 'state', message: 'Cette commande n’attend pas de code de suivi.' }]);
  }
  const isStale =
    form.baseTrackingCode !== undefined && (form.baseTrackingCode || null) !== (current.trackingCode || null);
  if (isStale) {
    throw conflict('changed', 'Le code de suivi a été modifié sur un autre appareil.', {
      theirs: current.trackingCode,
    });
  }
  await tx
    .update(storeOrders)
    .set({ trackingCode: code, version: sql`${storeOrders.version} + 1`, updatedAt: now })
    .where(eq(storeOrders.id, storeOrderId));
  return presentToMerchant(await readStoreOrder(tx, storeOrderId));
}
