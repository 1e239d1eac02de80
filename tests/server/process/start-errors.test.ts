// What a person at the terminal can mend is said in one sentence that names the setting: no stack, no password.
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '#server/db/client.ts';
import { migrateSchema } from '#server/db/migrations.ts';
import { explainStartError } from '#server/process/start-errors.ts';
import { readEnv } from '#server/runtime/env.ts';
import { privateFolder } from '#server/runtime/private-folder.ts';
import { createMailer } from '#server/services/mail.ts';
import { createFileStorage } from '#server/services/storage-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'etal-refusals-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const failureOf = async (work: () => unknown): Promise<unknown> => {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail.');
};

/** One sentence, and nothing that was secret. */
function sentence(error: unknown, settings: Record<string, string> = {}): string {
  const text = explainStartError(error, readEnv(settings));
  expect(text).not.toMatch(/\n|^\s*at |secret/);
  expect(text).toMatch(/\.$/);
  return text;
}

describe('a database', () => {
  const opening = async (databaseUrl: string) =>
    sentence(await failureOf(() => openDatabase({ databaseUrl })), { DATABASE_URL: databaseUrl });

  /** Answers whoever connects as PostgreSQL does when it refuses. */
  async function refusing(code: string): Promise<{ url: string; close(): void }> {
    const fields = ['SFATAL', 'VFATAL', `C${code}`, 'Mno', ''].join('\0');
    const body = Buffer.from(`${fields}\0`);
    const head = Buffer.alloc(5);
    head.write('E');
    head.writeInt32BE(body.length + 4, 1);
    const server = createServer((socket) => socket.once('data', () => socket.end(Buffer.concat([head, body]))));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return { url: `postgres://etal:secret@127.0.0.1:${port}/marche`, close: () => server.close() };
  }

  test('without a server', async () => {
    const { url, close } = await refusing('none');
    close();
    expect(await opening(url)).toMatch(
      /^La base de données ne répond pas à l’adresse 127\.0\.0\.1:\d+ \(ECONNREFUSED\)/,
    );
  });

  test.each([
    ['28P01', /refuse l’utilisateur « etal » ou son mot de passe : corrigez DATABASE_URL/],
    ['28000', /refuse l’utilisateur « etal »/],
    ['3D000', /« marche » n’existe pas/],
    ['57P03', /ne prend pas de connexion pour le moment/],
    ['53300', /ne prend pas de connexion pour le moment/],
  ])('that refuses with %s', async (code, text) => {
    const { url, close } = await refusing(code);
    expect(await opening(url)).toMatch(text);
    close();
  });

  test('that accepts the connection without an answer', async () => {
    const server = createServer(() => {}).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await opening(`postgres://etal:secret@127.0.0.1:${port}/marche`)).toMatch(/ne répond pas à l’adresse/);
    server.close();
  });

  test('that another set of migrations made, in a folder or elsewhere', async () => {
    const dataDir = join(folder, 'data');
    const database = await openDatabase({ dataDir });
    await database.db.execute(sql`update drizzle.__drizzle_migrations set created_at = 1`);
    await database.close();
    const error = await failureOf(() => openDatabase({ dataDir }));
    expect(sentence(error)).toMatch(
      /^La base de données vient d’une version d’Étal que celle-ci ne sait pas mettre à jour/,
    );
  });

  test('of a newer version, whose migrations do not run', async () => {
    const { db, close } = await openDatabase({ memory: true });
    await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at)
      select 'newer', max(created_at) + 1 from drizzle.__drizzle_migrations`);
    const migrate = vi.fn(async () => {});
    const error = await failureOf(() => migrateSchema(db as never, migrate));
    expect(sentence(error)).toMatch(/^La base de données vient d’une version plus récente d’Étal/);
    expect(migrate).not.toHaveBeenCalled();
    await close();
  });
});

describe('an address to listen on', () => {
  const listening = async (host: string, port = 0) => {
    const server = createServer();
    server.listen(port, host);
    const [error] = await once(server, 'error').catch((failure) => [failure]);
    return error;
  };

  test('that is not of this machine', async () => {
    const HOST = '203.0.113.7';
    expect(sentence(await listening(HOST), { HOST })).toMatch(/^L’adresse 203\.0\.113\.7 n’est pas .* corrigez HOST/);
  });

  test('that is no name, also beside a database elsewhere', () => {
    const error = Object.assign(new Error('getaddrinfo'), {
      code: 'ENOTFOUND',
      syscall: 'getaddrinfo',
      hostname: 'ici',
    });
    expect(sentence(error, { HOST: 'ici', DATABASE_URL: 'postgres://db/etal' })).toMatch(/corrigez HOST/);
  });

  test('whose port is in use', async () => {
    const first = createServer().listen(0, '127.0.0.1');
    await once(first, 'listening');
    const { port } = first.address() as AddressInfo;
    const error = await listening('127.0.0.1', port);
    const said = `Le port ${port} est déjà pris\u00a0: choisissez-en un autre avec`;
    expect(sentence(error)).toBe(`${said} PORT.`);
    expect(sentence(error, { METRICS_PORT: String(port) })).toBe(`${said} METRICS_PORT.`);
    first.close();
  });
});

describe('a folder', () => {
  test('that is a file, or lies in one', async () => {
    const file = join(folder, 'fichier');
    writeFileSync(file, '');
    for (const DATA_DIR of [file, join(file, 'data')]) {
      const error = await failureOf(() => privateFolder(DATA_DIR));
      expect(sentence(error, { DATA_DIR })).toMatch(/^DATA_DIR \(.*\) est un fichier, ou passe par un fichier/);
    }
  });

  test('without write access', () => {
    const path = join(folder, 'data');
    const error = Object.assign(new Error('denied'), { code: 'EACCES', syscall: 'mkdir', path });
    expect(sentence(error, { DATA_DIR: path })).toMatch(/n’est pas accessible en écriture : .* DATA_DIR/);
  });

  test('on a full disk, whichever part reports it', () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      syscall: 'write',
    });
    const database = Object.assign(new Error('could not extend file'), { code: '53100' });
    const embedded = { name: 'ErrnoError', errno: 51 };
    for (const error of [full, embedded, database, new Error('query failed', { cause: database })]) {
      expect(sentence(error, { DATA_DIR: folder })).toMatch(/^Le disque est plein : .* relancez\.$/);
    }
  });

  test('on a disk that was full before, so that the embedded database cannot even begin', () => {
    const broken = new Error('PGlite failed to initialize properly');
    const full = { bavail: 12, bsize: 4096 };
    expect(explainStartError(broken, readEnv({ DATA_DIR: folder }), () => full)).toMatch(
      /^Le disque est plein : .* relancez\.$/,
    );
    expect(explainStartError(broken, readEnv({ DATA_DIR: folder }))).toContain('PGlite failed to initialize');
    const elsewhere = readEnv({ DATA_DIR: folder, DATABASE_URL: 'postgres://127.0.0.1/etal' });
    expect(explainStartError(new Error('Something else'), elsewhere, () => full)).toContain('Something else');
  });

  const modeOf = (path: string) => statSync(path).mode & 0o777;

  test('of the market is for the server alone, the mails in it too, those that stood open before included', () => {
    const dataDir = join(folder, 'data');
    mkdirSync(join(dataDir, 'outbox'), { recursive: true });
    chmodSync(dataDir, 0o755);
    chmodSync(join(dataDir, 'outbox'), 0o755);
    createFileStorage(dataDir);
    createMailer(readEnv({ DATA_DIR: dataDir }));
    expect(modeOf(dataDir)).toBe(0o700);
    expect(modeOf(join(dataDir, 'outbox'))).toBe(0o700);
    const fresh = join(folder, 'fresh');
    createMailer(readEnv({ DATA_DIR: fresh }));
    expect(modeOf(fresh)).toBe(0o700);
    expect(modeOf(join(fresh, 'outbox'))).toBe(0o700);
  });

  test('that many share stays as it is', () => {
    const shared = join(folder, 'shared');
    mkdirSync(shared);
    chmodSync(shared, 0o1777);
    privateFolder(shared);
    expect(modeOf(shared)).toBe(0o777);
  });
});
