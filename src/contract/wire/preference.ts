// How a write is answered without its body: the caller asks with `Prefer: return=minimal` (RFC 7240) and gets 204 with
// `Preference-Applied` and the version that the answer would have named. Guarantee: a preference changes nothing of what is
// asked, so it is not part of a frozen request, and a market that does not know it answers as ever.

export const MINIMAL = 'return=minimal';

/** Not `ETag`: on the answer to a PUT that names the resource that was asked, '…/add' for one, and not the cart (RFC 9110). */
export const VERSION_HEADER = 'x-version';

/** Headers of a minimal answer. */
export const minimalHeaders = (version: number) => ({ 'preference-applied': MINIMAL, [VERSION_HEADER]: `${version}` });

/** The version that a minimal answer names; undefined when it names none. */
export function versionIn(header: string | null | undefined): number | undefined {
  return /^\d{1,9}$/.test(header ?? '') ? Number(header) : undefined;
}
