import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { allEndpoints } from '#contract/all-endpoints.ts';
import { buildApp } from '#server/app.ts';
import { deleteExpired } from '#server/db/retention.ts';
import { counters } from '#server/db/schema/safety.ts';
import { ALL_REQUESTS } from '#server/plugins/rate-limits.ts';
import { tooMany } from '#server/runtime/errors.ts';
import { makeUser } from '../../support/builders.ts';
import { DEMO_PASSWORD, send, startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
beforeEach(async () => {
  market = await startTestMarket({ rateLimits: 'strict' });
});
afterEach(() => market.close());

const logIn = (login: string, password = 'wrong', headers: Record<string, string> = {}) =>
  market.inject('POST', '/api/login_check', { body: { login, password }, headers });

describe('guessing passwords', () => {
  const logInFrom = async (address: string, login: string, password = 'wrong') => {
    const answer = await market.app.inject({
      method: 'POST',
      url: '/api/login_check',
      headers: { accept: 'application/ld+json', 'content-type': 'application/ld+json' },
      payload: JSON.stringify({ login, password }),
      remoteAddress: address,
    });
    return { status: answer.statusCode, retryAfter: Number(answer.headers['retry-after']) };
  };

  test('stops after five attempts at one account, the correct password included, but not for others', async () => {
    const user = await makeUser(market.db);
    for (let n = 0; n < 5; n += 1) expect((await logIn(user.email)).status).toBe(401);
    const sixth = await logIn(user.email, DEMO_PASSWORD);
    expect(sixth.status).toBe(429);
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(sixth.headers['retry-after'])).toBeLessThanOrEqual(60);
    const other = await makeUser(market.db);
    expect((await logIn(other.email, DEMO_PASSWORD)).status).toBe(200);
  });

  test('counts one account in any notation of its address', async () => {
    for (const login of ['a@b.fr', 'A@b.fr', ' a@B.fr', 'a@b.FR ', 'A@B.FR']) await logIn(login);
    expect((await logIn('a@b.fr')).status).toBe(429);
  });

  test('never locks out the owner: a guesser elsewhere waits alone', async () => {
    const user = await makeUser(market.db);
    for (const guesser of ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4']) {
      for (let n = 0; n < 5; n += 1) await logInFrom(guesser, user.email);
      expect((await logInFrom(guesser, user.email, DEMO_PASSWORD)).status).toBe(429);
    }
    expect((await logInFrom('198.51.100.7', user.email, DEMO_PASSWORD)).status).toBe(200);
  });

  test('waits twice as long with each further try, an hour at most, and is forgotten once it got in', async () => {
    const start = new Date('2026-10-12T10:00:00Z').getTime();
    let clock = start;
    const user = await makeUser(market.db);
    const waits: number[] = [];
    for (let n = 0; n < 14; n += 1) {
      market.setClock(new Date(clock));
      const { status, retryAfter } = await logInFrom('203.0.113.1', user.email);
      if (status === 401) continue;
      waits.push(retryAfter);
      clock += retryAfter * 1000;
    }
    expect(waits.slice(0, 4)).toEqual([60, 120, 240, 480]);
    for (let n = 0; n < 8; n += 1) {
      market.setClock(new Date(clock));
      const { retryAfter } = await logInFrom('203.0.113.1', user.email);
      if (retryAfter) waits.push(retryAfter);
      clock += (retryAfter || 0) * 1000;
    }
    expect(Math.max(...waits)).toBe(3600);
    market.setClock(new Date(clock + 3_600_000));
    expect((await logInFrom('203.0.113.1', user.email, DEMO_PASSWORD)).status).toBe(200);
    for (let n = 0; n < 4; n += 1) expect((await logInFrom('203.0.113.1', user.email)).status).toBe(401);
  });

  test('gains nothing by parallel attempts', async () => {
    const user = await makeUser(market.db);
    const answers = await Promise.all(Array.from({ length: 30 }, () => logInFrom('203.0.113.1', user.email)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(25);
  });

  test('counts an IPv6 network as one address, and ignores claimed addresses', async () => {
    const { email } = await makeUser(market.db);
    for (let n = 0; n < 5; n += 1) await logInFrom(`2001:db8:0:7::${n + 1}`, email);
    expect((await logInFrom('2001:db8::7:a:b:c:d', email)).status).toBe(429);
    expect((await logInFrom('2001:db8:0:8::1', email)).status).toBe(401);
    for (let n = 0; n < 5; n += 1) await logIn(email);
    expect((await logIn(email, 'x', { 'x-forwarded-for': '203.0.113.9' })).status).toBe(429);
  });

  test('does not lock out a known device, and a cookie of another account does not help', async () => {
    const [user, other] = [await makeUser(market.db), await makeUser(market.db)];
    const cookieOf = async (email: string) =>
      String((await logIn(email, DEMO_PASSWORD)).headers['set-cookie']).replace(/;.*/, '');
    const [own, otherCookie] = [await cookieOf(user.email), await cookieOf(other.email)];
    expect(own).toMatch(/^known-device=/);
    for (let n = 0; n < 5; n += 1) await logIn(user.email);
    expect((await logIn(user.email, DEMO_PASSWORD)).status).toBe(429);
    for (const cookie of [otherCookie, `${own}x`, own.replace(/=./, (sign) => (sign === '=_' ? '=-' : '=_'))])
      expect((await logIn(user.email, DEMO_PASSWORD, { cookie })).status).toBe(429);
    expect((await logIn(user.email, DEMO_PASSWORD, { cookie: `theme=dark; ${own}` })).status).toBe(200);
  });
});

describe('guessing codes of coupons', () => {
  const newCart = async () => (await market.inject<{ id: string }>('POST', '/api/carts', { body: {} })).body.id;
  const tryAt = (path: string, n: number, token?: string) =>
    market.inject('POST', `/api${path}`, { body: { code: `CODE${n}` }, ...(token !== undefined && { token }) });

  test('is counted per caller: another cart does not start at zero', async () => {
    for (let n = 0; n < 30; n += 1) {
      expect((await tryAt(`/carts/${await newCart()}/coupon/apply`, n)).status).toBe(422);
    }
    expect((await tryAt(`/carts/${await newCart()}/coupon/apply`, 30)).status).toBe(429);
  });

  test('nor does another spelling of the same cart id', async () => {
    const users = await Promise.all([1, 2].map(async () => market.login((await makeUser(market.db)).email)));
    const id = await newCart();
    const capitals = id.toUpperCase();
    const encoded = `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`;
    const spellings = [id, capitals, encoded];
    const queries = ['', '?', '?&', ''];
    for (let n = 0; n < 10; n += 1) {
      const path = `/carts/${spellings[n % spellings.length]}/coupon/apply${queries[n % queries.length]}`;
      expect((await tryAt(path, n, users[0])).status).not.toBe(429);
    }
    expect((await tryAt(`/carts/${id}/coupon/apply`, 10, users[1])).status).toBe(429);
  });
});

test('codes of coupons cannot be tried in numbers', async () => {
  const { body } = await market.inject<{ id: string }>('POST', '/api/carts', { body: {} });
  const apply = (n: number) =>
    market.inject('POST', `/api/carts/${body.id}/coupon/apply`, { body: { code: `CODE${n}` } });
  for (let n = 0; n < 10; n += 1) expect((await apply(n)).status).toBe(422);
  expect((await apply(10)).status).toBe(429);
});

test('of pictures 120 a minute come in from one place, and not one more', async () => {
  const upload = () => market.inject('POST', '/api/images', { body: {} });
  const answers = new Set<number>();
  for (let n = 0; n < 120; n += 1) answers.add((await upload()).status);
  expect([...answers]).not.toContain(429);
  expect((await upload()).status).toBe(429);
});

test('a 429 is not stored as the answer of a key', async () => {
  const headers = { 'idempotency-key': '7d1c1f6e-59c5-4b53-8c5c-0d9a2a4e7a11' };
  const { body } = await market.inject<{ id: string }>('POST', '/api/carts', { body: {} });
  const url = `/api/carts/${body.id}/coupon/apply`;
  for (let n = 0; n < 10; n += 1) await market.inject('POST', url, { body: { code: `CODE${n}` } });
  expect((await market.inject('POST', url, { body: { code: 'LAST' }, headers })).status).toBe(429);
  const rows = await market.db.query.idempotency.findMany();
  expect(rows).toEqual([]);
});

test('every endpoint has a limit: twelve hundred writes a minute from one address, and six thousand reads', async () => {
  const clock = new Date('2026-10-12T10:00:00Z');
  market.setClock(clock);
  for (let n = 0; n < ALL_REQUESTS.writes; n += 1) await market.inject('DELETE', '/api/nothing');
  for (const { method, path } of Object.values(allEndpoints)) {
    if (method === 'GET') continue;
    const { status, headers } = await market.inject(method, `/api${path.replace(/:[a-zA-Z]+/g, '1')}`);
    expect([method, path, status]).toEqual([method, path, 429]);
    expect(headers).toMatchObject({ 'x-api': '1', link: expect.stringContaining('/api/docs.jsonld>') });
  }
  for (let n = 0; n < ALL_REQUESTS.reads; n += 1) await market.inject('GET', '/api/nothing');
  for (const { method, path } of Object.values(allEndpoints)) {
    if (method !== 'GET') continue;
    const { status, headers } = await market.inject(method, `/api${path.replace(/:[a-zA-Z]+/g, '1')}`);
    expect([method, path, status]).toEqual([method, path, 429]);
    expect(headers).toMatchObject({ 'x-api': '1', link: expect.stringContaining('/api/docs.jsonld>') });
  }
});

test.each([
  ['productReviews.create', 10],
  ['storeReviews.create', 10],
  ['messages.create', 30],
  ['appointments.create', 30],
  ['estimates.create', 30],
] as const)('%s: an account has %i an hour, and another one at the same address its own', async (name, most) => {
  const { method, path } = allEndpoints[name];
  const [one, other] = [await makeUser(market.db), await makeUser(market.db)];
  const token = await market.login(one.email);
  const write = (as: string) =>
    market.inject(method, `/api${path.replace(':id', '00000000-0000-4000-8000-000000000000')}`, {
      token: as,
      body: {},
    });
  for (let n = 0; n < most; n += 1) expect((await write(token)).status).not.toBe(429);
  expect((await write(token)).status).toBe(429);
  expect((await write(await market.login(other.email))).status).not.toBe(429);
});

test('a market in production has its limits without being asked, and no request lifts them', async () => {
  const { database, env } = market;
  const app = await buildApp({ database, env: { ...env, mode: 'production' } });
  const guess = () =>
    send(app, 'POST', '/api/login_check', {
      body: { login: 'person@etal.test', password: 'x' },
      headers: { 'x-fault': 'none', 'x-rate-limits': 'relaxed' },
    });
  for (let n = 0; n < 5; n += 1) expect((await guess()).status).toBe(401);
  expect((await guess()).status).toBe(429);
  await app.close();
});

test('a 429 gives the remaining time', async () => {
  for (let n = 0; n < 10; n += 1) await market.inject('POST', '/api/carts/x/coupon/apply', { body: { code: `${n}` } });
  const { body, headers } = await market.inject<{ 'hydra:description': string }>('POST', '/api/carts/x/coupon/apply', {
    body: { code: 'LAST' },
  });
  const seconds = Number(headers['retry-after']);
  expect(body['hydra:description']).toBe(
    `Trop de demandes\u00a0: réessayez dans ${seconds === 60 ? '1\u00a0minute' : `${seconds}\u00a0secondes`}.`,
  );
});

test.each([
  [1, '1\u00a0seconde'],
  [59, '59\u00a0secondes'],
  [61, '2\u00a0minutes'],
  [720, '12\u00a0minutes'],
  [3600, '1\u00a0heure'],
  [3601, '2\u00a0heures'],
])('%d seconds are displayed as %s', (seconds, words) => {
  expect(tooMany(seconds).message).toBe(`Trop de demandes\u00a0: réessayez dans ${words}.`);
});

test('the same address with an empty query, or written in another way, is counted once', async () => {
  const addresses = ['/api/search?q=tomme', '/api/search?q=tomme&', '/api/search?&q=tomme', '/api/%73earch?q=tomme'];
  for (let n = 0; n < 600; n += 1) {
    expect((await market.inject('GET', addresses[n % addresses.length] ?? '')).status).not.toBe(429);
  }
  for (const address of addresses) expect((await market.inject('GET', address)).status).toBe(429);
});

test('an answer of 429 is a refusal like the others', async () => {
  for (let n = 0; n < 600; n += 1) await market.inject('GET', '/api/search?q=tomme');
  const { status, body } = await market.inject('GET', '/api/search?q=tomme');
  expect(status).toBe(429);
  expect(body).toMatchObject({ '@type': 'hydra:Error', 'hydra:title': 'Trop de demandes' });
});

test('a configured proxy identifies the caller, any other is ignored', async () => {
  const behind = await startTestMarket({ rateLimits: 'strict', env: { trustedProxies: ['127.0.0.1'] } });
  const from = (address: string) =>
    behind.inject('POST', '/api/login_check', {
      body: { login: 'person@etal.test', password: 'x' },
      headers: { 'x-forwarded-for': address },
    });
  for (let n = 0; n < 5; n += 1) await from('203.0.113.1');
  expect((await from('203.0.113.1')).status).toBe(429);
  expect((await from('203.0.113.2')).status).toBe(401);
  await behind.close();
});

describe('two servers on one PostgreSQL', () => {
  let shared: TestMarket;
  beforeEach(async () => {
    shared = await startTestMarket({ rateLimits: 'strict', database: 'postgres' });
  });
  afterEach(() => shared.close());

  test('count the calls of an account and its failed logins together, also in parallel', async () => {
    shared.setClock(new Date('2026-10-12T10:00:00Z'));
    const servers = [shared.app, await shared.another()];
    const user = await makeUser(shared.db);
    const token = await shared.login(user.email);
    const statuses = async (count: number, ask: (app: FastifyInstance) => Promise<{ status: number }>) =>
      (await Promise.all(Array.from({ length: count }, (_, n) => ask(servers[n % 2] as FastifyInstance)))).map(
        ({ status }) => status,
      );
    const writes = await statuses(30, (app) => send(app, 'POST', '/api/platform_messages', { token, body: {} }));
    expect(writes.filter((status) => status !== 429)).toHaveLength(10);

    const guess = { body: { login: user.email, password: 'wrong' } };
    const guesses = await statuses(30, (app) => send(app, 'POST', '/api/login_check', guess));
    expect(guesses.filter((status) => status === 401)).toHaveLength(5);
    expect(guesses.filter((status) => status === 429)).toHaveLength(25);
    for (const app of servers)
      expect((await send(app, 'POST', '/api/login_check', guess)).body).toMatchObject({
        'hydra:description': 'Trop de demandes\u00a0: réessayez dans 1\u00a0minute.',
      });
  });

  test('store no address and no token of those they count', async () => {
    const user = await makeUser(shared.db);
    await shared.inject('POST', '/api/login_check', { body: { login: user.email, password: 'wrong' } });
    await shared.inject('POST', '/api/token/refresh', { form: { refresh_token: 'a-refresh-token' } });
    const rows = await shared.db.query.counters.findMany();
    expect(rows.length).toBeGreaterThanOrEqual(4);
    for (const { key } of rows) expect(key).toMatch(/^[\w-]{43}$/);
  });

  test('forget what no longer counts', async () => {
    const [now, key] = [new Date(), { number: 5, blockedUntil: null }];
    await shared.db.insert(counters).values([
      { ...key, key: 'old', endsAt: new Date(now.getTime() - 1) },
      { ...key, key: 'current', endsAt: new Date(now.getTime() + 1) },
    ]);
    await deleteExpired(shared.db, now);
    expect((await shared.db.query.counters.findMany()).map((row) => row.key)).toEqual(['current']);
  });

  test('answer reads and pages without counting in the database', async () => {
    for (const path of ['/api/products', '/api/search?q=tomme', '/api/nothing']) await shared.inject('GET', path);
    expect(await shared.db.query.counters.findMany()).toEqual([]);
  });
});
