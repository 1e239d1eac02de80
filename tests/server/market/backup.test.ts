// Back-up and restore of the embedded database: what they refuse, and what a failure leaves.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '#server/db/client.ts';
import { users } from '#server/db/schema/accounts.ts';
import { orders } from '#server/db/schema/sales.ts';
import { backUp, restore } from '#server/market/backup.ts';
import { type Env, readEnv } from '#server/runtime/env.ts';
import { copyStartedFolder } from '../../support/market-folder.ts';

let folder: string;
let env: Env;
let database: OpenDatabase;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'etal-back-up-'));
  env = readEnv({ DATA_DIR: await copyStartedFolder() });
  database = await openDatabase(env);
});
afterEach(async () => {
  await database.close();
  for (const each of [folder, env.dataDir]) rmSync(each, { recursive: true, force: true });
});
const into = (name: string) => readEnv({ DATA_DIR: join(folder, name) });

test('an archive is for its owner only, and opens as a market', async () => {
  const file = join(folder, 'a.tar');
  for (const name of ['keys', 'outbox']) mkdirSync(join(env.dataDir, name));
  await backUp(file, database, env);
  expect(readdirSync(folder)).toEqual(['a.tar']);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const printed = await restore(file, into('new'));
  expect(printed[1]).toBe('Boutiques\u00a0: 0. Commandes\u00a0: 0.');
  expect(readdirSync(join(folder, 'new')).toSorted()).toEqual(['database', 'keys']);
});

test('a restore counts the orders that were placed, not the carts on their way', async () => {
  const file = join(folder, 'a.tar');
  const [person] = await database.db
    .insert(users)
    .values({ email: 'a@b.example', passwordHash: 'x', username: 'A' })
    .returning({ id: users.id });
  await database.db.insert(orders).values({ userId: person?.id ?? '' });
  await backUp(file, database, env);
  expect((await restore(file, into('new')))[1]).toBe('Boutiques\u00a0: 0. Commandes\u00a0: 0.');
});

test('nothing is written over, neither an archive nor a market', async () => {
  const file = join(folder, 'a.tar');
  await backUp(file, database, env);
  await expect(backUp(file, database, env)).rejects.toThrow(/existe déjà/);
  await expect(restore(file, env)).rejects.toThrow(/n’est pas vide/);
  expect(readdirSync(env.dataDir)).not.toContain('restored');
});

test('a back-up that fails leaves no file', async () => {
  rmSync(join(env.dataDir, 'database'), { recursive: true });
  await expect(backUp(join(folder, 'a.tar'), database, env)).rejects.toThrow(/tar a échoué/);
  expect(readdirSync(folder)).toEqual([]);
  mkdirSync(join(env.dataDir, 'database'));
});

test('a file that is no back-up, or half of one, leaves an empty folder', async () => {
  const file = join(folder, 'a.tar');
  const refusal = /a\.tar n’est pas une sauvegarde entière d’un marché\u00a0: essayez-en une autre\. tar a échoué/;
  writeFileSync(file, 'bonjour');
  await expect(restore(file, into('new'))).rejects.toThrow(refusal);
  rmSync(file);
  await backUp(file, database, env);
  truncateSync(file, statSync(file).size / 2);
  await expect(restore(file, into('new'))).rejects.toThrow(refusal);
  expect(readdirSync(join(folder, 'new'))).toEqual([]);
  await expect(restore(join(folder, 'none.tar'), into('new'))).rejects.toThrow(/n’existe pas/);
});

test('PostgreSQL is saved by its own tools', async () => {
  const onPostgres = readEnv({ DATA_DIR: join(folder, 'new'), DATABASE_URL: 'postgres://etal@127.0.0.1:1/etal' });
  const { paused: _, ...without } = database;
  await expect(backUp(join(folder, 'a.tar'), without, onPostgres)).rejects.toThrow(/docs\/deploy\.md/);
  await expect(restore(join(folder, 'a.tar'), onPostgres)).rejects.toThrow(/docs\/deploy\.md/);
  expect(existsSync(join(folder, 'new'))).toBe(false);
});
