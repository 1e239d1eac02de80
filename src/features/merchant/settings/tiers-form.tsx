// TiersForm: prices of the store's own delivery by distance.
import type { FormEvent } from 'react';
import { useFieldArray } from 'react-hook-form';
import type { MerchantStore } from '#contract/catalogue/stores.ts';
import { MAX_DISTANCE_TIERS } from '#contract/limits.ts';
import type { StoreChanges } from '#contract/merchant/store-changes.ts';
import { amountRule, inputToSent, sentToInput } from '#domain/money.ts';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { AmountField } from '#ui/fields/amount-field.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import { TextField } from '#ui/fields/text-fields.tsx';
import { isDistance, kilometresOf } from './distances.ts';
import { SaveBar } from './save-bar.tsx';
import styles from './settings.module.css';
import type { PartProps } from './settings-page.tsx';
import type { StoreFormPart } from './store-form.ts';
import { useStoreForm } from './use-store-form.ts';

interface TierValues {
  distancePriceLevels: { distance: string; price: string; minimumOrderValue: string }[];
}

const newTier = { distance: '0', price: '0', minimumOrderValue: '0' };

const valuesOf = ({ distancePriceLevels }: MerchantStore): TierValues => ({
  distancePriceLevels: distancePriceLevels.map(({ distance, price, minimumOrderValue }) => ({
    distance: String(distance),
    price: sentToInput(price),
    minimumOrderValue: sentToInput(minimumOrderValue),
  })),
});

const changesOf = ({ distancePriceLevels }: TierValues): StoreChanges => ({
  distancePriceLevels: distancePriceLevels.map(({ distance, price, minimumOrderValue }) => ({
    distance: kilometresOf(distance) ?? 0,
    price: inputToSent(price) ?? { amount: 0 },
    minimumOrderValue: inputToSent(minimumOrderValue) ?? { amount: 0 },
  })),
});

/** Sorted as the market displays them. */
const nearestFirst = (tiers: TierValues['distancePriceLevels']) =>
  tiers.toSorted((a, b) => (kilometresOf(a.distance) ?? 0) - (kilometresOf(b.distance) ?? 0));

export const tiersPart: StoreFormPart<TierValues> = { draft: 'boutique paliers', valuesOf, changesOf };

export function TiersForm(part: PartProps) {
  const { form, submit, bar, status, pending } = useStoreForm(tiersPart, part);
  const { register, control, formState, getValues, watch } = form;
  const { fields, append, remove, replace } = useFieldArray({ control, name: 'distancePriceLevels' });
  const { errors } = formState;
  const onSubmit = (event: FormEvent) => {
    const tiers = getValues('distancePriceLevels');
    if (tiers.every(({ distance }) => isDistance(distance) === true)) replace(nearestFirst(tiers));
    return submit(event);
  };
  const isDuplicate = (distance: string) =>
    getValues('distancePriceLevels').filter((tier) => kilometresOf(tier.distance) === kilometresOf(distance)).length >
    1;
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate aria-label="Modifier les paliers de distances">
      <fieldset className={styles.card}>
        <legend>Modifier les paliers de distances</legend>
        <p className={styles.hint}>
          Jusqu’à chaque distance, son prix et la commande minimale. Sans palier, le prix de livraison vaut partout.
        </p>
        {fields.length > 0 && (
          <ol className={styles.rows} aria-label="Paliers">
            {fields.map((field, index) => (
              <li key={field.id} className={styles.tier}>
                <TextField
                  label="Distance"
                  unit="km"
                  inputMode="numeric"
                  autoComplete="off"
                  error={errors.distancePriceLevels?.[index]?.distance?.message}
                  {...register(`distancePriceLevels.${index}.distance`, {
                    validate: {
                      whole: isDistance,
                      once: (typed) => !isDuplicate(typed) || 'Cette distance a déjà un palier.',
                    },
                  })}
                />
                <AmountField
                  label="Prix"
                  typed={watch(`distancePriceLevels.${index}.price`)}
                  error={errors.distancePriceLevels?.[index]?.price?.message}
                  {...register(`distancePriceLevels.${index}.price`, { validate: amountRule })}
                />
                <AmountField
                  label="Commande minimum"
                  typed={watch(`distancePriceLevels.${index}.minimumOrderValue`)}
                  error={errors.distancePriceLevels?.[index]?.minimumOrderValue?.message}
                  {...register(`distancePriceLevels.${index}.minimumOrderValue`, { validate: amountRule })}
                />
                <IconButton
                  icon="trash"
                  label={`Supprimer le palier ${index + 1}`}
                  onClick={() => {
                    pending();
                    remove(index);
                  }}
                />
              </li>
            ))}
          </ol>
        )}
        <FieldError text={errors.distancePriceLevels?.root?.message ?? errors.distancePriceLevels?.message} />
        {fields.length < MAX_DISTANCE_TIERS && (
          <Button
            variant="secondary"
            icon="plus"
            className={styles.add}
            onClick={() => {
              pending();
              append(newTier);
            }}
          >
            Ajouter palier
          </Button>
        )}
      </fieldset>
      <SaveBar {...bar} done={status === 'success' ? 'Paliers enregistrés' : null} />
    </form>
  );
}
