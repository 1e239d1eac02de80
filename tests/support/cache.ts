// Things that cost seconds to make and are the same for a whole run: kept in node_modules/.cache, named by a hash of
// the sources they come from, and made once however many test processes ask at the same time.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

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

/** Milliseconds after which a maker is taken for dead. */
const PATIENCE = 180_000;

/**
 * @param name of a folder in the cache
 * @param make fills the folder it is given
 * @returns the folder, whole
 */
export async function cached(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const target = join(cacheFolder, name);
  const lock = `${target}.lock`;
  mkdirSync(cacheFolder, { recursive: true });
  while (!existsSync(target)) {
    if (!claim(lock)) {
      await pause(100);
      continue;
    }
    const draft = `${target}.draft`;
    try {
      if (existsSync(target)) break;
      rmSync(draft, { recursive: true, force: true });
      mkdirSync(draft);
      await make(draft);
      renameSync(draft, target);
    } finally {
      rmSync(lock, { recursive: true, force: true });
    }
  }
  return target;
}

function claim(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    if (existsSync(lock) && ageOf(lock) > PATIENCE) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}

/** By the clock that dates files: that of the process may be set elsewhere. */
function ageOf(file: string): number {
  const probe = mkdtempSync(join(cacheFolder, 'now-'));
  try {
    return statSync(probe).mtimeMs - statSync(file).mtimeMs;
  } finally {
    rmSync(probe, { recursive: true });
  }
}
