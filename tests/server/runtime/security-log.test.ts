// What an operator can read afterwards: who was refused and why, and never a secret.
import { Writable } from 'node:stream';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TokenPair } from '#contract/account/users.ts';
import { buildApp } from '#server/app.ts';
import type { Env } from '#server/runtime/env.ts';
import { formatError, levelOf, serializeError } from '#server/runtime/log.ts';
import type { MailMessage } from '#server/services/mail.ts';
import { makeUser } from '../../support/builders.ts';
import { DEMO_PASSWORD, send, startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let app: FastifyInstance;
let written = '';
const stream = new Writable({
  write: (chunk, _encoding, done) => {
    written += chunk;
    done();
  },
});
/** Fails as a mail server does that knows the address and says so. */
const mail = {
  send: async ({ to }: MailMessage) => {
    const smtpMessage = `Can't send mail - all recipients were rejected: 550 <${to}> unknown`;
    throw Object.assign(new Error(smtpMessage), {
      code: 'EENVELOPE',
      responseCode: 550,
      response: smtpMessage,
      rejected: [to],
    });
  },
  close: () => {},
};
const started = async (level: string, settings: Partial<Env> = {}) => {
  const { database, env } = market;
  return buildApp({
    database,
    env: { ...env, mode: 'production', ...settings },
    log: { level, stream },
    rateLimits: 'strict',
    mail,
  });
};
beforeAll(async () => {
  market = await startTestMarket();
  app = await started(levelOf('production'));
});
beforeEach(() => {
  written = '';
});
afterAll(async () => {
  await app.close();
  await market.close();
});

interface Line {
  event?: string;
  log?: string;
  account?: string | null;
  address?: string;
  err?: Record<string, unknown>;
}
const lines = () =>
  written
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
const events = () => lines().map(({ event }) => event);

test('F43 · in production, logins, refused logins, stolen sessions, refused roles and floods are logged with account and address, without password or token', async () => {
  const user = await makeUser(market.db);
  const logIn = (password: string, login = user.email) =>
    send<TokenPair>(app, 'POST', '/api/login_check', { body: { login, password } });
  const refresh = (refresh_token: string) =>
    send<TokenPair>(app, 'POST', '/api/token/refresh', { form: { refresh_token } });

  await logIn('Wrong-password-2026');
  await logIn('Wrong-password-2026', 'My-password-typed-into-the-wrong-field');
  const first = (await logIn(DEMO_PASSWORD)).body;
  await send(app, 'GET', '/api/stores/00000000-0000-4000-8000-000000000000/coupons', { token: first.token });
  const second = (await refresh(first.refresh_token)).body;
  await refresh(second.refresh_token);
  await refresh(first.refresh_token);
  for (let n = 0; n < 6; n += 1) await logIn('Wrong-password-2026');

  const [account, address] = [user.id, '127.0.0.1'];
  for (const line of [
    { event: 'login-refused', account, address },
    { event: 'login-refused', account: null, address },
    { event: 'login', account, address },
    { event: 'refresh-reuse', account, address },
    { event: 'refused', account, address },
    { event: 'rate-limit', account: null, address, endpoint: 'session.login' },
  ]) {
    expect(lines()).toContainEqual(expect.objectContaining({ ...line, log: 'security' }));
  }
  for (const secret of [
    'Wrong-password-2026',
    'My-password',
    DEMO_PASSWORD,
    user.email,
    first.token,
    first.refresh_token,
    second.refresh_token,
    'eyJ',
  ]) {
    expect(written).not.toContain(secret);
  }
});

test('impersonation is logged with its changes and refusals, from start to end, without a token', async () => {
  const admin = await makeUser(market.db, { roles: ['ROLE_USER', 'ROLE_ADMIN'] });
  const user = await makeUser(market.db);
  const body = { login: admin.email, password: DEMO_PASSWORD };
  const { token } = (await send<TokenPair>(app, 'POST', '/api/login_check', { body })).body;
  const opened = await send(app, 'POST', `/api/administration/accounts/${user.id}/impersonation`, { token });
  const cookie = String(opened.headers['set-cookie']);
  const pair: TokenPair = JSON.parse(decodeURIComponent(/=([^;]+)/.exec(cookie)?.[1] ?? ''));
  const acting = { token: pair.token };
  await send(app, 'GET', `/api/users/${user.id}/orders`, acting);
  await send(app, 'POST', '/api/carts', acting);
  await send(app, 'DELETE', `/api/users/${user.id}`, { ...acting, body: { password: DEMO_PASSWORD } });
  await send(app, 'POST', '/api/token/revoke', { form: { refresh_token: pair.refresh_token } });

  const about = { account: user.id, by: admin.id, address: '127.0.0.1' };
  expect(lines().filter(({ event }) => event?.startsWith('impersonation'))).toEqual(
    [
      { event: 'impersonation' },
      { event: 'impersonation-write', endpoint: 'cart.create' },
      { event: 'impersonation-refused', endpoint: 'users.delete' },
      { event: 'impersonation-ended' },
    ].map((line) => expect.objectContaining({ ...line, ...about, log: 'security', level: 40 })),
  );
  for (const secret of ['eyJ', pair.refresh_token, cookie, user.email, DEMO_PASSWORD]) {
    expect(written).not.toContain(secret);
  }
});

test('a rate limit logs its endpoint', async () => {
  const guess = () =>
    send(app, 'POST', '/api/carts/00000000-0000-4000-8000-000000000000/coupon/apply', { body: { code: 'GUESSED' } });
  for (let n = 0; n < 10; n += 1) await guess();
  expect(events()).not.toContain('rate-limit');
  expect((await guess()).status).toBe(429);
  const flood = { event: 'rate-limit', account: null, address: '127.0.0.1', endpoint: 'cart.applyCoupon' };
  expect(lines().filter(({ event }) => event === 'rate-limit')).toEqual([
    expect.objectContaining({ ...flood, log: 'security' }),
  ]);
});

test('logins are logged at every level', async () => {
  const quiet = await started('fatal');
  const user = await makeUser(market.db);
  await send(quiet, 'POST', '/api/login_check', { body: { login: user.email, password: DEMO_PASSWORD } });
  await quiet.close();
  expect(events()).toEqual(['login']);
});

describe('logged errors', () => {
  const secrets = { email: 'secrete.personne@etal.test', plainPassword: 'Une phrase que personne ne doit lire' };

  /** Every sign of the log, as a reader with a search field would find it. */
  const expectNoSecret = () => {
    for (const part of ['secrete', 'personne', 'phrase', 'scrypt', 'argon', 'params', 'Bourg-la-Reine']) {
      expect(written.toLowerCase()).not.toContain(part.toLowerCase());
    }
  };

  test.each(['trace', 'warn'])('names the statement of a query and none of its values (level %s)', async (level) => {
    const loud = await started(level);
    await market.db.execute(sql`alter table users rename column newsletter_registered to away`);
    const { status } = await send(loud, 'POST', '/api/users', { body: secrets });
    await market.db.execute(sql`alter table users rename column away to newsletter_registered`);
    await loud.close();
    expect(status).toBe(500);
    const failed = lines().find(({ err }) => err)?.err;
    expect(failed).toMatchObject({
      type: 'DrizzleQueryError',
      message: expect.stringMatching(/^query failed: insert into "users"/),
      stack: expect.stringMatching(/^\s+at /),
      cause: { code: '42703' },
    });
    expectNoSecret();
  });

  test('omit a value that the database rejected', async () => {
    const error = Object.assign(new Error('invalid input syntax for type uuid: "secrete"'), {
      code: '22P02',
      detail: 'personne',
      where: 'phrase',
    });
    expect(JSON.stringify(serializeError(error))).not.toMatch(/secrete|personne|phrase/);
    expect(serializeError(error)).toMatchObject({ code: '22P02', message: 'a value that the database does not take' });
    expect(formatError(new Error('The start failed', { cause: error }))).toMatch(
      /The start failed\n\s+at [\s\S]*22|take/,
    );
    expect(formatError(new Error('The start failed', { cause: error }))).not.toMatch(/secrete|personne|phrase/);
  });

  test('leaves out whom a mail was for', async () => {
    const user = await makeUser(market.db, { email: secrets.email });
    const token = await market.login(user.email);
    const { status } = await send(app, 'PUT', `/api/users/${user.id}`, {
      token,
      body: { email: 'autre.personne@etal.test', password: DEMO_PASSWORD },
    });
    expect(status).toBe(200);
    expect(lines().find(({ err }) => err)?.err).toMatchObject({
      message: 'mail not sent',
      code: 'EENVELOPE',
      responseCode: 550,
    });
    expectNoSecret();
  });

  test('omit search terms', async () => {
    const loud = await started('trace');
    await send(loud, 'GET', '/api/search?q=Bourg-la-Reine');
    await loud.close();
    expect(written).toContain('"path":"/api/search"');
    expectNoSecret();
  });
});

test('an unconfigured proxy is warned about once, with the setting; a configured one is not', async () => {
  const warnings = () => written.split('\n').filter((line) => line.includes('TRUSTED_PROXIES'));
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  const unnamed = await started(levelOf('production'));
  await send(unnamed, 'GET', '/api/health');
  expect(warnings()).toEqual([]);
  for (let n = 0; n < 3; n += 1) await send(unnamed, 'GET', '/api/health', { headers });
  expect(warnings()).toHaveLength(1);
  expect(warnings()[0]).toContain('TRUSTED_PROXIES=127.0.0.1');
  await unnamed.close();
  written = '';
  const named = await started(levelOf('production'), { trustedProxies: ['127.0.0.1'] });
  await send(named, 'GET', '/api/health', { headers });
  expect(warnings()).toEqual([]);
  await named.close();
});
