// What stands as several lines in one cell: the options of a product and its technical attributes.
//   Taille : 250 g = 0,00 | 500 g = 2,00
// Guarantee: what is written is read back letter for letter; signs that part are marked with a backslash in names.

export interface NamedOption {
  id?: string | undefined;
  name: string;
  /** `price` as it is typed: '2,00'. */
  values: { id?: string | undefined; name: string; price: string }[];
}

const marked = (name: string) =>
  name
    .replaceAll(/[\\:|=]/g, '\\$&')
    .replaceAll('\r', '\\r')
    .replaceAll('\n', '\\n');
const plain = (text: string) =>
  text.trim().replaceAll(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign === 'r' ? '\r' : sign));

/** At each sign that no backslash marks. */
function partedAt(text: string, sign: ':' | '|' | '=' | '\n'): string[] {
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

const linesOf = (cell: string) => partedAt(cell.replaceAll('\r\n', '\n'), '\n').filter((line) => line.trim() !== '');

export const writePairs = (pairs: readonly { name: string; value: string }[]): string =>
  pairs.map(({ name, value }) => `${marked(name)} : ${marked(value)}`).join('\n');

/** Null when a line is no 'name : value'. */
export function readPairs(cell: string): { name: string; value: string }[] | null {
  const pairs = linesOf(cell).map((line) => {
    const [name = '', ...rest] = partedAt(line, ':');
    return { name: plain(name), value: plain(rest.join(':')) };
  });
  return pairs.every(({ name, value }) => name !== '' && value !== '') ? pairs : null;
}

export const writeOptions = (options: readonly NamedOption[]): string =>
  options
    .map(({ name, values }) => {
      const each = values.map((value) => `${marked(value.name)} = ${value.price}`);
      return `${marked(name)} : ${each.join(' | ')}`;
    })
    .join('\n');

/** Null when a line is no 'name : value = price | value = price'; a value without price costs nothing more. */
export function readOptions(cell: string): NamedOption[] | null {
  const options = linesOf(cell).map((line) => {
    const [name = '', ...rest] = partedAt(line, ':');
    const values = partedAt(rest.join(':'), '|').map((text) => {
      const [value = '', price = '0', ...more] = partedAt(text, '=');
      return { name: more.length > 0 ? '' : plain(value), price: price.trim() };
    });
    return { name: plain(name), values };
  });
  const isWhole = ({ name, values }: NamedOption) => name !== '' && values.every((value) => value.name !== '');
  return options.every(isWhole) ? options : null;
}
