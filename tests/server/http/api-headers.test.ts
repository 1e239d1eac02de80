// Where the documentation is stands in every answer of the API, whatever it says: a client that was refused can read why.
import { connect } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeUser } from '../../support/builders.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { type Answer, startTestMarket, type TestMarket } from '../../support/test-server.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const LINKS = [
  '<http://localhost:4173/api/docs.jsonld>; rel="http://www.w3.org/ns/hydra/core#apiDocumentation"',
  '<http://localhost:4173/api/docs.json>; rel="service-desc"; type="application/json"',
].join(', ');

let market: TestMarket;
let merchant: Merchant;
let user: string;
beforeAll(async () => {
  market = await startTestMarket();
  merchant = await makeMerchant(market);
  user = await market.login((await makeUser(market.db)).email);
});
afterAll(() => market.close());

type Ask = () => Promise<Pick<Answer<unknown>, 'status' | 'headers'>>;
const get = (path: string, token?: string, headers: Record<string, string> = {}) =>
  market.inject('GET', `/api${path}`, { headers, ...(token && { token }) });
const answers: [string, number, Ask][] = [
  ['the entry point', 200, () => get('')],
  ['the documentation', 200, () => get('/docs.jsonld')],
  ['the document of OpenAPI', 200, () => get('/docs.json')],
  ['a context', 200, () => get('/contexts/Product')],
  ['health', 200, () => get('/health')],
  ['readiness', 200, () => get('/ready')],
  ['a list', 200, () => get('/products?page=1')],
  ['a list to a HEAD', 200, () => market.inject('HEAD', '/api/products')],
  ['something private', 200, () => get(`/stores/${merchant.storeId}/coupons`, merchant.token)],
  ['something new', 201, () => market.inject('POST', '/api/carts', { body: {} })],
  ['nothing', 204, () => market.inject('POST', '/api/token/revoke', { form: { refresh_token: 'x' } })],
  [
    'what did not change',
    304,
    async () => get('/products', undefined, { 'if-none-match': String((await get('/products')).headers.etag) }),
  ],
  ['an unknown parameter', 400, () => get('/products?colour=red')],
  ['broken JSON', 400, () => market.inject('POST', '/api/carts', { body: '{' })],
  ['nobody', 401, () => get(`/stores/${merchant.storeId}/coupons`)],
  ['a token that is none', 401, () => get('/products', 'x.y.z')],
  ['the wrong role', 403, () => get(`/stores/${merchant.storeId}/coupons`, user)],
  ['an unknown address', 404, () => get('/nothing')],
  ['an unknown thing', 404, () => get('/products/by_slug/rien')],
  ['a method that is not there', 404, () => market.inject('DELETE', '/api/products')],
  ['another format', 406, () => get(`/carts/${UNKNOWN}/order`, user, { accept: 'text/html' })],
  [
    'another owner',
    409,
    () =>
      market.inject('POST', '/api/carts', { body: {}, token: user, headers: { 'x-command-owner': `u:${UNKNOWN}` } }),
  ],
  ['another version', 412, () => merchant.call('PUT', `/stores/${merchant.storeId}`, { relayPoint: 'Halle' }, 999)],
  ['too much', 413, () => market.inject('POST', '/api/carts', { body: `"${'a'.repeat(300_000)}"` })],
  [
    'another type',
    415,
    () => market.inject('POST', '/api/carts', { body: 'a', headers: { 'content-type': 'text/plain' } }),
  ],
  ['refused input', 422, () => market.inject('POST', '/api/login_check', { body: {} })],
  [
    'a failure of ours',
    500,
    async () => {
      await market.db.execute(sql`alter table pages rename to pages_away`);
      const answer = await get('/pages');
      await market.db.execute(sql`alter table pages_away rename to pages`);
      return answer;
    },
  ],
];

test.each(answers)('of %s, %i', async (_what, status, ask) => {
  const answer = await ask();
  expect(answer.status).toBe(status);
  expect(answer.headers.link).toBe(LINKS);
  expect(answer.headers['x-api']).toBe('1');
});

test('of what is no HTTP, 400', async () => {
  const { port, hostname } = new URL(await market.listen());
  const socket = connect(Number(port), hostname);
  socket.end('nonsense\r\n\r\n');
  let answered = '';
  for await (const bytes of socket) answered += String(bytes);
  expect(answered).toMatch(/^HTTP\/1\.1 400 /);
  expect(answered).toContain(`link: ${LINKS}\r\n`);
});

test('and not of a page of the site', async () => {
  const { headers } = await market.inject('GET', '/apiculteurs', { headers: { accept: 'text/html' } });
  expect(headers.link).toBeUndefined();
});
