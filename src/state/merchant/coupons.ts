// Coupons of the own store: the server's view with pending writes applied.
// Guarantee: pending writes are marked; unsaved coupons come first, without an address.
import { useAtomValue } from 'jotai';
import type { Coupon, CouponChanges } from '#contract/merchant/coupons.ts';
import type { Cmd } from '#db/rows.ts';
import {
  type CreateCoupon,
  couponLane,
  createCouponCommand,
  type ListedCoupon,
  updateCouponCommand,
} from '#sync/commands/coupons.ts';
import { commandFor, isCommandOf } from '#sync/commands/record.ts';
import { type CommandContent, projectRows, type ReadCommand, rowsOfLane } from '#sync/commands/registry.ts';
import type { SendOutcome, Submitted } from '#sync/submit-and-wait.ts';
import { useApiQuery } from '../api/query.ts';
import { getEngine } from '../page/engine-port.ts';
import { couponViewsAtom, newestOf, pendingAtom, useLateRefusal } from '../pending/pending-writes.ts';
import { useSession } from '../session/session.ts';

export interface ShownCoupon extends ListedCoupon {
  /** Null for an unsaved coupon. */
  id: string | null;
  key: string;
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

/** The coupon with pending writes applied. */
export const shownCoupon = (coupon: Coupon, rows: readonly ReadCommand[]): ShownCoupon =>
  projectRows(shown(coupon), rowsOfLane(rows, couponLane(coupon.id)));

const emptyCoupon: ListedCoupon = {
  code: '',
  discountType: 'relative',
  discount: null,
  expirationDate: null,
  active: true,
  waiting: true,
};

/** Unsaved coupons, newest first. */
export function couponsToMake(rows: readonly ReadCommand[]): ShownCoupon[] {
  return rows
    .filter((row) => isCommandOf(row, createCouponCommand))
    .map((row) => projectRows({ ...emptyCoupon, id: null, key: row.id }, [row]))
    .toReversed();
}

const noStore = '00000000-0000-0000-0000-000000000000';

export function useCoupons(page = 1) {
  const { user } = useSession();
  const rows = useAtomValue(pendingAtom);
  const views = useAtomValue(couponViewsAtom);
  const query = useApiQuery(
    'coupons.ofStore',
    { params: { id: user?.ownedStore ?? noStore }, query: { itemsPerPage: 30, page: page > 1 ? page : undefined } },
    { enabled: Boolean(user?.ownedStore), keepPrevious: true },
  );
  const fetched = query.data?.['hydra:member'].map((coupon) => newestOf(coupon, views));
  const coupons = fetched && [
    ...(page > 1 ? [] : couponsToMake(rows)),
    ...fetched.map((coupon) => shownCoupon(coupon, rows)),
  ];
  return { ...query, fetched, coupons, view: query.data?.['hydra:view'] };
}

/** From its own read, or else from the cached list. */
export function useCoupon(id: string) {
  const { user } = useSession();
  const rows = useAtomValue(pendingAtom);
  const views = useAtomValue(couponViewsAtom);
  const query = useApiQuery('coupons.get', { params: { id } }, { enabled: Boolean(user?.ownedStore) });
  const { fetched } = useCoupons();
  const gone = query.status === 'error' && query.error.kind === 'not-found';
  const coupon = query.data ?? (gone ? undefined : fetched?.find((one) => one.id === id));
  return { ...query, edited: coupon && editedCoupon(newestOf(coupon, views), rows) };
}

/** A coupon for its form: the server's view and the pending changes. */
export interface EditedCoupon {
  coupon: Coupon;
  /** The oldest first. */
  changes: readonly CouponChanges[];
  /** Command ids. */
  waitingIds: readonly string[];
}

export function editedCoupon(coupon: Coupon, rows: readonly ReadCommand[]): EditedCoupon {
  const own = rowsOfLane(rows, couponLane(coupon.id));
  return { coupon, changes: own.flatMap((row) => changesIn(row) ?? []), waitingIds: own.map(({ id }) => id) };
}

const changesIn = (content: CommandContent | ReadCommand): CouponChanges | null =>
  isCommandOf(content, updateCouponCommand) ? content.args.changes : null;

/** A late refusal of a coupon. `id`: null for a new one. */
export const useRefusedCoupon = (id: string | null) =>
  useLateRefusal((content): CouponChanges | null => {
    if (id === null) return isCommandOf(content, createCouponCommand) ? content.args.values : null;
    if (!isCommandOf(content, updateCouponCommand) || content.args.id !== id) return null;
    return 'active' in content.args.changes ? null : content.args.changes;
  });

export async function submitNewCoupon(values: CreateCoupon['values']): Promise<Submitted> {
  return (await getEngine()).submit(commandFor(createCouponCommand, { values }));
}

/** @param base displayed values, so that changes of another device are not overwritten silently */
export async function saveCoupon({ id, code }: Coupon, changes: CouponChanges, base: Cmd['base']): Promise<Submitted> {
  return (await getEngine()).submit({ ...commandFor(updateCouponCommand, { id, code, changes }), base });
}

export async function toggleCoupon(
  { id, code, version, active: before }: Coupon,
  active: boolean,
): Promise<SendOutcome> {
  const base = { version, values: { active: before } };
  return (await getEngine()).send({ ...commandFor(updateCouponCommand, { id, code, changes: { active } }), base });
}
