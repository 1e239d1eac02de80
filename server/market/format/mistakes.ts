// Mistakes in a market folder.
// Guarantee: each mistake has a file, a line and a field; all are reported at once, ordered by file and line.

export interface Mistake {
  /** Relative to the folder, with slashes. */
  file: string;
  /** Starts at 1; 0 for a folder. */
  line: number;
  /** 'price', 'options.1.name' (lists start at 1); empty for the whole file. */
  field: string;
  message: string;
}

/** Position in a file. */
export interface FilePlace {
  file: string;
  line: number;
}

export class FolderRejected extends Error {
  override name = 'FolderRefused';
  constructor(readonly mistakes: readonly Mistake[]) {
    super(`${mistakes.length} mistakes`);
  }
}

const byName = new Intl.Collator('fr', { numeric: true });

export const sortMistakes = (mistakes: readonly Mistake[]): Mistake[] =>
  [...mistakes].sort((a, b) => byName.compare(a.file, b.file) || a.line - b.line);

export function formatMistakes(mistakes: readonly Mistake[]): string {
  const count = mistakes.length === 1 ? '1 erreur' : `${mistakes.length} erreurs`;
  const lines = sortMistakes(mistakes).map(({ file, line, field, message }) => {
    const what = field === '' ? '' : `, «\u00a0${field}\u00a0»`;
    return `  ${file}${line > 0 ? `, ligne ${line}` : ''}${what}\u00a0: ${message}`;
  });
  return [`${count}\u00a0:`, ...lines].join('\n');
}

export const formatPlace = ({ file, line }: FilePlace): string => `${file}, ligne ${line}`;

/** Field path with list positions starting at 1. */
export const formatField = (path: readonly PropertyKey[]): string =>
  path.map((step) => (typeof step === 'number' ? String(step + 1) : String(step))).join('.');
