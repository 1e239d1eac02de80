// Settled reads: what a received write has changed is in the screen's reads before it stops being pending.
// Guarantee: a count does not return to its old value between the end of a write and the next answer. For requests that
// a store has received; carts, orders, products and coupons have views of their own (see snapshots.ts).
import type { JournalEntry } from '#db/rows.ts';
import { pageQueryClient } from '#state/page/page-store.ts';
import type { ReadResult } from '#state/page/query-client.ts';
import { findRecord, projectRows, type ReadCommand } from '#sync/commands/registry.ts';

interface Listed {
  id?: unknown;
}

const isReceived = ({ type }: { type: string }) => /^(messages|estimates|appointments)\./.test(type);

/** The answer of a list or of one request, with the write applied. */
function withWrite(answer: unknown, row: ReadCommand): unknown {
  if (typeof answer !== 'object' || answer === null) return answer;
  const id = 'id' in row.args ? row.args.id : undefined;
  const applied = (one: Listed): Listed => (one.id === id ? projectRows(one, [row]) : one);
  const members = (answer as { 'hydra:member'?: Listed[] })['hydra:member'];
  return members ? { ...answer, 'hydra:member': members.map(applied) } : applied(answer);
}

/** `before`: the pending writes of the previous publication. */
export function applyToReads(ends: readonly JournalEntry[], before: readonly ReadCommand[]): void {
  const done = new Set(ends.filter((end) => end.outcome === 'done' && isReceived(end)).map(({ cmdId }) => cmdId));
  for (const row of before.filter(({ id }) => done.has(id))) {
    for (const name of findRecord(row.type)?.staleReads ?? []) {
      pageQueryClient.setQueriesData<ReadResult<unknown>>(
        { queryKey: [name] },
        (seen) => seen && { ...seen, answer: withWrite(seen.answer, row) },
      );
    }
  }
}
