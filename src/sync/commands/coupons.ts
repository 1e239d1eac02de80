// Coupon commands of a store.
import type { Coupon, CouponChanges } from '#contract/merchant/coupons.ts';
import type { EndpointArguments } from '#contract/registry.ts';
import type { CommandRecord } from './record.ts';
import { ownerMismatch } from './shared-refusals.ts';
import { idOfIri } from './temporary-ids.ts';

export interface CreateCoupon {
  values: NonNullable<EndpointArguments<'coupons.create'>['body']>;
}

export interface UpdateCoupon {
  id: string;
  changes: CouponChanges;
  /** Its code before the change, for the display while it waits. */
  code?: string;
}

/** A coupon in the merchant's list. */
export interface ListedCoupon {
  code: string;
  discountType: Coupon['discountType'];
  /** Euros or percent; null before the first answer. */
  discount: number | null;
  expirationDate: string | null;
  active: boolean;
  waiting: boolean;
}

const quoted = (name: string) => `«\u00a0${name}\u00a0»`;

export const couponLane = (id: string): string => `coupon:${idOfIri(id)}`;

export const createCouponCommand: CommandRecord<'coupons.create', CreateCoupon, ListedCoupon> = {
  type: 'coupons.create',
  endpoint: 'coupons.create',
  v: 1,
  upcast: {},
  aggregate: null,
  lane: (_, id) => `new:${id}`,
  request: ({ values }) => ({ body: values }),
  apply: (shown, { values: { expirationDate = null, active = true, ...values } }) => ({
    ...shown,
    ...values,
    expirationDate,
    active,
    waiting: true,
  }),
  staleReads: ['coupons.ofStore'],
  refusals: { 'owner-mismatch': ownerMismatch },
  describe: ({ values }) => `Créer le code promo ${quoted(values.code)}`,
  place: () => ({ screen: 'merchantNewCoupon' }),
};

export const updateCouponCommand: CommandRecord<'coupons.update', UpdateCoupon, ListedCoupon> = {
  type: 'coupons.update',
  endpoint: 'coupons.update',
  v: 1,
  upcast: {},
  aggregate: 'coupon',
  lane: ({ id }) => couponLane(id),
  request: ({ id, changes }) => ({ params: { id: idOfIri(id) }, body: changes }),
  apply: (shown, { changes }) => ({ ...shown, ...changes, waiting: true }),
  staleReads: ['coupons.ofStore', 'coupons.get'],
  refusals: {
    'owner-mismatch': ownerMismatch,
    version: { as: 'rebase', text: 'Ce code promo a été modifié sur un autre appareil.' },
  },
  describe: ({ changes, code = changes.code }) =>
    code ? `Modifier le code promo ${quoted(code)}` : 'Modifier un code promo',
  place: ({ id }) => ({ screen: 'merchantCoupon', params: { id: idOfIri(id) } }),
};

export const couponCommands = [createCouponCommand, updateCouponCommand] as const;
