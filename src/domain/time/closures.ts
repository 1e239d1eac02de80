// Closures of a store: the current one or the next, and whether orders stop meanwhile.
import type { ClosedDays } from '#contract/fields/values.ts';
import { formatLongDay, parisDay } from './dates.ts';
import { daysLater, type StoreHours, whenOpen } from './open-when.ts';

export interface Closure extends ClosedDays {
  /** The first day with orders again, or else with opening hours, YYYY-MM-DD; null if unknown. */
  reopens: string | null;
}

/** Later closures have no known end. */
const LAST_DAY = '9998-12-31';
/** Days further away include the year. */
const YEAR_NEEDED_AFTER_DAYS = 300;

/** The current closure, or else the next one; periods that follow each other are one. Null without any. */
export function closureAhead(store: StoreHours, today: string): Closure | null {
  const ahead = (store.closedDays ?? [])
    .filter(({ to }) => to >= today)
    .toSorted((a, b) => a.from.localeCompare(b.from));
  const current = ahead.filter(({ from }) => from <= today);
  const first = current.find(({ stopsOrders }) => stopsOrders) ?? current[0] ?? ahead[0];
  if (!first) return null;
  const isStopped = first.stopsOrders === true;
  let { to } = first;
  for (const next of ahead) {
    const follows = next.from >= first.from && to <= LAST_DAY && next.from <= daysLater(to, 1);
    if (follows && next.to > to && (next.stopsOrders === true) === isStopped) to = next.to;
  }
  const after = to > LAST_DAY ? null : daysLater(to, 1);
  const reopens = isStopped || after === null ? after : (whenOpen(store, { day: after, minutes: 0 })?.day ?? null);
  return { from: first.from, to, reopens, ...(isStopped && { stopsOrders: true }) };
}

/**
 * 'Fermé du 24 au 31 décembre, commandez pour le 2 janvier.', 'Fermé du 24 au 31 décembre. Commandes à nouveau possibles
 * le 1er janvier.'; null unless it is the current closure.
 */
export function closureWords(closure: Closure | null | undefined, today: string): string | null {
  if (!closure || closure.from > today || closure.to < today) return null;
  const { from, to, reopens, stopsOrders } = closure;
  if (to > LAST_DAY)
    return `Fermé jusqu’à nouvel ordre${stopsOrders ? '\u00a0: aucune commande n’est possible.' : '.'}`;
  const isFar = (reopens ?? to) > daysLater(today, YEAR_NEEDED_AFTER_DAYS);
  const named = (day: string) => (isFar ? formatLongDay(day) : formatLongDay(day).replace(/ \d+$/, ''));
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  const span =
    from === to ? `le ${named(to)}` : `du ${isOneMonth ? named(from).split(' ')[0] : named(from)} au ${named(to)}`;
  if (stopsOrders) return `Fermé ${span}. Commandes à nouveau possibles le ${named(reopens ?? to)}.`;
  return `Fermé ${span}, ${reopens === null ? 'retrait dès la reprise' : `commandez pour le ${named(reopens)}`}.`;
}

/** What the current closure says; null without one. */
export function closureNow(store: StoreHours, now: Date): { words: string; stopsOrders: boolean } | null {
  const today = parisDay(now);
  const closure = closureAhead(store, today);
  const words = closureWords(closure, today);
  return words === null ? null : { words, stopsOrders: closure?.stopsOrders === true };
}

/** Why no order can be placed now; null if one can. */
export function closureRefusal(store: StoreHours, now: Date): string | null {
  const closure = closureNow(store, now);
  return closure?.stopsOrders ? closure.words : null;
}
