// A change that was typed before the page was loaded anew goes with what was looked at then.
import type { Cmd } from '#db/rows.ts';
import { same } from '#sync/replay/field-values.ts';
import type { Begun } from '../session/use-draft.ts';

type Base = NonNullable<Cmd['base']>;

/** The base of a change, or of what it was begun on where another device has changed one of its fields since. */
export function asBegun(base: Base, begun: Begun | null | undefined): Base {
  const values = Object.entries(base.values ?? {});
  const other = values.filter(([name, value]) => begun && name in begun.values && !same(begun.values[name], value));
  if (!begun || other.length === 0) return base;
  const then = Object.fromEntries(other.map(([name]) => [name, begun.values[name]]));
  return { version: begun.version, values: { ...base.values, ...then } };
}
