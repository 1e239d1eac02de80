// What an operator can read afterwards: who was refused and why, and never a secret.
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TokenPair } from '#contract/users.ts';
import { buildApp } from '#server/app.ts';
import { makeUser } from '../support/builders.ts';
import { DEMO_PASSWORD, send, startTestMarket, type TestMarket } from '../support/test-server.ts';

let market: TestMarket;
let app: FastifyInstance;
let written = '';
beforeAll(async () => {
  market = await startTestMarket();
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      written += chunk;
      done();
    },
  });
  app = await buildApp({
    database: market.database,
    env: market.env,
    log: { level: 'trace', stream },
    rateLimits: 'strict',
  });
});
afterAll(async () => {
  await app.close();
  await market.close();
});

const events = () =>
  written
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { event?: string }).event);

test('F43 · logins, refused logins, stolen sessions, refused roles and floods are logged, without password or token', async () => {
  const user = await makeUser(market.db);
  const logIn = (password: string) =>
    send<TokenPair>(app, 'POST', '/api/login_check', { body: { login: user.email, password } });
  const refresh = (refresh_token: string) =>
    send<TokenPair>(app, 'POST', '/api/token/refresh', { form: { refresh_token } });

  await logIn('Wrong-password-2026');
  const first = (await logIn(DEMO_PASSWORD)).body;
  const second = (await refresh(first.refresh_token)).body;
  await refresh(second.refresh_token);
  await refresh(first.refresh_token);
  await send(app, 'GET', '/api/stores/00000000-0000-4000-8000-000000000000', { token: first.token });
  for (let n = 0; n < 5; n += 1) await logIn('Wrong-password-2026');

  expect(events()).toEqual(
    expect.arrayContaining(['login-refused', 'login', 'refresh-reuse', 'refused', 'rate-limit']),
  );
  for (const secret of [
    'Wrong-password-2026',
    DEMO_PASSWORD,
    first.token,
    first.refresh_token,
    second.refresh_token,
    'eyJ',
  ]) {
    expect(written).not.toContain(secret);
  }
});
