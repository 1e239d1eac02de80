// Figures of a store as rows for chart and table, with zeros for gaps.
import type { StoreMetrics } from '#contract/merchant/metrics.ts';

export interface FigureRow {
  /** Under the bar. */
  short: string;
  /** Label in the table. */
  label: string;
  /** Cents, or a count. */
  value: number;
  /** Orders behind an amount. */
  orders?: number;
}

const MONTHS = [
  ['janv.', 'janvier'],
  ['févr.', 'février'],
  ['mars', 'mars'],
  ['avr.', 'avril'],
  ['mai', 'mai'],
  ['juin', 'juin'],
  ['juil.', 'juillet'],
  ['août', 'août'],
  ['sept.', 'septembre'],
  ['oct.', 'octobre'],
  ['nov.', 'novembre'],
  ['déc.', 'décembre'],
] as const;

/** All twelve months. */
export function salesByMonth({ sales }: StoreMetrics): FigureRow[] {
  return MONTHS.map(([short, label], at) => {
    const sold = sales.monthly.find(({ month }) => month === at + 1);
    return { short, label, value: sold?.amount ?? 0, orders: sold?.orders ?? 0 };
  });
}

const DAY_MS = 24 * 3_600_000;
const dayOf = (day: string) => `${day.slice(8, 10)}/${day.slice(5, 7)}`;

/** All weeks of the year: from 1 January, then from each Monday. */
export function salesByWeek({ sales, year }: StoreMetrics): FigureRow[] {
  const sold = new Map(sales.weekly.map((week) => [week.begin, week]));
  const rows: FigureRow[] = [];
  for (let at = Date.UTC(year, 0, 1); new Date(at).getUTCFullYear() === year; ) {
    const begin = new Date(at).toISOString().slice(0, 10);
    const { amount = 0, orders = 0 } = sold.get(begin) ?? {};
    rows.push({ short: dayOf(begin), label: dayOf(begin), value: amount, orders });
    const sinceMonday = (new Date(at).getUTCDay() + 6) % 7;
    at += (7 - sinceMonday) * DAY_MS;
  }
  return rows;
}

/** From the first to the last year with sales. */
export function salesByYear({ sales: { annual } }: StoreMetrics): FigureRow[] {
  const [first, last] = [annual.at(0)?.year, annual.at(-1)?.year];
  if (first === undefined || last === undefined) return [];
  return Array.from({ length: last - first + 1 }, (_, at) => {
    const sold = annual.find(({ year }) => year === first + at);
    const label = String(first + at);
    return { short: label, label, value: sold?.amount ?? 0, orders: sold?.orders ?? 0 };
  });
}

const CATEGORIES_SHOWN = 8;

/** The fullest categories, and the rest in one row. */
export function shownCategories({ categoryWithCountOfProductAssociated }: StoreMetrics): FigureRow[] {
  const all = Object.entries(categoryWithCountOfProductAssociated).toSorted(([, one], [, other]) => other - one);
  const rows = all.slice(0, CATEGORIES_SHOWN).map(([label, value]) => ({ short: label, label, value }));
  const rest = all.slice(CATEGORIES_SHOWN).reduce((sum, [, value]) => sum + value, 0);
  return rest > 0 ? [...rows, { short: 'Autres', label: 'Autres catégories', value: rest }] : rows;
}
