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
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) {
    throw new FolderRejected([{ file: folder, line: 1, field: '', message: 'Ce dossier n’existe pas.' }]);
  }
  const { market, mistakes } = readFolder(root);
  const broken = new Set(mistakes.map(({ file }) => file));
  const pictures = await checkPictures(root, market, decodes);
  const reported = new Set(mistakes.map(mistakeKey));
  const later = [...findReferenceMistakes(market, broken), ...pictures.mistakes];
  const all = [...mistakes, ...later.filter((mistake) => !reported.has(mistakeKey(mistake)))];
  if (all.length > 0) throw new FolderRejected(all);
  return { market, sources: pictures.sources };
}

/** A field with a mistake of its own gets no reference mistake. */
const mistakeKey = ({ file, line, field }: Mistake): string => JSON.stringify([file, line, field.split('.')[0]]);
