// Shutdown of a server: health reports it first, visitors are served during the grace period, then it exits; a second
// signal ends it at once. Needs the built front end.
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { copyStartedFolder } from '../support/market-folder.ts';
import { freePort, runServer, type ServerRun, untilReady } from '../support/server-process.ts';

const LIMIT = 120_000;
let dataDir: string;
let port: string;
let url: string;
let server: ServerRun;
beforeAll(async () => {
  dataDir = await copyStartedFolder();
  port = await freePort();
  url = `http://127.0.0.1:${port}`;
}, LIMIT);
afterEach(async () => {
  server.child.kill('SIGKILL');
  await server.exitCode;
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function start(settings: Record<string, string>): Promise<void> {
  server = runServer({ PORT: port, DATA_DIR: dataDir, ...settings });
  await untilReady(server, url);
}

const health = () =>
  fetch(`${url}/api/health`, { headers: { connection: 'close' } }).then(async (answer) => ({
    status: answer.status,
    body: (await answer.json()) as { status?: string },
  }));

test('after SIGTERM health reports it, new and existing visitors are served meanwhile, and a second signal does not wait', {
  timeout: LIMIT,
}, async () => {
  await start({ STOP_GRACE_SECONDS: '100' });
  expect(await health()).toMatchObject({ status: 200, body: { status: 'ok' } });
  const known = new Agent({ keepAlive: true });
  const visit = async (path: string, agent: Agent | false) => {
    const [answer] = await once(request(`${url}${path}`, { agent }).end(), 'response');
    await once(answer.resume(), 'end');
    return [answer.statusCode, answer.headers.connection];
  };
  expect(await visit('/api/products', known)).toEqual([200, 'keep-alive']);

  server.child.kill('SIGTERM');
  await expect.poll(() => server.output(), { timeout: LIMIT }).toContain('SIGTERM');
  expect(await health()).toMatchObject({ status: 503, body: { status: 'stopping', '@type': 'hydra:Error' } });
  expect(await visit('/api/products', known)).toEqual([200, 'close']);
  expect(await visit('/', false)).toEqual([200, 'close']);
  expect(await visit('/no/such/page', false)).toEqual([404, 'close']);

  const pressing = setInterval(() => server.child.kill('SIGTERM'), 200);
  // Without a second signal it would exit with 0, and later.
  expect(await server.exitCode).toBe(143);
  clearInterval(pressing);
  expect(server.output()).toContain('second signal');
  known.destroy();
});

test('exits by itself after the grace period', { timeout: LIMIT }, async () => {
  await start({ STOP_GRACE_SECONDS: '1' });
  server.child.kill('SIGTERM');
  expect(await server.exitCode).toBe(0);
  expect(server.output()).toContain('fermeture dans 1 s');
});

test.each([
  ['two of one kind', ['SIGTERM', 'SIGTERM']],
  ['one of each', ['SIGTERM', 'SIGINT']],
] as const)(
  'signals during a start (%s) end it at once, and the next start works like the first',
  { timeout: LIMIT },
  async (_which, signals) => {
    const lock = join(dataDir, 'etal.lock');
    rmSync(lock, { force: true });
    server = runServer({ PORT: port, DATA_DIR: dataDir });
    await expect.poll(() => existsSync(lock), { timeout: LIMIT, interval: 5 }).toBe(true);
    for (const signal of signals) server.child.kill(signal);
    await server.exitCode;
    expect(signals).toContain(server.child.signalCode);
    expect(server.output()).toBe('');
    // Its lock file remains, and blocks nothing.
    expect(existsSync(lock)).toBe(true);
    await start({});
    server.child.kill('SIGINT');
    expect(await server.exitCode).toBe(0);
  },
);
