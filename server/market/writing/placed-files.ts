// Import files: stores pictures and private files before the rows that reference them.
// Guarantees: existing files are unchanged; after a failed import its files are removed, unless another row references
// them by now; originals are stored unchanged, so that an export returns them.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { inArray } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { images } from '../../db/schema/pictures.ts';
import { parseStem } from '../../services/picture-names.ts';
import { pdfFileName } from '../../services/sent-pdfs.ts';
import { runExclusively, storeOriginal } from '../../services/sent-pictures.ts';
import type { Storage } from '../../services/storage.ts';
import type { Sources } from '../folder/folder-pictures.ts';

export interface NeededFiles {
  stems: ReadonlySet<string>;
  /** Hashes of private files. */
  digital: ReadonlySet<string>;
}

export interface PlacedFiles {
  /** Bytes of each picture by stem. */
  bytes: Map<string, number>;
  /** @param db database to check for other references; null if there cannot be any */
  undo(db: Db | null): Promise<void>;
}

export class PictureChanged extends Error {
  override name = 'PictureChanged';
}

export async function placeFiles(wanted: NeededFiles, sources: Sources, storage: Storage): Promise<PlacedFiles> {
  const { tracked, undo } = trackFiles(storage);
  const bytes = new Map<string, number>();
  try {
    for (const stem of wanted.stems) {
      const source = sources.pictures.get(stem);
      if (!source) continue;
      const content = await readUnchanged(source.path, source.sha256);
      bytes.set(stem, content.length);
      await runExclusively(() => storeOriginal(content, source.sha256, tracked));
    }
    for (const sha256 of wanted.digital) {
      const path = sources.digital.get(sha256);
      if (path === undefined || (await storage.files.find(pdfFileName(sha256)))) continue;
      await tracked.files.put(pdfFileName(sha256), await readUnchanged(path, sha256));
    }
  } catch (error) {
    await undo(null);
    throw error;
  }
  return { bytes, undo };
}

/** The file may have been replaced since the check. */
async function readUnchanged(path: string, sha256: string): Promise<Buffer> {
  const content = await readFile(path);
  if (createHash('sha256').update(content).digest('hex') === sha256) return content;
  throw new PictureChanged(`${path} a changé pendant l’importation\u00a0: relancez-la.`);
}

/** Records the files it adds. */
function trackFiles(storage: Storage): { tracked: Storage; undo: PlacedFiles['undo'] } {
  const files = new Set<string>();
  return {
    tracked: {
      ...storage,
      files: {
        ...storage.files,
        put: async (name, bytes) => {
          if (!(await storage.files.find(name))) files.add(name);
          await storage.files.put(name, bytes);
        },
      },
    },
    undo: async (db) => {
      const stems = [...files].flatMap((name) => parseStem(name) ?? []);
      const rows =
        db && stems.length > 0
          ? await db.select({ stem: images.stem }).from(images).where(inArray(images.stem, stems))
          : [];
      const used = new Set(rows.map(({ stem }) => stem));
      for (const name of files) if (!used.has(parseStem(name) ?? '')) await storage.files.remove(name);
    },
  };
}
