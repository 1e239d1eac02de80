// Readiness of an order for collection, in Europe/Paris.
import { formatLongDay, parisDay } from '../time/dates.ts';
import {
  dayNamed,
  daysLater,
  type Moment,
  momentOf,
  namedDay,
  type StoreHours,
  shortHourOf,
  whenOpen,
} from '../time/open-when.ts';

export interface PreparationHours extends StoreHours {
  /** Minutes from order to readiness; null or absent if the store has not set it. */
  preparationTime?: number | null | undefined;
}

const DAY_MINUTES = 24 * 60;

/** Availability date of a pre-order: 'YYYY-MM-DD'. */
interface Awaited {
  preOrderDate?: string | null | undefined;
}

/** First day on which all articles are available; null if all are available when ordered. */
export function awaitedDay(articles: readonly Awaited[], ordered: Date): string | null {
  const days = articles.flatMap(({ preOrderDate }) => preOrderDate ?? []).toSorted();
  const last = days.at(-1);
  return last !== undefined && last > parisDay(ordered) ? last : null;
}

/**
 * Preparation begins at the next opening; collection is possible while the store is open, for pre-orders from their
 * availability date on.
 * @returns null without opening hours, without both a preparation time and a date, or if the store never opens again
 */
export function readyAt(store: PreparationHours, ordered: Date, articles: readonly Awaited[] = []): Moment | null {
  const awaited = awaitedDay(articles, ordered);
  const arrived = awaited === null ? null : whenOpen(store, { day: awaited, minutes: 0 });
  const prepared = preparedAt(store, ordered);
  if (!prepared || !arrived) return awaited === null ? prepared : arrived;
  return arrived.day > prepared.day ? arrived : prepared;
}

function preparedAt(store: PreparationHours, ordered: Date): Moment | null {
  if (typeof store.preparationTime !== 'number') return null;
  const begun = whenOpen(store, momentOf(ordered));
  if (!begun) return null;
  const total = begun.minutes + store.preparationTime;
  return whenOpen(store, { day: daysLater(begun.day, Math.floor(total / DAY_MINUTES)), minutes: total % DAY_MINUTES });
}

/** 'Prêt à partir de 16 h 30', 'Prêt à partir de demain, 9 h', otherwise like `readyOn`; null if unknown. */
export function readyWords(store: PreparationHours, ordered: Date, articles: readonly Awaited[] = []): string | null {
  const ready = readyAt(store, ordered, articles);
  if (!ready) return awaitedWords(articles, ordered);
  const today = parisDay(ordered);
  if (ready.day === today) return `Prêt à partir de ${shortHourOf(ready.minutes)}`;
  if (ready.day === daysLater(today, 1)) return `Prêt à partir de demain, ${shortHourOf(ready.minutes)}`;
  return dated(ready, ordered);
}

/** 'Commandez maintenant, prêt demain dès 10 h'; null if unknown, and for pre-orders, which are not ready soon. */
export function orderNowWords(store: PreparationHours, now: Date, articles: readonly Awaited[] = []): string | null {
  const ready = awaitedDay(articles, now) === null ? readyAt(store, now, articles) : null;
  if (!ready) return null;
  const today = parisDay(now);
  const day = ready.day === today ? 'aujourd’hui' : namedDay(ready.day, today);
  return `Commandez maintenant, prêt ${day} dès ${shortHourOf(ready.minutes)}`;
}

/** Independent of the day of reading: 'Prêt à partir du jeudi 26 novembre, 9 h'. */
export function readyOn(store: PreparationHours, ordered: Date, articles: readonly Awaited[] = []): string | null {
  const ready = readyAt(store, ordered, articles);
  return ready ? dated(ready, ordered) : awaitedWords(articles, ordered);
}

/** 'Précommande : disponible à partir du 24 décembre 2026'; null when nothing is awaited. */
export function awaitedWords(articles: readonly Awaited[], ordered: Date): string | null {
  const day = awaitedDay(articles, ordered);
  return day && `Précommande\u00a0: disponible à partir du ${formatLongDay(day)}`;
}

const dated = (ready: Moment, ordered: Date) =>
  `Prêt à partir du ${dayNamed(ready.day, parisDay(ordered))}, ${shortHourOf(ready.minutes)}`;
