// Servers on one database start only with the same keys and files.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loadDownloadKeys } from '#server/access/download-keys.ts';
import { loadPushKeys } from '#server/access/push-keys.ts';
import { NotShared, requireSharedFolders } from '#server/access/shared-folders.ts';
import { marketMeta } from '#server/db/schema/safety.ts';
import { explainStartError } from '#server/process/start-errors.ts';
import type { Storage } from '#server/services/storage.ts';
import { createFileStorage } from '#server/services/storage-files.ts';
import { openTestDatabase, type TestDatabase } from '../../support/test-database.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await openTestDatabase('postgres', false);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.execute(sql`truncate market_meta`);
  folder = mkdtempSync(join(tmpdir(), 'etal-shared-'));
  return () => rmSync(folder, { recursive: true, force: true });
});

interface Folders {
  keys: string;
  storage: Storage;
}

/** Folders of a first start. */
function newFolders(name: string): Folders {
  const folders = { keys: join(folder, name, 'keys'), storage: createFileStorage(join(folder, name)) };
  loadDownloadKeys(folders.keys);
  loadPushKeys(folders.keys);
  return folders;
}
const copyOfKeys = (of: Folders): Folders => {
  const keys = join(folder, `copy-${Math.random()}`);
  cpSync(of.keys, keys, { recursive: true });
  return { keys, storage: of.storage };
};
const start = (folders: Folders) => requireSharedFolders(database.db, folders);
const refusal = (folders: Folders) =>
  start(folders).then(
    () => null,
    (error: unknown) => {
      expect(error).toBeInstanceOf(NotShared);
      return explainStartError(error, null);
    },
  );

test('a server with the same keys and pictures starts, and starts again', async () => {
  const first = newFolders('first');
  for (const folders of [first, first, copyOfKeys(first)]) expect(await refusal(folders)).toBeNull();
});

test('a server with other keys or an own storage is refused in one sentence, and changes nothing', async () => {
  const [first, other] = [newFolders('first'), newFolders('other')];
  await start(first);
  expect(await refusal({ ...first, keys: other.keys })).toMatch(
    /^Les serveurs d’une même base .* les clés \(download-1\.json, push-1\.json dans .*other.keys\) de celui-ci diffèrent/,
  );
  expect(await refusal({ ...first, storage: other.storage })).toMatch(
    / mais les images et fichiers \(.*other\) de celui-ci/,
  );
  expect(await refusal(first)).toBeNull();
});

test('of two servers with different folders that start for the first time together one starts', async () => {
  const tried = await Promise.all(['first', 'other'].map((name) => refusal(newFolders(name))));
  expect(tried.filter((sentence) => sentence === null)).toHaveLength(1);
});

test('a newer key is added at one server, required of the others, and replaces an older one', async () => {
  const first = newFolders('first');
  await start(first);
  const outdated = copyOfKeys(first);
  writeFileSync(join(first.keys, 'download-2.json'), '{"secret":"new"}');
  expect(await refusal(first)).toBeNull();
  expect(await refusal(outdated)).toContain('download-2.json');
  rmSync(join(first.keys, 'download-1.json'));
  expect(await refusal(first)).toBeNull();
});

test('the database contains no key', async () => {
  await start(newFolders('first'));
  const [row] = await database.db.select().from(marketMeta);
  const values = Object.values(JSON.parse(row?.value ?? '{}'));
  expect(values).toHaveLength(3);
  for (const value of values) expect(value).toMatch(/^[\w-]{43}$/);
});
