// `npm start` as a separate process: its output and its end. Needs the built front end.
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#server/access/demo-accounts.ts';
import { hashPassword } from '#server/access/passwords.ts';
import { openDatabase } from '#server/db/client.ts';
import { users } from '#server/db/schema/accounts.ts';
import { readEnv } from '#server/runtime/env.ts';
import { copyStartedFolder } from '../support/market-folder.ts';
import { freePort, runServer, type ServerRun, untilReady } from '../support/server-process.ts';

const LIMIT = 300_000;

describe('npm start', { timeout: LIMIT }, () => {
  let dataDir: string;
  let port: string;
  let url: string;
  let server: ServerRun;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'etal-start-'));
    port = await freePort();
    url = `http://127.0.0.1:${port}`;
    server = runServer({ PORT: port, DATA_DIR: dataDir });
    await untilReady(server, url);
  }, LIMIT);
  afterAll(async () => {
    server.child.kill('SIGKILL');
    await server.exitCode;
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('serves the site and the API at the address it prints', async () => {
    expect(server.output()).toContain(url);
    expect(server.output()).toMatch(/Paiements en ligne\s: non proposés/);
    expect(server.output()).not.toContain('démonstration');
    const page = await fetch(url);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain('<html');
    const list = await fetch(`${url}/api/products`);
    expect(list.headers.get('content-type')).toContain('application/ld+json');
    expect((await fetch(`${url}/no/such/page`)).status).toBe(404);
    expect((await fetch(`${url}/api/no-such-call`)).headers.get('content-type')).toContain('application/ld+json');
  });

  test.runIf(existsSync('/proc/self/maps'))('loads no build tools while it serves', () => {
    const loaded = readFileSync(`/proc/${server.child.pid}/maps`, 'utf8');
    expect(loaded).toMatch(/argon2/);
    expect(loaded).not.toMatch(/rolldown|lightningcss/);
  });

  test('F67 · a second process on the same folder is refused with a reason, and the first continues', async () => {
    const second = runServer({ PORT: await freePort(), DATA_DIR: dataDir });
    expect(await second.exitCode).toBe(1);
    expect(second.output()).toMatch(/Un autre serveur Étal \(processus \d+\) se sert déjà de/);
    expect((await fetch(`${url}/api/health`)).status).toBe(200);
  });

  test('lists every invalid setting, and starts nothing', async () => {
    const elsewhere = join(dataDir, 'elsewhere');
    const wrong = runServer({ PORT: 'http', DEMO: 'yes', DATA_DIR: elsewhere });
    expect(await wrong.exitCode).toBe(1);
    expect(wrong.output()).toMatch(/PORT attend [\s\S]*DEMO attend /);
    expect(wrong.output()).not.toMatch(/^\s+at /m);
    expect(existsSync(elsewhere)).toBe(false);
  });

  test.each([
    ['a database that nobody serves', { DATABASE_URL: 'postgres://etal:secret@127.0.0.1:1/etal' }, /ne répond pas/],
    ['a folder that is a file', { DATA_DIR: fileURLToPath(import.meta.url) }, /DATA_DIR .* est un fichier/],
  ])('reports in one sentence that it cannot use %s', async (_what, settings, sentence) => {
    const wrong = runServer({ PORT: await freePort(), DATA_DIR: join(dataDir, 'elsewhere'), ...settings });
    expect(await wrong.exitCode).toBe(1);
    expect(wrong.output().trim()).toMatch(sentence);
    expect(wrong.output().trim()).not.toMatch(/\n|secret/);
  });

  test('reports a port in use', async () => {
    const own = await copyStartedFolder();
    const late = runServer({ PORT: port, DATA_DIR: own });
    expect(await late.exitCode).toBe(1);
    expect(late.output()).toMatch(/Le port \d+ est déjà pris/);
    rmSync(own, { recursive: true, force: true });
  });

  test('on SIGTERM finishes the current request, closes and exits 0; the next start finds the write', async () => {
    const email = 'derniere@etal.test';
    const body = JSON.stringify({ email, plainPassword: 'un mot de passe' });
    const headers = {
      'content-type': 'application/ld+json',
      'content-length': Buffer.byteLength(body),
      // With this header the server confirms the start of the request.
      expect: '100-continue',
    };
    const half = request(`${url}/api/users`, { method: 'POST', headers });
    const answered = once(half, 'response');
    half.flushHeaders();
    await once(half, 'continue');
    half.write(body.slice(0, 10));
    server.child.kill('SIGTERM');
    await expect.poll(() => server.output()).toContain('SIGTERM');
    half.end(body.slice(10));
    const [response] = await answered;
    expect(response.statusCode).toBe(201);
    expect(await server.exitCode).toBe(0);
    expect(existsSync(join(dataDir, 'etal.lock'))).toBe(false);

    server = runServer({ PORT: port, DATA_DIR: dataDir });
    await untilReady(server, url);
    const login = await fetch(`${url}/api/login_check`, {
      method: 'POST',
      headers: { 'content-type': 'application/ld+json' },
      body: JSON.stringify({ login: email, password: 'un mot de passe' }),
    });
    expect(login.status).toBe(200);
  });

  test('after a crash restarts on the same folder', async () => {
    server.child.kill('SIGKILL');
    await server.exitCode;
    expect(existsSync(join(dataDir, 'etal.lock'))).toBe(true);
    server = runServer({ PORT: port, DATA_DIR: dataDir });
    await untilReady(server, url);
    expect((await fetch(`${url}/api/health`)).status).toBe(200);
  });
});

test('without the demo, a database of the demonstration market is refused: its passwords are published', {
  timeout: LIMIT,
}, async () => {
  const folder = await copyStartedFolder();
  const database = await openDatabase(readEnv({ DATA_DIR: folder }));
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const account = (email: string) => ({ email, username: email, passwordHash });
  await database.db.insert(users).values([account('admin@etal.test'), account('fromagerie@etal.test')]);
  await database.close();
  const run = runServer({ PORT: await freePort(), DATA_DIR: folder, DEMO: '0' });
  expect(await run.exitCode).toBe(1);
  expect(run.output()).toMatch(/DEMO=0, mais[\s\S]* 2 de ses comptes ont un mot de passe public/);
  expect(run.output()).not.toMatch(/^\s+at /m);
  rmSync(folder, { recursive: true, force: true });
});

test('killed while the market is being filled, it leaves no process that locks the folder', {
  timeout: LIMIT,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'etal-start-'));
  const run = runServer({ PORT: await freePort(), DATA_DIR: folder, DEMO: '1' });
  await expect.poll(() => run.output(), { timeout: LIMIT }).toContain('Remplissage');
  const { pid } = JSON.parse(readFileSync(join(folder, 'etal.lock'), 'utf8')) as { pid: number };
  expect(pid).not.toBe(run.child.pid);
  run.child.kill('SIGKILL');
  await run.exitCode;
  await expect.poll(() => isRunning(pid), { timeout: LIMIT }).toBe(false);
  rmSync(folder, { recursive: true, force: true });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
