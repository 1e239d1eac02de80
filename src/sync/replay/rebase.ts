// A thing changed here and elsewhere: which fields the two changes share, and how a change goes on over the other.
// Guarantee: a change is written over another device's only where that device left the field as the person had seen it,
// or where the person has said so; and only under a new key, after the refusal that proves that the old one did nothing.
import type { Cmd } from '#db/rows.ts';
import { same } from '../commands/field-values.ts';
import { nextGeneration } from '../outbox/rows.ts';

/** Each is proof that nothing was done; beyond this many in a row the person is asked. */
const REBASES = 3;

export interface FieldChange {
  name: string;
  before: unknown;
  mine: unknown;
  theirs: unknown;
  /** Both sides have changed it, to different values. */
  clash: boolean;
}

/** What a refusal for another version says: the version now, and the named fields as they are. */
export function versionSaid(said: Cmd['said']): { version: number; current: Record<string, unknown> } | null {
  const { version, current } = said?.detail ?? {};
  if (typeof version !== 'number') return null;
  return { version, current: typeof current === 'object' && current !== null ? { ...current } : {} };
}

export const changesOf = ({ args }: Pick<Cmd, 'args'>): Record<string, unknown> =>
  (args as { changes?: Record<string, unknown> }).changes ?? {};

export function compare(row: Cmd, current: Record<string, unknown>): FieldChange[] {
  const seen = row.base?.values ?? {};
  return Object.entries(changesOf(row)).map(([name, mine]) => {
    const [before, theirs] = [seen[name], current[name]];
    const untouched = name in seen && name in current && same(before, theirs);
    return { name, before, mine, theirs, clash: !untouched && !same(mine, theirs) };
  });
}

/** The row as it goes again by itself; null when the person has to choose. */
export function rebased(row: Cmd): Partial<Cmd> | null {
  const now = versionSaid(row.said);
  const done = row.rebased ?? 0;
  if (!now || done >= REBASES || !('changes' in (row.args as object))) return null;
  if (compare(row, now.current).some(({ clash }) => clash)) return null;
  return { ...over(row, now), rebased: done + 1 };
}

/** The row over what the server holds now, whatever that is. */
export function over(row: Cmd, { version, current }: { version: number; current: Record<string, unknown> }) {
  const again = { state: 'queued', parkedFor: undefined, nextAt: 0, lease: undefined, leaseUntil: undefined } as const;
  return { ...nextGeneration(row), ...again, base: { version, values: { ...row.base?.values, ...current } } };
}

/**
 * The version that a change names: that of the snapshot when everything it changes still stands there as it was seen
 * (other fields, or this device's own earlier change, have made the version grow), else the one that was looked at.
 */
export function baseAt(
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
  const asSeen = Object.keys(changes).every(
    (name) => same(base.values?.[name], values[name]) && name in (base.values ?? {}),
  );
  return asSeen ? { ...base, version: snapshot.version } : base;
}

/** A later change of the same thing, made on top of one that the server has now applied. */
export function basedOn(later: Cmd, applied: Cmd, after: { version: number }): Cmd['base'] {
  const { base } = later;
  if (!base || later.req) return base;
  const values = { ...base.values };
  for (const name of Object.keys(changesOf(applied))) {
    if (name in values) values[name] = Reflect.get(after, name);
  }
  const named = applied.req?.headers['If-Match'];
  const version = base.version !== undefined && named === `"${base.version}"` ? after.version : base.version;
  return { ...base, values, ...(version !== undefined && { version }) };
}
