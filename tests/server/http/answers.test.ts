// How the API speaks, whatever is asked: shapes, types, headers.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorBody } from '#contract/wire/hydra.ts';
import { contentSecurityPolicy } from '#server/plugins/security-headers.ts';
import { makeCategory, makeProduct, makeStore, makeUser } from '../../support/builders.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market.close());

describe('a refusal', () => {
  const cases: [string, number, () => ReturnType<TestMarket['inject']>][] = [
    ['an unknown address', 404, () => market.inject('GET', '/api/nothing')],
    ['an unknown thing', 404, () => market.inject('GET', '/api/products/by_slug/nothing')],
    ['an identifier that cannot be', 404, () => market.inject('GET', '/api/stores/1/products')],
    ['an unknown query parameter', 400, () => market.inject('GET', '/api/products?colour=red')],
    ['a repeated query parameter', 400, () => market.inject('GET', '/api/products?page=1&page=2')],
    ['a malformed query parameter', 400, () => market.inject('GET', '/api/products?page=-1')],
    ['broken JSON', 400, () => market.inject('POST', '/api/users', { body: '{"email":' })],
    [
      'a prototype in the JSON',
      400,
      () => market.inject('POST', '/api/users', { body: '{"__proto__":{"admin":true}}' }),
    ],
    ['missing fields', 422, () => market.inject('POST', '/api/users', { body: {} })],
    [
      'a deep body',
      400,
      () => market.inject('POST', '/api/users', { body: `${'{"a":'.repeat(40)}1${'}'.repeat(40)}` }),
    ],
    ['too much', 413, () => market.inject('POST', '/api/users', { body: `{"email":"${'a'.repeat(260 * 1024)}"}` })],
    [
      'another type of body',
      415,
      () => market.inject('POST', '/api/users', { body: 'email=a', headers: { 'content-type': 'text/plain' } }),
    ],
    ['a form where JSON is meant', 415, () => market.inject('POST', '/api/users', { form: { email: 'a@b.fr' } })],
    [
      'JSON where a form is meant',
      415,
      () => market.inject('POST', '/api/token/refresh', { body: { refresh_token: 'x' } }),
    ],
    ['nobody', 401, () => market.inject('PUT', '/api/users/00000000-0000-4000-8000-000000000000', { body: {} })],
  ];

  test.each(cases)('of %s is %i, in JSON-LD, in French, without a stack', async (_what, status, ask) => {
    const answer = await ask();
    expect(answer.status, answer.text).toBe(status);
    expect(answer.headers['content-type']).toBe('application/ld+json; charset=utf-8');
    expect(answer.headers['x-api']).toBe('1');
    expect(answer.headers['cache-control']).toBe('no-store, private');
    const parsed = errorBody.safeParse(answer.body);
    expect(parsed.success).toBe(true);
    expect(answer.text).not.toMatch(/\bat .*\.ts|stack|node_modules/);
  });

  test('of input names each field with its message', async () => {
    const { body } = await market.inject('POST', '/api/users', { body: { email: 'nonsense', plainPassword: 'court' } });
    expect(body).toMatchObject({
      '@type': 'ConstraintViolationList',
      violations: [
        { propertyPath: 'email', message: 'Cette adresse e-mail n’est pas valide.' },
        { propertyPath: 'plainPassword', message: 'Le mot de passe doit compter au moins 8 caractères.' },
      ],
    });
  });

  test('reports a missing field as required', async () => {
    const { body } = await market.inject('POST', '/api/users', { body: { email: 'a@b.fr', plainPassword: null } });
    expect(body).toMatchObject({ violations: [{ propertyPath: 'plainPassword', message: 'Champ obligatoire' }] });
  });
});

test('an internal error is 500 and does not reveal its cause', async () => {
  await market.db.execute(sql`alter table pages rename to pages_away`);
  const { status, body, text } = await market.inject('GET', '/api/pages');
  await market.db.execute(sql`alter table pages_away rename to pages`);
  expect(status).toBe(500);
  expect(body).toMatchObject({ '@type': 'hydra:Error' });
  expect(text).not.toMatch(/pages|select|relation/i);
  expect((await market.inject('GET', '/api/pages')).status).toBe(200);
});

