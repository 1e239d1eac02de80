// Hours page: opening hours, exceptional closures and preparation time of the store.
import { isOnlineStore } from '#domain/store.ts';
import { durationWords } from '#domain/time/opening-hours.ts';
import { SelectField } from '#ui/fields/fields.tsx';
import { SaveBar } from '../save-bar.tsx';
import styles from '../settings.module.css';
import { type PartProps, SettingsPage } from '../settings-page.tsx';
import type { StoreFormPart } from '../store-form.ts';
import { useStoreForm } from '../use-store-form.ts';
import { ClosedDaysFields } from './closed-days-fields.tsx';
import { HoursFields } from './hours-fields.tsx';
import { type HoursValues, hoursChanges, hoursValues } from './opening-values.ts';

const HOUR = 60;
const DAY = 24 * HOUR;
/** Minutes. */
const preparations = [15, 30, HOUR, 2 * HOUR, 4 * HOUR, DAY, 2 * DAY, 3 * DAY, 5 * DAY, 7 * DAY, 14 * DAY];

export const hoursPart: StoreFormPart<HoursValues> = {
  draft: 'boutique horaires',
  valuesOf: hoursValues,
  changesOf: hoursChanges,
};

export function HoursPage({ storeId }: { storeId: string }) {
  return (
    <SettingsPage
      storeId={storeId}
      page="merchantHours"
      title="Horaires d'ouverture"
      lead="Vos clients les lisent sur la page de votre boutique, avec vos jours de fermeture."
    >
      {(part) => <HoursForm {...part} />}
    </SettingsPage>
  );
}

function HoursForm(part: PartProps) {
  const { form, submit, bar } = useStoreForm(hoursPart, part);
  const { register, formState } = form;
  const { store } = part.shown;
  const current = store.preparationTime;
  const choices =
    current && !preparations.includes(current) ? [...preparations, current].sort((a, b) => a - b) : preparations;
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label="Horaires d'ouverture">
      <HoursFields form={form} />
      <ClosedDaysFields form={form} sells={isOnlineStore(store)} hasSlots={Boolean(store.collectionSlots)} />
      <fieldset className={styles.card}>
        <legend>Préparation</legend>
        <div className={styles.narrow}>
          <SelectField
            label="Temps de préparation"
            hint="Entre la commande et le moment où elle est prête."
            error={formState.errors.preparationTime?.message}
            {...register('preparationTime')}
          >
            <option value="">Non précisé</option>
            {choices.map((minutes) => (
              <option key={minutes} value={String(minutes)}>
                {durationWords(minutes)}
              </option>
            ))}
          </SelectField>
        </div>
      </fieldset>
      <SaveBar {...bar} />
    </form>
  );
}
