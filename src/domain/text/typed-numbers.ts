// Typed numbers: reads what people write into a field or a spreadsheet. Guarantee: a blank stands between groups of three digits
// or nowhere, so that two numbers are never read as one.

const BLANK = '[ \\u00a0\\u2009\\u202f]';
/** '1250', '1 250': at most seven digits. */
export const DIGITS = `\\d{1,7}|\\d{1,3}(?:${BLANK}\\d{3}){1,2}`;

export const withoutBlanks = (text: string): string => text.replaceAll(/\s/g, '');

/** '1 250' → 1250, '0,42' → 0.42 with two decimals; null when it is no such number. */
export function inputToNumber(text: string, decimals = 0): number | null {
  const fraction = decimals > 0 ? `(?:[.,]\\d{1,${decimals}})?` : '';
  if (!new RegExp(`^(?:${DIGITS})${fraction}$`).test(text.trim())) return null;
  return Number(withoutBlanks(text).replace(',', '.'));
}

/** '+ 10', '-2,5 %' → a number; null when it is none. */
export function inputToChange(text: string, decimals = 0): number | null {
  const parts = /^([+\-\u2212]?)\s*(.*?)\s*%?$/.exec(text.trim());
  const size = inputToNumber(parts?.[2] ?? '', decimals);
  return size === null ? null : parts?.[1] === '' || parts?.[1] === '+' ? size : -size;
}
