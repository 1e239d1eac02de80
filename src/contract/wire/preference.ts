// Minimal answers: with `Prefer: return=minimal` (RFC 7240) a write answers 204 with `Preference-Applied` and the new
// version.
// Guarantee: the preference does not change the request, so it is not part of a frozen request; a server without
// support ignores it.

export const MINIMAL = 'return=minimal';

/** Not `ETag`: on a PUT it would describe the requested resource ('…/add'), not the cart (RFC 9110). */
export const VERSION_HEADER = 'x-version';

/** Headers of a minimal answer. */
export const minimalHeaders = (version: number) => ({ 'preference-applied': MINIMAL, [VERSION_HEADER]: `${version}` });

/** The version in a minimal answer; undefined without one. */
export function versionIn(header: string | null | undefined): number | undefined {
  return /^\d{1,9}$/.test(header ?? '') ? Number(header) : undefined;
}
