// How a write is answered without its body: the caller asks with `Prefer: return=minimal` (RFC 7240) and gets 204 with
// `Preference-Applied` and the version that the answer would have named. Guarantee: a preference changes nothing of what is
// asked, so it is not part of a frozen request, and a market that does not know it answers as ever.

export const MINIMAL = 'return=minimal';

/** Headers of a minimal answer: the version as an entity tag, spelled as in `If-Match`. */
export const minimalHeaders = (version: number) => ({ 'Preference-Applied': MINIMAL, ETag: `"${version}"` });

/** The version that a minimal answer names; undefined when it names none. */
export function versionIn(entityTag: string | null): number | undefined {
  const version = /^(?:W\/)?"(\d{1,9})"$/.exec(entityTag ?? '')?.[1];
  return version === undefined ? undefined : Number(version);
}
