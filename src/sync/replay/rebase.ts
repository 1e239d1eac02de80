// Rebase: compares a change with one of another device, and applies it to the current server state.
// Guarantee: a change replaces another device's only if that device left the field unchanged, or if the user insists;
// and only with a new key, after the refusal that proves that the old one had no effect.
import type { Cmd } from '#db/rows.ts';
import { changesOf, isSameValue } from '../commands/field-values.ts';
import { nextGeneration } from '../outbox/rows.ts';

/** Each proves that nothing was done; after so many in a row the user decides. */
const MAX_REBASES = 3;

export interface FieldChange {
  name: string;
  before: unknown;
  mine: unknown;
  theirs: unknown;
  /** Both sides have changed it to different values. */
  clash: boolean;
}

/** The current version and the current values of the changed fields, from a version refusal. */
export function readVersionConflict(
  refusal: Cmd['serverRefusal'],
): { version: number; current: Record<string, unknown> } | null {
  const { version, current } = refusal?.detail ?? {};
  if (typeof version !== 'number') return null;
  return { version, current: typeof current === 'object' && current !== null ? { ...current } : {} };
}

export function compareChanges(row: Cmd, current: Record<string, unknown>): FieldChange[] {
  const seen = row.base?.values ?? {};
  return Object.entries(changesOf(row)).map(([name, mine]) => {
    const [before, theirs] = [seen[name], current[name]];
    const isUnchanged = name in seen && name in current && isSameValue(before, theirs);
    return { name, before, mine, theirs, clash: !isUnchanged && !isSameValue(mine, theirs) };
  });
}

/** The row for an automatic retry; null if the user has to decide. */
export function rebaseAutomatically(row: Cmd): Partial<Cmd> | null {
  const now = readVersionConflict(row.serverRefusal);
  const done = row.rebased ?? 0;
  if (!now || done >= MAX_REBASES || !('changes' in (row.args as object))) return null;
  if (compareChanges(row, now.current).some(({ clash }) => clash)) return null;
  return { ...rebaseOnto(row, now), rebased: done + 1 };
}

/** The row with the current server state as its base. */
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
 * Base version of a request: that of the snapshot if all changed fields still have the values that the user saw (other
 * fields, or this device's own earlier change, have increased the version), otherwise the one that the user saw.
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

/** The base of a later change of the same resource, after an earlier one was accepted. */
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
