// Coupon form values: defaults, rules and conversion.
import { type Coupon, type CouponChanges, couponChanges } from '#contract/merchant/coupons.ts';
import { violationsIn } from '#contract/violations.ts';
import type { Violation } from '#contract/wire/hydra.ts';
import { discountMistake } from '#domain/discount.ts';
import { amountMistake, inputToCents, sentToCents, sentToInput } from '#domain/money.ts';
import { inputToNumber } from '#domain/text/typed-numbers.ts';
import { parisDay } from '#domain/time/dates.ts';
import { NOT_BEFORE_TOMORROW, tomorrowOf } from '#domain/time/tomorrow.ts';
import {
  changedEntries,
  type FormRefusal,
  type OfflineFormDefinition,
  refusalOf,
} from '#state/forms/form-definition.ts';
import { type EditedCoupon, saveCoupon, submitNewCoupon } from '#state/merchant/coupons.ts';
import type { LateRefusal } from '#state/pending/pending-writes.ts';

export interface CouponValues {
  code: string;
  discountType: string;
  /** As typed: '12,50'. */
  discount: string;
  /** YYYY-MM-DD, or nothing. */
  expirationDate: string;
  /** As typed: '30', or nothing. */
  minimumAmount: string;
  /** As typed: '100', or nothing. */
  maxUses: string;
  oncePerPerson: boolean;
  /** IRIs; none: all products. */
  products: readonly string[];
}

type CouponFields = Required<Omit<CouponChanges, 'active'>>;

export const emptyCoupon: CouponValues = {
  code: '',
  discountType: '',
  discount: '',
  expirationDate: '',
  minimumAmount: '',
  maxUses: '',
  oncePerPerson: false,
  products: [],
};

const typedDiscount = (discountType: string, discount: number) =>
  discountType === 'fix' ? sentToInput(discount) : String(discount);

const inputOf = (count: number | null) => (count === null ? '' : String(count));

/** Applies changes to form values; `discount` in euros or percent. */
function withChanges(values: CouponValues, changes: CouponChanges): CouponValues {
  const { code, discountType = values.discountType, discount, expirationDate, minimumAmount, maxUses } = changes;
  return {
    code: code ?? values.code,
    discountType,
    discount: typeof discount === 'number' ? typedDiscount(discountType, discount) : values.discount,
    expirationDate:
      expirationDate === undefined
        ? values.expirationDate
        : (expirationDate && parisDay(new Date(expirationDate))) || '',
    minimumAmount: minimumAmount === undefined ? values.minimumAmount : sentToInput(minimumAmount),
    maxUses: maxUses === undefined ? values.maxUses : inputOf(maxUses),
    oncePerPerson: changes.oncePerPerson ?? values.oncePerPerson,
    products: changes.products === undefined ? values.products : (changes.products ?? []),
  };
}

const valuesOf = ({ code, discountType, discount, expirationDate, ...limits }: Coupon): CouponValues =>
  withChanges(emptyCoupon, {
    ...{ code, discountType, discount: discount.convertedAmount, expirationDate },
    minimumAmount: limits.minimumAmount ? limits.minimumAmount.amount / 100 : null,
    maxUses: limits.maxUses ?? null,
    oncePerPerson: limits.oncePerPerson,
    products: limits.products,
  });

/** Typed amount or percentage → number in euros or percent: '12,50' → 12.5, '10 %' → 10; null if invalid. */
export function parseDiscount(discountType: string, typed: string): number | null {
  if (typed.trim() === '') return null;
  if (discountType === 'relative') return inputToNumber(typed.replace(/\s*%\s*$/, ''));
  const cents = inputToCents(typed);
  return cents === null ? Number.NaN : cents / 100;
}

/** Violations that the server would report, with its messages. */
export function couponViolations(sent: CouponChanges): Violation[] {
  const { discountType, discount, expirationDate, minimumAmount = null } = sent;
  const mistake = discount === undefined ? null : discountMistake(discountType ?? '', discount);
  const wrongMinimum = minimumAmount === null ? null : amountMistake(sentToCents(minimumAmount));
  const isTooEarly = typeof expirationDate === 'string' && expirationDate < tomorrowOf(new Date());
  return [
    ...violationsIn(couponChanges, sent),
    ...(mistake === null ? [] : [{ propertyPath: 'discount', message: mistake }]),
    ...(wrongMinimum === null ? [] : [{ propertyPath: 'minimumAmount', message: wrongMinimum }]),
    ...(isTooEarly ? [{ propertyPath: 'expirationDate', message: NOT_BEFORE_TOMORROW }] : []),
  ];
}

const couponFieldsOf = ({ code, discountType, discount, ...typed }: CouponValues): CouponFields => ({
  code: code.trim(),
  discountType: discountType as Coupon['discountType'],
  discount: parseDiscount(discountType, discount),
  expirationDate: typed.expirationDate || null,
  minimumAmount: parseDiscount('fix', typed.minimumAmount),
  maxUses: typed.maxUses.trim() === '' ? null : (inputToNumber(typed.maxUses) ?? Number.NaN),
  oncePerPerson: typed.oncePerPerson,
  products: typed.products.length === 0 ? null : [...typed.products],
});

export const newCouponForm: OfflineFormDefinition<CouponValues> = {
  draft: 'code promo nouveau',
  afterSave: 'empty',
  source: { values: emptyCoupon, version: null, waiting: [] },
  async send(typed) {
    const sent = couponFieldsOf(typed);
    return refusalOf(couponViolations(sent)) ?? submitNewCoupon(sent);
  },
};

const editedValues = ({ coupon, changes }: EditedCoupon) => changes.reduce(withChanges, valuesOf(coupon));

export function editedCouponForm(edited: EditedCoupon): OfflineFormDefinition<CouponValues> {
  const { coupon, waitingIds } = edited;
  return {
    draft: `code promo ${coupon.id}`,
    afterSave: 'follow',
    source: { values: editedValues(edited), version: coupon.version, waiting: waitingIds },
    async send(typed, base) {
      const before = couponFieldsOf(base.values);
      const changes: CouponChanges = changedEntries(before, couponFieldsOf(typed));
      // Type and amount of a discount are sent together.
      if (changes.discount !== undefined || changes.discountType !== undefined) {
        const { discount, discountType } = couponFieldsOf(typed);
        Object.assign(changes, { discount, discountType });
      }
      const names = Object.keys(changes);
      if (names.length === 0) return { outcome: 'unchanged' };
      const refused = refusalOf(couponViolations(changes));
      if (refused) return refused;
      const values = Object.fromEntries(names.map((name) => [name, Reflect.get(before, name)]));
      return saveCoupon(coupon, changes, { version: base.version ?? coupon.version, values });
    },
  };
}

/** @param edited null for a new coupon */
export function couponRefusal(
  edited: EditedCoupon | null,
  { request, ...refusal }: LateRefusal<CouponChanges>,
): FormRefusal<CouponValues> & { id: string } {
  const shown = edited ? editedValues(edited) : emptyCoupon;
  return { ...refusal, values: changedEntries(shown, withChanges(shown, request)) };
}
