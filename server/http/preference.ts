// Reads the header `Prefer` (RFC 7240): a list of preferences, each a name with a value and parameters.

/** Of several `return` preferences the first one counts. */
export function prefersMinimal(header: string | string[] | undefined): boolean {
  const preferences = [header ?? []].flat().join(',').split(',');
  const wanted = preferences.map((one) => one.split(';')[0]?.replaceAll(/[\s"]/g, '').toLowerCase());
  return wanted.find((one) => one?.startsWith('return=')) === 'return=minimal';
}
