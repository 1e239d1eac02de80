// A shop's coupons, as its screens show them while this device's changes wait.
import { expect, it } from 'vitest';
import type { Coupon } from '#contract/merchant/coupons.ts';
import { couponsToMake, shownCoupon } from '#state/merchant/coupons.ts';
import { findRecord, type ReadCommand } from '#sync/commands/registry.ts';

const coupon: Coupon = {
  '@id': '/coupons/a',
  '@type': 'Coupon',
  id: 'a',
  code: 'DIX',
  discountType: 'relative',
  discount: { amount: 10, convertedAmount: 10 },
  expirationDate: null,
  active: true,
  version: 3,
};
const row = (type: string, args: object, id = 'row') =>
  ({ id, type, v: 1, args, lane: findRecord(type)?.lane(args, id) }) as never as ReadCommand;

it('without pending writes equals the server’s', () => {
  const ofAnother = row('coupons.update', { id: 'b', changes: { active: false } });
  expect(shownCoupon(coupon, [ofAnother])).toMatchObject({ code: 'DIX', discount: 10, active: true, waiting: false });
});

it('pending changes apply in order, and it is marked as pending', () => {
  const changes = [{ active: false, discount: 20 }, { active: true }, { code: 'VINGT' }];
  const rows = changes.map((one) => row('coupons.update', { id: 'a', changes: one }));
  expect(shownCoupon(coupon, rows)).toMatchObject({ code: 'VINGT', discount: 20, active: true, waiting: true });
});

it('pending new ones are newest first, active by default, without an address', () => {
  const values = { code: 'UN', discount: 5, discountType: 'fix', expirationDate: undefined, active: undefined };
  const made = couponsToMake([
    row('coupons.create', { values }, 'first'),
    row('messages.read', { id: 'a' }),
    row('coupons.create', { values: { ...values, code: 'DEUX', active: false } }, 'second'),
  ]);
  expect(made).toMatchObject([
    { id: null, key: 'second', code: 'DEUX', active: false, waiting: true },
    { id: null, key: 'first', code: 'UN', active: true, expirationDate: null },
  ]);
});
