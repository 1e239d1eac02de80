// Command row validation: checks the fields that every outbox row needs.
// Guarantee: callers can rely on the types, whatever a damaged disk or another app version has stored.
import type { Cmd, Owner } from './rows.ts';

export const rowStates: readonly string[] = ['queued', 'inflight', 'parked'] satisfies Cmd['state'][];

export const isNonEmptyText = (value: unknown): value is string => typeof value === 'string' && value !== '';
export const isOwner = (value: unknown): value is Owner => typeof value === 'string' && /^[uv]:/.test(value);

export function isValidCommandRow(row: Partial<Cmd>): row is Cmd {
  const { id, owner, lane, type, v, args, state, gen, attempts, nextAt, createdAt } = row;
  return (
    isNonEmptyText(id) &&
    isNonEmptyText(lane) &&
    isNonEmptyText(type) &&
    isOwner(owner) &&
    typeof args === 'object' &&
    args !== null &&
    rowStates.includes(state ?? '') &&
    [v, gen, attempts, nextAt, createdAt].every(Number.isFinite)
  );
}
