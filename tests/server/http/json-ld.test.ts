// All that the API answers is JSON-LD that a client understands who knows nothing of the market: it is walked through, as
// anyone, as a shopper, a merchant and an administrator, from address to address as they stand in the answers.
import jsonld from 'jsonld';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allEndpoints } from '#contract/all-endpoints.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { kinds } from '#server/hydra/vocabulary.ts';
import { subscriptionOf } from '../../support/push-receiver.ts';
import { type Answer, startTestMarket, type TestMarket } from '../../support/test-server.ts';

interface Read {
  caller: string;
  path: string;
  body: object;
}

const ORIGIN = 'http://localhost:4173';
/** Of one list, for one caller. */
const FOLLOWED = 3;

let market: TestMarket;
const reads: Read[] = [];
/** Addresses in answers that did not answer. */
const dead: string[] = [];
const followed = new Set<string>();

const tokens = new Map<string, string | undefined>([['anonymous', undefined]]);
const get = (path: string, caller: string) => {
  const token = tokens.get(caller);
  return market.inject<object | undefined>('GET', path, token === undefined ? {} : { token });
};

const objectsIn = (value: unknown): object[] =>
  typeof value === 'object' && value !== null
    ? [...(Array.isArray(value) ? [] : [value]), ...Object.values(value).flatMap(objectsIn)]
    : [];
const addressesIn = (body: object): string[] =>
  objectsIn(body).flatMap((one) => ('@id' in one && typeof one['@id'] === 'string' ? [one['@id']] : []));

const listOf = (path: string) => path.replace(/\?.*$/, '').replace(/\/[^/]*$/, '');

async function follow(body: object, caller: string): Promise<void> {
  for (const path of addressesIn(body)) {
    const key = `${caller} ${path}`;
    const counted = [...followed].filter((one) => listOf(one) === listOf(key)).length;
    if (followed.has(key) || counted >= FOLLOWED || !path.startsWith('/')) continue;
    followed.add(key);
    await read(path, caller, true);
  }
}

async function read(path: string, caller: string, mustAnswer: boolean): Promise<void> {
  const { status, body } = await get(path, caller);
  if (status !== 200 || body === undefined) {
    if (mustAnswer) dead.push(`${caller}: ${path} → ${status}`);
    return;
  }
  reads.push({ caller, path, body });
  await follow(body, caller);
}

/** An answer to a write, and what it leads to. */
async function write(caller: string, path: string, { status, body, text }: Answer<unknown>): Promise<void> {
  if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
  reads.push({ caller, path, body: body as object });
  await follow(body as object, caller);
}

const slugs: Record<string, string> = {
  products: 'tomme-de-meuse',
  stores: 'fromagerie-du-chatel',
  categories: 'fromages',
  events: 'marche-de-noel',
  taken: 'fromagerie-du-chatel',
};
/** An address of this endpoint, made of what was found so far; null where nothing is. */
function addressOf({ path }: Endpoint): string | null {
  const list = path.split('/')[1] ?? '';
  const found = reads.find((one) => one.path.startsWith(`/${list}/`) && !one.path.includes('by_slug'));
  const id = list === 'metrics' ? found?.path.split('/')[3] : found?.path.split('/')[2];
  const address = path.replace(':slug', slugs[list] ?? '').replace(':shippingType', 'home');
  if (!/:(?:id|name)/.test(address)) return address === '/search' ? '/search?q=fromage' : address;
  return id === undefined ? null : address.replace(/:(?:id|name)/, id);
}

const readable = (Object.values(allEndpoints) as Endpoint[]).filter(
  ({ method, offline }) => method === 'GET' && offline !== 'online',
);

