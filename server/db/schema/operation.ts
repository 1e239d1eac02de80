// Operation tables: runs of recurring jobs, and searches that nothing answered.
import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

export const jobRuns = pgTable('job_runs', {
  name: text('name').primaryKey(),
  /** Of the last run that did not fail. */
  doneAt: instant('done_at'),
  failedAt: instant('failed_at'),
  /** Of the last run; null if it did not fail. */
  error: text('error'),
});

/** Normalised words and how often they were searched for on a day in Europe/Paris, without who did. */
export const searchMisses = pgTable(
  'search_misses',
  {
    day: date('day', { mode: 'string' }).notNull(),
    words: text('words').notNull(),
    count: integer('count').notNull().default(1),
  },
  (t) => [primaryKey({ columns: [t.day, t.words] })],
);
