// Nothing that a caller sends is an error of the server: whatever arrives, at any endpoint, in anyone's name, is answered
// with what was meant or with a refusal in French that a program can read.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { errorBody } from '#contract/wire/hydra.ts';
import { images } from '#server/db/schema/pictures.ts';
import { cartItems, coupons, orders, storeOrderItems, storeOrders } from '#server/db/schema/sales.ts';
import { stores } from '#server/db/schema/stores.ts';
import { MAX_BODY_VALUES, requireReadable } from '#server/http/contract-input.ts';
import { makeCart, makeCategory, makeDelivery, makeProduct, makeUser } from '../../support/builders.ts';
import { endpoints, fieldsOf, rulesOf } from '../../support/contract-fields.ts';
import { makeMerchant } from '../../support/merchant.ts';
import { subscriptionOf } from '../../support/push-receiver.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let tokens: { user: string; merchant: string };
/** What stands for `:id` and the like, by the first part of an endpoint's path. */
let ids: Record<string, string>;
let bodies: Record<string, Record<string, unknown>>;

beforeAll(async () => {
  market = await startTestMarket();
  const { db } = market;
  const merchant = await makeMerchant(market);
  const { storeId } = merchant;
  await makeDelivery(db);
  await db.update(stores).set({ takesAppointments: true, takesEstimates: true });
  const one = async <T>(rows: Promise<T[]>): Promise<T> => {
    const [row] = await rows;
    if (!row) throw new Error('Nothing was inserted.');
    return row;
  };
  const category = await makeCategory(db);
  const product = await makeProduct(db, { storeId, categoryId: category.id });
  const user = await makeUser(db);
  const cart = await makeCart(db);
  const line = await one(
    db.insert(cartItems).values({ cartId: cart.id, productId: product.id, quantity: 1 }).returning(),
  );
  const order = await one(db.insert(orders).values({ userId: user.id }).returning());
  const part = { orderId: order.id, storeId, state: 'new' as const, totalBeforeDiscount: 1000, total: 1000 };
  const storeOrder = await one(db.insert(storeOrders).values(part).returning());
  const item = { productId: product.id, name: product.name, quantity: 1, unitPrice: 1000, total: 1000 };
  await db.insert(storeOrderItems).values({ storeOrderId: storeOrder.id, ...item });
  const image = await one(db.insert(images).values({ stem: 'one', storeId }).returning());
  const given = { storeId, code: 'DIX', discountType: 'relative' as const, discount: 10 };
  const coupon = await one(db.insert(coupons).values(given).returning());
  tokens = { user: await market.login(user.email), merchant: merchant.token };
  ids = {
    carts: cart.id,
    cart_items: line.id,
    users: user.id,
    orders: String(order.id),
    store_orders: String(storeOrder.id),
    stores: storeId,
    products: product.id,
    images: image.id,
    coupons: coupon.id,
    categories: category.id,
    delivery_methods: 'home',
    slug: product.slug,
  };
  const named: Record<string, string> = { ...ids, __product__: product.id };
  const { requests } = JSON.parse(readFileSync(new URL('./recorded-requests.json', import.meta.url), 'utf8')) as {
    requests: { endpoint: string; body: string | null; file?: string }[];
  };
  const words: Record<string, string> = {
    product: product.id,
    cart: cart.id,
    user: user.id,
    line: line.id,
    image: image.id,
    coupon: coupon.id,
    category: category.id,
    store: storeId,
    storeOrder: String(storeOrder.id),
  };
  const filled = (text: string) => text.replace(/__(\w+?)__/g, (_, name: string) => words[name] ?? named[name] ?? name);
  const recorded = requests
    .filter(({ body, file }) => body !== null && file === undefined)
    .map(({ endpoint, body }) => [endpoint, JSON.parse(filled(body ?? '{}'))]);
  bodies = {
    ...Object.fromEntries(recorded),
    'session.login': { login: user.email, password: DEMO_PASSWORD },
    'session.refresh': { refresh_token: 'x' },
    'session.logout': { refresh_token: 'x' },
    'users.create': { email: 'neuf@etal.test', plainPassword: DEMO_PASSWORD },
    'pushSubscriptions.create': subscriptionOf('https://fcm.googleapis.com/fcm/send/one'),
    'orderPush.subscribe': subscriptionOf('https://fcm.googleapis.com/fcm/send/two'),
    'orders.paymentOnDelivery': { paymentOnDelivery: false },
    'storeOrders.setShippingType': { shippingType: 'store' },
    'storeOrders.setDistance': { distance: 10 },
    'storeOrders.save': {
      shippingType: 'store',
      firstName: 'Anne',
      lastName: 'Martin',
      phoneNumber: '0329000000',
      email: 'anne@etal.test',
      address: { address1: '1 rue', address2: '', postalCode: '55000', city: 'Bar-le-Duc' },
      pickupId: null,
      items: [],
      store: `/stores/${storeId}`,
    },
  };
});
afterAll(() => market.close());

