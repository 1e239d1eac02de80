// What is wrong with a folder that describes a market, said to the person who wrote it.
// Guarantee: each mistake names its file, its line and its field; all of them are told at once, in the order of files and lines.

export interface Mistake {
  /** From the folder, with slashes. */
  file: string;
  /** From 1. */
  line: number;
  /** 'price', 'options.1.name' (counted from 1); empty when it is about the whole file. */
  field: string;
  message: string;
}

/** Where something is written. */
export interface Place {
  file: string;
  line: number;
}

export class FolderRefused extends Error {
  override name = 'FolderRefused';
  constructor(readonly mistakes: readonly Mistake[]) {
    super(`${mistakes.length} mistakes`);
  }
}

const byName = new Intl.Collator('fr', { numeric: true });

export const inOrder = (mistakes: readonly Mistake[]): Mistake[] =>
  [...mistakes].sort((a, b) => byName.compare(a.file, b.file) || a.line - b.line);

export function toldInLines(mistakes: readonly Mistake[]): string {
  const count = mistakes.length === 1 ? '1 erreur' : `${mistakes.length} erreurs`;
  const lines = inOrder(mistakes).map(({ file, line, field, message }) => {
    const what = field === '' ? '' : `, «\u00a0${field}\u00a0»`;
    return `  ${file}, ligne ${line}${what}\u00a0: ${message}`;
  });
  return [`${count}\u00a0:`, ...lines].join('\n');
}

export const placeTold = ({ file, line }: Place): string => `${file}, ligne ${line}`;

/** A path as people count: lists begin at 1. */
export const fieldOf = (path: readonly PropertyKey[]): string =>
  path.map((step) => (typeof step === 'number' ? String(step + 1) : String(step))).join('.');
