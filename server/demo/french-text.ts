// French typography for demo texts typed with plain keys.

const narrow = '\u202f';
const wide = '\u00a0';

const units = '€|%|kg|g|cl|ml|l|cm|mm|m|km|h|°C|mois|ans|jours|heures|minutes|personnes|pièces';
const beforeUnit = new RegExp(`(\\d) (?=(?:${units})(?!\\p{L}))`, 'gu');

/** Apostrophes and non-breaking spaces. */
export function typeset(text: string): string {
  return text
    .replace(/(\p{L})'(?=[\p{L}\d«])/gu, '$1’')
    .replace(/ ([;!?])/g, `${narrow}$1`)
    .replace(/ :/g, `${wide}:`)
    .replace(/« /g, `«${wide}`)
    .replace(/ »/g, `${wide}»`)
    .replace(beforeUnit, `$1${wide}`)
    .replace(/(\d) (?=\d{3}(?!\d))/g, `$1${narrow}`)
    .replace(/ – /g, `${wide}– `);
}

export function slugOfFrench(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
