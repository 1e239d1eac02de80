// Errors of the paths that an operator gives: one sentence instead of the stack.
import { dirname } from 'node:path';
import { isInFolder } from '../runtime/private-folder.ts';

/** @returns null for another error, or a path in the data of the market */
export function explainGivenPath(error: unknown, dataDir: string): string | null {
  const { code, path } = error as { code?: unknown; path?: unknown };
  if (typeof path !== 'string' || isInFolder(path, dataDir)) return null;
  if (code === 'ENOENT') return `Le dossier ${dirname(path)} n’existe pas\u00a0: créez-le, ou donnez un autre chemin.`;
  if (code === 'ENOTDIR') return `${dirname(path)} n’est pas un dossier\u00a0: donnez un autre chemin.`;
  if (code === 'EEXIST') return `${path} existe déjà\u00a0: donnez un autre nom.`;
  if (code === 'EISDIR') return `${path} est un dossier\u00a0: donnez le nom d’un fichier.`;
  return null;
}
