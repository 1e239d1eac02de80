// Who runs the market acts for someone else: what that opens, what it never does, how it ends, and what is written down of it.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TokenPair } from '#contract/account/users.ts';
import type { Account } from '#contract/administration/accounts.ts';
import { type AdministrationCall, administrationRegistry } from '#contract/administration/administration-registry.ts';
import { type AnyEndpointName, allEndpoints } from '#contract/all-endpoints.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Collection, ErrorBody } from '#contract/wire/hydra.ts';
import { personalEndpoints } from '#server/access/impersonation.ts';
import { IMPERSONATION_LIFETIME } from '#server/access/refresh-tokens.ts';
import { setPassword } from '#server/accounts/set-password.ts';
import type { Tx } from '#server/db/client.ts';
import { refreshFamilies, users } from '#server/db/schema/accounts.ts';
import { readImpersonation } from '#state/session/impersonation.ts';
import { makeStore, makeUser } from '../../support/builders.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../../support/test-server.ts';
import { contentOf, signedByMarket, signedByStranger } from '../../support/tokens.ts';

const start = new Date('2026-05-04T10:00:00Z');
const later = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
const RUNS = ['ROLE_USER', 'ROLE_ADMIN'];

let market: TestMarket;
let admin: { id: string; email: string };
let client: { id: string; email: string; username: string };
let token: string;
beforeAll(async () => {
  market = await startTestMarket({ now: start, env: { publicUrl: 'https://etal.example' } });
});
afterAll(() => market.close());
beforeEach(async () => {
  market.setClock(start);
  admin = await makeUser(market.db, { roles: RUNS });
  client = await makeUser(market.db, { username: 'Claire' });
  token = await market.login(admin.email);
});

const startFor = (id: string, by: string | null = token) =>
  market.inject<ErrorBody & { endsAt: string }>('POST', `/api/administration/accounts/${id}/impersonation`, {
    ...(by !== null && { token: by }),
  });
async function pairFor(id = client.id): Promise<TokenPair> {
  const { status, headers, text } = await startFor(id);
  expect(status, text).toBe(200);
  const found = readImpersonation(String(headers['set-cookie']).split(';')[0] ?? '', 'https:');
  if (!found?.pair) throw new Error(`No pair: ${headers['set-cookie']}`);
  return found.pair;
}
const ordersWith = async (by: string, id = client.id) =>
  (await market.inject('GET', `/api/users/${id}/orders`, { token: by })).status;
const refresh = (refresh_token: string) =>
  market.inject<TokenPair>('POST', '/api/token/refresh', { form: { refresh_token } });