beforeAll(async () => {
  market = await startTestMarket({ demo: true });
  for (const who of ['client', 'fromagerie', 'salon', 'admin']) {
    tokens.set(who, await market.login(`${who}@etal.test`));
  }
  const users = await market.db.query.users.findMany({ columns: { id: true, email: true } });
  const owners = await market.db.query.storeMembers.findMany({ where: (row, { eq }) => eq(row.role, 'owner') });
  const shops = owners.map(({ storeId, userId }) => ({ id: storeId, ownerId: userId }));
  for (const caller of tokens.keys()) {
    const before = reads.length;
    const user = users.find(({ email }) => email === `${caller}@etal.test`);
    if (user) await read(`/users/${user.id}`, caller, true);
    const shop = shops.find(({ ownerId }) => user && ownerId === user.id);
    if (shop) await read(`/stores/${shop.id}`, caller, true);
    for (const endpoint of readable) {
      const own = reads.splice(0, before);
      const path = addressOf(endpoint);
      reads.unshift(...own);
      const ofUser = user && path?.replace(/^\/users\/[^/]+/, `/users/${user.id}`);
      const ofShop = shop && (ofUser ?? path)?.replace(/^\/stores\/[0-9a-f-]{36}/, `/stores/${shop.id}`);
      const address = ofShop ?? ofUser ?? path;
      if (address) await read(address, caller, false);
    }
  }
  const cart = await market.inject<{ id: string }>('POST', '/carts', { body: {} });
  reads.push({ caller: 'anonymous', path: '/carts', body: cart.body });
  const product = await market.db.query.products.findFirst({ where: (row, { eq }) => eq(row.slug, 'coffret-de-noel') });
  const added = await market.inject<object>('PUT', `/carts/${cart.body.id}/add`, {
    body: { id: product?.id, optionValues: [], quantity: 1 },
  });
  await market.inject('POST', `/carts/${cart.body.id}/coupon/apply`, { body: { code: 'BIENVENUE10' } });
  await read(`/carts/${cart.body.id}`, 'anonymous', true);
  expect(added.status, added.text).toBe(200);
  const shop = shops.find(({ ownerId }) => users.some(({ id, email }) => id === ownerId && /^fromagerie@/.test(email)));
  const [shopper, merchant] = [tokens.get('client') ?? '', tokens.get('fromagerie') ?? ''];
  await write(
    'client',
    '/orders/pickups',
    await market.inject('GET', `/carts/${cart.body.id}/order`, { token: shopper }),
  );
  await write(
    'anonymous',
    '/availability_products',
    await market.inject('POST', '/availability_products', {
      body: { email: 'a@etal.test', product: `/products/${product?.id}` },
    }),
  );
  await write(
    'fromagerie',
    '/dematerialized_files/products',
    await market.inject('POST', '/dematerialized_files/products', {
      token: merchant,
      upload: {
        bytes: Buffer.from('%PDF-1.4\nxref\nstartxref\n9\n%%EOF'),
        part: 'file',
        fileName: 'a.pdf',
        type: 'application/pdf',
      },
    }),
  );
  await write(
    'fromagerie',
    '/push_subscriptions',
    await market.inject('POST', `/stores/${shop?.id}/push_subscriptions`, {
      token: merchant,
      body: subscriptionOf('https://fcm.googleapis.com/fcm/send/one'),
    }),
  );
  await read(`/metrics/by_store/${shop?.id}`, 'fromagerie', true);
  await read('/administration/accounts?text=etal', 'admin', true);
  for (const [method, path, body] of [
    ['POST', '/login_check', { login: 'client@etal.test', password: 'Etal-demo-2026' }],
    ['POST', '/login_check', {}],
    ['POST', '/login_check', { login: 'client@etal.test', password: 'autre' }],
    ['GET', '/products/by_slug/rien', undefined],
    ['GET', '/products?colour=red', undefined],
    ['GET', '/search?q=fromages', undefined],
  ] as const) {
    const answer = await market.inject<object>(method, `/api${path}`, { ...(body && { body }) });
    reads.push({ caller: 'anonymous', path: `/api${path}`, body: answer.body });
  }
});
afterAll(() => market.close());

test('the walk comes through every kind of answer that is read', () => {
  const patterns = readable.map(({ path }) => ({ path, pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`) }));
  const unread = patterns.filter(({ pattern }) => !reads.some(({ path }) => pattern.test(path.replace(/\?.*$/, ''))));
  expect(unread.map(({ path }) => path)).toEqual([]);
});

test('each address in an answer answers whoever was given it', () => {
  expect(followed.size).toBeGreaterThan(200);
  expect(dead).toEqual([]);
});

const loaded = new Map<string, object>();
async function load(url: string) {
  expect(url.startsWith(`${ORIGIN}/`), url).toBe(true);
  const document = loaded.get(url) ?? (await get(url.slice(ORIGIN.length), 'anonymous')).body;
  if (document === undefined) throw new Error(`${url} is no document.`);
  loaded.set(url, document);
  return { contextUrl: undefined, documentUrl: url, document } as never;
}

test('every answer expands without losing a term, and each of its addresses and types is absolute', async () => {
  const lost: string[] = [];
  for (const { caller, path, body } of reads) {
    const options = { base: ORIGIN + path, documentLoader: load, safe: true };
    const problem = await (jsonld.expand(body as never, options as never) as unknown as Promise<object[]>).then(
      (expanded) => (expanded.length === 1 ? null : expanded),
      (error: { details?: { event?: object } }) => error.details?.event ?? String(error),
    );
    if (problem) lost.push(`${caller} ${path}: ${JSON.stringify(problem).slice(0, 300)}`);
  }
  expect(lost.slice(0, 10)).toEqual([]);
});

describe('the documentation', () => {
  test.each(kinds.filter(({ operations }) => operations.length > 0))(
    'of $name names methods that its address answers',
    async ({ name, operations }) => {
      const address = reads
        .flatMap(({ body }) => objectsIn(body))
        .find((one) => {
          return '@type' in one && one['@type'] === name && '@id' in one;
        }) as { '@id': string } | undefined;
      if (!address) return expect(['Image', 'PushSubscription', 'AvailabilityProduct', 'Plan']).toContain(name);
      for (const { method } of operations) {
        const { text } = await market.inject(method, address['@id']);
        expect(text, method).not.toContain('Cette adresse de l’API n’existe pas');
      }
    },
  );

  test('says of each property that holds an address what kind of thing is there', () => {
    const isAddress = new RegExp(`^/(?:${[...new Set(readable.map(({ path }) => path.split('/')[1]))].join('|')})/`);
    const holdsAddress = (value: unknown): boolean =>
      Array.isArray(value)
        ? value.some(holdsAddress)
        : typeof value === 'string'
          ? isAddress.test(value) && !value.startsWith('/media')
          : typeof value === 'object' && value !== null && '@id' in value;
    const unsaid = new Set<string>();
    for (const thing of reads.flatMap(({ body }) => objectsIn(body))) {
      const type = '@type' in thing ? thing['@type'] : undefined;
      const kind = kinds.find(({ name }) => name === type);
      for (const [property, value] of Object.entries(thing)) {
        if (!kind || /^@|:/.test(property) || !holdsAddress(value)) continue;
        const range = kind.properties.find(({ name }) => name === property)?.range;
        if (!range || !('kind' in range)) unsaid.add(`${kind.name}/${property}`);
      }
    }
    expect([...unsaid]).toEqual([]);
  });
});
