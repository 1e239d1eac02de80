// The coupons of the own shop: the server's view with this device's waiting writes applied.
// Guarantee: what waits is named as waiting; one that is still to be made stands first, without an address of its own.
import { useAtomValue } from 'jotai';
import type { Coupon, CouponChanges } from '#contract/coupons.ts';
import type { Cmd } from '#db/rows.ts';
import type { CommandArgs } from '#sync/commands/command.ts';
import type { SendOutcome } from '#sync/submit-and-wait.ts';
import { engine } from '../page/engine-port.ts';
import { useApiQuery } from '../reads/query.ts';
import { useSession } from '../session/session.ts';
import type { Begun } from '../session/use-draft.ts';
import { asBegun } from './begun-earlier.ts';
import { pendingAtom } from './pending-writes.ts';

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
export function shownCoupon(coupon: Coupon, rows: readonly Cmd[]): ShownCoupon {
  const changes = rows.flatMap((row) => {
    if (row.type !== 'coupons.update') return [];
    const { id, changes } = row.args as CommandArgs['coupons.update'];
    return id === coupon.id ? [changes] : [];
  });
  return Object.assign(shown(coupon), ...changes, changes.length > 0 && { waiting: true });
}

/** Those that wait to be made, the newest first. */
export function couponsToMake(rows: readonly Cmd[]): ShownCoupon[] {
  return rows
    .flatMap((row) => {
      if (row.type !== 'coupons.create') return [];
      const {
        code,
        discount,
        discountType,
        expirationDate = null,
        active = true,
      } = (row.args as CommandArgs['coupons.create']).values;
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
  const query = useApiQuery('coupons.get', { params: { id } }, { enabled: Boolean(user?.ownedStore) });
  const { held } = useCoupons();
  const gone = query.status === 'error' && query.error.kind === 'not-found';
  return { ...query, coupon: query.data ?? (gone ? undefined : held?.find((coupon) => coupon.id === id)) };
}

export const createCoupon = async (values: CommandArgs['coupons.create']['values']): Promise<SendOutcome> =>
  (await engine()).send({ type: 'coupons.create', args: { values } });

/** What the merchant was looking at goes along: another device's change of the same field is not overwritten unasked. */
export const lookingAt = (coupon: Coupon): Begun & { values: Required<CouponChanges> } => ({
  version: coupon.version,
  values: {
    code: coupon.code,
    discount: coupon.discount.convertedAmount,
    discountType: coupon.discountType,
    expirationDate: coupon.expirationDate,
    active: coupon.active,
  },
});

const changeOf = (coupon: Coupon, changes: CouponChanges) => {
  const { version, values: seen } = lookingAt(coupon);
  const values = Object.fromEntries(Object.keys(changes).map((name) => [name, seen[name as keyof CouponChanges]]));
  const base = { version, values };
  return { type: 'coupons.update', args: { id: coupon.id, changes }, base } as const;
};

/** `begun`: of what was typed before the page was loaded anew. */
export async function saveCoupon(coupon: Coupon, changes: CouponChanges, begun: Begun | null): Promise<SendOutcome> {
  const { base, ...change } = changeOf(coupon, changes);
  return (await engine()).send({ ...change, base: asBegun(base, begun) });
}

export const toggleCoupon = async (coupon: Coupon, active: boolean): Promise<SendOutcome> =>
  (await engine()).send(changeOf(coupon, { active }));
