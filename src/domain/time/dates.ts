// Dates and times in French, Europe/Paris. Instants are ISO 8601 or Date, days 'YYYY-MM-DD'.
// Built from the parts of `Intl`, since order and separators of its texts differ between ICU versions.

type Field = 'weekday' | 'day' | 'month' | 'year' | 'hour' | 'minute';
type Fields = (field: Field) => string;

/** Created on first use: it takes some fifty milliseconds on a slow phone. */
function fieldsOf(timeZone: string, options: Intl.DateTimeFormatOptions): (at: Date) => Fields {
  let formatter: Intl.DateTimeFormat | undefined;
  return (at) => {
    formatter ??= new Intl.DateTimeFormat('fr-FR', { numberingSystem: 'latn', timeZone, ...options });
    const parts = formatter.formatToParts(at);
    return (field) => parts.find(({ type }) => type === field)?.value ?? '';
  };
}
const two = '2-digit';
const parisFields = fieldsOf('Europe/Paris', {
  year: 'numeric',
  month: two,
  day: two,
  hour: two,
  minute: two,
  hourCycle: 'h23',
});
const dayFields = fieldsOf('UTC', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const fieldsOfDay = (day: string) => dayFields(new Date(`${day}T00:00:00Z`));
/** '1er', '2'. */
const ordinal = (day: string) => (day === '1' ? '1er' : day);

/** DD/MM/YYYY. */
export function formatDate(instant: string | Date): string {
  const field = parisFields(new Date(instant));
  return `${field('day')}/${field('month')}/${field('year')}`;
}

/** 'DD/MM/YYYY à HH:mm'. */
export function formatDateTime(instant: string | Date): string {
  return `${formatDate(instant)} à ${parisTime(new Date(instant))}`;
}

/** '2026-12-01' → '1er décembre 2026'. */
export function formatLongDay(day: string): string {
  const field = fieldsOfDay(day);
  return `${ordinal(field('day'))} ${field('month')} ${field('year')}`;
}

/** '2026-11-26' → 'jeudi 26 novembre'. */
export function formatDayAndWeekday(day: string): string {
  const field = fieldsOfDay(day);
  return `${field('weekday')} ${ordinal(field('day'))} ${field('month')}`;
}

/** The day in Europe/Paris, 'YYYY-MM-DD'. */
export function parisDay(instant: Date): string {
  const field = parisFields(instant);
  return `${field('year')}-${field('month')}-${field('day')}`;
}

/** The time in Europe/Paris, 'HH:mm'. */
export function parisTime(instant: Date): string {
  const field = parisFields(instant);
  return `${field('hour')}:${field('minute')}`;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** 'à l'instant', 'il y a 5 min', 'il y a 2 h', 'il y a 3 j'; both in milliseconds since the epoch. */
export function formatAge(at: number, now: number): string {
  const age = Math.max(0, now - at);
  if (age < MINUTE) return 'à l’instant';
  if (age < HOUR) return `il y a ${Math.floor(age / MINUTE)}\u00a0min`;
  if (age < DAY) return `il y a ${Math.floor(age / HOUR)}\u00a0h`;
  return `il y a ${Math.floor(age / DAY)}\u00a0j`;
}
