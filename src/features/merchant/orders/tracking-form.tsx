// The form of a parcel's tracking code.
import { useEffect, useId } from 'react';
import { useForm } from 'react-hook-form';
import { useDraft } from '#state/session/use-draft.ts';
import { useRefusalInForm } from '#state/writes/refusal-in-form.ts';
import type { useStoreOrder } from '#state/writes/store-orders.ts';
import { Button } from '#ui/controls/button.tsx';
import { FieldError } from '#ui/controls/fields.tsx';
import { TextField } from '#ui/controls/text-fields.tsx';
import { WaitingBadge } from '#ui/text/age.tsx';
import { isWaitingFor } from './order-words.ts';
import styles from './tracking-form.module.css';
import { tellNotKept, tellOutcome } from './use-order-writes.ts';

interface TrackingFormProps {
  orderId: number;
  /** The code to show: the server's, or the one that waits on this device. */
  code: string | null;
  waiting: readonly string[];
  save: ReturnType<typeof useStoreOrder>['saveTracking'];
}

const CODE_LENGTH = 60;

/** The carrier's code for the customer. Kept on the device and sent later when there is no network. */
export function TrackingForm({ orderId, code, waiting, save }: TrackingFormProps) {
  const heading = useId();
  const shown = code ?? '';
  const form = useForm({
    defaultValues: { trackingCode: shown },
  });
  const { register, handleSubmit, formState, setError, clearErrors, reset, getValues } = form;
  const { errors, isSubmitting, isDirty } = formState;

  useEffect(() => {
    // The code changed elsewhere; what is being typed or sent here is left alone, and so is what was said of it.
    if (!isDirty && !isSubmitting && getValues('trackingCode') !== shown) reset({ trackingCode: shown });
  }, [shown, isDirty, isSubmitting, reset, getValues]);
  useDraft(`suivi ${orderId}`, form);
  const refusal = useRefusalInForm();

  const submit = handleSubmit(async (typed) => {
    clearErrors('root');
    refusal.acknowledge();
    const trackingCode = typed.trackingCode.trim();
    try {
      const result = await save(trackingCode);
      if (result.outcome !== 'refused') {
        reset({ trackingCode });
        tellOutcome(result);
        return;
      }
      const named = result.violations.find(({ propertyPath }) => propertyPath === 'trackingCode');
      if (named) setError('trackingCode', { type: 'server', message: named.message }, { shouldFocus: true });
      else setError('root', { message: result.text });
      refusal.show(result.id, true);
    } catch (failure) {
      console.error(failure);
      tellNotKept(failure);
    }
  });

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
          maxLength={CODE_LENGTH}
          error={errors.trackingCode?.message}
          {...register('trackingCode', { validate: (given) => given.trim() !== '' || 'Code requis' })}
        />
        <FieldError text={errors.root?.message} />
        <Button type="submit" variant="secondary" wide busy={isSubmitting}>
          Enregistrer le code
        </Button>
      </form>
    </section>
  );
}
