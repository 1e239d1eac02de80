// From when on an order is ready to be collected in a shop. Times are those of Europe/Paris.
import { formatDayAndWeekday, parisDay } from './dates.ts';
import { daysLater, type Hours, hourOf, type Moment, momentOf, whenOpen } from './open-when.ts';

export interface Opening extends Hours {
  /** Minutes between an order and its being ready; null or not there: the shop has not said. */
  preparationTime?: number | null | undefined;
}

const DAY_MINUTES = 24 * 60;

/**
 * An order is prepared from the next opening on, and collected when the shop is open.
 * @returns null when the shop says no hours or no time of preparation, or is closed for months
 */
export function readyAt(shop: Opening, ordered: Date): Moment | null {
  if (typeof shop.preparationTime !== 'number') return null;
  const begun = whenOpen(shop, momentOf(ordered));
  if (!begun) return null;
  const total = begun.minutes + shop.preparationTime;
  return whenOpen(shop, { day: daysLater(begun.day, Math.floor(total / DAY_MINUTES)), minutes: total % DAY_MINUTES });
}

/** 'Prêt à partir de 16 h 30', 'Prêt à partir de demain, 09 h 00', else as `readyOn`; null when nobody can say. */
export function readyWords(shop: Opening, ordered: Date): string | null {
  const ready = readyAt(shop, ordered);
  if (!ready) return null;
  const today = parisDay(ordered);
  if (ready.day === today) return `Prêt à partir de ${hourOf(ready.minutes)}`;
  if (ready.day === daysLater(today, 1)) return `Prêt à partir de demain, ${hourOf(ready.minutes)}`;
  return dated(ready);
}

/** The same for whoever reads it on another day: 'Prêt à partir du jeudi 26 novembre, 09 h 00'. */
export function readyOn(shop: Opening, ordered: Date): string | null {
  const ready = readyAt(shop, ordered);
  return ready && dated(ready);
}

const dated = (ready: Moment) => `Prêt à partir du ${formatDayAndWeekday(ready.day)}, ${hourOf(ready.minutes)}`;
