// From when on an order is ready to be collected in a shop. Times are those of Europe/Paris.
import { formatLongDay, parisDay } from '../time/dates.ts';
import { dayNamed, daysLater, type Hours, hourOf, type Moment, momentOf, whenOpen } from '../time/open-when.ts';

export interface Opening extends Hours {
  /** Minutes between an order and its being ready; null or not there: the shop has not said. */
  preparationTime?: number | null | undefined;
}

const DAY_MINUTES = 24 * 60;

/** An article that may be sold before it can be had: 'YYYY-MM-DD'. */
interface Awaited {
  preOrderDate?: string | null | undefined;
}

/** The day from which on all of them can be had; null when none is awaited after the order. */
export function awaitedDay(articles: readonly Awaited[], ordered: Date): string | null {
  const days = articles.flatMap(({ preOrderDate }) => preOrderDate ?? []).toSorted();
  const last = days.at(-1);
  return last !== undefined && last > parisDay(ordered) ? last : null;
}

/**
 * An order is prepared from the next opening on, and collected when the shop is open; what is sold before it can be had, from
 * its day on.
 * @returns null when the shop says no hours, or neither a time of preparation nor a day, or is never open again
 */
export function readyAt(shop: Opening, ordered: Date, articles: readonly Awaited[] = []): Moment | null {
  const awaited = awaitedDay(articles, ordered);
  const arrived = awaited === null ? null : whenOpen(shop, { day: awaited, minutes: 0 });
  const prepared = preparedAt(shop, ordered);
  if (!prepared || !arrived) return awaited === null ? prepared : arrived;
  return arrived.day > prepared.day ? arrived : prepared;
}

function preparedAt(shop: Opening, ordered: Date): Moment | null {
  if (typeof shop.preparationTime !== 'number') return null;
  const begun = whenOpen(shop, momentOf(ordered));
  if (!begun) return null;
  const total = begun.minutes + shop.preparationTime;
  return whenOpen(shop, { day: daysLater(begun.day, Math.floor(total / DAY_MINUTES)), minutes: total % DAY_MINUTES });
}

/** 'Prêt à partir de 16 h 30', 'Prêt à partir de demain, 09 h 00', else as `readyOn`; null when nobody can say. */
export function readyWords(shop: Opening, ordered: Date, articles: readonly Awaited[] = []): string | null {
  const ready = readyAt(shop, ordered, articles);
  if (!ready) return awaitedWords(articles, ordered);
  const today = parisDay(ordered);
  if (ready.day === today) return `Prêt à partir de ${hourOf(ready.minutes)}`;
  if (ready.day === daysLater(today, 1)) return `Prêt à partir de demain, ${hourOf(ready.minutes)}`;
  return dated(ready, ordered);
}

/** The same for whoever reads it on another day: 'Prêt à partir du jeudi 26 novembre, 09 h 00'. */
export function readyOn(shop: Opening, ordered: Date, articles: readonly Awaited[] = []): string | null {
  const ready = readyAt(shop, ordered, articles);
  return ready ? dated(ready, ordered) : awaitedWords(articles, ordered);
}

/** 'Précommande : disponible à partir du 24 décembre 2026'; null when nothing is awaited. */
export function awaitedWords(articles: readonly Awaited[], ordered: Date): string | null {
  const day = awaitedDay(articles, ordered);
  return day && `Précommande\u00a0: disponible à partir du ${formatLongDay(day)}`;
}

const dated = (ready: Moment, ordered: Date) =>
  `Prêt à partir du ${dayNamed(ready.day, parisDay(ordered))}, ${hourOf(ready.minutes)}`;
