// TrackingForm: the tracking code of a parcel.
import { useId } from 'react';
import { MAX_TRACKING_CODE } from '#contract/limits.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { OfflineFormDefinition } from '#state/forms/form-definition.ts';
import { useOfflineForm } from '#state/forms/use-offline-form.ts';
import { isWaitingFor, saveTracking, trackingMatcher } from '#state/merchant-orders/store-orders.ts';
import { type LateRefusal, useLateRefusal } from '#state/pending/pending-writes.ts';
import { Button } from '#ui/controls/button.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import { TextField } from '#ui/fields/text-fields.tsx';
import { WaitingBadge } from '#ui/text/age.tsx';
import styles from './tracking-form.module.css';
import { showOrderOutcome } from './use-order-writes.ts';

interface TrackingFormProps {
  /** With the visible code: the server's, or a pending one of this device. */
  order: Pick<StoreOrder, 'id' | 'trackingCode' | 'version'>;
  /** Types of the commands that wait. */
  waiting: readonly string[];
  /** Write ids. */
  waitingIds: readonly string[];
}

interface TrackingValues {
  trackingCode: string;
}

export function trackingForm({
  order: { id, trackingCode, version },
  waitingIds,
}: Pick<TrackingFormProps, 'order' | 'waitingIds'>): OfflineFormDefinition<TrackingValues> {
  return {
    draft: `suivi ${id}`,
    afterSave: 'follow',
    source: { values: { trackingCode: trackingCode ?? '' }, version, waiting: waitingIds },
    fieldOf: () => 'trackingCode',
    // A newer change by another device causes a conflict instead of an overwrite.
    async send(typed, base) {
      const code = typed.trackingCode.trim();
      if (code === base.values.trackingCode) return { outcome: 'unchanged' };
      return saveTracking(id, code, { trackingCode: base.values.trackingCode || null });
    },
  };
}

/** A code that was refused after it had waited, in the terms of the form. */
export const trackingRefusal = ({ request, ...refusal }: LateRefusal<string>) => ({
  ...refusal,
  values: { trackingCode: request },
});

/** Carrier's code for the customer. Without a network it is stored and sent later. */
export function TrackingForm({ order, waiting, waitingIds }: TrackingFormProps) {
  const heading = useId();
  const refused = useLateRefusal(trackingMatcher(order.id));
  const { form, submit, isSending, messages } = useOfflineForm<TrackingValues>({
    ...trackingForm({ order, waitingIds }),
    refusal: refused && trackingRefusal(refused),
    onSaved: (saved) => saved.outcome !== 'unchanged' && showOrderOutcome(saved),
  });
  const { register, formState } = form;
  const { errors } = formState;

  return (
    <section className={styles.card} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading}>Suivi du colis</h2>
        {isWaitingFor(waiting, 'tracking') && <WaitingBadge />}
      </div>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label="Code de suivi"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={MAX_TRACKING_CODE}
          error={errors.trackingCode?.message}
          {...register('trackingCode', { validate: (given) => given.trim() !== '' || 'Code requis' })}
        />
        <FieldError text={messages.join(' ')} />
        <Button type="submit" variant="secondary" wide busy={isSending}>
          Enregistrer le code
        </Button>
      </form>
    </section>
  );
}
