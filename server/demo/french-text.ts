// Texts that people of the demonstration wrote, with plain keys, set with care.

const narrow = '\u202f';
const wide = '\u00a0';

/** Names keep the apostrophes and figures that people type to find them; only their punctuation is bound. */
export function typesetName(name: string): string {
  return name
    .replace(/ ([;!?])/g, `${narrow}$1`)
    .replace(/ :/g, `${wide}:`)
    .replace(/« /g, `«${wide}`)
    .replace(/ »/g, `${wide}»`);
}

const units = '€|%|kg|g|cl|ml|l|cm|mm|m|km|h|°C|mois|ans|jours|heures|minutes|personnes|pièces';
const beforeUnit = new RegExp(`(\\d) (?=(?:${units})(?!\\p{L}))`, 'gu');

/** Running text: apostrophes, and every space that must not break. */
export function typeset(text: string): string {
  return typesetName(text)
    .replace(/(\p{L})'(?=[\p{L}\d«])/gu, '$1’')
    .replace(beforeUnit, `$1${wide}`)
    .replace(/(\d) (?=\d{3}(?!\d))/g, `$1${narrow}`)
    .replace(/ – /g, `${wide}– `);
}

export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
