// Stores files: sizes of pictures, served to everyone under /media/images/, and private files (originals of pictures, digital
// products), never served by a path.
// Guarantees: a file is whole or absent; a name never leaves its folder; a picture's content never changes under its
// name, so browsers may keep it for ever.
import { randomUUID } from 'node:crypto';
import { access, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { privateFolder } from '../runtime/private-folder.ts';

export interface StoredFile {
  name: string;
  /** Or touched. */
  writtenAt: Date;
}

export interface Storage {
  /** Absolute folder of the pictures. */
  readonly imagesFolder: string;
  /** @param name such as 'tomme-3f2a-480_inset.webp' */
  putImage(name: string, bytes: Uint8Array): Promise<void>;
  hasImage(name: string): Promise<boolean>;
  /** Bytes; null when there is none. */
  imageSize(name: string): Promise<number | null>;
  removeImage(name: string): Promise<void>;
  listImages(): Promise<StoredFile[]>;
  /** Path of a picture on the site. */
  imagePath(name: string): string;
  putFile(name: string, bytes: Uint8Array): Promise<void>;
  hasFile(name: string): Promise<boolean>;
  /** Bytes; null when there is none. */
  fileSize(name: string): Promise<number | null>;
  removeFile(name: string): Promise<void>;
  /** Makes a file as young as one written now. @returns false when there is none */
  touchFile(name: string): Promise<boolean>;
  listFiles(): Promise<StoredFile[]>;
  /** When it was last written; null when there is none. */
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
    putImage: (name, bytes) => put(imagesFolder, name, bytes),
    hasImage: (name) => isThere(join(imagesFolder, safe(name))),
    imageSize: (name) => sizeOf(join(imagesFolder, safe(name))),
    removeImage: (name) => rm(join(imagesFolder, safe(name)), { force: true }),
    listImages: () => list(imagesFolder),
    imagePath: (name) => `${IMAGES_PREFIX}${safe(name)}`,
    putFile: (name, bytes) => put(filesFolder, name, bytes),
    hasFile: (name) => isThere(join(filesFolder, safe(name))),
    fileSize: (name) => sizeOf(join(filesFolder, safe(name))),
    removeFile: (name) => rm(join(filesFolder, safe(name)), { force: true }),
    touchFile: (name) => {
      const now = new Date();
      return utimes(join(filesFolder, safe(name)), now, now).then(
        () => true,
        () => false,
      );
    },
    listFiles: () => list(filesFolder),
    fileWrittenAt: (name) =>
      stat(join(filesFolder, safe(name))).then(
        ({ mtime }) => mtime,
        () => null,
      ),
    readFile: (name) => readFile(join(filesFolder, safe(name))),
  };
}

async function list(folder: string): Promise<StoredFile[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
  const files = names.map(async (name) => {
    const { mtime } = await stat(join(folder, name));
    return { name, writtenAt: mtime };
  });
  return Promise.all(files);
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const sizeOf = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ size }) => size,
    () => null,
  );

async function put(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const target = join(folder, safe(name));
  const draft = join(folder, `.${randomUUID()}`);
  try {
    await writeFile(draft, bytes);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

function safe(name: string): string {
  if (!/^[A-Za-z0-9_][A-Za-z0-9._-]{0,199}$/.test(name)) throw new Error(`Not a file name: ${JSON.stringify(name)}`);
  return name;
}
