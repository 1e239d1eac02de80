// Temporary IRIs: names of pictures and products that are not created yet. A command may use one in place of an IRI; it
// is replaced when the request is frozen, by the map that the answers fill.
// Guarantee: pure, except for reading that map.
import type { EtalDatabase } from '#db/database.ts';
import type { Owner } from '#db/rows.ts';

const temporary = /^temp:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A name for a local resource: `temp:` and a UUID. */
export const tempIri = (id: string): string => `temp:${id}`;
export const isTempIri = (value: unknown): value is string => typeof value === 'string' && temporary.test(value);

/** '/products/4f…' → '4f…' */
export const idOfIri = (iri: string): string => iri.slice(iri.lastIndexOf('/') + 1);

/** The temporary IRIs in a command, except its own (`tempId`). */
export function tempIrisIn(value: unknown): string[] {
  if (isTempIri(value)) return [value];
  if (Array.isArray(value)) return [...new Set(value.flatMap(tempIrisIn))];
  if (typeof value !== 'object' || value === null) return [];
  const fields = Object.entries(value).filter(([name]) => name !== 'tempId');
  return [...new Set(fields.flatMap(([, inner]) => tempIrisIn(inner)))];
}

/** Replaces temporary IRIs; null removes one. */
export function replaceTempIris<T>(value: T, names: ReadonlyMap<string, string | null>): T {
  const renamed = (inner: unknown): unknown => {
    if (isTempIri(inner)) return names.has(inner) ? names.get(inner) : inner;
    if (Array.isArray(inner)) return inner.map(renamed).filter((one, at) => one !== null || inner[at] === null);
    if (typeof inner !== 'object' || inner === null) return inner;
    return Object.fromEntries(Object.entries(inner).map(([key, one]) => [key, key === 'tempId' ? one : renamed(one)]));
  };
  return renamed(value) as T;
}

/** The known IRIs of these temporary IRIs. Requires a transaction over `idmap`. */
export async function resolveTempIris(
  db: EtalDatabase,
  owner: Owner,
  refs: readonly string[],
): Promise<Map<string, string>> {
  const found = await db.idmap.bulkGet(refs.map((ref): [string, string] => [owner, ref]));
  return new Map(found.flatMap((row) => (row ? [[row.tempId, row.iri]] : [])));
}
