// SlotFields: whether customers choose the day or the time at which they collect at the store.
import type { UseFormReturn } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { SLOT_MINUTES } from '#domain/orders/slot-setting.ts';
import { hasOpeningHours, type StoreHours } from '#domain/time/open-when.ts';
import { durationWords } from '#domain/time/opening-hours.ts';
import { paths } from '#paths';
import { RadioGroup, SelectField } from '#ui/fields/fields.tsx';
import { TextField } from '#ui/fields/text-fields.tsx';
import styles from './settings.module.css';
import type { ShippingValues } from './shipping-values.ts';
import { capacityRule } from './slot-values.ts';

export function SlotFields({ form, store }: { form: UseFormReturn<ShippingValues>; store: StoreHours }) {
  const { register, watch, formState } = form;
  const errors = formState.errors.collectionSlots;
  const kind = watch('collectionSlots.kind');
  return (
    <fieldset className={styles.card}>
      <legend>Créneaux de retrait</legend>
      <RadioGroup
        label="Créneaux de retrait"
        hideLabel
        hint="Ce que vos clients choisissent quand ils commandent un retrait en magasin."
        options={[
          { value: 'none', label: 'Aucun', hint: 'Ils viennent quand vous les prévenez.' },
          { value: 'day', label: 'Un jour', hint: 'Parmi vos jours d’ouverture.' },
          { value: 'slot', label: 'Un créneau', hint: 'Parmi vos horaires d’ouverture.' },
        ]}
        error={errors?.kind?.message}
        {...register('collectionSlots.kind')}
      />
      {kind !== 'none' && (
        <div className={styles.pairs}>
          {kind === 'slot' && (
            <SelectField
              label="Durée d’un créneau"
              hint="De l’ouverture à la fermeture"
              error={errors?.minutes?.message}
              {...register('collectionSlots.minutes')}
            >
              {SLOT_MINUTES.map((minutes) => (
                <option key={minutes} value={String(minutes)}>
                  {durationWords(minutes)}
                </option>
              ))}
            </SelectField>
          )}
          <TextField
            label={kind === 'day' ? 'Commandes par jour' : 'Commandes par créneau'}
            hint="Au plus. Vide = sans limite"
            inputMode="numeric"
            autoComplete="off"
            error={errors?.capacity?.message}
            {...register('collectionSlots.capacity', { validate: capacityRule })}
          />
        </div>
      )}
      {kind !== 'none' &&
        (hasOpeningHours(store) ? (
          <p className={styles.hint}>
            Proposés d’après vos horaires, vos fermetures et votre temps de préparation, pour deux semaines. Un
            changement ne touche pas les commandes déjà passées.
          </p>
        ) : (
          <p className={styles.hint}>
            Sans horaires d’ouverture, aucun créneau n’est proposé :{' '}
            <Link to={paths.merchantHours}>indiquez vos horaires</Link>.
          </p>
        ))}
    </fieldset>
  );
}
