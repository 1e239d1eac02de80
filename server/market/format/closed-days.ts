// Closed days as text, '2026-12-25', '2026-08-01/2026-08-15', or with whether orders stop.
// Guarantee: writing a parsed value returns the same text.
import * as z from 'zod/mini';
import type { ClosedDays } from '#contract/fields/values.ts';
import { checkClosedDays } from '../../merchant/store-writing.ts';
import { ViolationCollector } from '../../merchant/violation-collector.ts';

const EXPECTED = 'Jour attendu, comme «\u00a02026-12-25\u00a0» ou «\u00a02026-08-01/2026-08-15\u00a0».';

const closedDaysText = z.pipe(
  z.string(EXPECTED).check(z.trim(), z.maxLength(21, { error: EXPECTED, abort: true })),
  z.transform((word, context): ClosedDays => {
    const [from = '', to = from, more] = word.split('/');
    const form = new ViolationCollector();
    checkClosedDays(form, 'days', { from, to });
    if (more === undefined && form.violations.length === 0) return { from, to };
    const message = more === undefined ? (form.violations[0]?.message ?? EXPECTED) : EXPECTED;
    context.issues.push({ code: 'custom', message, input: word });
    return z.NEVER;
  }),
);

/** The same with a field: `{ days: 2026-12-24/2026-12-31, stopsOrders: true }`. */
const closedDaysFields = z.pipe(
  z.strictObject({ days: closedDaysText, stopsOrders: z.boolean('true ou false attendu.') }),
  z.transform(({ days, stopsOrders }): ClosedDays => ({ ...days, ...(stopsOrders && { stopsOrders }) })),
);

export const closedDaysShape = z.union([closedDaysText, closedDaysFields], EXPECTED);

export function writeClosedDays({ from, to, stopsOrders }: ClosedDays): string | object {
  const days = from === to ? from : `${from}/${to}`;
  return stopsOrders ? { days, stopsOrders } : days;
}