type Role = 'nobody' | 'user' | 'merchant';
const roles: readonly Role[] = ['nobody', 'user', 'merchant'];
const roleFor = ({ access }: Endpoint): Role =>
  access === 'merchant' ? 'merchant' : access === 'public' ? 'nobody' : 'user';

function addressOf({ path }: Endpoint, instead?: string): string {
  const first = path.split('/')[1] ?? '';
  return `/api${path.replace(/:(\w+)/g, (_, name: string) => instead ?? ids[name] ?? ids[first] ?? 'x')}`;
}

interface MalformedRequest {
  what: string;
  url?: string;
  headers?: Record<string, string>;
  payload?: string | Buffer;
}

async function answered(
  name: string,
  endpoint: Endpoint,
  role: Role,
  { what, url, headers, payload }: MalformedRequest,
) {
  const type = endpoint.bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/ld+json';
  const answer = await market.app.inject({
    method: endpoint.method,
    url: url ?? addressOf(endpoint),
    headers: {
      accept: 'application/ld+json',
      'idempotency-key': randomUUID(),
      ...(role !== 'nobody' && { authorization: `Bearer ${tokens[role]}` }),
      ...(payload !== undefined && { 'content-type': type }),
      ...headers,
    },
    ...(payload !== undefined && { payload }),
  });
  const where = `${name} as ${role}: ${what} → ${answer.statusCode} ${answer.body.slice(0, 300)}`;
  expect(answer.statusCode, where).toBeLessThan(500);
  if (answer.statusCode < 400) return answer.statusCode;
  expect(String(answer.headers['content-type']), where).toContain('application/ld+json');
  expect(answer.headers['x-api'], where).toBe('1');
  const parsed = errorBody.safeParse(answer.json());
  expect(parsed.success, where).toBe(true);
  const words = [parsed.data?.['hydra:description'], ...(parsed.data?.violations ?? []).map(({ message }) => message)];
  for (const word of words) {
    expect(word?.length, where).toBeGreaterThan(5);
    expect(word, where).not.toMatch(/\b(invalid|expected|must|unexpected|error|is not|params|select)\b/i);
  }
  return answer.statusCode;
}

