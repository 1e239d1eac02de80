// Which files a received folder holds. Guarantee: nothing outside of it is ever read: a link is followed only to a file of the
// folder itself.
import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import type { Mistake } from '../format/mistakes.ts';

/** The real path of a file, links followed; null where it is none, 'outside' where it is not of the folder. */
export function fileInside(root: string, path: string): string | null | 'outside' {
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

/** Paths of all files, without those whose name begins with a dot; links that lead elsewhere are mistakes. */
export function filesInside(root: string, mistakes: Mistake[]): string[] {
  const files: string[] = [];
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue;
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile()) files.push(path);
      else if (entry.isSymbolicLink()) {
        const target = fileInside(root, path);
        if (target !== null && target !== 'outside') files.push(path);
        else mistakes.push({ file: path, line: 1, field: '', message: refusedLink(target) });
      }
    }
  };
  visit('');
  return files.sort();
}

const refusedLink = (target: null | 'outside') =>
  target === 'outside'
    ? 'Ce lien mène hors du dossier\u00a0: il n’est pas suivi. Mettez le fichier lui-même à sa place.'
    : 'Ce lien ne mène à aucun fichier du dossier\u00a0: mettez le fichier lui-même à sa place.';
