// File storage: picture sizes, served under /media/images/, and private files (originals, digital products), never
// served by path.
// Guarantees: files are written atomically; names cannot leave their folder; pictures never change under their name, so
// browsers may cache them forever.
import { randomUUID } from 'node:crypto';
import { access, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { privateFolder } from '../runtime/private-folder.ts';

export interface StoredFile {
  name: string;
  /** Time of the last write or touch. */
  writtenAt: Date;
}

export interface Storage {
  /** Absolute path of the picture folder. */
  readonly imagesFolder: string;
  /** @param name such as 'tomme-3f2a-480_inset.webp' */
  putImage(name: string, bytes: Uint8Array): Promise<void>;
  hasImage(name: string): Promise<boolean>;
  /** Bytes; null if missing. */
  imageSize(name: string): Promise<number | null>;
  removeImage(name: string): Promise<void>;
  listImages(): Promise<StoredFile[]>;
  /** Address of a picture on the site. */
  imagePath(name: string): string;
  putFile(name: string, bytes: Uint8Array): Promise<void>;
  hasFile(name: string): Promise<boolean>;
  /** Bytes; null if missing. */
  fileSize(name: string): Promise<number | null>;
  removeFile(name: string): Promise<void>;
  /** Updates the file's time. @returns false if missing */
  touchFile(name: string): Promise<boolean>;
  listFiles(): Promise<StoredFile[]>;
  /** Null if missing. */
  fileWrittenAt(name: string): Promise<Date | null>;
  readFile(name: string): Promise<Buffer>;
}

export const IMAGES_PREFIX = '/media/images/';

export function createStorage(dataDir: string): Storage {
  const imagesFolder = join(dataDir, 'images');
  const filesFolder = join(dataDir, 'files');
  for (const folder of [dataDir, imagesFolder, filesFolder]) privateFolder(folder);
  return {
    imagesFolder,
    putImage: (name, bytes) => writeAtomically(imagesFolder, name, bytes),
    hasImage: (name) => fileExists(join(imagesFolder, requireFileName(name))),
    imageSize: (name) => sizeOfFile(join(imagesFolder, requireFileName(name))),
    removeImage: (name) => rm(join(imagesFolder, requireFileName(name)), { force: true }),
    listImages: () => listFolder(imagesFolder),
    imagePath: (name) => `${IMAGES_PREFIX}${requireFileName(name)}`,
    putFile: (name, bytes) => writeAtomically(filesFolder, name, bytes),
    hasFile: (name) => fileExists(join(filesFolder, requireFileName(name))),
    fileSize: (name) => sizeOfFile(join(filesFolder, requireFileName(name))),
    removeFile: (name) => rm(join(filesFolder, requireFileName(name)), { force: true }),
    touchFile: (name) => {
      const now = new Date();
      return utimes(join(filesFolder, requireFileName(name)), now, now).then(
        () => true,
        () => false,
      );
    },
    listFiles: () => listFolder(filesFolder),
    fileWrittenAt: (name) =>
      stat(join(filesFolder, requireFileName(name))).then(
        ({ mtime }) => mtime,
        () => null,
      ),
    readFile: (name) => readFile(join(filesFolder, requireFileName(name))),
  };
}

async function listFolder(folder: string): Promise<StoredFile[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
  const files = names.map(async (name) => {
    const { mtime } = await stat(join(folder, name));
    return { name, writtenAt: mtime };
  });
  return Promise.all(files);
}

const fileExists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const sizeOfFile = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ size }) => size,
    () => null,
  );

async function writeAtomically(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const target = join(folder, requireFileName(name));
  const draft = join(folder, `.${randomUUID()}`);
  try {
    await writeFile(draft, bytes);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

function requireFileName(name: string): string {
  if (!/^[A-Za-z0-9_][A-Za-z0-9._-]{0,199}$/.test(name)) throw new Error(`Not a file name: ${JSON.stringify(name)}`);
  return name;
}
