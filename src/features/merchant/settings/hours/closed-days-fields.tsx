// ClosedDaysFields: exceptional closures of the store, single days or periods.
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { MAX_CLOSED_DAYS } from '#contract/limits.ts';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { FieldError, RadioGroup } from '#ui/fields/fields.tsx';
import { TextField } from '#ui/fields/text-fields.tsx';
import styles from '../settings.module.css';
import type { HoursValues } from './opening-values.ts';

interface ClosedDaysFieldsProps {
  form: UseFormReturn<HoursValues>;
  /** The store takes orders. */
  sells: boolean;
  /** Collections are booked by day or hour. */
  hasSlots: boolean;
}

export function ClosedDaysFields({ form, sells, hasSlots }: ClosedDaysFieldsProps) {
  const { register, control, formState, getValues } = form;
  const { fields, append, remove } = useFieldArray({ control, name: 'closedDays' });
  const errors = formState.errors.closedDays;
  return (
    <fieldset className={styles.card}>
      <legend>Fermetures exceptionnelles</legend>
      <p className={styles.hint}>Congés, jours fériés : vos clients les voient avec vos horaires.</p>
      {fields.length > 0 && (
        <ol className={styles.rows} aria-label="Fermetures exceptionnelles">
          {fields.map((field, index) => (
            <li key={field.id} className={styles.span}>
              <TextField
                label="Du"
                type="date"
                error={errors?.[index]?.from?.message}
                {...register(`closedDays.${index}.from`, { validate: (typed) => typed !== '' || 'Date requise' })}
              />
              <TextField
                label="Au (inclus)"
                type="date"
                error={errors?.[index]?.to?.message}
                {...register(`closedDays.${index}.to`, {
                  validate: (typed) =>
                    typed === '' || typed >= getValues(`closedDays.${index}.from`) || 'La fin vient avant le début.',
                })}
              />
              {sells && (
                <div className={styles.orders}>
                  <RadioGroup
                    label="Pendant cette fermeture"
                    options={[
                      { value: 'open', label: 'Les commandes restent ouvertes, retrait dès la reprise' },
                      { value: 'stopped', label: 'Pas de commande pendant la fermeture' },
                    ]}
                    {...register(`closedDays.${index}.orders`)}
                  />
                </div>
              )}
              <IconButton icon="trash" label={`Supprimer la fermeture ${index + 1}`} onClick={() => remove(index)} />
            </li>
          ))}
        </ol>
      )}
      <div>
        <FieldError text={errors?.root?.message ?? errors?.message} />
        {fields.length > 0 && <p className={styles.hint}>Pour un seul jour, laissez la seconde date vide.</p>}
        {fields.length > 0 && hasSlots && (
          <p className={styles.hint}>
            Les retraits déjà réservés pendant une fermeture restent prévus&nbsp;: prévenez ces clients.
          </p>
        )}
      </div>
      {fields.length < MAX_CLOSED_DAYS && (
        <Button
          variant="secondary"
          icon="plus"
          className={styles.add}
          onClick={() => append({ from: '', to: '', orders: 'open' })}
        >
          Ajouter une fermeture
        </Button>
      )}
    </fieldset>
  );
}
