// Key files: numbered series of keys, the newest of which signs, and single secrets, in a folder readable by the
// server's user only.
// Guarantee: a file is created atomically by the first process and never overwritten.
import { randomUUID } from 'node:crypto';
import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Keeps an existing file of another process. */
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

/** Content of `name-1.json`, `name-2.json` …, newest first. */
export function readSeries(folder: string, name: string): unknown[] {
  const numberOf = (file: string) => Number(new RegExp(`^${name}-(\\d+)\\.json$`).exec(file)?.[1]);
  return readdirSync(folder)
    .filter((file) => Number.isInteger(numberOf(file)))
    .sort((a, b) => numberOf(b) - numberOf(a))
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')));
}
