// SlotPicker: day and time of a collection at the store, where the store asks for them.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { slotHours } from '#domain/orders/slot-words.ts';
import { countWithNoun } from '#domain/text/plural.ts';
import { formatDayAndWeekday, parisDay } from '#domain/time/dates.ts';
import { daysLater } from '#domain/time/open-when.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { FieldError } from '#ui/fields/fields.tsx';
import { LineShapes } from '#ui/states/loaded.tsx';
import { Age } from '#ui/text/age.tsx';
import { chosenSlot, partKey, type ShippingForm } from '../shipping-values.ts';
import styles from './slot-picker.module.css';
import { type OfferedDay, type OfferedSlot, useSlots } from './use-slots.ts';

/** Few places are named. */
const FEW = 3;

export function SlotPicker({ storeOrder }: { storeOrder: StoreOrder }) {
  const part = `parts.${partKey(storeOrder.id)}` as const;
  const { control, getValues } = useFormContext<ShippingForm>();
  const { online } = useConnectivity();
  const box = useRef<HTMLDivElement>(null);
  const known = useRef<(typed: string) => string | null>(() => null);
  const { field, fieldState } = useController({
    control,
    name: `${part}.slot`,
    rules: { validate: (typed) => known.current(typed) ?? true },
  });
  const { error } = fieldState;
  const isRefused = error?.type === 'server';
  const { query, kind, isReady, days, problemOf } = useSlots(storeOrder, isRefused);
  known.current = (typed) => problemOf(chosenSlot({ ...getValues(part), shippingType: 'store', slot: typed }));
  const { refetch } = query;
  const readAgain = useRef(refetch);
  readAgain.current = refetch;
  // Also on opening the page: the places of the last visit may be gone.
  const wasKnown = useRef(query.status === 'success');
  useEffect(() => {
    if (isRefused || wasKnown.current) readAgain.current();
    wasKnown.current = false;
  }, [isRefused]);
  const [openDay, setOpenDay] = useState<string | null>(null);
  const { value, onChange } = field;
  useEffect(() => {
    field.ref({ focus: () => box.current && focusChoice(box.current) });
  });
  if (kind === null) return <FieldError text={error?.message} />;
  if (!isReady) return <LineShapes count={2} />;
  // Lost since it was chosen.
  const lost = value === '' ? null : known.current(value);
  const message = error?.message ?? lost ?? undefined;
  const isFree = ({ slots }: OfferedDay) => slots.some(({ left }) => left !== 0);
  const ofValue = days.find(({ slots }) => slots.some(({ key }) => key === value));
  const shown = days.find(({ day }) => day === openDay) ?? ofValue ?? days.find(isFree);
  const choose = (key: string) => onChange(key);
  const openOther = (day: OfferedDay) => {
    setOpenDay(day.day);
    if (day !== ofValue) choose('');
  };
  return (
    <div ref={box} className={styles.picker}>
      {days.length === 0 && (
        <p>Aucun {kind === 'day' ? 'jour' : 'créneau'} de retrait n’est proposé dans les prochains jours.</p>
      )}
      {days.length > 0 && (
        <Choices label="Jour de retrait" error={kind === 'day' ? message : undefined}>
          {days.map((day) => (
            <Choice
              key={day.day}
              name={`${part}.day`}
              value={day.day}
              isChosen={kind === 'day' ? day === ofValue : day === shown}
              isFull={!isFree(day)}
              places={kind === 'day' ? placesOf(day.slots[0]) : null}
              onChoose={() => (kind === 'day' ? choose(day.slots[0]?.key ?? '') : openOther(day))}
            >
              <DayName day={day.day} />
            </Choice>
          ))}
        </Choices>
      )}
      {kind === 'slot' && shown && (
        <Choices label="Heure de retrait" error={message}>
          {shown.slots.map((slot) => (
            <Choice
              key={slot.key}
              name={`${part}.slot`}
              value={slot.key}
              isChosen={slot.key === value}
              isFull={slot.left === 0}
              places={placesOf(slot)}
              onChoose={() => choose(slot.key)}
            >
              {slotHours(slot)}
            </Choice>
          ))}
        </Choices>
      )}
      {query.aged && query.seenAt !== null && <Age at={query.seenAt} prefix="places relevées" />}
      {days.length > 0 && !query.data && !online && (
        <p className={styles.note}>Il faut du réseau pour connaître les places restantes : le marché confirmera.</p>
      )}
    </div>
  );
}

/** The chosen hour, else the chosen day, else the first free one. */
function focusChoice(box: HTMLElement): void {
  const free = [...box.querySelectorAll<HTMLInputElement>('input:not(:disabled)')];
  (free.findLast(({ checked }) => checked) ?? free[0])?.focus();
}

const placesOf = (slot: OfferedSlot | undefined): number | null => slot?.left ?? null;

function Choices({ label, error, children }: { label: string; error: string | undefined; children: ReactNode }) {
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.grid}>{children}</div>
      <FieldError text={error} />
    </fieldset>
  );
}

interface ChoiceProps {
  name: string;
  value: string;
  isChosen: boolean;
  isFull: boolean;
  places: number | null;
  onChoose: () => void;
  children: ReactNode;
}

function Choice({ name, value, isChosen, isFull, places, onChoose, children }: ChoiceProps) {
  const few = places !== null && places <= FEW ? countWithNoun(places, 'place') : null;
  return (
    <label className={styles.choice}>
      <input
        type="radio"
        className={styles.radio}
        name={name}
        value={value}
        checked={isChosen}
        disabled={isFull}
        onChange={onChoose}
      />
      <span className={styles.words}>{children}</span>{' '}
      {isFull ? <span className={styles.places}>Complet</span> : few && <span className={styles.places}>{few}</span>}
    </label>
  );
}

/** 'aujourd’hui', 'demain' or the weekday above the date. */
function DayName({ day }: { day: string }) {
  const today = parisDay(new Date());
  const [weekday = '', ...date] = formatDayAndWeekday(day).split(' ');
  const near = day === today ? 'aujourd’hui' : day === daysLater(today, 1) ? 'demain' : weekday;
  return (
    <>
      <b className={styles.weekday}>{near}</b> <span className={styles.date}>{date.join(' ')}</span>
    </>
  );
}
