// Coupons of a merchant. Guarantees: codes are unique per store; each change increments the version.
import { and, asc, count, desc, eq, getTableColumns, isNull, ne, sql } from 'drizzle-orm';
import type { Coupon, CouponChanges } from '#contract/merchant/coupons.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { discountMistake } from '#domain/discount.ts';
import { moneyOrNull, sentToCents } from '#domain/money.ts';
import { parisDay } from '#domain/time/dates.ts';
import { NOT_BEFORE_TOMORROW } from '#domain/time/tomorrow.ts';
import { ownCoupon } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { coupons } from '../db/schema/sales.ts';
import type { ActorContext, VersionedContext } from '../http/call.ts';
import { type PageRequest, presentPage } from '../presenters/collection.ts';
import { couponUses } from '../presenters/coupon-uses.ts';
import { notFound } from '../runtime/errors.ts';
import { findOwnStoreId, lockOwnCoupon, lockOwnStore, requireVersionMatch } from './own-rows.ts';
import { type FormContext, findIds, isCalendarDay, ViolationCollector } from './violation-collector.ts';

type StoredCoupon = typeof coupons.$inferSelect;
const couponColumnsWithUses = { ...getTableColumns(coupons), uses: couponUses };

function presentCoupon(row: StoredCoupon & { uses: number }): Coupon {
  const isFix = row.discountType === 'fix';
  return {
    '@id': `/coupons/${row.id}`,
    '@type': 'Coupon',
    id: row.id,
    code: row.code,
    discountType: isFix ? 'fix' : 'relative',
    discount: { amount: row.discount, convertedAmount: isFix ? row.discount / 100 : row.discount },
    expirationDate: row.expirationDate?.toISOString() ?? null,
    minimumAmount: moneyOrNull(row.minimumAmount),
    maxUses: row.maxUses,
    oncePerPerson: row.oncePerPerson,
    products: row.productIds?.map((productId) => `/products/${productId}`) ?? null,
    uses: row.uses,
    active: row.active,
    store: `/stores/${row.storeId}`,
    version: row.version,
  };
}

export async function listCoupons(tx: Tx, storeId: string, page: PageRequest): Promise<Collection<Coupon>> {
  const shown = and(eq(coupons.storeId, storeId), isNull(coupons.deletedAt));
  const [counted] = await tx.select({ total: count() }).from(coupons).where(shown);
  const rows = await tx
    .select(couponColumnsWithUses)
    .from(coupons)
    .where(shown)
    .orderBy(desc(coupons.createdAt), asc(coupons.id))
    .limit(page.itemsPerPage)
    .offset((page.page - 1) * page.itemsPerPage);
  return presentPage(rows.map(presentCoupon), counted?.total ?? 0, page);
}

export async function readCoupon(tx: Tx, id: string, merchantId: string): Promise<Coupon> {
  const [row] = await tx
    .select(couponColumnsWithUses)
    .from(coupons)
    .where(and(eq(coupons.id, id), ownCoupon(merchantId)));
  if (!row) throw notFound();
  return presentCoupon(row);
}

/** A coupon as presented in a cart, or undefined. */
export async function findEnteredCoupon(tx: Tx, id: string) {
  const [row] = await tx.select().from(coupons).where(eq(coupons.id, id));
  return row && { '@id': `/coupons/${row.id}`, '@type': 'Coupon' as const, code: row.code };
}

export async function createCoupon({ tx, actor, now }: ActorContext, sent: CouponChanges): Promise<Coupon> {
  // Locks the store, so that parallel requests cannot create the same code.
  const { id: storeId } = await lockOwnStore(tx, await findOwnStoreId(tx, actor.id), actor.id);
  const context = { tx, storeId, form: new ViolationCollector(), now };
  const columns = await couponColumns(context, { id: null, discountType: 'fix', discount: null }, sent);
  const [row] = await tx
    .insert(coupons)
    .values({ code: '', discount: 0, discountType: 'fix', ...columns, storeId, createdAt: now })
    .returning();
  if (!row) throw notFound();
  return presentCoupon({ ...row, uses: 0 });
}

