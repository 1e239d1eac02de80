// `Prefer` header (RFC 7240): a list of preferences, each with a name, a value and parameters.

/** Only the first `return` preference counts. */
export function prefersMinimal(header: string | string[] | undefined): boolean {
  const preferences = [header ?? []].flat().join(',').split(',');
  const wanted = preferences.map((one) => one.split(';')[0]?.replaceAll(/[\s"]/g, '').toLowerCase());
  return wanted.find((one) => one?.startsWith('return=')) === 'return=minimal';
}
