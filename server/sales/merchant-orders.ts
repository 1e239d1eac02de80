// Shows merchants the parts of orders that are theirs, and moves them on: validated, shipped, tracked.
import { and, type Column, count, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { writtenPhone } from '#contract/fields/phone.ts';
import type { storeOrderForm } from '#contract/orders/store-order-form.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { EndpointQuery } from '#contract/registry.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { canBecome, hasReached } from '#domain/orders/order-states.ts';
import { MERCHANT_STATES, STATE_LABELS } from '#domain/orders/store-order.ts';
import { formatDateTime } from '#domain/time/dates.ts';
import { ownStore } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { storeOrderItems, storeOrders } from '../db/schema/sales.ts';
import { stores } from '../db/schema/shops.ts';
import { type Page, pageOf } from '../presenters/collection.ts';
import { presentToMerchant, type StoreOrderRow, stateOf } from '../presenters/orders.ts';
import { conflict, invalid, notFound } from '../runtime/errors.ts';
import { readStoreOrder, readStoreOrders } from './order-reading.ts';

type Form = z.output<typeof storeOrderForm>;

/** Nobody's but its merchant's: to anyone else it is not there. */
export async function requireOwnStore(db: Tx, storeId: string, merchantId: string): Promise<void> {
  const [own] = await db
    .select({ id: stores.id })
    .from(stores)
    .where(and(eq(stores.id, storeId), ownStore(merchantId)));
  if (!own) throw notFound();
}

/** Orders of a shop, newest first; of someone else's shop there are none to be found. */
export async function ordersOfStore(
  db: Tx,
  storeId: string,
  merchantId: string,
  { 'state[]': states, search }: EndpointQuery<'storeOrders.ofStore'>,
  address: string,
  asked: Page,
): Promise<Collection<StoreOrder>> {
  await requireOwnStore(db, storeId, merchantId);
  const where = and(
    eq(storeOrders.storeId, storeId),
    inArray(storeOrders.state, [...(states ?? MERCHANT_STATES)]),
    search ? found(search) : undefined,
  );
  const [counted] = await db.select({ total: count() }).from(storeOrders).where(where);
  const rows = await readStoreOrders(db, where, {
    newestFirst: true,
    limit: asked.itemsPerPage,
    offset: (asked.page - 1) * asked.itemsPerPage,
  });
  return pageOf(address, rows.map(presentToMerchant), counted?.total ?? 0, asked);
}

/** By number, or by what a merchant remembers of it; capitals and accents do not matter, nor do the blanks of a telephone number. */
function found(search: string) {
  const plain = (text: SQL) => sql`public.folded(${text})`;
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const wanted = plain(sql`${pattern}::text`);
  const { id, firstName, lastName, city, phoneNumber } = storeOrders;
  return or(
    sql`${id}::text = ${search.replace(/^\D*/, '')}`,
    sql`${plain(sql`${firstName} || ' ' || ${lastName} || ' ' || ${city}`)} like ${wanted}`,
    phoneLike(phoneNumber, search),
    sql`exists (select 1 from ${storeOrderItems} item
      where item.store_order_id = ${id} and ${plain(sql`item.name`)} like ${wanted})`,
  );
}

/** However the number, or the part of it that is remembered, was typed; from its beginning where that is typed. */
function phoneLike(column: Column, search: string): SQL | undefined {
  const typed = (writtenPhone(search) ?? search).replace('(0)', '').replaceAll(/[^\d+]/g, '');
  if (typed.length <= 3) return;
  const national = /^(?:\+33|0033|0)0?(\d+)$/.exec(typed)?.[1];
  const pattern = national === undefined ? typed.replaceAll('+', '') : `^(0033|33)?0?${national}`;
  return sql`regexp_replace(${column}, '\\D', '', 'g') ~ ${pattern}`;
}

export async function orderOfMerchant(db: Tx, storeOrderId: number, merchantId: string): Promise<StoreOrder> {
  const [row] = await readStoreOrders(db, and(eq(storeOrders.id, storeOrderId), ownStore(merchantId)));
  if (!row) throw notFound();
  return presentToMerchant(row);
}

/** The merchant's own, held until the transaction ends; anyone else's is not there. */
async function lockOwn(tx: Tx, storeOrderId: number, merchantId: string) {
  const [row] = await tx
    .select({ state: storeOrders.state, trackingCode: storeOrders.trackingCode })
    .from(storeOrders)
    .innerJoin(stores, eq(stores.id, storeOrders.storeId))
    .where(and(eq(storeOrders.id, storeOrderId), ownStore(merchantId)))
    .for('update', { of: storeOrders });
  if (!row) throw notFound();
  return { ...row, state: stateOf(row.state) };
}

const already = (row: StoreOrderRow): StoreOrder => ({ ...presentToMerchant(row), notice: 'already' });

/** payed → validated → shipped, one step at a time; a step that was done already is no mistake. */
export async function moveStoreOrder(
  tx: Tx,
  storeOrderId: number,
  merchantId: string,
  to: 'validated' | 'shipped',
  now: Date,
): Promise<{ answer: StoreOrder; moved: StoreOrderRow | null }> {
  const { state } = await lockOwn(tx, storeOrderId, merchantId);
  if (hasReached(state, to)) return { answer: already(await readStoreOrder(tx, storeOrderId)), moved: null };
  if (!canBecome(state, to)) {
    throw invalid([
      {
        propertyPath: 'state',
        message: `Une commande dans l’état «\u00a0${STATE_LABELS[state]}\u00a0» ne peut pas passer à «\u00a0${STATE_LABELS[to]}\u00a0».`,
      },
    ]);
  }
  await tx
    .update(storeOrders)
    .set({
      state: to,
      version: sql`${storeOrders.version} + 1`,
      updatedAt: now,
      ...(to === 'shipped' ? { shippedAt: now, shippedBy: merchantId } : {}),
    })
    .where(eq(storeOrders.id, storeOrderId));
  const moved = await readStoreOrder(tx, storeOrderId);
  return { answer: presentToMerchant(moved), moved };
}

/** A customer with a code stands at the counter: that someone else has been there already is no step to pass over. */
export async function refuseCollectedAgain(tx: Tx, storeOrderId: number, merchantId: string): Promise<void> {
  const { state } = await lockOwn(tx, storeOrderId, merchantId);
  if (state !== 'shipped') return;
  const [row] = await tx
    .select({ at: storeOrders.shippedAt, by: users.email })
    .from(storeOrders)
    .leftJoin(users, eq(users.id, storeOrders.shippedBy))
    .where(eq(storeOrders.id, storeOrderId));
  const at = row?.at ?? null;
  const when = at ? ` le ${formatDateTime(at)}` : '';
  const who = row?.by ? `, par ${row.by}` : '';
  throw conflict('handed-over', `Déjà remise${when}${who}.`, { at: at?.toISOString() ?? null, by: row?.by ?? null });
}

/** 409 `changed` when another device wrote a code since this one looked. */
export async function setTrackingCode(
  tx: Tx,
  storeOrderId: number,
  merchantId: string,
  form: Form,
  now: Date,
): Promise<StoreOrder> {
  const held = await lockOwn(tx, storeOrderId, merchantId);
  // Sent back as it was read, none included.
  if (held.trackingCode === form.trackingCode) return already(await readStoreOrder(tx, storeOrderId));
  const code = form.trackingCode ?? '';
  if (code === '') throw invalid([{ propertyPath: 'trackingCode', message: 'Code requis' }]);
  if (!hasReached(held.state, 'payed')) {
    throw invalid([{ propertyPath: 'state', message: 'Cette commande n’attend pas de code de suivi.' }]);
  }
  const isStale =
    form.baseTrackingCode !== undefined && (form.baseTrackingCode || null) !== (held.trackingCode || null);
  if (isStale) {
    throw conflict('changed', 'Le code de suivi a été modifié sur un autre appareil.', { theirs: held.trackingCode });
  }
  await tx
    .update(storeOrders)
    .set({ trackingCode: code, version: sql`${storeOrders.version} + 1`, updatedAt: now })
    .where(eq(storeOrders.id, storeOrderId));
  return presentToMerchant(await readStoreOrder(tx, storeOrderId));
}
