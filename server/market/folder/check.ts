// A folder checked as a whole: its files, what they say of each other, its pictures.
// Guarantee: either the market it describes comes back, or every mistake there is.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Market } from '../format/entries.ts';
import { FolderRefused, type Mistake } from '../format/mistakes.ts';
import { readFolder } from './folder.ts';
import { lookAtPictures, type Sources } from './folder-pictures.ts';
import { referenceMistakes } from './references.ts';

export interface Described {
  market: Market;
  sources: Sources;
}

/**
 * @param decodes false: pictures are not decoded, for a folder that was checked before
 * @throws FolderRefused with all that is wrong
 */
export async function describedIn(folder: string, { decodes = true } = {}): Promise<Described> {
  const root = resolve(folder);
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) {
    throw new FolderRefused([{ file: folder, line: 1, field: '', message: 'Ce dossier n’existe pas.' }]);
  }
  const { market, mistakes } = readFolder(root);
  const broken = new Set(mistakes.map(({ file }) => file));
  const pictures = await lookAtPictures(root, market, decodes);
  const told = new Set(mistakes.map(placeAndField));
  const later = [...referenceMistakes(market, broken), ...pictures.mistakes];
  const all = [...mistakes, ...later.filter((mistake) => !told.has(placeAndField(mistake)))];
  if (all.length > 0) throw new FolderRefused(all);
  return { market, sources: pictures.sources };
}

/** What was wrong by itself already is not said to be wrong with others. */
const placeAndField = ({ file, line, field }: Mistake): string => JSON.stringify([file, line, field.split('.')[0]]);
