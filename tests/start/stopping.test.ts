// How a market ends: health says so first, whoever comes is still served, what runs is finished, and nobody who connected
// is cut off; who asks twice does not wait. Needs the built front end.
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { SAME_WISH } from '#server/process/signals.ts';
import { freshConnections } from '../support/fresh-connections.ts';
import { startedFolder } from '../support/market-folder.ts';
import { freePort, runServer, type ServerRun, untilReady } from '../support/server-process.ts';

const LIMIT = 120_000;
/** Seconds. */
const GRACE = 100;
/** Long enough that a slow machine, too, serves some hundred meanwhile. */
const LOADED_GRACE = 5;
let dataDir: string;
let port: string;
let url: string;
let server: ServerRun;
beforeAll(async () => {
  dataDir = await startedFolder();
  port = await freePort();
  url = `http://127.0.0.1:${port}`;
}, LIMIT);
afterEach(async () => {
  server.child.kill('SIGKILL');
  await server.ended;
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function start(settings: Record<string, string>): Promise<void> {
  server = runServer({ PORT: port, DATA_DIR: dataDir, ...settings });
  await untilReady(server, url);
}

const health = () =>
  fetch(`${url}/api/health`, { headers: { connection: 'close' } }).then(async (answer) => ({
    status: answer.status,
    said: (await answer.json()) as { status?: string },
  }));

test('under load SIGTERM cuts nobody off: health says so first, all are served until it listens no more', {
  timeout: LIMIT,
}, async () => {
  await start({ STOP_GRACE_SECONDS: String(LOADED_GRACE) });
  expect(await health()).toMatchObject({ status: 200, said: { status: 'ok' } });
  const agent = new Agent({ keepAlive: true });
  const kept = async () => {
    const asked = request(`${url}/api/products`, { agent }).end();
    const [answer] = await once(asked, 'response');
    await once(answer.resume(), 'end');
    return answer.headers.connection;
  };
  expect(await kept()).toBe('keep-alive');
  const visitors = freshConnections(url, ['/', '/api/products', '/no/such/page', '/api/categories'], 40);
  await expect.poll(() => visitors.visits.length, { timeout: LIMIT }).toBeGreaterThan(200);

  const listensUntil = performance.now() + 1000 * LOADED_GRACE - 100;
  server.child.kill('SIGTERM');
  await expect.poll(() => server.said(), { timeout: LIMIT }).toContain('SIGTERM');
  const told = performance.now();
  const stopping = await health();
  expect(stopping.status).toBe(503);
  expect(stopping.said).toMatchObject({ status: 'stopping', '@type': 'hydra:Error' });
  // A connection that is kept is not kept any longer.
  expect(await kept()).toBe('close');

  expect(await server.ended).toBe(0);
  await visitors.leave();
  agent.destroy();
  const served = visitors.visits.filter(({ outcome }) => typeof outcome === 'number');
  // Whose handshake was under way in the very moment in which it stopped listening: nobody but the system knows of them.
  const inThatMoment = visitors.visits.filter(({ outcome, at }) => outcome === 'ECONNRESET' && at > listensUntil);
  expect(inThatMoment.length).toBeLessThanOrEqual(1);
  const others = visitors.visits.filter((visit) => !inThatMoment.includes(visit));
  expect(new Set(others.map(({ outcome }) => outcome))).toEqual(new Set([200, 404, 'ECONNREFUSED']));
  const after = served.filter(({ at }) => at > told);
  expect(after.length).toBeGreaterThan(100);
  expect(new Set(after.map(({ connection }) => connection))).toEqual(new Set(['close']));
  const refused = visitors.visits.filter(({ outcome }) => outcome === 'ECONNREFUSED').map(({ at }) => at);
  expect(Math.min(...refused)).toBeGreaterThan(listensUntil);
});

test('who asks a second time does not wait, and one wish that arrives twice is not a second time', {
  timeout: LIMIT,
}, async () => {
  await start({ STOP_GRACE_SECONDS: String(GRACE) });
  const half = request(`${url}/api/users`, {
    method: 'POST',
    headers: { expect: '100-continue', 'content-length': 9 },
  });
  half.on('error', () => {});
  half.flushHeaders();
  await once(half, 'continue');
  const asked = performance.now();
  server.child.kill('SIGTERM');
  await expect.poll(() => server.said(), { timeout: LIMIT }).toContain('fermeture');
  expect((await health()).said.status).toBe('stopping');
  const pressing = setInterval(() => server.child.kill('SIGTERM'), 200);
  expect(await server.ended).toBe(143);
  clearInterval(pressing);
  const took = performance.now() - asked;
  expect(took).toBeGreaterThan(SAME_WISH);
  expect(took).toBeLessThan(GRACE * 1000);
  expect(server.said()).toContain('second signal');
});

test.each([
  ['two of one kind', ['SIGTERM', 'SIGTERM']],
  ['one of each', ['SIGTERM', 'SIGINT']],
] as const)(
  'signals that come while it still starts (%s) end it at once, and the next start is as the first',
  { timeout: LIMIT },
  async (_which, signals) => {
    const lock = join(dataDir, 'etal.lock');
    rmSync(lock, { force: true });
    server = runServer({ PORT: port, DATA_DIR: dataDir });
    await expect.poll(() => existsSync(lock), { timeout: LIMIT, interval: 5 }).toBe(true);
    for (const signal of signals) server.child.kill(signal);
    await server.ended;
    expect(signals).toContain(server.child.signalCode);
    expect(server.said()).toBe('');
    // Its lock is left behind, and keeps nobody out.
    expect(existsSync(lock)).toBe(true);
    await start({});
    server.child.kill('SIGINT');
    expect(await server.ended).toBe(0);
  },
);
