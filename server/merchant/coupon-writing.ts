// Reads and writes a merchant's coupons. Guarantees: no two of a shop have the same code; each change raises the version by
// one.
import { and, asc, count, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Coupon, CouponChanges } from '#contract/merchant/coupons.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { parisDay } from '#domain/time/dates.ts';
import { ownCoupon } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { coupons } from '../db/schema/sales.ts';
import { type Page, pageOf } from '../presenters/collection.ts';
import { notFound } from '../runtime/errors.ts';
import { lockOwnCoupon, lockOwnStore, ownStoreId, refuseStale } from './own-rows.ts';
import { Form, isDay } from './sent-values.ts';

type Row = typeof coupons.$inferSelect;

function presentCoupon(row: Row): Coupon {
  const isFix = row.discountType === 'fix';
  return {
    '@id': `/coupons/${row.id}`,
    '@type': 'Coupon',
    id: row.id,
    code: row.code,
    discountType: isFix ? 'fix' : 'relative',
    discount: { amount: row.discount, convertedAmount: isFix ? row.discount / 100 : row.discount },
    expirationDate: row.expirationDate?.toISOString() ?? null,
    active: row.active,
    store: `/stores/${row.storeId}`,
    version: row.version,
  };
}

export async function couponsOf(tx: Tx, storeId: string, address: string, asked: Page): Promise<Collection<Coupon>> {
  const shown = and(eq(coupons.storeId, storeId), isNull(coupons.deletedAt));
  const [counted] = await tx.select({ total: count() }).from(coupons).where(shown);
  const rows = await tx
    .select()
    .from(coupons)
    .where(shown)
    .orderBy(desc(coupons.createdAt), asc(coupons.id))
    .limit(asked.itemsPerPage)
    .offset((asked.page - 1) * asked.itemsPerPage);
  return pageOf(address, rows.map(presentCoupon), counted?.total ?? 0, asked);
}

export async function couponOf(tx: Tx, id: string, merchantId: string): Promise<Coupon> {
  const [row] = await tx
    .select()
    .from(coupons)
    .where(and(eq(coupons.id, id), ownCoupon(merchantId)));
  if (!row) throw notFound();
  return presentCoupon(row);
}

/** What a cart says of the coupon that was entered. */
export async function enteredCoupon(tx: Tx, id: string) {
  const [row] = await tx.select().from(coupons).where(eq(coupons.id, id));
  return row && { '@id': `/coupons/${row.id}`, '@type': 'Coupon' as const, code: row.code };
}

export async function createCoupon(tx: Tx, merchantId: string, sent: CouponChanges, now: Date): Promise<Coupon> {
  // The shop is held, so that two devices cannot give out one code at the same moment.
  const { id: storeId } = await lockOwnStore(tx, await ownStoreId(tx, merchantId), merchantId);
  const columns = await columnsOf(tx, storeId, { id: null, discountType: 'fix', discount: null }, sent, now);
  const [row] = await tx
    .insert(coupons)
    .values({ code: '', discount: 0, discountType: 'fix', ...columns, storeId, createdAt: now })
    .returning();
  if (!row) throw notFound();
  return presentCoupon(row);
}

export async function updateCoupon(
  tx: Tx,
  id: string,
  merchantId: string,
  changes: CouponChanges,
  ifMatch: number | undefined,
  now: Date,
): Promise<Coupon> {
  const { id: storeId } = await lockOwnStore(tx, await ownStoreId(tx, merchantId), merchantId);
  const held = await lockOwnCoupon(tx, id, merchantId);
  const message = 'Ce code promo a été modifié sur un autre appareil.';
  await refuseStale(ifMatch, held.version, message, Object.keys(changes), async () => presentCoupon(held));
  const columns = await columnsOf(tx, storeId, held, changes, now);
  const [row] = await tx
    .update(coupons)
    .set({ ...columns, version: held.version + 1 })
    .where(eq(coupons.id, held.id))
    .returning();
  return presentCoupon(row ?? held);
}

interface Held {
  id: string | null;
  discountType: string;
  discount: number | null;
}

async function columnsOf(tx: Tx, storeId: string, held: Held, sent: CouponChanges, now: Date) {
  const form = new Form();
  const columns: Partial<typeof coupons.$inferInsert> = {};
  if (sent.code !== undefined) {
    if (await isTaken(tx, storeId, sent.code, held.id)) form.refuse('code', 'Vous avez déjà un code promo de ce nom.');
    columns.code = sent.code;
  }
  if (sent.active !== undefined) columns.active = sent.active;
  if (sent.expirationDate !== undefined) {
    columns.expirationDate = sent.expirationDate === null ? null : endOf(form, sent.expirationDate, now);
  }
  if (sent.discount !== undefined || sent.discountType !== undefined) {
    const discountType = sent.discountType ?? held.discountType;
    columns.discountType = discountType;
    columns.discount = discountOf(
      form,
      discountType,
      sent.discount === undefined ? keptDiscount(held, discountType) : sent.discount,
    );
  }
  form.throwIfRefused();
  return columns;
}

/** An amount means nothing as a percentage. */
const keptDiscount = ({ discountType, discount }: Held, to: string): number | null =>
  discountType !== to || discount === null ? null : to === 'fix' ? discount / 100 : discount;

/** Cents, or percent. */
export function discountOf(form: Form, discountType: string, sent: number | null): number {
  const cents = discountType === 'fix' ? form.cents('discount', sent) : null;
  // Less than a cent is nothing, too.
  if (sent === null || sent === 0 || cents === 0) {
    form.refuse('discount', 'Montant requis');
    return 0;
  }
  if (discountType === 'fix') return cents ?? 0;
  if (!Number.isInteger(sent) || sent < 1 || sent > 100)
    form.refuse('discount', 'Pourcentage entier de 1 à 100 attendu.');
  return sent;
}

/** A day counts to its end in Paris; today's coupons cannot be ended in the past. */
function endOf(form: Form, sent: string, now: Date): Date | null {
  const isWholeDay = sent.length === 10;
  const instant = new Date(isWholeDay ? `${sent}T00:00:00Z` : sent.replace(' ', 'T'));
  if (Number.isNaN(instant.getTime()) || !isDay(sent.slice(0, 10))) {
    form.refuse('expirationDate', 'Date incorrecte.');
    return null;
  }
  const lastDay = isWholeDay ? sent : parisDay(instant);
  // In Paris the last instant of the year 9999 is in a year that sorts before all others.
  if (lastDay.length > 10) form.refuse('expirationDate', 'Date incorrecte.');
  else if (lastDay <= parisDay(now)) {
    form.refuse('expirationDate', 'La date doit être au plus tôt demain.');
  }
  return isWholeDay ? endOfParisDay(sent) : instant;
}

/** Paris is one or two hours ahead: the last instant of the day is found by asking. */
export function endOfParisDay(day: string): Date {
  const midnight = new Date(`${day}T23:59:59Z`);
  const hours = [2, 1].find((ahead) => parisDay(new Date(midnight.getTime() - ahead * 3_600_000 + 1000)) > day) ?? 1;
  return new Date(midnight.getTime() - hours * 3_600_000);
}

async function isTaken(tx: Tx, storeId: string, code: string, except: string | null): Promise<boolean> {
  const [other] = await tx
    .select({ id: coupons.id })
    .from(coupons)
    .where(
      and(
        eq(coupons.storeId, storeId),
        isNull(coupons.deletedAt),
        sql`upper(${coupons.code}) = upper(${code})`,
        except === null ? undefined : ne(coupons.id, except),
      ),
    );
  return other !== undefined;
}
