// Storage in folders of this machine, or of a file system that several share.
import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { privateFolder } from '../runtime/private-folder.ts';
import { type FileFolder, folderNames, requireFileName, type Storage, type StoredFile } from './storage.ts';

export function createFileStorage(dataDir: string): Storage {
  const paths = folderNames.map((name) => join(dataDir, name));
  for (const path of [dataDir, ...paths]) privateFolder(path);
  const folder = (name: (typeof folderNames)[number]) => createFolder(join(dataDir, name));
  return {
    place: dataDir,
    images: folder('images'),
    files: folder('files'),
    assets: folder('assets'),
    check: async () => {},
  };
}

function createFolder(folder: string): FileFolder {
  const pathOf = (name: string) => join(folder, requireFileName(name));
  const find = (name: string): Promise<StoredFile | null> =>
    stat(pathOf(name)).then(({ size, mtime }) => ({ name, size, writtenAt: mtime }), nullIfMissing);
  return {
    put: async (name, bytes) => writeAtomically(folder, pathOf(name), bytes),
    read: async (name) => readFile(pathOf(name)).catch(nullIfMissing),
    find: async (name) => find(name),
    touch: async (name) => {
      const now = new Date();
      return (await utimes(pathOf(name), now, now).then(() => true, nullIfMissing)) ?? false;
    },
    remove: async (name) => rm(pathOf(name), { force: true }),
    list: async () => {
      const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
      // Another process may delete one meanwhile.
      return (await Promise.all(names.map(find))).filter((file) => file !== null);
    },
  };
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}

async function writeAtomically(folder: string, target: string, bytes: Uint8Array): Promise<void> {
  const draft = join(folder, `.${randomUUID()}`);
  try {
    await writeFile(draft, bytes);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
