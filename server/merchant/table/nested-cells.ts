// Multi-line cells: a product's options and technical attributes.
// Taille : 250 g = 0,00 | 500 g = 2,00
// Guarantee: parsing restores the written values exactly; separators in names are escaped with a backslash.

export interface NamedOption {
  id?: string | undefined;
  name: string;
  /** `price` as typed: '2,00'. */
  values: { id?: string | undefined; name: string; price: string }[];
}

const escapeName = (name: string) =>
  name
    .replaceAll(/[\\:|=]/g, '\\$&')
    .replaceAll('\r', '\\r')
    .replaceAll('\n', '\\n');
const unescapeName = (text: string) =>
  text.trim().replaceAll(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign === 'r' ? '\r' : sign));

/** Splits at unescaped separators. */
function splitUnescaped(text: string, sign: ':' | '|' | '=' | '\n'): string[] {
  const parts = [''];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (letter === sign) parts.push('');
    else {
      const step = letter === '\\' ? (text[at + 1] ?? '') : '';
      parts[parts.length - 1] += letter + step;
      at += step.length;
    }
  }
  return parts;
}

const splitLines = (cell: string) =>
  splitUnescaped(cell.replaceAll('\r\n', '\n'), '\n').filter((line) => line.trim() !== '');

export const writePairs = (pairs: readonly { name: string; value: string }[]): string =>
  pairs.map(({ name, value }) => `${escapeName(name)} : ${escapeName(value)}`).join('\n');

/** Null if a line is not 'name : value'. */
export function readPairs(cell: string): { name: string; value: string }[] | null {
  const pairs = splitLines(cell).map((line) => {
    const [name = '', ...rest] = splitUnescaped(line, ':');
    return { name: unescapeName(name), value: unescapeName(rest.join(':')) };
  });
  return pairs.every(({ name, value }) => name !== '' && value !== '') ? pairs : null;
}

export const writeOptions = (options: readonly NamedOption[]): string =>
  options
    .map(({ name, values }) => {
      const each = values.map((value) => `${escapeName(value.name)} = ${value.price}`);
      return `${escapeName(name)} : ${each.join(' | ')}`;
    })
    .join('\n');

/** Null if a line is not 'name : value = price | value = price'; a value without price costs nothing extra. */
export function readOptions(cell: string): NamedOption[] | null {
  const options = splitLines(cell).map((line) => {
    const [name = '', ...rest] = splitUnescaped(line, ':');
    const values = splitUnescaped(rest.join(':'), '|').map((text) => {
      const [value = '', price = '0', ...more] = splitUnescaped(text, '=');
      return { name: more.length > 0 ? '' : unescapeName(value), price: price.trim() };
    });
    return { name: unescapeName(name), values };
  });
  const isComplete = ({ name, values }: NamedOption) => name !== '' && values.every((value) => value.name !== '');
  return options.every(isComplete) ? options : null;
}