const deep = (open: string, close: string) => `${open.repeat(60_000)}1${close.repeat(60_000)}`;
/** Bodies that are no answer to any question. */
const malformedBodies: MalformedRequest[] = [
  ...['[]', 'null', '1', '"x"', 'true', '1e309', '-0', '{', '', ' ', '\u0000', '\ufeff{}', '{}{}', "{'a':1}", 'NaN'],
  ...[
    '{"__proto__":{"admin":true}}',
    '{"constructor":{"prototype":{"x":1}}}',
    '{"a":"\\u0000"}',
    '{"\\u0000":1}',
    '{"a":"\\ud800"}',
  ],
].map((payload) => ({ what: `the body ${JSON.stringify(payload)}`, payload }));
const deepBodies: MalformedRequest[] = [
  { what: '60,000 brackets', payload: deep('[', ']') },
  { what: 'braces in braces', payload: `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}` },
  { what: 'too much', payload: `"${'a'.repeat(300 * 1024)}"` },
  { what: '100,000 members', payload: `[${'1,'.repeat(100_000)}1]` },
  { what: 'bytes that are no text', payload: Buffer.from([0xff, 0xfe, 0x00, 0xc0, 0x80]) },
];
test.each([
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"a":{"constructor":{"prototype":{"x":1}}}}',
])('a body with keys of the object prototype is refused: %s', async (payload) => {
  const headers = { accept: 'application/ld+json', 'content-type': 'application/ld+json' };
  const answer = await market.app.inject({ method: 'POST', url: '/api/carts', headers, payload });
  expect(answer.statusCode).toBe(400);
});

test.each([
  [{ 'a\u0000b': 1 }, ''],
  [{ a: [{ '\ud800': 1 }] }, 'a.0'],
  [{ a: { b: '\u0000' } }, 'a.b'],
])('an unstorable text is reported by its path, in field names, too: %j', (sent, propertyPath) => {
  const message = 'Ce texte contient un caractère qui ne peut pas être enregistré.';
  expect(() => requireReadable(sent)).toThrow(
    expect.objectContaining({ violations: [{ propertyPath, message }] }) as unknown as Error,
  );
  expect(() => requireReadable({ 'é ': 'à' })).not.toThrow();
});

test('of a body with too many values hardly any is looked at, however large it is', () => {
  let looked = 0;
  const counted = <T extends object>(value: T): T =>
    new Proxy(value, {
      get: (target, key, receiver) => {
        if (typeof key === 'string' && /^[0-9]/.test(key)) looked += 1;
        return Reflect.get(target, key, receiver);
      },
    });
  const ones = (number: number) => counted(Array.from({ length: number }, () => 1));
  expect(() => requireReadable(ones(127_000))).toThrow('L’envoi contient trop d’éléments.');
  expect(looked).toBe(0);
  const lists = Array.from({ length: 100 }, () => ones(1_270));
  expect(() => requireReadable({ products: lists })).toThrow('L’envoi contient trop d’éléments.');
  expect(looked).toBeLessThanOrEqual(MAX_BODY_VALUES);
  looked = 0;
  expect(() => requireReadable(ones(MAX_BODY_VALUES))).not.toThrow();
  expect(looked).toBe(MAX_BODY_VALUES);
});

