// The form of a coupon, new or changed: code, kind of discount, amount, last day.
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { parisDay } from '#domain/time/dates.ts';
import { paths } from '#paths';
import { useOfflineForm } from '#state/forms/use-offline-form.ts';
import { type EditedCoupon, useRefusedCoupon } from '#state/merchant/coupons.ts';
import { toast } from '#state/page/flash.ts';
import { Button, LinkButton } from '#ui/controls/button.tsx';
import { AmountField } from '#ui/fields/amount-field.tsx';
import { FieldError, RadioGroup } from '#ui/fields/fields.tsx';
import { TextField } from '#ui/fields/text-fields.tsx';
import styles from './coupon-form.module.css';
import { type CouponValues, discountRule, editedCouponForm, newCouponForm, refusedCoupon } from './coupon-values.ts';

const dayAfter = (now: Date) => parisDay(new Date(now.getTime() + 24 * 3_600_000));
const CODE_LENGTH = 40;

interface CouponFormProps {
  /** Null: a new one. */
  edited: EditedCoupon | null;
}

export function CouponForm({ edited }: CouponFormProps) {
  const navigate = useNavigate();
  const [tomorrow] = useState(() => dayAfter(new Date()));
  const definition = edited ? editedCouponForm(edited) : newCouponForm;
  const before = definition.source.values;
  const refused = useRefusedCoupon(edited?.coupon.id ?? null);
  const { form, submit, isSending, messages } = useOfflineForm<CouponValues>({
    ...definition,
    refusal: refused && refusedCoupon(edited, refused),
    onSaved({ outcome }) {
      const done = edited ? 'Modifications enregistrées' : 'Code promo créé!';
      if (outcome !== 'unchanged') {
        toast(outcome === 'sent' ? done : 'Enregistré sur cet appareil, envoyé dès que possible.');
      }
      navigate(paths.merchantCoupons);
    },
  });
  const { register, formState, watch } = form;
  const { errors } = formState;
  const [discountType, discount] = watch(['discountType', 'discount']);
  const isPercentage = discountType === 'relative';

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
      <FieldError text={messages.join(' ')} />
      <div className={styles.actions}>
        <Button type="submit" size="large" busy={isSending}>
          Enregistrer
        </Button>
        <LinkButton to={paths.merchantCoupons} variant="quiet">
          Annuler
        </LinkButton>
      </div>
    </form>
  );
}
