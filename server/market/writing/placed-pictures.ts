// The files of an import: pictures in their sizes and private files, put into place before the rows that name them.
// Guarantees: what was there before stays as it is; when the import fails, what it put there is gone, but for what somebody
// else has come to use; each picture is kept as it was given, too, so that an export gives back the same.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { inArray } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { images } from '../../db/schema/pictures.ts';
import { type Drawing, writePictures } from '../../drawing/pictures.ts';
import { digitalName } from '../../services/sent-pdfs.ts';
import { keepPicture, originalOf } from '../../services/sent-pictures.ts';
import type { Storage } from '../../services/storage.ts';
import type { Sources } from '../folder/folder-pictures.ts';

export interface Wanted {
  stems: ReadonlySet<string>;
  /** Hashes. */
  digital: ReadonlySet<string>;
}

export interface Placed {
  /** Bytes of each picture that came from a file, by its stem. */
  bytes: Map<string, number>;
  undo(db: Db): Promise<void>;
}

export class PictureChanged extends Error {
  override name = 'PictureChanged';
}

export async function placeFiles(
  wanted: Wanted,
  sources: Sources,
  storage: Storage,
  progress: (done: number, total: number) => void,
): Promise<Placed> {
  const noted = notedStorage(storage);
  const bytes = new Map<string, number>();
  const undo = noted.undo;
  const drawings: Drawing[] = [];
  let done = 0;
  try {
    for (const stem of wanted.stems) {
      const source = sources.pictures.get(stem);
      if (!source) continue;
      if ('drawing' in source) {
        drawings.push(source.drawing);
        await keepOriginal(noted.storage, stem, Buffer.from(JSON.stringify(source.drawing)));
        continue;
      }
      const content = await sameAsBefore(source.path, source.sha256);
      bytes.set(stem, content.length);
      await keepPicture(content, source.sha256, noted.storage);
      await keepOriginal(noted.storage, stem, content);
      progress(++done, wanted.stems.size);
    }
    const before = done;
    await writePictures(drawings, noted.storage, (drawn) => progress(before + drawn, wanted.stems.size));
    for (const sha256 of wanted.digital) {
      const path = sources.digital.get(sha256);
      if (path === undefined || (await storage.hasFile(digitalName(sha256)))) continue;
      await noted.storage.putFile(digitalName(sha256), await sameAsBefore(path, sha256));
    }
  } catch (error) {
    await undo(null);
    throw error;
  }
  return { bytes, undo };
}

/** Between the check and now, somebody may have saved another picture under its name. */
async function sameAsBefore(path: string, sha256: string): Promise<Buffer> {
  const content = await readFile(path);
  if (createHash('sha256').update(content).digest('hex') === sha256) return content;
  throw new PictureChanged(`${path} a changé pendant l’importation\u00a0: relancez-la.`);
}

async function keepOriginal(storage: Storage, stem: string, content: Buffer): Promise<void> {
  if (!(await storage.hasFile(originalOf(stem)))) await storage.putFile(originalOf(stem), content);
}

/** Remembers which files it brought. */
function notedStorage(storage: Storage) {
  const pictures = new Set<string>();
  const files = new Set<string>();
  return {
    storage: {
      ...storage,
      putImage: async (name: string, bytes: Uint8Array) => {
        if (!(await storage.hasImage(name))) pictures.add(name);
        await storage.putImage(name, bytes);
      },
      putFile: async (name: string, bytes: Uint8Array) => {
        if (!(await storage.hasFile(name))) files.add(name);
        await storage.putFile(name, bytes);
      },
    },
    /** @param db where others may have named the same pictures meanwhile; null when nobody can have */
    undo: async (db: Db | null) => {
      const stemOf = (name: string) => name.replace(/-\d+_[a-z_]+\.webp$/, '');
      const stems = [...new Set([...pictures].map(stemOf))];
      const rows =
        db && stems.length > 0
          ? await db.select({ stem: images.stem }).from(images).where(inArray(images.stem, stems))
          : [];
      const used = new Set(rows.map(({ stem }) => stem));
      for (const name of pictures) if (!used.has(stemOf(name))) await storage.removeImage(name);
      for (const name of files)
        if (![...used].some((stem) => name === originalOf(stem))) await storage.removeFile(name);
    },
  };
}
