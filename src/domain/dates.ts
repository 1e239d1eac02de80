// Dates and times for people: French, Europe/Paris. Instants come in as ISO 8601 or Date, days as 'YYYY-MM-DD'.

const PARIS = 'Europe/Paris';

/** Made when a date is first written in it: on a slow phone the four take a fifth of a second, before the page lives. */
function formatter(locale: string, options: Intl.DateTimeFormatOptions): (at: Date) => string {
  let made: Intl.DateTimeFormat | undefined;
  return (at) => {
    made ??= new Intl.DateTimeFormat(locale, options);
    return made.format(at);
  };
}
const shortDate = formatter('fr-FR', { timeZone: PARIS, day: '2-digit', month: '2-digit', year: 'numeric' });
const time = formatter('fr-FR', { timeZone: PARIS, hour: '2-digit', minute: '2-digit' });
const longDate = formatter('fr-FR', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' });
const weekdayDate = formatter('fr-FR', { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' });
const isoDay = formatter('en-CA', { timeZone: PARIS, year: 'numeric', month: '2-digit', day: '2-digit' });

/** DD/MM/YYYY. */
export function formatDate(instant: string | Date): string {
  return shortDate(new Date(instant));
}

/** 'DD/MM/YYYY à HH:mm'. */
export function formatDateTime(instant: string | Date): string {
  const at = new Date(instant);
  return `${shortDate(at)} à ${time(at)}`;
}

/** '2026-12-01' → '1 décembre 2026'. */
export function formatLongDay(day: string): string {
  return longDate(new Date(`${day}T00:00:00Z`));
}

/** '2026-11-26' → 'jeudi 26 novembre'. */
export function formatDayAndWeekday(day: string): string {
  return weekdayDate(new Date(`${day}T00:00:00Z`));
}

/** The day it is in Europe/Paris, 'YYYY-MM-DD'. */
export function parisDay(instant: Date): string {
  return isoDay(instant);
}

/** The time it is in Europe/Paris, 'HH:mm'. */
export function parisTime(instant: Date): string {
  return time(instant);
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