describe('a session in the name of someone else', () => {
  test('is left in a cookie of this host alone, for a minute, and in no answer', async () => {
    const { headers, body, text } = await startFor(client.id);
    const [pair, ...attributes] = String(headers['set-cookie']).split('; ');
    expect(pair).toMatch(/^__Host-impersonation=/);
    expect(attributes).toEqual(['Max-Age=60', 'Path=/', 'Secure', 'SameSite=Strict']);
    expect(pair?.length).toBeLessThan(4000);
    expect(body).toMatchObject({ username: 'Claire', endsAt: later(30).toISOString() });
    expect(text).not.toContain('eyJ');
  });

  test('is set over plain HTTP as well, for a local trial', async () => {
    const { publicUrl } = market.env;
    market.env.publicUrl = 'http://127.0.0.1:4173';
    const { headers } = await startFor(client.id);
    market.env.publicUrl = publicUrl;
    expect(headers['set-cookie']).toMatch(/^impersonation=[^;]+; Max-Age=60; Path=\/; SameSite=Strict$/);
  });

  test('names the administrator, and otherwise acts as the person', async () => {
    const pair = await pairFor();
    const [family] = await market.db.select().from(refreshFamilies).where(eq(refreshFamilies.userId, client.id));
    expect(contentOf(pair.token)).toMatchObject({ sub: client.id, sid: family?.id, act: { sub: admin.id } });
    expect(await ordersWith(pair.token)).toBe(200);
    expect(await ordersWith(pair.token, admin.id)).toBe(404);
  });

  test('goes on saying so when it is renewed, and ends after half an hour, whatever is renewed', async () => {
    let pair = await pairFor();
    for (const minutes of [10, 20]) {
      market.setClock(later(minutes));
      pair = (await refresh(pair.refresh_token)).body;
      expect(contentOf(pair.token).act).toMatchObject({ sub: admin.id });
    }
    expect(contentOf(pair.token).exp).toBe(later(30).getTime() / 1000);
    market.setClock(later(29.9));
    expect(await ordersWith(pair.token)).toBe(200);
    market.setClock(later(30));
    expect(await ordersWith(pair.token)).toBe(401);
    expect((await refresh(pair.refresh_token)).status).toBe(401);
    expect(IMPERSONATION_LIFETIME).toBe(30 * 60_000);
  });

  test('ends at once, for its tokens as well, when it is left', async () => {
    const pair = await pairFor();
    await market.inject('POST', '/api/token/revoke', { form: { refresh_token: pair.refresh_token } });
    expect(await ordersWith(pair.token)).toBe(401);
    expect((await refresh(pair.refresh_token)).status).toBe(401);
  });

  test.each([
    ['who acts runs the market no more', () => setRoles(admin.id, ['ROLE_USER'])],
    ['the person has come to run the market', () => setRoles(client.id, RUNS)],
    ['the one who acts has chosen a new password', () => newPassword(admin)],
    ['the person has chosen a new password', () => newPassword(client)],
  ])('ends when %s', async (_when, happen) => {
    const pair = await pairFor();
    expect(await ordersWith(pair.token)).toBe(200);
    await happen();
    expect(await ordersWith(pair.token)).toBe(401);
    expect((await refresh(pair.refresh_token)).status).toBe(401);
  });

  test('ends when the one who acts logs out, on whichever device, and not when another session ends', async () => {
    const [first, second] = [await pairFor(), await pairFor()];
    const logOut = (refresh_token: string) => market.inject('POST', '/api/token/revoke', { form: { refresh_token } });
    await logOut(first.refresh_token);
    expect(await ordersWith(second.token)).toBe(200);
    const own = await market.inject<TokenPair>('POST', '/api/login_check', {
      body: { login: admin.email, password: DEMO_PASSWORD },
    });
    await logOut(own.body.refresh_token);
    expect(await ordersWith(second.token)).toBe(401);
    expect((await refresh(second.refresh_token)).status).toBe(401);
  });

  test('leaves the sessions of both as they were', async () => {
    const own = await market.login(client.email);
    const pair = await pairFor();
    await market.inject('POST', '/api/token/revoke', { form: { refresh_token: pair.refresh_token } });
    expect(await ordersWith(own)).toBe(200);
    expect(await ordersWith(token, admin.id)).toBe(200);
  });

  test('ends as a whole when a used token comes back', async () => {
    const first = await pairFor();
    const second = (await refresh(first.refresh_token)).body;
    await refresh(second.refresh_token);
    expect((await refresh(first.refresh_token)).status).toBe(401);
    expect(await ordersWith(second.token)).toBe(401);
  });

  test('cannot be forged or removed by editing "act" in a token', async () => {
    const keys = market.app.signingKeys;
    const pair = await pairFor();
    const { act, sid, ...without } = contentOf(pair.token);
    const own = contentOf(await market.login(client.email));
    for (const forged of [
      await signedByStranger(keys, { ...without, sid }),
      await signedByStranger(keys, { ...own, sid, act: { sub: admin.id } }),
      // The market's own key, with what it never says.
      await signedByMarket(keys, { ...without, sid }),
      await signedByMarket(keys, { ...own, act: { sub: admin.id } }),
      await signedByMarket(keys, { ...own, sid, act: { sub: client.id } }),
      await signedByMarket(keys, { ...own, sid: client.id, act: { sub: admin.id } }),
      await signedByMarket(keys, { ...own, act: 'admin' }),
      await signedByMarket(keys, { ...contentOf(token), act }),
    ]) {
      expect(await ordersWith(forged)).toBe(401);
    }
  });
});

