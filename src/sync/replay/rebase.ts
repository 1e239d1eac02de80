// A thing changed here and elsewhere: which fields the two changes share, and how a change goes on over the other.
// Guarantee: a change is written over another device's only where that device left the field as the person had seen it,
// or where the person has said so; and only under a new key, after the refusal that proves that the old one did nothing.
import type { Cmd } from '#db/rows.ts';
import { isSameValue } from '../commands/field-values.ts';
import { nextGeneration } from '../outbox/rows.ts';

/** Each is proof that nothing was done; beyond this many in a row the person is asked. */
const MAX_REBASES = 3;

export interface FieldChange {
  name: string;
  before: unknown;
  mine: unknown;
  theirs: unknown;
  /** Both sides have changed it, to different values. */
  clash: boolean;
}

/** What a refusal for another version says: the version now, and the named fields as they are. */
export function readVersionConflict(
  refusal: Cmd['said'],
): { version: number; current: Record<string, unknown> } | null {
  const { version, current } = refusal?.detail ?? {};
  if (typeof version !== 'number') return null;
  return { version, current: typeof current === 'object' && current !== null ? { ...current } : {} };
}

export const changesOf = ({ args }: Pick<Cmd, 'args'>): Record<string, unknown> =>
  (args as { changes?: Record<string, unknown> }).changes ?? {};

export function compareChanges(row: Cmd, current: Record<string, unknown>): FieldChange[] {
  const seen = row.base?.values ?? {};
  return Object.entries(changesOf(row)).map(([name, mine]) => {
    const [before, theirs] = [seen[name], current[name]];
    const isUnchanged = name in seen && name in current && isSameValue(before, theirs);
    return { name, before, mine, theirs, clash: !isUnchanged && !isSameValue(mine, theirs) };
  });
}

/** The row as it goes again by itself; null when the person has to choose. */
export function rebaseAutomatically(row: Cmd): Partial<Cmd> | null {
  const now = readVersionConflict(row.said);
  const done = row.rebased ?? 0;
  if (!now || done >= MAX_REBASES || !('changes' in (row.args as object))) return null;
  if (compareChanges(row, now.current).some(({ clash }) => clash)) return null;
  return { ...rebaseOnto(row, now), rebased: done + 1 };
}

/** The row over what the server holds now, whatever that is. */
export function rebaseOnto(row: Cmd, { version, current }: { version: number; current: Record<string, unknown> }) {
  const requeued = {
    state: 'queued',
    parkedFor: undefined,
    nextAt: 0,
    lease: undefined,
    leaseUntil: undefined,
  } as const;
  return { ...nextGeneration(row), ...requeued, base: { version, values: { ...row.base?.values, ...current } } };
}

/**
 * The version that a change names: that of the snapshot when everything it changes still stands there as it was seen
 * (other fields, or this device's own earlier change, have made the version grow), else the one that was looked at.
 */
export function resolveBase(
  row: Cmd,
  snapshot: { version: number; view: object } | undefined,
  changes: Record<string, unknown>,
): Cmd['base'] {
  const { base } = row;
  if (!snapshot) return base;
  const values: Record<string, unknown> = Object.fromEntries(
    Object.keys(changes).map((name) => [name, Reflect.get(snapshot.view, name)]),
  );
  if (base?.version === undefined) return { version: snapshot.version, values: { ...values, ...base?.values } };
  if (snapshot.version <= base.version) return base;
  const isUnchanged = Object.keys(changes).every(
    (name) => isSameValue(base.values?.[name], values[name]) && name in (base.values ?? {}),
  );
  return isUnchanged ? { ...base, version: snapshot.version } : base;
}

/** A later change of the same thing, made on top of one that the server has now applied. */
export function advanceBase(later: Cmd, applied: Cmd, after: { version: number }): Cmd['base'] {
  const { base } = later;
  if (!base || later.req) return base;
  const values = { ...base.values };
  for (const name of Object.keys(changesOf(applied))) {
    if (name in values) values[name] = Reflect.get(after, name);
  }
  const sentVersion = applied.req?.headers['If-Match'];
  const version = base.version !== undefined && sentVersion === `"${base.version}"` ? after.version : base.version;
  return { ...base, values, ...(version !== undefined && { version }) };
}