describe('a long answer', () => {
  beforeAll(async () => {
    const category = await makeCategory(market.db);
    const storeId = (await makeStore(market.db)).id;
    for (let n = 0; n < 5; n += 1) await makeProduct(market.db, { storeId, categoryId: category.id });
  });
  const list = (accepted: string) =>
    market.app.inject({ url: '/api/products', headers: { 'accept-encoding': accepted } });

  test('is sent as small as the caller accepts, with the same content', async () => {
    const plain = await list('identity');
    expect(plain.headers['content-encoding']).toBeUndefined();
    const brotli = await list('gzip, deflate, br');
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotli.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
    const gzip = await list('gzip, br;q=0');
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
    expect(brotli.headers.etag).toBe(plain.headers.etag);
    // The plain one, too: a cache between must not give either to who can read the other only.
    for (const { headers } of [plain, brotli, gzip]) expect(headers.vary).toBe('Authorization, accept-encoding');
  });
});

describe('what a cache may do', () => {
  test('a public list is revalidated, and answered with 304 while it is the same', async () => {
    const first = await market.inject('GET', '/api/categories');
    expect(first.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    const again = await market.inject('GET', '/api/categories', {
      headers: { 'if-none-match': String(first.headers.etag) },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test('the same list asked with a token is private', async () => {
    const user = await makeUser(market.db);
    const { headers } = await market.inject('GET', '/api/categories', { token: await market.login(user.email) });
    expect(headers['cache-control']).toBe('no-store, private');
    expect(headers.vary).toBe('Authorization');
  });

  test('a cart is private', async () => {
    const { headers } = await market.inject('POST', '/api/carts', { body: {} });
    expect(headers['cache-control']).toBe('no-store, private');
  });

  test('a picture is cached forever', async () => {
    await market.app.market.storage.images.put('answers-test-240_inset.webp', Buffer.from('picture'));
    const picture = await market.app.inject('/media/images/answers-test-240_inset.webp');
    await market.app.market.storage.images.remove('answers-test-240_inset.webp');
    expect(picture.statusCode).toBe(200);
    expect(picture.headers['content-type']).toBe('image/webp');
    expect(picture.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await market.app.inject('/media/images/..%2f..%2fpackage.json')).statusCode).not.toBe(200);
  });
});

describe('what a browser may do', () => {
  test('every answer forbids guessing its type, framing and telling more than the site', async () => {
    const { headers } = await market.inject('GET', '/api/categories');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'permissions-policy': expect.stringContaining('geolocation=(self)'),
    });
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  test('a page runs its own scripts only, and shows tiles from the place that the settings name', () => {
    const policy = contentSecurityPolicy({ tileUrl: 'https://tiles.example.org/{z}/{x}/{y}.png' }, ['sha256-abc=']);
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'sha256-abc='",
      "worker-src 'self'",
      "img-src 'self' data: blob: https://tiles.example.org",
      "connect-src 'self' https://tiles.example.org",
      "font-src 'self'",
      "manifest-src 'self'",
      'frame-src https://www.youtube-nocookie.com',
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types default',
    ]);
  });

  test('another site gets no access: no CORS header, whatever the origin', async () => {
    const { headers } = await market.inject('GET', '/api/categories', { headers: { origin: 'https://evil.example' } });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test('a read that changes state is refused to other sites and to what asks for no JSON', async () => {
    const user = await makeUser(market.db);
    const token = await market.login(user.email);
    const order = (headers: Record<string, string>) =>
      market.inject('GET', '/api/carts/00000000-0000-4000-8000-000000000000/order', { token, headers });
    expect((await order({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await order({ accept: 'image/webp,*/*' })).status).toBe(406);
    expect((await order({})).status).toBe(404);
  });
});

test('strict transport is asked for in production behind https', async () => {
  const secure = await startTestMarket({ env: { mode: 'production', publicUrl: 'https://etal.example' } });
  const { headers } = await secure.inject('GET', '/api/health');
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  await secure.close();
});
