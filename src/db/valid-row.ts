// Has a row of the outbox the fields that every row has? Guarantee: whoever reads rows through this can count on their types,
// whatever a damaged disk or another version of the app has left there.
import type { Cmd, Owner } from './rows.ts';

export const rowStates: readonly string[] = ['queued', 'inflight', 'parked'] satisfies Cmd['state'][];

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
export const isOwner = (value: unknown): value is Owner => typeof value === 'string' && /^[uv]:/.test(value);

export function isWhole(row: Partial<Cmd>): row is Cmd {
  const { id, owner, lane, type, v, args, state, gen, attempts, nextAt, createdAt } = row;
  return (
    isText(id) &&
    isText(lane) &&
    isText(type) &&
    isOwner(owner) &&
    typeof args === 'object' &&
    args !== null &&
    rowStates.includes(state ?? '') &&
    [v, gen, attempts, nextAt, createdAt].every(Number.isFinite)
  );
}
