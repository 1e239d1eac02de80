// HoursFields: rows of opening hours, each with days, morning and afternoon. The first row cannot be removed.
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { weekdays } from '#contract/fields/values.ts';
import { MAX_CLOCK, MAX_OPENING_ROWS } from '#contract/limits.ts';
import { WEEKDAY_NAMES } from '#domain/time/opening-hours.ts';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import { CheckboxField, TextField } from '#ui/fields/text-fields.tsx';
import styles from '../settings.module.css';
import hours from './hours-fields.module.css';
import { AFTERNOON, clockOf, type HoursRow, type HoursValues, mistakesOf, NOON, newRow } from './opening-values.ts';

type TimeField = Exclude<keyof HoursRow, 'days' | 'interrupt'>;
type HoursForm = UseFormReturn<HoursValues>;

export function HoursFields({ form }: { form: HoursForm }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'openingHours' });
  return (
    <>
      {fields.map((field, index) => (
        <Row key={field.id} form={form} index={index} onRemove={() => remove(index)} />
      ))}
      {fields.length < MAX_OPENING_ROWS && (
        <Button variant="secondary" icon="plus" className={styles.add} onClick={() => append(newRow)}>
          Ajouter des horaires
        </Button>
      )}
    </>
  );
}

function Row({ form, index, onRemove }: { form: HoursForm; index: number; onRemove: () => void }) {
  const { register, formState, getValues, setValue, watch } = form;
  const errors = formState.errors.openingHours?.[index];
  const isContinuous = watch(`openingHours.${index}.interrupt`);
  const name = `Horaires ${index + 1}`;
  const ruleOf = (field: keyof ReturnType<typeof mistakesOf>) => () => {
    const rows = getValues('openingHours');
    const row: HoursRow | undefined = rows[index];
    return (row && mistakesOf(row, rows.length === 1)[field]) ?? true;
  };
  /** Without a break, the times of the break are reset to '12:00' and '14:00'. */
  const resetBreak = (checked: boolean) => {
    if (!checked) return;
    setValue(`openingHours.${index}.morningCloseHour`, NOON, { shouldDirty: true });
    setValue(`openingHours.${index}.afternoonOpeningHour`, AFTERNOON, { shouldDirty: true });
  };
  /** '9h30' is accepted, and replaced by its stored form. */
  const normalizeTime = (field: TimeField, typed: string) => {
    const clock = clockOf(typed);
    if (clock !== null && clock !== typed) setValue(`openingHours.${index}.${field}`, clock, { shouldDirty: true });
  };
  const time = (field: TimeField, end: string, half: string, fixed = false) => (
    <TextField
      label={
        <>
          {end} <span className="visually-hidden">{half}</span>
        </>
      }
      inputMode="numeric"
      autoComplete="off"
      placeholder="HH:mm"
      maxLength={MAX_CLOCK}
      readOnly={fixed}
      error={errors?.[field]?.message}
      {...register(`openingHours.${index}.${field}`, {
        validate: ruleOf(field),
        onBlur: (event: { target: { value: string } }) => normalizeTime(field, event.target.value),
      })}
    />
  );
  return (
    <fieldset className={styles.card}>
      <legend className={hours.name}>{name}</legend>
      {index > 0 && (
        <IconButton icon="trash" label={`Supprimer : ${name}`} className={hours.remove} onClick={onRemove} />
      )}
      <div>
        <fieldset className={hours.days}>
          <legend className="visually-hidden">Jours</legend>
          {weekdays.map((day) => (
            <label key={day} className={hours.day}>
              <input
                type="checkbox"
                value={day}
                className="visually-hidden"
                aria-label={WEEKDAY_NAMES[day]}
                {...register(`openingHours.${index}.days`, { validate: ruleOf('days') })}
              />
              {WEEKDAY_NAMES[day].slice(0, 3)}
            </label>
          ))}
        </fieldset>
        <FieldError text={errors?.days?.message} />
      </div>
      <CheckboxField
        label="Sans interruption ?"
        {...register(`openingHours.${index}.interrupt`, {
          onChange: (event: { target: { checked: boolean } }) => resetBreak(event.target.checked),
        })}
      />
      <div className={hours.halves}>
        <div className={hours.half}>
          <p className={hours.title}>Matin</p>
          {time('morningOpeningHour', 'Ouverture', 'du matin')}
          {time('morningCloseHour', 'Fermeture', 'du matin', isContinuous)}
        </div>
        <div className={hours.half}>
          <p className={hours.title}>Après-midi</p>
          {time('afternoonOpeningHour', 'Ouverture', 'de l’après-midi', isContinuous)}
          {time('afternoonCloseHour', 'Fermeture', 'de l’après-midi')}
        </div>
      </div>
      <p className={styles.hint}>
        {isContinuous
          ? 'Ouvert toute la journée, de l’ouverture du matin à la fermeture de l’après-midi.'
          : 'Une demi-journée laissée vide est fermée.'}
      </p>
    </fieldset>
  );
}
