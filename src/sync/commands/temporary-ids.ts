// Names for things that the server does not know yet: a picture that waits to be uploaded, a product that waits to be made.
// A command may carry such a name wherever an IRI stands; it is replaced when the request is frozen, from the map that the
// answers fill. Guarantee: pure, except for the reading of that map.
import type { EtalDatabase } from '#db/database.ts';
import type { Owner } from '#db/rows.ts';

const temporary = /^temp:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A name for something that this device makes: `temp:` and a UUID. */
export const tempIri = (id: string): string => `temp:${id}`;
export const isTempIri = (value: unknown): value is string => typeof value === 'string' && temporary.test(value);

/** '/products/4f…' → '4f…' */
export const idOfIri = (iri: string): string => iri.slice(iri.lastIndexOf('/') + 1);

/** The temporary names that a command refers to; the one it gives itself (`tempId`) is not among them. */
export function tempIrisIn(value: unknown): string[] {
  if (isTempIri(value)) return [value];
  if (Array.isArray(value)) return [...new Set(value.flatMap(tempIrisIn))];
  if (typeof value !== 'object' || value === null) return [];
  const fields = Object.entries(value).filter(([name]) => name !== 'tempId');
  return [...new Set(fields.flatMap(([, inner]) => tempIrisIn(inner)))];
}

/** The same value with other names for some of its references; null takes one out. */
export function replaceTempIris<T>(value: T, names: ReadonlyMap<string, string | null>): T {
  const renamed = (inner: unknown): unknown => {
    if (isTempIri(inner)) return names.has(inner) ? names.get(inner) : inner;
    if (Array.isArray(inner)) return inner.map(renamed).filter((one, at) => one !== null || inner[at] === null);
    if (typeof inner !== 'object' || inner === null) return inner;
    return Object.fromEntries(Object.entries(inner).map(([key, one]) => [key, key === 'tempId' ? one : renamed(one)]));
  };
  return renamed(value) as T;
}

/** What the server has answered for these names so far. Inside a transaction over idmap. */
export async function resolveTempIris(
  db: EtalDatabase,
  owner: Owner,
  refs: readonly string[],
): Promise<Map<string, string>> {
  const found = await db.idmap.bulkGet(refs.map((ref): [string, string] => [owner, ref]));
  return new Map(found.flatMap((row) => (row ? [[row.tempId, row.iri]] : [])));
}