const malformedHeaders: MalformedRequest[] = [
  ...[
    'text/plain',
    'application/json; charset=utf-16',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    ';;;',
    'x',
    'application/ld+json;;;',
    'application/x-www-form-urlencoded',
  ].map((type) => ({ what: `the type ${type}`, headers: { 'content-type': type }, payload: '--x\r\n\u0000=%00&%ff' })),
  {
    what: 'a form cut off',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: '--x\r\nContent-Disposition: form-data; name="data[0]"\r\n\r\n{',
  },
  {
    what: 'a form without parts',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: '--x--\r\n',
  },
  { what: 'a key that is none', headers: { 'idempotency-key': '\u00ff' } },
  { what: 'a key twice', headers: { 'idempotency-key': `${randomUUID()}, ${randomUUID()}` } },
  { what: 'a version too large', headers: { 'if-match': '"99999999999999999999"' } },
  { what: 'a version that no column holds', headers: { 'if-match': '"999999999"' } },
  { what: 'a token that is none', headers: { authorization: 'Bearer \u00e9.\u00e9.\u00e9' } },
  { what: 'a token of nothing', headers: { authorization: 'Bearer e30.e30.e30' } },
  { what: 'a foreign visitor', headers: { 'x-visitor-id': "'; drop table carts; --" } },
  { what: 'a foreign owner', headers: { 'x-command-owner': 'u:__proto__' } },
  {
    what: 'strange encodings',
    headers: {
      'accept-encoding': 'br;q=x, ;;;, *;q=0',
      'if-none-match': `${'W/"'.repeat(500)}`,
      range: 'bytes=9-1',
      expect: 'x',
    },
  },
  { what: 'another type of answer', headers: { accept: '\u00ff/;q=a' } },
  { what: 'a length that is none', headers: { 'content-length': '0' }, payload: '' },
];
const invalidParameters = [
  ...['%00', '%', '%ff', '%C0%80', '..%2f..%2f', '%2e%2e', '1e309', '-1', '0', '1.5', '2147483648', '999999999'],
  ...[
    '9007199254740993',
    "'",
    '%22',
    '__proto__',
    'constructor',
    'null',
    '%F0%9F%98%80',
    '%ED%A0%80',
    'x'.repeat(199),
    'x'.repeat(3000),
  ],
  '00000000-0000-0000-0000-00000000000%00',
];
const invalidQueries = [
  ...[
    '?%00=1',
    '?a[]=%',
    '?__proto__=1',
    '?page=1&page=2',
    '?page=1e309',
    '?page=0',
    '?page=999999',
    '?itemsPerPage=0',
    '?itemsPerPage=999',
  ],
  ...[
    '?&&&',
    '?=',
    '??',
    '?%',
    '?q=%00',
    '?q=%ed%a0%80',
    '?q[]=a',
    '?id[]=%00',
    '?id[]=x',
    '?state[]=',
    '?constructor=1',
    '?Id=%00',
    `?q=${'é'.repeat(2000)}`,
    '?a=#',
  ],
];
const invalidValues: unknown[] = [
  ...['a\u0000b', '\udc00', 2 ** 53, null, [], {}],
  ...[
    'a\u0000b',
    'a\ud800b',
    '\udc00',
    '',
    ' ',
    '\u202e\u200b',
    '__proto__',
    "'; drop table users; --",
    '%',
    '\\',
    '0',
    '2026-02-30',
    '9999-12-31T99:99',
    '0000-01-01',
    '-1,1',
    '99,181',
  ],
  ...['/products/x', '/stores/__proto__', `/x/${'1'.repeat(70)}`, 'x'.repeat(5000), '😀'.repeat(20), '1e309', 'a@b.fr'],
  ...[0, -1, 1.5, 2 ** 31, 2 ** 53, 1e308, -1e308, 0.1 + 0.2, null, true, {}, [], [[]], [null], ['\u0000'], [{}]],
  ...[
    { '\u0000': 1 },
    { stringValue: '\u0000' },
    { stringValue: '9999999' },
    { amount: 2 ** 31 },
    { amount: -5 },
    { toString: 1 },
    { length: 5 },
  ],
];

/** The whole list where a thing of this kind comes for the first time, then a few. */
const met = new Set<string>();
function enough<T>(kind: string, all: readonly T[], few: number): readonly T[] {
  if (met.has(kind)) return all.slice(0, few);
  met.add(kind);
  return all;
}

describe.each(endpoints)('%s', (name, endpoint) => {
  test('answers every malformed request', { timeout: 60_000 }, async () => {
    const { path, body, query, method, bodyType = 'json' } = endpoint;
    const parameter = /:\w+/.exec(path)?.[0];
    const malformed: MalformedRequest[] = [
      ...deepBodies.slice(0, body ? deepBodies.length : 1),
      ...enough(`body ${method} ${bodyType}`, malformedBodies, 3),
      ...enough(`headers ${method} ${bodyType} ${endpoint.access}`, malformedHeaders, 5),
      ...(parameter ? enough(`parameter ${path.split('/')[1]} ${parameter}`, invalidParameters, 3) : []).map(
        (instead) => {
          return { what: `the parameter ${instead.slice(0, 40)}`, url: addressOf(endpoint, instead) };
        },
      ),
      ...enough(`query ${query ? path : method}`, invalidQueries, 2).map((asked) => {
        return { what: `the query ${asked.slice(0, 40)}`, url: addressOf(endpoint) + asked };
      }),
    ];
    for (const one of malformed) await answered(name, endpoint, roleFor(endpoint), one);
    for (const role of roles) {
      for (const one of [...deepBodies.slice(0, 1), ...malformedHeaders.slice(0, 2)])
        await answered(name, endpoint, role, one);
    }
  });
});

