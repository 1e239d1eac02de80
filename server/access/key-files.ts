// Files of secrets in a folder that only the server's user may look into: a numbered series of keys, of which the newest signs,
// and single secrets. Guarantee: a file is made once, by whichever process comes first, and whole; nothing writes over it.
import { randomUUID } from 'node:crypto';
import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Leaves a file that another process made first as it is. */
export function writeOnce(folder: string, name: string, content: string): void {
  const draft = join(folder, `.${randomUUID()}`);
  writeFileSync(draft, content, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, join(folder, name));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** What `name-1.json`, `name-2.json` … hold, newest first. */
export function readSeries(folder: string, name: string): unknown[] {
  const numberOf = (file: string) => Number(new RegExp(`^${name}-(\\d+)\\.json$`).exec(file)?.[1]);
  return readdirSync(folder)
    .filter((file) => Number.isInteger(numberOf(file)))
    .sort((a, b) => numberOf(b) - numberOf(a))
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')));
}
