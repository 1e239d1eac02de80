// The coupons of the own shop: the server's view with this device's waiting writes applied.
// Guarantee: what waits is named as waiting; one that is still to be made stands first, without an address of its own.
import { useAtomValue } from 'jotai';
import type { Coupon, CouponChanges } from '#contract/merchant/coupons.ts';
import type { Cmd } from '#db/rows.ts';
import type { CommandArgs, ReadCommand } from '#sync/commands/command.ts';
import type { SendOutcome, Submitted } from '#sync/submit-and-wait.ts';
import { useApiQuery } from '../api/query.ts';
import { engine } from '../page/engine-port.ts';
import { pendingAtom, useLateRefusal } from '../pending/pending-writes.ts';
import { useSession } from '../session/session.ts';

export interface ShownCoupon {
  /** Null: it is still to be made. */
  id: string | null;
  key: string;
  code: string;
  discountType: Coupon['discountType'];
  /** Euros or percent; null: unknown until the server has answered. */
  discount: number | null;
  expirationDate: string | null;
  active: boolean;
  waiting: boolean;
}

const shown = (coupon: Coupon): ShownCoupon => ({
  id: coupon.id,
  key: coupon.id,
  code: coupon.code,
  discountType: coupon.discountType,
  discount: coupon.discount.convertedAmount,
  expirationDate: coupon.expirationDate,
  active: coupon.active,
  waiting: false,
});

/** As it will be once what waits here is taken. */
export function shownCoupon(coupon: Coupon, rows: readonly ReadCommand[]): ShownCoupon {
  const changes = rows.flatMap((row) => {
    if (row.type !== 'coupons.update') return [];
    return row.args.id === coupon.id ? [row.args.changes] : [];
  });
  return Object.assign(shown(coupon), ...changes, changes.length > 0 && { waiting: true });
}

/** Those that wait to be made, the newest first. */
export function couponsToMake(rows: readonly ReadCommand[]): ShownCoupon[] {
  return rows
    .flatMap((row) => {
      if (row.type !== 'coupons.create') return [];
      const { code, discount, discountType, expirationDate = null, active = true } = row.args.values;
      return [{ id: null, key: row.id, code, discountType, discount, expirationDate, active, waiting: true }];
    })
    .toReversed();
}

const noStore = '00000000-0000-0000-0000-000000000000';

export function useCoupons(page = 1) {
  const { user } = useSession();
  const rows = useAtomValue(pendingAtom);
  const query = useApiQuery(
    'coupons.ofStore',
    { params: { id: user?.ownedStore ?? noStore }, query: { itemsPerPage: 30, page: page > 1 ? page : undefined } },
    { enabled: Boolean(user?.ownedStore), keepPrevious: true },
  );
  const held = query.data?.['hydra:member'];
  const coupons = held && [
    ...(page > 1 ? [] : couponsToMake(rows)),
    ...held.map((coupon) => shownCoupon(coupon, rows)),
  ];
  return { ...query, held, coupons, view: query.data?.['hydra:view'] };
}

/** By itself, else from the list that is kept. */
export function useCoupon(id: string) {
  const { user } = useSession();
  const rows = useAtomValue(pendingAtom);
  const query = useApiQuery('coupons.get', { params: { id } }, { enabled: Boolean(user?.ownedStore) });
  const { held } = useCoupons();
  const gone = query.status === 'error' && query.error.kind === 'not-found';
  const coupon = query.data ?? (gone ? undefined : held?.find((one) => one.id === id));
  return { ...query, edited: coupon && editedCoupon(coupon, rows) };
}

/** One coupon as its form begins: the server's, and what waits here to change it. */
export interface EditedCoupon {
  coupon: Coupon;
  /** The oldest first. */
  changes: readonly CouponChanges[];
  /** Ids of their commands. */
  waitingIds: readonly string[];
}

export function editedCoupon(coupon: Coupon, rows: readonly ReadCommand[]): EditedCoupon {
  const own = rows.flatMap((row) => (row.type === 'coupons.update' && row.args.id === coupon.id ? [row] : []));
  return { coupon, changes: own.map(({ args }) => args.changes), waitingIds: own.map(({ id }) => id) };
}

/** Changes of a coupon that were refused after they had waited. `id`: null for one that was to be made. */
export const useRefusedCoupon = (id: string | null) =>
  useLateRefusal(({ type, args }): CouponChanges | null => {
    if (type === 'coupons.create') return id === null ? args.values : null;
    return type === 'coupons.update' && args.id === id && !('active' in args.changes) ? args.changes : null;
  });

export async function createCoupon(values: CommandArgs['coupons.create']['values']): Promise<Submitted> {
  return (await engine()).submit({ type: 'coupons.create', args: { values } });
}

/** @param base what the merchant was looking at: another device's change of the same field is not overwritten unasked */
export async function saveCoupon(id: string, changes: CouponChanges, base: Cmd['base']): Promise<Submitted> {
  return (await engine()).submit({ type: 'coupons.update', args: { id, changes }, base });
}

export async function toggleCoupon({ id, version, active: before }: Coupon, active: boolean): Promise<SendOutcome> {
  const base = { version, values: { active: before } };
  return (await engine()).send({ type: 'coupons.update', args: { id, changes: { active } }, base });
}