export async function updateCoupon(context: VersionedContext, id: string, changes: CouponChanges): Promise<Coupon> {
  const { tx, actor, now } = context;
  const { id: storeId } = await lockOwnStore(tx, await findOwnStoreId(tx, actor.id), actor.id);
  const coupon = await lockOwnCoupon(tx, id, actor.id);
  await requireVersionMatch(context, coupon, {
    message: 'Ce code promo a été modifié sur un autre appareil.',
    fields: Object.keys(changes),
    present: () => readCoupon(tx, id, actor.id),
  });
  const columns = await couponColumns({ tx, storeId, form: new ViolationCollector(), now }, coupon, changes);
  await tx
    .update(coupons)
    .set({ ...columns, version: coupon.version + 1 })
    .where(eq(coupons.id, coupon.id));
  return readCoupon(tx, id, actor.id);
}

interface CurrentDiscount {
  id: string | null;
  discountType: string;
  discount: number | null;
}

async function couponColumns(
  { tx, storeId, form, now }: FormContext & { now: Date },
  current: CurrentDiscount,
  sent: CouponChanges,
) {
  const columns: Partial<typeof coupons.$inferInsert> = {};
  if (sent.code !== undefined) {
    if (await isCodeUsed(tx, storeId, sent.code, current.id))
      form.add('code', 'Vous avez déjà un code promo de ce nom.');
    columns.code = sent.code;
  }
  if (sent.active !== undefined) columns.active = sent.active;
  if (sent.minimumAmount !== undefined) columns.minimumAmount = form.cents('minimumAmount', sent.minimumAmount);
  if (sent.maxUses !== undefined) columns.maxUses = sent.maxUses;
  if (sent.oncePerPerson !== undefined) columns.oncePerPerson = sent.oncePerPerson;
  if (sent.products !== undefined) {
    columns.productIds = sent.products && (await findIds({ tx, storeId, form }, 'products', 'product', sent.products));
    if (columns.productIds?.length === 0) form.add('products', 'Choisissez au moins un produit.');
  }
  if (sent.expirationDate !== undefined) {
    columns.expirationDate = sent.expirationDate === null ? null : parseExpiration(form, sent.expirationDate, now);
  }
  if (sent.discount !== undefined || sent.discountType !== undefined) {
    const discountType = sent.discountType ?? current.discountType;
    columns.discountType = discountType;
    columns.discount = parseDiscount(
      form,
      discountType,
      sent.discount === undefined ? convertDiscount(current, discountType) : sent.discount,
    );
  }
  form.throwIfAny();
  return columns;
}

/** An amount cannot be converted into a percentage. */
const convertDiscount = ({ discountType, discount }: CurrentDiscount, to: string): number | null =>
  discountType !== to || discount === null ? null : to === 'fix' ? discount / 100 : discount;

/** Cents, or percent. */
export function parseDiscount(form: ViolationCollector, discountType: string, sent: number | null): number {
  const mistake = discountMistake(discountType, sent);
  if (mistake !== null) form.add('discount', mistake);
  return (discountType === 'fix' ? sentToCents(sent) : sent) ?? 0;
}

/** A day lasts until its end in Paris; the expiration must be in the future. */
function parseExpiration(form: ViolationCollector, sent: string, now: Date): Date | null {
  const isWholeDay = sent.length === 10;
  const instant = new Date(isWholeDay ? `${sent}T00:00:00Z` : sent.replace(' ', 'T'));
  if (Number.isNaN(instant.getTime()) || !isCalendarDay(sent.slice(0, 10))) {
    form.add('expirationDate', 'Date incorrecte.');
    return null;
  }
  const lastDay = isWholeDay ? sent : parisDay(instant);
  // In Paris, the last instant of the year 9999 falls into a year that sorts before all others.
  if (lastDay.length > 10) form.add('expirationDate', 'Date incorrecte.');
  else if (lastDay <= parisDay(now)) {
    form.add('expirationDate', NOT_BEFORE_TOMORROW);
  }
  return isWholeDay ? endOfParisDay(sent) : instant;
}

/** Paris is one or two hours ahead of UTC: both offsets are tried. */
export function endOfParisDay(day: string): Date {
  const midnight = new Date(`${day}T23:59:59Z`);
  const hours = [2, 1].find((ahead) => parisDay(new Date(midnight.getTime() - ahead * 3_600_000 + 1000)) > day) ?? 1;
  return new Date(midnight.getTime() - hours * 3_600_000);
}

async function isCodeUsed(tx: Tx, storeId: string, code: string, except: string | null): Promise<boolean> {
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