/** A copy of the body with another value at this place ('items[].label'); the first member stands for a list. */
function withValue(body: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (key === '[]') return [withValue(Array.isArray(body) ? body[0] : {}, rest, value)];
  const content = (body ?? {}) as Record<string, unknown>;
  return { ...content, [key]: withValue(content[key], rest, value) };
}

const written = endpoints.filter(([, { body, bodyType }]) => body && bodyType !== 'multipart');
describe.each(written)('the body of %s', (name, endpoint) => {
  test('answers any invalid value in any field', { timeout: 60_000 }, async () => {
    const fields = endpoint.body ? fieldsOf('', endpoint.body) : [];
    const places = new Map(fields.map(({ name: place, type, schema }) => [place, `${type} ${rulesOf(schema).join()}`]));
    places.delete('');
    for (const [place, kind] of places) {
      for (const value of enough(`value ${kind}`, invalidValues, 6)) {
        const body = withValue(bodies[name] ?? {}, place.replaceAll('[]', '.[]').split('.').slice(1), value);
        const form = () => Object.entries(body as object).map(([key, content]) => [key, JSON.stringify(content) ?? '']);
        const payload = endpoint.bodyType === 'form' ? new URLSearchParams(form()).toString() : JSON.stringify(body);
        const what = `${place} = ${JSON.stringify(value)?.slice(0, 60)}`;
        await answered(name, endpoint, roleFor(endpoint), { what, payload });
      }
    }
  });
});

describe('before any endpoint', () => {
  /** What the server answers to these bytes. */
  async function sendRaw(bytes: string): Promise<string> {
    const { port } = new URL(address);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('close', () => resolve(text));
      socket.on('error', (error) => (text === '' ? reject(error) : resolve(text)));
    });
  }
  let address: string;
  beforeAll(async () => {
    address = await market.listen();
  });
  const end = 'Host: x\r\nConnection: close\r\n\r\n';

  test.each([
    ['an address of nothing', `GET // HTTP/1.1\r\n${end}`],
    ['an address with a host of its own', `GET //evil.example/api HTTP/1.1\r\n${end}`],
    ['a whole address', `GET http://evil.example/x HTTP/1.1\r\n${end}`],
    ['a star', `OPTIONS * HTTP/1.1\r\n${end}`],
    ['broken percent signs', `GET /% HTTP/1.1\r\n${end}`],
    ['broken percent signs at the API', `GET /api/products/by_slug/%ff HTTP/1.1\r\n${end}`],
    ['a header too long', `GET / HTTP/1.1\r\nX-Long: ${'x'.repeat(40_000)}\r\n${end}`],
    ['an address too long', `GET /${'x'.repeat(40_000)} HTTP/1.1\r\n${end}`],
    ['no HTTP', 'hello\r\n\r\n'],
    ['a method nobody knows', `BREW /pot HTTP/1.1\r\n${end}`],
    ['a method that is not served', `PROPFIND / HTTP/1.1\r\n${end}`],
    ['two lengths', `POST /api/carts HTTP/1.1\r\nContent-Length: 2\r\nContent-Length: 3\r\n${end}{}`],
    ['a length and chunks', `POST /api/carts HTTP/1.1\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n${end}{}`],
  ])('%s is refused with words', async (_what, bytes) => {
    const answer = await sendRaw(bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).toMatch(/x-content-type-options: nosniff/i);
    expect(answer).not.toMatch(/FST_|valid url|Client Error/);
  });
});
