// Folder check: files, references and pictures of a market folder.
// Guarantee: returns the described market, or throws all mistakes at once.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { MarketEntries } from '../format/entries.ts';
import { FolderRejected, type Mistake } from '../format/mistakes.ts';
import { readFolder } from './folder.ts';
import { checkPictures, type Sources } from './folder-pictures.ts';
import { findReferenceMistakes } from './references.ts';

export interface MarketFolder {
  market: MarketEntries;
  sources: Sources;
}

/**
 * @param decodes false skips decoding pictures, for a folder checked before
 * @throws FolderRejected with all mistakes
 */
export async function checkFolder(folder: string, { decodes = true } = {}): Promise<MarketFolder> {
  const root = resolve(folder);
  const message = folderProblem(root);
  if (message !== null) throw new FolderRejected([{ file: folder, line: 0, field: '', message }]);
  const { market, mistakes } = readFolder(root);
  const broken = new Set(mistakes.map(({ file }) => file));
  const pictures = await checkPictures(root, market, decodes);
  const reported = new Set(mistakes.map(mistakeKey));
  const later = [...findReferenceMistakes(market, broken), ...pictures.mistakes];
  const all = [...mistakes, ...later.filter((mistake) => !reported.has(mistakeKey(mistake)))];
  if (all.length > 0) throw new FolderRejected(all);
  return { market, sources: pictures.sources };
}

/** A service that may not read a home folder sees none there. */
function folderProblem(root: string): string | null {
  const missing = 'Ce dossier n’existe pas, ou l’utilisateur du marché n’y a pas accès.';
  try {
    const found = statSync(root, { throwIfNoEntry: false });
    if (!found) return missing;
    return found.isDirectory() ? null : 'Ce n’est pas un dossier.';
  } catch {
    return missing;
  }
}

/** A field with a mistake of its own gets no reference mistake. */
const mistakeKey = ({ file, line, field }: Mistake): string => JSON.stringify([file, line, field.split('.')[0]]);
