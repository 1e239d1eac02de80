// Typed numbers: parses numbers from fields and spreadsheets.
// Guarantee: blanks separate groups of three digits or are absent, so that two numbers are never read as one.

const BLANK = '[ \\u00a0\\u2009\\u202f]';
/** '1250', '1 250': at most seven digits. */
export const DIGITS = `\\d{1,7}|\\d{1,3}(?:${BLANK}\\d{3}){1,2}`;

export const withoutBlanks = (text: string): string => text.replaceAll(/\s/g, '');

const NUMBER = new RegExp(`^[-\u2212]?\\s*(?:${DIGITS})(?:[.,]\\d{1,3})?$`);

/** '1 250' → 1250, '0,425' → 0.425, '-3' → -3; NaN if invalid. The number of decimals is up to the field. */
export function inputToNumber(text: string): number {
  if (!NUMBER.test(text.trim())) return Number.NaN;
  return Number(withoutBlanks(text).replace(',', '.').replace('\u2212', '-'));
}

/** '+ 10', '-2,5 %' → a number; NaN if invalid. */
export const inputToChange = (text: string): number =>
  inputToNumber(
    text
      .trim()
      .replace(/^\+\s*(?=\d)/, '')
      .replace(/\s*%$/, ''),
  );
