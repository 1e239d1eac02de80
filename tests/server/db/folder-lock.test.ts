import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, isDatabaseMissing, openDatabase } from '#server/db/client.ts';
import { FolderInUse, lockFolder } from '#server/db/folder-lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'etal-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const lock = () => join(folder, 'etal.lock');

/** Takes the folder, whoever's lock lies there: the lock is then this process's, and gone once it is given back. */
function takeOver(): void {
  const unlock = lockFolder(folder);
  expect(JSON.parse(readFileSync(lock(), 'utf8'))).toMatchObject({ pid: process.pid });
  unlock();
  expect(readdirSync(folder)).toEqual([]);
}

describe('the lock of a folder', () => {
  test('keeps a second owner out, in the same process too, and is released', () => {
    const unlock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(FolderInUse);
    unlock();
    expect(existsSync(lock())).toBe(false);
    lockFolder(folder)();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('F67 · is never taken over from a living process, and names it', async () => {
    const other = spawn('sleep', ['60']);
    await once(other, 'spawn');
    writeFileSync(lock(), JSON.stringify({ pid: other.pid, started: '' }));
    expect(() => lockFolder(folder)).toThrow(`processus ${other.pid}`);
    other.kill();
    await once(other, 'exit');
    takeOver();
  });

  test('is taken over from a dead process, and from a reused process id', () => {
    writeFileSync(lock(), JSON.stringify({ pid: 2 ** 22 - 3, started: '1' }));
    takeOver();
    writeFileSync(lock(), JSON.stringify({ pid: process.ppid, started: 'long ago' }));
    takeOver();
  });

  test('that was left unreadable is taken over', () => {
    writeFileSync(lock(), '{"pid":');
    takeOver();
  });
});

describe('the database in a folder', () => {
  test('keeps its data, removes the remains of an interrupted first start, and allows one process at a time', async () => {
    const leftover = join(folder, 'database.new-1');
    writeFileSync(leftover, 'half');
    const first = await openDatabase({ dataDir: folder });
    expect(existsSync(leftover)).toBe(false);
    expect(first.kind).toBe('pglite');
    await expect(openDatabase({ dataDir: folder })).rejects.toThrow(FolderInUse);
    const { configurations } = await import('#server/db/schema/content.ts');
    await first.db.insert(configurations).values({ key: 'siteName', value: 'Étal' });
    await first.close();
    const second = await openDatabase({ dataDir: folder });
    expect(await second.db.query.configurations.findMany({ columns: { value: true } })).toEqual([{ value: 'Étal' }]);
    await second.close();
    expect(readdirSync(folder)).toEqual(['database']);
  });

  test('is created with its content or not at all', async () => {
    const fill = (value: string) =>
      createDatabase(
        folder,
        async ({ db }) => {
          const { configurations } = await import('#server/db/schema/content.ts');
          await db.insert(configurations).values({ key: 'siteName', value });
          if (value === 'half') throw new Error('cut');
        },
        () => expect.unreachable(),
      );
    await expect(fill('half')).rejects.toThrow('cut');
    expect(isDatabaseMissing({ dataDir: folder })).toBe(true);
    await fill('whole');
    // It is there: nothing is filled twice.
    await fill('again');
    expect(readdirSync(folder)).toEqual(['database']);
    const database = await openDatabase({ dataDir: folder });
    expect(await database.db.query.configurations.findMany({ columns: { value: true } })).toEqual([{ value: 'whole' }]);
    await database.close();
  });
});