async function setRoles(id: string, roles: string[]): Promise<void> {
  await market.db.update(users).set({ roles }).where(eq(users.id, id));
}

const newPassword = ({ id }: { id: string }) =>
  market.db.transaction((tx) => setPassword(tx as Tx, id, 'another hash', start));

describe('impersonation is refused', () => {
  test('without running the market', async () => {
    expect((await startFor(admin.id, null)).status).toBe(401);
    const store = await makeStore(market.db);
    const [merchant] = await market.db
      .select()
      .from(users)
      .where(eq(users.id, store.ownerId ?? ''));
    for (const email of [client.email, merchant?.email ?? '']) {
      const { status, headers } = await startFor(admin.id, await market.login(email));
      expect([status, headers['set-cookie']]).toEqual([403, undefined]);
    }
  });

  test('with a token of before they lost that role', async () => {
    await setRoles(admin.id, ['ROLE_USER']);
    expect((await startFor(client.id)).status).toBe(403);
  });

  test('of an administrator, of oneself, or of an unknown account', async () => {
    const other = await makeUser(market.db, { roles: RUNS });
    const refused = await startFor(other.id);
    expect(refused).toMatchObject({ status: 409, body: { code: 'administrator' } });
    expect(await startFor(admin.id)).toMatchObject({ status: 409, body: { code: 'yourself' } });
    const ended = await makeUser(market.db, { passwordHash: '' });
    expect((await startFor(ended.id)).status).toBe(404);
    expect((await startFor('00000000-0000-4000-8000-000000000000')).status).toBe(404);
    expect(await market.db.select().from(refreshFamilies).where(eq(refreshFamilies.actedBy, admin.id))).toEqual([]);
  });
});

/** What may be done for someone else; every other call that changes something, or says all, is theirs alone. */
const helping: AnyEndpointName[] = [
  ...(['cart.create', 'cart.add', 'cart.setQuantity', 'cart.remove', 'cart.applyCoupon', 'cart.removeCoupon'] as const),
  ...(['storeOrders.setShippingType', 'storeOrders.setDistance', 'storeOrders.save', 'orders.pickups'] as const),
  ...(['storeOrders.tracking', 'storeOrders.validate', 'storeOrders.ready', 'storeOrders.ship'] as const),
  'storeOrders.export',
  ...(['products.create', 'products.update', 'products.publish', 'products.disable', 'products.delete'] as const),
  ...(['products.export', 'products.import', 'dematerializedFiles.upload', 'stores.save', 'stores.saveTiers'] as const),
  ...(['stores.saveVideo', 'images.upload', 'images.caption', 'images.delete', 'coupons.create'] as const),
  ...(['coupons.update', 'messages.create', 'messages.read', 'appointments.create', 'appointments.confirm'] as const),
  ...(['appointments.cancel', 'estimates.create', 'estimates.read', 'productReviews.create'] as const),
  ...(['storeReviews.create', 'availability.create', 'platformMessages.create', 'view.create'] as const),
  ...(['contractWithdrawals.ofOrder', 'contractWithdrawals.ofStoreOrder', 'contractWithdrawals.receive'] as const),
  'notices.create',
  'browserErrors.create',
  'pushSubscriptions.delete',
  'orderPush.unsubscribe',
];
/** They know a password or a refresh token instead of who calls. */
const bySession: AnyEndpointName[] = ['session.login', 'session.refresh', 'session.logout'];
const changing = (Object.entries(allEndpoints) as [AnyEndpointName, Endpoint][]).filter(
  ([, { method, offline }]) => method !== 'GET' || offline === 'online',
);

test('every writing endpoint is classified as allowed or forbidden during impersonation', () => {
  const known = [...helping, ...bySession, ...personalEndpoints];
  expect(changing.map(([name]) => name).filter((name) => !known.includes(name))).toEqual([]);
  expect(helping.filter((name) => personalEndpoints.has(name))).toEqual([]);
});

