// Folder boundary: lists and resolves files of a received folder. Guarantee: no file outside it is read; links are
// followed only within it.
import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import type { Mistake } from '../format/mistakes.ts';

/** @returns the real path, null if there is no such file, 'outside' if it is not in the folder */
export function resolveInside(root: string, path: string): string | null | 'outside' {
  const named = join(root, path);
  if (!lstatSync(named, { throwIfNoEntry: false })) return null;
  let real: string;
  try {
    real = realpathSync(named);
  } catch {
    return null;
  }
  if (!real.startsWith(`${realpathSync(root)}${sep}`)) return 'outside';
  return statSync(real).isFile() ? real : null;
}

/** Paths of all files except dotfiles; links out of the folder are mistakes. */
export function listFilesInside(root: string, mistakes: Mistake[]): string[] {
  const files: string[] = [];
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue;
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile()) files.push(path);
      else if (entry.isSymbolicLink()) {
        const target = resolveInside(root, path);
        if (target !== null && target !== 'outside') files.push(path);
        else mistakes.push({ file: path, line: 1, field: '', message: linkMessage(target) });
      }
    }
  };
  visit('');
  return files.sort();
}

const linkMessage = (target: null | 'outside') =>
  target === 'outside'
    ? 'Ce lien mène hors du dossier\u00a0: il n’est pas suivi. Mettez le fichier lui-même à sa place.'
    : 'Ce lien ne mène à aucun fichier du dossier\u00a0: mettez le fichier lui-même à sa place.';
