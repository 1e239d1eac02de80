// Reads amounts from pages and mails. 'Gratuit' and the like count as the amount they mean.

const WORDS: Record<string, number> = { gratuit: 0, offerts: 0, 'sans frais': 0 };
const AMOUNT = /([−-]\s?)?(\d{1,3}(?:\s\d{3})*|\d+),(\d{2})\s€/g;

/** '−\u00a01\u202f234,50\u00a0€' → -123450. @throws for a text without an amount, or with several */
export function centsOf(shown: string): number {
  const word = WORDS[shown.trim().toLowerCase()];
  if (word !== undefined) return word;
  const found = amountsIn(shown);
  const [only] = found;
  if (only === undefined || found.length > 1) throw new Error(`This is not one amount: '${shown}'`);
  return only;
}

/** All amounts of a text in their order, in cents. */
export function amountsIn(text: string): number[] {
  return [...text.matchAll(AMOUNT)].map(([, minus, whole = '', rest]) => {
    const cents = Number(whole.replace(/\s/g, '')) * 100 + Number(rest);
    return minus ? -cents : cents;
  });
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };

/** The visible text of a page, with a line break at the end of each element. */
export const wordsOf = (html: string): string =>
  html
    .replace(/<(style|title)[^>]*>[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, '\n')
    .replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity);

/** The amounts of a description list, by name. */
export function sumsIn(html: string): Record<string, number> {
  const pairs = [...html.matchAll(/<dt[^>]*>([\s\S]*?)<\/dt>\s*<dd[^>]*>([\s\S]*?)<\/dd>/g)];
  const read = pairs.map(([, name = '', value = '']) => [wordsOf(name).trim(), wordsOf(value).trim()] as const);
  const isAmount = (value: string) => value.toLowerCase() in WORDS || amountsIn(value).length === 1;
  return Object.fromEntries(read.filter(([, value]) => isAmount(value)).map(([name, value]) => [name, centsOf(value)]));
}

/** A list of a mail: its title, and each row with its amount. */
export interface LetterList {
  title: string;
  rows: [what: string, cents: number][];
}

/** The lists of a mail's plain text. */
export function listsOfLetter(text: string): LetterList[] {
  return text.split(/\r?\n\r?\n/).flatMap((block) => {
    const [title = '', ...lines] = block.split(/\r?\n/);
    const rows = lines.map((line) => /^ {2}(.+) — (.+)$/.exec(line));
    if (rows.length === 0 || rows.includes(null)) return [];
    return [{ title, rows: rows.map((row): [string, number] => [row?.[1] ?? '', centsOf(row?.[2] ?? '')]) }];
  });
}
