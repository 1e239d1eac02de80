// Cache of results that take seconds and are equal for a whole run: stored in node_modules/.cache under a hash of their
// sources, and made once for any number of parallel test processes.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lock } from '#server/runtime/process-lock.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const cacheFolder = join(root, 'node_modules/.cache/etal-tests');

/** @param folders relative to the project */
export function hashOfSources(folders: string[]): string {
  const hash = createHash('sha256');
  for (const folder of folders) {
    const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((each) => /\.(ts|sql|yaml|md|pdf|webp)$/.test(each)).sort()) {
      hash.update(name).update(readFileSync(join(root, folder, name)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

/**
 * @param name of a folder in the cache
 * @param make fills the given folder
 * @returns the completed folder
 */
export async function cached(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const target = join(cacheFolder, name);
  mkdirSync(cacheFolder, { recursive: true });
  if (existsSync(target)) return target;
  const unlock = await lock(`${target}.lock`, () => {});
  try {
    if (existsSync(target)) return target;
    const draft = `${target}.draft`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft);
    await make(draft);
    renameSync(draft, target);
    return target;
  } finally {
    unlock();
  }
}
