// The pictures and private files that a folder names, looked at one by one: they are there, in the folder, and what they
// should be. Guarantee: after it, each that is right knows the name its files will have, and where they come from.
import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PICTURE_LIMIT } from '#contract/merchant/media.ts';
import { Refusal } from '../../runtime/errors.ts';
import { stemOfSent } from '../../services/picture-names.ts';
import { requireDecodable, typeOfBytes } from '../../services/sent-pictures.ts';
import { allEntries, type Entry, type Market, mistakeIn } from '../format/entries.ts';
import type { Mistake } from '../format/mistakes.ts';
import type { Picture } from '../format/shape-parts.ts';
import { fileInside } from './inside.ts';

/** Bytes of one private file at most. */
const DIGITAL_LIMIT = 20 * 1024 * 1024;

export interface Sources {
  /** The files of pictures, by their stems. */
  pictures: Map<string, { path: string; sha256: string }>;
  /** Private files: where they are, by their hash. */
  digital: Map<string, string>;
}

export async function lookAtPictures(
  root: string,
  market: Market,
  decodes: boolean,
): Promise<{ sources: Sources; mistakes: Mistake[] }> {
  const mistakes: Mistake[] = [];
  const sources: Sources = { pictures: new Map(), digital: new Map() };
  const folder = realpathSync(root);
  const seen = new Map<string, Promise<string>>();
  for (const entry of allEntries(market)) {
    const tell = (path: readonly PropertyKey[], message: string) => mistakes.push(mistakeIn(entry, path, message));
    for (const { picture, path } of picturesOf(entry)) {
      if (picture.caption === '') picture.caption = nameOf(entry);
      try {
        picture.stem = await look(pathOf(folder, entry, picture.written ?? ''), seen, sources, decodes);
      } catch (error) {
        tell(path, sentence(error));
      }
    }
    if (entry.kind !== 'product') continue;
    const { digitalFile } = (entry as Entry<'product'>).values;
    if (digitalFile?.written === undefined) continue;
    try {
      const path = pathOf(folder, entry, digitalFile.written);
      digitalFile.sha256 = hashOfDigital(path);
      sources.digital.set(digitalFile.sha256, path);
    } catch (error) {
      tell(['digitalFile'], sentence(error));
    }
  }
  return { sources, mistakes };
}

class Wrong extends Error {}

function sentence(error: unknown): string {
  if (error instanceof Wrong) return error.message;
  if (error instanceof Refusal) return error.violations?.[0]?.message ?? error.message;
  throw error;
}

/** Each with the field that names it. */
export function picturesOf(entry: Entry): { picture: Picture; path: PropertyKey[] }[] {
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

/** What it is called where it has no words of its own. */
export function nameOf({ kind, key, values }: Entry): string {
  const name = 'name' in values && kind !== 'setting' ? values.name : 'value' in values ? values.value : key;
  return name.slice(0, 120);
}

/** Links that lead out of the folder are not followed. */
function pathOf(folder: string, entry: Entry, file: string): string {
  const real = fileInside(folder, join(dirname(entry.written?.file.path ?? ''), file));
  if (real === null) throw new Wrong(`Le fichier «\u00a0${file}\u00a0» manque à côté.`);
  if (real === 'outside') throw new Wrong(`Le fichier «\u00a0${file}\u00a0» est hors du dossier.`);
  return real;
}

function look(path: string, seen: Map<string, Promise<string>>, sources: Sources, decodes: boolean): Promise<string> {
  const known = seen.get(path);
  if (known) return known;
  const looked = lookOnce(path, sources, decodes);
  looked.catch(() => {});
  seen.set(path, looked);
  return looked;
}

async function lookOnce(path: string, sources: Sources, decodes: boolean): Promise<string> {
  const size = statSync(path).size;
  if (size > PICTURE_LIMIT) throw new Wrong(`Une image pèse ${PICTURE_LIMIT / 1024 / 1024}\u00a0Mo au plus.`);
  const bytes = readFileSync(path);
  if (typeOfBytes(bytes) === null)
    throw new Wrong('Format non accepté\u00a0: une image JPEG, PNG ou WebP est attendue.');
  if (decodes) await requireDecodable(bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const stem = stemOfSent(sha256);
  sources.pictures.set(stem, { path, sha256 });
  return stem;
}

function hashOfDigital(path: string): string {
  if (statSync(path).size > DIGITAL_LIMIT) throw new Wrong('Un fichier à envoyer pèse 20\u00a0Mo au plus.');
  const bytes = readFileSync(path);
  if (bytes.toString('latin1', 0, 5) !== '%PDF-') throw new Wrong('Un fichier PDF est attendu.');
  return createHash('sha256').update(bytes).digest('hex');
}
