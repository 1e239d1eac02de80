// The form of a coupon, new or changed: code, kind of discount, amount, last day.
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { Coupon, CouponChanges } from '#contract/coupons.ts';
import { parisDay } from '#domain/dates.ts';
import { amountRule, centsToInput, inputToCents } from '#domain/money.ts';
import { notKeptSentence } from '#domain/not-kept.ts';
import { inputToNumber } from '#domain/typed-numbers.ts';
import { paths } from '#paths';
import { toast } from '#state/page/flash.ts';
import { useDraft } from '#state/session/use-draft.ts';
import { createCoupon, lookingAt, saveCoupon } from '#state/writes/coupons.ts';
import { useRefusalInForm } from '#state/writes/refusal-in-form.ts';
import { AmountField } from '#ui/controls/amount-field.tsx';
import { Button, LinkButton } from '#ui/controls/button.tsx';
import { FieldError, RadioGroup } from '#ui/controls/fields.tsx';
import { TextField } from '#ui/controls/text-fields.tsx';
import styles from './coupon-form.module.css';

interface CouponValues {
  code: string;
  discountType: string;
  /** As typed: '12,50'. */
  discount: string;
  /** YYYY-MM-DD, or nothing. */
  expirationDate: string;
}

const valuesOf = (coupon: Coupon | null): CouponValues =>
  coupon
    ? {
        code: coupon.code,
        discountType: coupon.discountType,
        discount: coupon.discountType === 'fix' ? centsToInput(coupon.discount.amount) : String(coupon.discount.amount),
        expirationDate: coupon.expirationDate ? parisDay(new Date(coupon.expirationDate)) : '',
      }
    : { code: '', discountType: '', discount: '', expirationDate: '' };

/** Euros or percent, as they are sent: '12,50' → 12.5, '10 %' → 10; null when it is neither. */
export function discountSent(discountType: string, typed: string): number | null {
  if (discountType === 'relative') return inputToNumber(typed.replace(/\s*%\s*$/, ''));
  const cents = inputToCents(typed);
  return cents === null ? null : cents / 100;
}

/** The server's own words. */
export function discountRule(discountType: string, typed: string): string | true {
  if (typed.trim() === '') return 'Montant requis';
  const sent = discountSent(discountType, typed);
  if (discountType === 'relative') {
    return (sent !== null && sent >= 1 && sent <= 100) || 'Pourcentage entier de 1 à 100 attendu.';
  }
  return sent === 0 ? 'Montant requis' : amountRule(typed);
}

const dayAfter = (now: Date) => parisDay(new Date(now.getTime() + 24 * 3_600_000));
const CODE_LENGTH = 40;
const fields = ['code', 'discountType', 'discount', 'expirationDate'] as const;
const isField = (name: string): name is (typeof fields)[number] => fields.some((field) => field === name);

/** Only what is otherwise than it was is sent: another device may have changed the rest. */
function changesOf(coupon: Coupon, sent: Required<Omit<CouponChanges, 'active'>>, before: CouponValues): CouponChanges {
  const changes: CouponChanges = {};
  if (sent.code !== coupon.code) changes.code = sent.code;
  if (sent.discountType !== coupon.discountType || sent.discount !== coupon.discount.convertedAmount) {
    changes.discountType = sent.discountType;
    changes.discount = sent.discount;
  }
  if ((sent.expirationDate ?? '') !== before.expirationDate) changes.expirationDate = sent.expirationDate;
  return changes;
}

export function CouponForm({ coupon }: { coupon: Coupon | null }) {
  const navigate = useNavigate();
  const [before] = useState(() => valuesOf(coupon));
  const [tomorrow] = useState(() => dayAfter(new Date()));
  const form = useForm<CouponValues>({ defaultValues: before });
  const { register, handleSubmit, formState, setError, reset, watch } = form;
  const { errors, isSubmitting } = formState;
  const begun = useDraft(`code promo ${coupon?.id ?? 'nouveau'}`, form, () => coupon && lookingAt(coupon));
  const refusal = useRefusalInForm();
  const [discountType, discount] = watch(['discountType', 'discount']);
  const isPercentage = discountType === 'relative';

  const submit = handleSubmit(async (typed) => {
    refusal.acknowledge();
    const sent = {
      code: typed.code.trim(),
      discountType: typed.discountType as Coupon['discountType'],
      discount: discountSent(typed.discountType, typed.discount),
      expirationDate: typed.expirationDate || null,
    };
    try {
      const changes = coupon && changesOf(coupon, sent, before);
      if (changes && Object.keys(changes).length === 0) return void navigate(paths.merchantCoupons);
      const result = await (coupon && changes ? saveCoupon(coupon, changes, begun.current) : createCoupon(sent));
      if (result.outcome !== 'refused') {
        reset(typed);
        const done = coupon ? 'Modifications enregistrées' : 'Code promo créé!';
        toast(result.outcome === 'sent' ? done : 'Enregistré sur cet appareil, envoyé dès que possible.');
        return void navigate(paths.merchantCoupons);
      }
      refusal.show(result.id, true);
      const named = result.violations.filter(({ propertyPath }) => isField(propertyPath));
      for (const { propertyPath, message } of named) {
        if (isField(propertyPath)) setError(propertyPath, { type: 'server', message });
      }
      if (named.length === 0) setError('root', { message: result.text });
    } catch (failure) {
      console.error(failure);
      setError('root', { message: notKeptSentence(failure) });
    }
  });

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label="Code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={CODE_LENGTH}
        error={errors.code?.message}
        {...register('code', { validate: (given) => given.trim() !== '' || 'Code requis' })}
      />
      <RadioGroup
        label="Type de montant"
        options={[
          { value: 'fix', label: 'Remise fixe' },
          { value: 'relative', label: 'Remise en pourcentage' },
        ]}
        error={errors.discountType?.message}
        {...register('discountType', {
          validate: (given) => given !== '' || 'Type de montant requis',
          deps: ['discount'],
        })}
      />
      <AmountField
        label="Montant"
        typed={isPercentage ? '' : discount}
        {...(isPercentage && { unit: '%' })}
        error={errors.discount?.message}
        {...register('discount', { validate: (given, { discountType }) => discountRule(discountType, given) })}
      />
      <TextField
        label="Date d’expiration"
        hint="Facultative : le code compte jusqu’à la fin de ce jour."
        type="date"
        min={tomorrow}
        error={errors.expirationDate?.message}
        {...register('expirationDate', {
          validate: (given) =>
            given === '' ||
            given === before.expirationDate ||
            given >= tomorrow ||
            'La date doit être au plus tôt demain.',
        })}
      />
      <FieldError text={errors.root?.message} />
      <div className={styles.actions}>
        <Button type="submit" size="large" busy={isSubmitting}>
          Enregistrer
        </Button>
        <LinkButton to={paths.merchantCoupons} variant="quiet">
          Annuler
        </LinkButton>
      </div>
    </form>
  );
}
