// The files of an import: pictures and private files, put into place before the rows that name them.
// Guarantees: what was there before stays as it is; when the import fails, what it put there is gone, but for what somebody
// else has come to use; each picture is stored as it was given, so that an export gives back the same.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { inArray } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { images } from '../../db/schema/pictures.ts';
import { stemOfFile } from '../../services/picture-names.ts';
import { digitalName } from '../../services/sent-pdfs.ts';
import { exclusively, storeOriginal } from '../../services/sent-pictures.ts';
import type { Storage } from '../../services/storage.ts';
import type { Sources } from '../folder/folder-pictures.ts';

export interface Wanted {
  stems: ReadonlySet<string>;
  /** Hashes. */
  digital: ReadonlySet<string>;
}

export interface Placed {
  /** Bytes of each picture, by its stem. */
  bytes: Map<string, number>;
  /** @param db where others may have named the same pictures meanwhile; null when nobody can have */
  undo(db: Db | null): Promise<void>;
}

export class PictureChanged extends Error {
  override name = 'PictureChanged';
}

export async function placeFiles(wanted: Wanted, sources: Sources, storage: Storage): Promise<Placed> {
  const { noted, undo } = noteFiles(storage);
  const bytes = new Map<string, number>();
  try {
    for (const stem of wanted.stems) {
      const source = sources.pictures.get(stem);
      if (!source) continue;
      const content = await sameAsBefore(source.path, source.sha256);
      bytes.set(stem, content.length);
      await exclusively(() => storeOriginal(content, source.sha256, noted));
    }
    for (const sha256 of wanted.digital) {
      const path = sources.digital.get(sha256);
      if (path === undefined || (await storage.hasFile(digitalName(sha256)))) continue;
      await noted.putFile(digitalName(sha256), await sameAsBefore(path, sha256));
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

/** Remembers which files it brought. */
function noteFiles(storage: Storage): { noted: Storage; undo: Placed['undo'] } {
  const files = new Set<string>();
  return {
    noted: {
      ...storage,
      putFile: async (name, bytes) => {
        if (!(await storage.hasFile(name))) files.add(name);
        await storage.putFile(name, bytes);
      },
    },
    undo: async (db) => {
      const stems = [...files].flatMap((name) => stemOfFile(name) ?? []);
      const rows =
        db && stems.length > 0
          ? await db.select({ stem: images.stem }).from(images).where(inArray(images.stem, stems))
          : [];
      const used = new Set(rows.map(({ stem }) => stem));
      for (const name of files) if (!used.has(stemOfFile(name) ?? '')) await storage.removeFile(name);
    },
  };
}
