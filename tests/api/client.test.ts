import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiClient } from '#api/client.ts';
import { ApiError } from '#api/errors.ts';
import { prepareRequest, retryAfterOf } from '#api/wire.ts';
import { registry } from '#contract/registry.ts';
import { createNetwork, type Network } from '../support/network.ts';
import { startTestMarket, type TestMarket } from '../support/test-server.ts';

let market: TestMarket;
let network: Network;
beforeAll(async () => {
  market = await startTestMarket({ database: 'pglite' });
  network = createNetwork(market.app);
});
afterAll(() => market.close());

const evidence: boolean[] = [];
const client = (token: string | null = null, more: object = {}) =>
  createApiClient({
    endpoint: '/api',
    fetch: network.connect().fetch,
    token: () => token,
    heard: ({ reached }) => evidence.push(reached),
    ...more,
  });
const last = () => network.log.at(-1);

async function failure(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, got ${error}`);
  return error;
}

describe('requests', () => {
  test('equal names and arguments produce equal bytes, independent of key order in the address', () => {
    const query = { 'category[]': ['/categories/a', '/categories/b'], page: 2, published: undefined };
    const once = prepareRequest('products.list', { query });
    expect(once).toEqual(prepareRequest('products.list', { query }));
    expect(once.path).toBe('/products?category%5B%5D=%2Fcategories%2Fa&category%5B%5D=%2Fcategories%2Fb&page=2');
    expect(once.headers).toEqual({ Accept: 'application/ld+json' });
  });

  test('a body is sent as JSON-LD, or as a form if the contract requires it', () => {
    expect(prepareRequest('cart.create', { body: {} })).toMatchObject({
      body: '{}',
      headers: { 'Content-Type': 'application/ld+json' },
    });
    expect(prepareRequest('session.refresh', { body: { refresh_token: 'a b&c' } })).toMatchObject({
      body: 'refresh_token=a+b%26c',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
  });

  test('a value cannot leave its place in the path, and a missing one is a mistake', () => {
    expect(prepareRequest('products.bySlug', { params: { slug: '../carts?x' } }).path).toBe(
      '/products/by_slug/..%2Fcarts%3Fx',
    );
    expect(() => prepareRequest('products.bySlug', { params: { slug: '' } })).toThrow(TypeError);
  });

  test('the token is read for each request; publicly cacheable calls carry none', async () => {
    let token: string | null = 'first';
    const api = createApiClient({ endpoint: '/api', fetch: network.connect().fetch, token: () => token });
    await failure(api.call('users.orders', { params: { id: crypto.randomUUID() } }));
    expect(last()?.headers.authorization).toBe('Bearer first');
    token = 'second';
    await failure(api.call('users.orders', { params: { id: crypto.randomUUID() } }));
    expect(last()?.headers.authorization).toBe('Bearer second');
    for (const name of ['products.list', 'categories.list', 'configurations.list'] as const) {
      expect(registry[name].offline).toBe('kept');
      await api.call(name, {}, { token: 'given' });
      expect(last()?.headers.authorization).toBeUndefined();
    }
  });

  test('a key given with a write is sent with it', async () => {
    const key = crypto.randomUUID();
    const { status, answer } = await client().call('cart.create', { body: {} }, { idempotencyKey: key });
    expect(last()?.headers['idempotency-key']).toBe(key);
    expect({ status, type: answer['@type'] }).toEqual({ status: 201, type: 'Cart' });
  });
});

describe('answers', () => {
  test('an answer is parsed by the contract and brings the clock of the server', async () => {
    const { answer, date } = await client().call('categories.list', {});
    expect(answer['hydra:member']).toEqual([]);
    expect(Math.abs((date ?? 0) - Date.now())).toBeLessThan(5000);
  });

  test('an answer outside the contract is rejected', async () => {
    const unusual = async () =>
      new Response('{"@type":"Cart"}', { status: 201, headers: { 'Content-Type': 'application/ld+json' } });
    const error = await failure(client(null, { fetch: unusual }).call('cart.create', { body: {} }));
    expect(error.kind).toBe('contract');
  });

  test('refusals carry code, violations and message', async () => {
    const api = client();
    const missing = await failure(api.call('products.bySlug', { params: { slug: 'rien' } }));
    expect(missing).toMatchObject({ kind: 'not-found', status: 404 });
    const empty = await failure(api.call('session.login', { body: { login: '', password: 'x' } }));
    expect(empty.kind).toBe('violations');
    expect(empty.violations.map(({ propertyPath }) => propertyPath)).toContain('login');
    const closed = await failure(api.call('users.orders', { params: { id: crypto.randomUUID() } }));
    expect(closed).toMatchObject({ kind: 'unauthorised', status: 401 });
  });

  test.for([
    [400, 'refused'],
    [403, 'forbidden'],
    [409, 'refused'],
    [429, 'refused'],
    [500, 'server'],
    [503, 'server'],
  ] as const)('a status %d is of kind %s', async ([status, kind]) => {
    const body = { '@type': 'hydra:Error', 'hydra:title': 'x', 'hydra:description': 'y', code: 'z' };
    const fetch = async () =>
      new Response(JSON.stringify(body), {
        status,
        headers: { 'X-Api': '1', 'Retry-After': '7', 'Content-Type': 'application/ld+json' },
      });
    const error = await failure(client(null, { fetch }).call('categories.list', {}));
    expect(error).toMatchObject({ kind, status, code: 'z', message: 'y', retryAfter: 7000 });
  });
});

describe('the network', () => {
  test.for(['cut', 'lost', 'half', 'portal'] as const)(
    '%s: the outcome is unknown and reported as unknown',
    async (fault) => {
      evidence.length = 0;
      network.plan(fault);
      const error = await failure(client().call('cart.create', { body: {} }));
      expect(error.kind).toBe('offline');
      expect(evidence).toEqual([false]);
      await client().call('categories.list', {});
      expect(evidence).toEqual([false, true]);
    },
  );

  test.for([
    ['half of it', '{"hydra:member":[{"na'],
    ['nothing of it', ''],
  ])('an incomplete answer (%s) counts as no answer', async ([, text]) => {
    evidence.length = 0;
    const headers = { 'X-Api': '1', 'Content-Type': 'application/ld+json' };
    const error = await failure(
      client(null, { fetch: async () => new Response(text, { headers }) }).call('categories.list', {}),
    );
    expect(error.kind).toBe('offline');
    expect(evidence).toEqual([false]);
  });

  test('a request without an answer is aborted after the limit', async () => {
    network.plan('held');
    const error = await failure(client(null, { hardTimeout: 20 }).call('categories.list', {}));
    expect(error.kind).toBe('timeout');
    await network.release();
  });

  test('a single unanswered call differs from a silent network', async () => {
    const heard: { reached: boolean; old?: boolean }[] = [];
    const api = client(null, { hardTimeout: 200, heard: (one: (typeof heard)[number]) => heard.push(one) });
    network.plan('held');
    const alone = failure(api.call('categories.list', {}));
    await alone;
    network.plan('held');
    const overtaken = failure(api.call('categories.list', {}));
    await api.call('configurations.list', {});
    await overtaken;
    expect(heard[0]?.old).toBeUndefined();
    expect(heard).toMatchObject([{ reached: false }, { reached: true }, { reached: false, old: true }]);
    await network.release();
  });

  test('an abort by the caller reports nothing about the network', async () => {
    evidence.length = 0;
    network.plan('held');
    const controller = new AbortController();
    const call = failure(client().call('categories.list', {}, { signal: controller.signal }));
    controller.abort();
    expect((await call).kind).toBe('timeout');
    expect(evidence).toEqual([]);
    await network.release();
  });
});

test('Retry-After accepts seconds or a date', () => {
  const at = Date.parse('2026-11-20T10:00:00Z');
  expect(retryAfterOf(new Headers({ 'Retry-After': '12' }), at)).toBe(12_000);
  expect(retryAfterOf(new Headers({ 'Retry-After': 'Fri, 20 Nov 2026 10:01:00 GMT' }), at)).toBe(60_000);
  expect(retryAfterOf(new Headers({ 'Retry-After': 'soon' }), at)).toBeUndefined();
  expect(retryAfterOf(new Headers(), at)).toBeUndefined();
});
