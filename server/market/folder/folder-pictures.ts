// Picture check: resolves and validates the pictures and private files of a market folder.
// Guarantee: valid pictures get their storage name and source file.
import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PICTURE_LIMIT } from '#contract/merchant/media.ts';
import { Refusal } from '../../runtime/errors.ts';
import { uploadStem } from '../../services/picture-names.ts';
import { detectPictureType, requireDecodable } from '../../services/sent-pictures.ts';
import { entryMistake, listEntries, type MarketEntries, type MarketEntry } from '../format/entries.ts';
import type { Mistake } from '../format/mistakes.ts';
import type { Picture } from '../format/shape-parts.ts';
import { resolveInside } from './folder-boundary.ts';

/** Maximum bytes of a private file. */
const DIGITAL_LIMIT = 20 * 1024 * 1024;

export interface Sources {
  /** Picture files by stem. */
  pictures: Map<string, { path: string; sha256: string }>;
  /** Private files by hash. */
  digital: Map<string, string>;
}

export async function checkPictures(
  root: string,
  market: MarketEntries,
  decodes: boolean,
): Promise<{ sources: Sources; mistakes: Mistake[] }> {
  const mistakes: Mistake[] = [];
  const sources: Sources = { pictures: new Map(), digital: new Map() };
  const folder = realpathSync(root);
  const checked = new Map<string, Promise<string>>();
  for (const entry of listEntries(market)) {
    const report = (path: readonly PropertyKey[], message: string) => mistakes.push(entryMistake(entry, path, message));
    for (const { picture, path } of entryPictures(entry)) {
      if (picture.caption === '') picture.caption = entryName(entry);
      try {
        picture.stem = await checkPicture(resolveFile(folder, entry, picture.written ?? ''), checked, sources, decodes);
      } catch (error) {
        report(path, mistakeMessage(error));
      }
    }
    if (entry.kind !== 'product') continue;
    const { digitalFile } = (entry as MarketEntry<'product'>).values;
    if (digitalFile?.written === undefined) continue;
    try {
      const path = resolveFile(folder, entry, digitalFile.written);
      digitalFile.sha256 = hashDigitalFile(path);
      sources.digital.set(digitalFile.sha256, path);
    } catch (error) {
      report(['digitalFile'], mistakeMessage(error));
    }
  }
  return { sources, mistakes };
}

class FileMistake extends Error {}

function mistakeMessage(error: unknown): string {
  if (error instanceof FileMistake) return error.message;
  if (error instanceof Refusal) return error.violations?.[0]?.message ?? error.message;
  throw error;
}

/** Pictures with the path of their field. */
export function entryPictures(entry: MarketEntry): { picture: Picture; path: PropertyKey[] }[] {
  const found: { picture: Picture; path: PropertyKey[] }[] = [];
  for (const [field, value] of Object.entries(entry.values)) {
    const isList = Array.isArray(value);
    (isList ? value : [value]).forEach((each: unknown, at) => {
      if (isPicture(each)) found.push({ picture: each, path: isList ? [field, at] : [field] });
    });
  }
  return found;
}

const isPicture = (value: unknown): value is Picture => typeof value === 'object' && value !== null && 'stem' in value;

/** Default caption. */
export function entryName({ kind, key, values }: MarketEntry): string {
  const name = 'name' in values && kind !== 'setting' ? values.name : 'value' in values ? values.value : key;
  return name.slice(0, 120);
}

/** Links out of the folder are rejected. */
function resolveFile(folder: string, entry: MarketEntry, file: string): string {
  const real = resolveInside(folder, join(dirname(entry.written?.file.path ?? ''), file));
  if (real === null) throw new FileMistake(`Le fichier «\u00a0${file}\u00a0» est introuvable à côté de celui-ci.`);
  if (real === 'outside') throw new FileMistake(`Le fichier «\u00a0${file}\u00a0» est hors du dossier.`);
  return real;
}

function checkPicture(
  path: string,
  checked: Map<string, Promise<string>>,
  sources: Sources,
  decodes: boolean,
): Promise<string> {
  const known = checked.get(path);
  if (known) return known;
  const looked = readPicture(path, sources, decodes);
  looked.catch(() => {});
  checked.set(path, looked);
  return looked;
}

async function readPicture(path: string, sources: Sources, decodes: boolean): Promise<string> {
  const size = statSync(path).size;
  if (size > PICTURE_LIMIT) throw new FileMistake(`Une image pèse ${PICTURE_LIMIT / 1024 / 1024}\u00a0Mo au plus.`);
  const bytes = readFileSync(path);
  if (detectPictureType(bytes) === null)
    throw new FileMistake('Format non accepté\u00a0: une image JPEG, PNG ou WebP est attendue.');
  if (decodes) await requireDecodable(bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const stem = uploadStem(sha256);
  sources.pictures.set(stem, { path, sha256 });
  return stem;
}

function hashDigitalFile(path: string): string {
  if (statSync(path).size > DIGITAL_LIMIT) throw new FileMistake('Un fichier à envoyer pèse 20\u00a0Mo au plus.');
  const bytes = readFileSync(path);
  if (bytes.toString('latin1', 0, 5) !== '%PDF-') throw new FileMistake('Un fichier PDF est attendu.');
  return createHash('sha256').update(bytes).digest('hex');
}
