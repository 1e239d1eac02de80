// Figure endpoints of operators: sales, new people and searches without a result, and the market's statements.
import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { patternText } from '../fields/values.ts';
import { day } from './days.ts';

const sold = { orders: z.int(), amount: z.int() };

/** Amounts in cents, less what was refunded; weeks from Monday, in Europe/Paris. */
const figures = z.object({
  '@type': z.literal('MarketFigures'),
  from: z.string(),
  to: z.string(),
  ...sold,
  weeks: z.array(z.object({ begin: z.string(), ...sold, people: z.int() })),
  /** The most first. */
  stores: z.array(z.object({ id: z.string(), name: z.string(), ...sold })),
  /** Of articles, before coupons and refunds; the most first. */
  categories: z.array(z.object({ name: z.string(), units: z.int(), amount: z.int() })),
  /** Words that nothing on the market answers, searched for twice at least; the most first. */
  searches: z.array(z.object({ words: z.string(), count: z.int() })),
});
export type MarketFigures = z.output<typeof figures>;

/** Longest period, in days. */
export const MAX_FIGURE_DAYS = 731;

const ofOperator = { method: 'GET', access: 'operator', offline: 'online' } as const;

export const figureEndpoints = {
  /** By default of the last twelve weeks. */
  'administration.figures': {
    ...ofOperator,
    path: '/administration/figures',
    query: z.object({ from: z.optional(day), to: z.optional(day) }),
    answer: figures,
  },
  /** A link to what all shops sold and were paid in a month, valid for an hour. */
  'administration.marketStatement': {
    ...ofOperator,
    path: '/administration/statement',
    query: z.object({
      month: patternText(/^\d{4}-(0[1-9]|1[0-2])$/, 7, 'Mois incorrect.'),
      format: z.enum(['csv', 'pdf'], 'csv ou pdf attendu.'),
    }),
    answer: z.object({ '@type': z.literal('Download'), url: z.string(), expiresAt: z.string() }),
  },
} as const satisfies Record<string, Endpoint>;