const called = (name: AnyEndpointName, by: string) => {
  const { method, path, bodyType }: Endpoint = allEndpoints[name];
  return market.inject<ErrorBody>(method, `/api${path.replace(':id', client.id)}`, {
    token: by,
    ...(method !== 'GET' && bodyType !== 'multipart' && { body: {} }),
    ...(bodyType === 'multipart' && { upload: { bytes: Buffer.from('x') } }),
  });
};

const runsMarket = (name: AnyEndpointName) => (allEndpoints[name] as Endpoint).access === 'operator';
const ofMerchants = (name: AnyEndpointName) => (allEndpoints[name] as Endpoint).access === 'merchant';

test.each([...personalEndpoints].filter((name) => !runsMarket(name)))(
  '%s is forbidden during impersonation',
  async (name) => {
    const merchant = ofMerchants(name) ? (await makeStore(market.db)).ownerId : null;
    const { token: acting } = await pairFor(merchant ?? client.id);
    const { status, body } = await called(name, acting);
    expect(status).toBe(403);
    expect(body).toMatchObject({
      code: 'acting',
      'hydra:description': expect.stringContaining('Vous agissez au nom de'),
    });
  },
);

test.each(Object.keys(administrationRegistry) as AdministrationCall[])(
  '%s is forbidden during impersonation, whatever the token contains',
  async (name) => {
    const acting = contentOf((await pairFor()).token);
    const raised = await signedByMarket(market.app.signingKeys, { ...acting, roles: RUNS });
    expect((await called(name, raised)).status).toBe(403);
  },
);

test.each(helping.filter((name) => (allEndpoints[name] as Endpoint).access !== 'merchant'))(
  '%s is allowed during impersonation',
  async (name) => {
    const { token: acting } = await pairFor();
    expect((await called(name, acting)).body?.code).not.toBe('acting');
  },
);

describe('looking for an account', () => {
  const search = (text: string, by = token) =>
    market.inject<Collection<Account>>('GET', `/api/administration/accounts?text=${encodeURIComponent(text)}`, {
      token: by,
    });

  test('finds by name, address and store, ignoring case and accents, and shows few fields', async () => {
    const merchant = await makeUser(market.db, { email: 'zelie@etal.test', username: 'Zélie Ébéniste', roles: RUNS });
    await makeStore(market.db, { ownerId: merchant.id, name: 'Atelier du Bœuf à six pattes' });
    for (const text of ['ZELIE eb', 'zelie@etal', 'six pattes']) {
      const { body } = await search(text);
      expect(body['hydra:member'], text).toEqual([
        {
          '@id': `/administration/accounts/${merchant.id}`,
          '@type': 'Account',
          id: merchant.id,
          username: 'Zélie Ébéniste',
          email: 'zelie@etal.test',
          role: 'administrator',
          store: 'Atelier du Bœuf à six pattes',
          blocked: null,
          hasSecondFactor: false,
        },
      ]);
    }
  });

  test('answers ten at most, the exact address first, with the total', async () => {
    for (let n = 0; n < 12; n += 1) await makeUser(market.db, { email: `aaa${n}.nombreux@etal.test` });
    await makeUser(market.db, { email: 'nombreux@etal.test' });
    const { body } = await search('nombreux@etal.test');
    expect(body['hydra:member']).toHaveLength(10);
    expect(body['hydra:totalItems']).toBe(13);
    expect(body['hydra:member'][0]?.email).toBe('nombreux@etal.test');
  });

  test('treats pattern characters literally and omits deleted accounts', async () => {
    await makeUser(market.db, { email: 'partie@etal.test', passwordHash: '' });
    for (const text of ['%%', '__', 'partie@etal', String.raw`\\`]) {
      expect((await search(text)).body['hydra:totalItems'], text).toBe(0);
    }
  });

  test('refuses too little, too much, and who does not run the market', async () => {
    expect((await search('a')).status).toBe(400);
    expect((await search('a'.repeat(101))).status).toBe(400);
    expect((await search('claire', await market.login(client.email))).status).toBe(403);
  });
});
