import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeUser } from '../support/builders.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../support/test-server.ts';

let market: TestMarket;
beforeEach(async () => {
  market = await startTestMarket({ rateLimits: 'strict' });
});
afterEach(() => market.close());

const logIn = (login: string, password = 'wrong', headers: Record<string, string> = {}) =>
  market.inject('POST', '/api/login_check', { body: { login, password }, headers });

describe('guessing passwords', () => {
  test('stops after five tries of one account, the right password included, but not for others', async () => {
    const user = await makeUser(market.db);
    for (let n = 0; n < 5; n += 1) expect((await logIn(user.email)).status).toBe(401);
    const sixth = await logIn(user.email, DEMO_PASSWORD);
    expect(sixth.status).toBe(429);
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(sixth.headers['retry-after'])).toBeLessThanOrEqual(60);
    const other = await makeUser(market.db);
    expect((await logIn(other.email, DEMO_PASSWORD)).status).toBe(200);
  });

  test('counts one account however its e-mail is written', async () => {
    for (const login of ['a@b.fr', 'A@b.fr', ' a@B.fr', 'a@b.FR ', 'A@B.FR']) await logIn(login);
    expect((await logIn('a@b.fr')).status).toBe(429);
  });

  test('stops after twenty tries from one place, whatever the accounts and whatever it claims to be', async () => {
    for (let n = 0; n < 20; n += 1) await logIn(`somebody-${n}@etal.test`);
    expect((await logIn('one-more@etal.test', 'x', { 'x-forwarded-for': '203.0.113.9' })).status).toBe(429);
  });
});

test('codes of coupons cannot be tried in numbers', async () => {
  const { body } = await market.inject<{ id: string }>('POST', '/api/carts', { body: {} });
  const apply = (n: number) =>
    market.inject('POST', `/api/carts/${body.id}/coupon/apply`, { body: { code: `CODE${n}` } });
  for (let n = 0; n < 10; n += 1) expect((await apply(n)).status).toBe(422);
  expect((await apply(10)).status).toBe(429);
});

test('what is refused for its rate is not kept as the answer of a key', async () => {
  const headers = { 'idempotency-key': '7d1c1f6e-59c5-4b53-8c5c-0d9a2a4e7a11' };
  const { body } = await market.inject<{ id: string }>('POST', '/api/carts', { body: {} });
  const url = `/api/carts/${body.id}/coupon/apply`;
  for (let n = 0; n < 10; n += 1) await market.inject('POST', url, { body: { code: `CODE${n}` } });
  expect((await market.inject('POST', url, { body: { code: 'LAST' }, headers })).status).toBe(429);
  const rows = await market.db.query.idempotency.findMany();
  expect(rows).toEqual([]);
});

test('an answer of 429 is a refusal like the others', async () => {
  for (let n = 0; n < 60; n += 1) await market.inject('GET', '/api/search?q=tomme');
  const { status, body } = await market.inject('GET', '/api/search?q=tomme');
  expect(status).toBe(429);
  expect(body).toMatchObject({ '@type': 'hydra:Error', 'hydra:title': 'Trop de demandes' });
});

test('a proxy that the settings name tells the caller apart, any other is not believed', async () => {
  const behind = await startTestMarket({ rateLimits: 'strict', env: { trustedProxies: ['127.0.0.1'] } });
  const from = (address: string, n: number) =>
    behind.inject('POST', '/api/login_check', {
      body: { login: `person-${n}@etal.test`, password: 'x' },
      headers: { 'x-forwarded-for': address },
    });
  for (let n = 0; n < 20; n += 1) await from('203.0.113.1', n);
  expect((await from('203.0.113.1', 21)).status).toBe(429);
  expect((await from('203.0.113.2', 22)).status).toBe(401);
  await behind.close();
});
