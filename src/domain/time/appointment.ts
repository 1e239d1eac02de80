// Appointments: proposed slots, labels, and slots in the past.
import { parisDay, parisTime } from './dates.ts';
import { daysLater, nextWindow, type StoreHours } from './open-when.ts';

/** '00:00', '00:30' … '23:30'. */
export const HALF_HOURS: readonly string[] = Array.from(
  { length: 48 },
  (_, index) => `${String(Math.floor(index / 2)).padStart(2, '0')}:${index % 2 === 0 ? '00' : '30'}`,
);

interface Slot {
  /** YYYY-MM-DD. */
  date: string;
  /** HH:mm. */
  beginHour: string;
  endHour: string;
}

const HALF_HOUR = 30;
/** Default length of a slot, minutes. */
const USUAL_LENGTH = 60;

const halfHourAt = (minutes: number) =>
  HALF_HOURS[Math.min(Math.floor(minutes / HALF_HOUR), HALF_HOURS.length - 1)] ?? '';

/** First open hour of the store after this day ('YYYY-MM-DD'), on the half hour; null without opening hours. */
export function proposedSlot(store: StoreHours, day: string): Slot | null {
  const open = nextWindow(store, { day: daysLater(day, 1), minutes: 0 });
  if (!open) return null;
  const from = Math.ceil(open.from / HALF_HOUR) * HALF_HOUR;
  const to = Math.max(from + HALF_HOUR, Math.min(from + USUAL_LENGTH, open.to));
  return { date: open.day, beginHour: halfHourAt(from), endHour: halfHourAt(to) };
}

const minutesOf = (hour: string) => Number(hour.slice(0, 2)) * 60 + Number(hour.slice(3));

/** End of a slot whose begin was moved: as long as before, at least half an hour, by midnight. */
export function movedEnd({ beginHour, endHour }: Pick<Slot, 'beginHour' | 'endHour'>, newBegin: string): string {
  const length = minutesOf(endHour) - minutesOf(beginHour);
  return halfHourAt(minutesOf(newBegin) + (length > 0 ? length : USUAL_LENGTH));
}

/** '20/10/2026' */
const shortDay = (day: string) => day.split('-').toReversed().join('/');

/** '20/10/2026 de 10:00 à 11:30' */
export const slotWords = ({ date, beginHour, endHour }: Slot) => `${shortDay(date)} de ${beginHour} à ${endHour}`;

type State = 'pending' | 'confirmed' | 'canceled';

/** Label for the store. */
export function receivedAppointmentLabel(state: State, accepted: Slot | undefined): string {
  if (state === 'pending') return 'En attente de confirmation';
  if (state === 'canceled') return 'Rendez-vous annulé';
  return accepted ? `Rendez-vous confirmé pour le ${slotWords(accepted)}` : 'Rendez-vous confirmé';
}

/** Labels for the author of the request. */
export const OWN_APPOINTMENT_LABELS: Readonly<Record<State, string>> = {
  pending: 'En attente de confirmation',
  confirmed: 'Rendez-vous accepté',
  canceled: 'Rendez-vous annulé',
};

/** Straw while pending, green when confirmed, quiet when canceled. */
export const APPOINTMENT_TONES = { pending: 'straw', confirmed: 'green', canceled: 'quiet' } as const;

export const SLOT_PAST = 'Ce créneau est déjà passé.';

/** Whether the slot has begun; `date` YYYY-MM-DD and `beginHour` HH:mm in Europe/Paris. */
export function isPastSlot({ date, beginHour }: { date: string; beginHour: string }, now: Date): boolean {
  const today = parisDay(now);
  return date < today || (date === today && beginHour <= parisTime(now));
}
