// AppointmentForm: requests an appointment with a store.
import { type ChangeEvent, useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import type { Store } from '#contract/catalogue/stores.ts';
import { MAX_TIME_SLOTS } from '#contract/limits.ts';
import { HALF_HOURS, movedEnd, proposedSlot } from '#domain/time/appointment.ts';
import { parisDay } from '#domain/time/dates.ts';
import { formatHour } from '#domain/time/opening-hours.ts';
import { requestTypes } from '#state/account/requests.ts';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { FieldError, SelectField } from '#ui/fields/fields.tsx';
import { TextArea, TextField } from '#ui/fields/text-fields.tsx';
import styles from './request-form.module.css';
import { RequestFrame } from './request-form.tsx';
import { addressedTo, type RequestForm, useRequestForm } from './use-request-form.ts';

interface AppointmentValues {
  timeSlots: { date: string; beginHour: string; endHour: string }[];
  message: string;
}

/** Next opening of the store after this day; without opening hours, midnight. */
function newSlot(store: Store, after = ''): AppointmentValues['timeSlots'][number] {
  const today = parisDay(new Date());
  const proposed = proposedSlot(store, after > today ? after : today);
  return proposed ?? { date: today, beginHour: '00:00', endHour: '00:00' };
}

export function appointmentForm(
  store: Store,
  start: AppointmentValues,
): RequestForm<AppointmentValues, typeof requestTypes.appointment> {
  const { addressee, common } = addressedTo(store);
  return {
    type: requestTypes.appointment,
    draft: `rdv ${addressee.store}`,
    start,
    argsOf: (values) => ({ ...values, ...addressee }),
    valuesOf: ({ timeSlots, message }) => ({ timeSlots, message }),
    ...common,
  };
}

/** One or more slots that would suit, to the half-hour; the first one always stays. */
export default function AppointmentForm({ store }: { store: Store }) {
  const [start] = useState((): AppointmentValues => ({ timeSlots: [newSlot(store)], message: '' }));
  const { form, submit, isWaiting, isSending, problems } = useRequestForm(appointmentForm(store, start));
  const { register, control, formState } = form;
  const { fields, append, remove } = useFieldArray({ control, name: 'timeSlots' });
  const { errors } = formState;
  /** The end follows, and can be changed afterwards. */
  const beginOf = (index: number) => {
    const field = register(`timeSlots.${index}.beginHour`);
    const onChange = (event: ChangeEvent<HTMLSelectElement>) => {
      const slot = form.getValues(`timeSlots.${index}`);
      form.setValue(`timeSlots.${index}.endHour`, movedEnd(slot, event.target.value), { shouldDirty: true });
      return field.onChange(event);
    };
    return { ...field, onChange };
  };
  return (
    <RequestFrame onSubmit={submit} problems={problems} isWaiting={isWaiting} busy={isSending} action="Envoyer">
      <div className={styles.part}>
        <ol className={styles.rows} aria-label="Créneaux proposés">
          {fields.map((field, index) => (
            <li key={field.id} className={`${styles.row} ${styles.slot}`}>
              <div className={styles.rowHead}>
                <span>Créneau {index + 1}</span>
                {index > 0 && (
                  <IconButton icon="trash" label={`Retirer le créneau ${index + 1}`} onClick={() => remove(index)} />
                )}
              </div>
              <TextField
                label="Jour"
                type="date"
                min={parisDay(new Date())}
                error={errors.timeSlots?.[index]?.date?.message}
                {...register(`timeSlots.${index}.date`)}
              />
              <div className={styles.hours}>
                <SelectField label="Début" error={errors.timeSlots?.[index]?.beginHour?.message} {...beginOf(index)}>
                  <HalfHours />
                </SelectField>
                <SelectField
                  label="Fin"
                  error={errors.timeSlots?.[index]?.endHour?.message}
                  {...register(`timeSlots.${index}.endHour`)}
                >
                  <HalfHours />
                </SelectField>
              </div>
            </li>
          ))}
        </ol>
        {fields.length < MAX_TIME_SLOTS && (
          <Button
            variant="secondary"
            icon="plus"
            onClick={() => append(newSlot(store, form.getValues('timeSlots').at(-1)?.date))}
          >
            Proposer un autre créneau
          </Button>
        )}
        <FieldError text={errors.timeSlots?.root?.message ?? errors.timeSlots?.message} />
      </div>
      <TextArea label="Votre Message :" error={errors.message?.message} {...register('message')} />
    </RequestFrame>
  );
}

function HalfHours() {
  return HALF_HOURS.map((hour) => (
    <option key={hour} value={hour}>
      {formatHour(hour)}
    </option>
  ));
}
