// Things that cost seconds to make and are the same for a whole run: kept in node_modules/.cache, named by a hash of
// the sources they come from, and made once however many test processes ask at the same time.
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
 * @param make fills the folder it is given
 * @returns the folder, whole
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
