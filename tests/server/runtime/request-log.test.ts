// What a log says of a request: one line, an id that its answer has too, and nothing about the person.
import { Writable } from 'node:stream';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { builtFolder } from '#server/build/build.ts';
import type { Env } from '#server/runtime/env.ts';
import { webApp } from '#server/web/web-app.ts';
import { makeUser } from '../../support/builders.ts';
import { DEMO_PASSWORD, send, startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let written = '';
let apps: FastifyInstance[] = [];
const stream = new Writable({
  write: (chunk, _encoding, done) => {
    written += chunk;
    done();
  },
});
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
});
afterEach(async () => {
  for (const app of apps) await app.close();
  apps = [];
  written = '';
});
afterAll(() => market.close());

async function started(level: string, settings: Partial<Env> = {}): Promise<FastifyInstance> {
  const { database } = market;
  const env: Env = { ...market.env, mode: 'production', ...settings };
  const app = await buildApp({ database, env, log: { level, stream } });
  await app.register(webApp, { folder: builtFolder });
  apps.push(app);
  return app;
}
type Line = Record<string, unknown>;
const lines = () =>
  written
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
const ofRequests = () => lines().filter(({ event }) => event === 'request');

test('each request is one line with method, pattern of its path, status and duration, from level info on', async () => {
  const app = await started('info');
  await send(app, 'GET', '/api/products?page=1');
  await send(app, 'GET', '/api/carts/5a4f1f0e-59c5-4b53-8c5c-0d9a2a4e7a11');
  await send(app, 'GET', '/api/nothing/at-all');
  await app.inject('/boutiques?texte=secret');
  const line = (path: string, status: number) =>
    expect.objectContaining({ level: 30, method: 'GET', path, status, ms: expect.any(Number) });
  expect(lines()).toEqual([
    line('/api/products', 200),
    line('/api/carts/:id', 404),
    line('none', 404),
    line('/boutiques', 200),
  ]);
  const quiet = await started('warn');
  written = '';
  await send(quiet, 'GET', '/api/products');
  expect(written).toBe('');
});

test('all lines of a request have the id that its answer gives back: of a failure, a security event, a task after it', async () => {
  const app = await started('info');
  await market.db.execute(sql`alter table categories rename to away`);
  const failed = await send(app, 'GET', '/api/categories');
  await market.db.execute(sql`alter table away rename to categories`);
  expect(failed.status).toBe(500);
  expect(lines().map(({ msg, requestId }) => [msg, requestId])).toEqual([
    ['request failed', failed.headers['x-request-id']],
    ['request', failed.headers['x-request-id']],
  ]);

  written = '';
  const refused = await send(app, 'POST', '/api/login_check', { body: { login: 'person@etal.test', password: 'x' } });
  expect(lines().map(({ event, requestId }) => [event, requestId])).toEqual([
    ['login-refused', refused.headers['x-request-id']],
    ['request', refused.headers['x-request-id']],
  ]);
  expect(refused.headers['x-request-id']).not.toBe(failed.headers['x-request-id']);
});

test('a file has no id: a first visit reads many', async () => {
  const app = await started('info');
  const file = await send(app, 'GET', '/media/images/none.webp');
  expect(file.headers['x-request-id']).toBeUndefined();
  expect(ofRequests()).toHaveLength(1);
});

test('the calls of a page have its id', async () => {
  const app = await started('debug');
  const page = await app.inject('/boutiques');
  const paths = ofRequests().map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['/boutiques', '/api/stores']));
  expect(new Set(ofRequests().map(({ requestId }) => requestId))).toEqual(new Set([page.headers['x-request-id']]));
});

test('an id is taken from a configured proxy only, and only if it looks like one', async () => {
  const asked = async (app: FastifyInstance, id: string) =>
    (await send(app, 'GET', '/api/health', { headers: { 'x-request-id': id } })).headers['x-request-id'];
  const ours = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
  expect(await asked(await started('warn'), 'from-a-visitor')).toMatch(ours);
  const behind = await started('warn', { trustedProxies: ['127.0.0.0/8'] });
  expect(await asked(behind, 'f3a9c1d2/7')).toBe('f3a9c1d2/7');
  for (const broken of ['a b', '{"level":60}', 'x'.repeat(129)]) expect(await asked(behind, broken)).toMatch(ours);
});

test.each(['info', 'trace'])(
  'no line contains a person’s address, search, cart, token or password (level %s)',
  async (level) => {
    const app = await started(level);
    const user = await makeUser(market.db, { email: `secrete.personne.${level}@etal.test` });
    const body = { login: user.email, password: DEMO_PASSWORD };
    const { token } = (await send<{ token: string }>(app, 'POST', '/api/login_check', { body })).body;
    const { id } = (await send<{ id: string }>(app, 'POST', '/api/carts', { token, body: {} })).body;
    const asked = [
      `/api/carts/${id}`,
      `/api/users/${user.id}`,
      '/api/search?q=Bourg-la-Reine',
      '/api/invitations/secret-of-an-invitation',
      '/nouveau-mot-de-passe?jeton=secret-of-a-mail',
      '/api/%zz?q=secret-of-a-broken-address',
    ];
    for (const path of asked) await send(app, 'GET', path, { token });
    expect(ofRequests().length).toBeGreaterThanOrEqual(asked.length);
    const log = lines().filter((line) => line.log !== 'security');
    for (const part of ['personne', DEMO_PASSWORD, 'eyJ', id, user.id, 'Bourg', 'secret', '127.0.0.1'])
      expect(JSON.stringify(log), part).not.toContain(part);
  },
);
