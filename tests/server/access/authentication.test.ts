import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TokenPair } from '#contract/account/users.ts';
import { ACCESS_TOKEN_LIFETIME } from '#server/access/authentication.ts';
import { makeCart, makeStore, makeUser } from '../../support/builders.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../../support/test-server.ts';
import {
  contentOf,
  headerOf,
  signedByMarket,
  signedByStranger,
  signedWithPublicKey,
  unsigned,
} from '../../support/tokens.ts';

const start = new Date('2026-05-04T10:00:00Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);

let market: TestMarket;
let user: { id: string; email: string };
beforeAll(async () => {
  market = await startTestMarket({ now: start });
  user = await makeUser(market.db, { email: 'claire@etal.test' });
});
afterAll(() => market.close());

const logIn = (password = DEMO_PASSWORD, login = user.email) =>
  market.inject<TokenPair & { 'hydra:description': string }>('POST', '/api/login_check', { body: { login, password } });
/** Any call that needs a user. */
const ordersWith = (token: string) => market.inject('GET', `/api/users/${user.id}/orders`, { token });

describe('logging in', () => {
  test('gives a token with the content of the contract, for 15 minutes', async () => {
    const cart = await makeCart(market.db, { userId: user.id });
    const { status, body } = await logIn();
    expect(status).toBe(200);
    const seconds = start.getTime() / 1000;
    expect(contentOf(body.token)).toEqual({
      roles: ['ROLE_USER'],
      user_id: user.id,
      sub: user.id,
      email: user.email,
      username: 'claire',
      ownedStore: null,
      storeRole: null,
      cart: cart.id,
      emailConfirmed: true,
      sid: expect.any(String),
      iss: 'etal',
      aud: 'etal-api',
      iat: seconds,
      nbf: seconds,
      exp: seconds + ACCESS_TOKEN_LIFETIME,
    });
    expect(headerOf(body.token)).toEqual({ alg: 'RS256', kid: market.app.signingKeys.kid, typ: 'at+jwt' });
  });

  test("names the store in its merchant's token", async () => {
    const store = await makeStore(market.db);
    const { users } = await import('#server/db/schema/accounts.ts');
    const { eq } = await import('drizzle-orm');
    const [merchant] = await market.db
      .select()
      .from(users)
      .where(eq(users.id, store.ownerId ?? ''));
    const { body } = await logIn(DEMO_PASSWORD, merchant?.email);
    expect(contentOf(body.token)).toMatchObject({
      ownedStore: store.id,
      roles: expect.arrayContaining(['ROLE_STORE_ADMIN']),
    });
  });

  test('accepts the e-mail however it is written', async () => {
    expect((await logIn(DEMO_PASSWORD, '  Claire@ETAL.test ')).status).toBe(200);
  });

  test('answers the same for a wrong password and an unknown account', async () => {
    const wrong = await logIn('not the password');
    const unknown = await logIn(DEMO_PASSWORD, 'nobody@etal.test');
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.body['hydra:description']).toBe('Adresse e-mail ou mot de passe incorrect');
    expect(unknown.text).toBe(wrong.text);
  });
});

describe('an access token', () => {
  let good: string;
  let content: JWTPayload;
  beforeAll(async () => {
    good = (await logIn()).body.token;
    content = contentOf(good);
  });

  test('opens what its user owns', async () => {
    expect((await ordersWith(good)).status).toBe(200);
  });

  test('is refused unsigned or signed by a stranger, even with the key or its address inside', async () => {
    const keys = market.app.signingKeys;
    const forged = [
      unsigned(content),
      signedWithPublicKey(keys, content),
      await signedByStranger(keys, content),
      await signedByStranger(keys, content, 'jwk'),
      await signedByStranger(keys, content, 'jku'),
      await signedByStranger(keys, content, 'x5u'),
    ];
    for (const token of forged) expect((await ordersWith(token)).status).toBe(401);
  });

  test('is refused when its content or signature was touched', async () => {
    const [head = '', , signature = ''] = good.split('.');
    const altered = Buffer.from(JSON.stringify({ ...content, roles: ['ROLE_STORE_ADMIN'] })).toString('base64url');
    expect((await ordersWith(`${head}.${altered}.${signature}`)).status).toBe(401);
    const flipped = `${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`;
    expect((await ordersWith(`${good.slice(0, good.lastIndexOf('.'))}.${flipped}`)).status).toBe(401);
  });

  test('is refused for another issuer, another audience, another type, another subject, or without an end', async () => {
    const keys = market.app.signingKeys;
    const { exp: _, ...endless } = content;
    const strays = [
      await signedByMarket(keys, { ...content, iss: 'someone else' }),
      await signedByMarket(keys, { ...content, aud: 'another api' }),
      await signedByMarket(keys, content, 'refresh+jwt'),
      await signedByMarket(keys, { ...content, sub: '00000000-0000-4000-8000-000000000000' }),
      await signedByMarket(keys, endless),
    ];
    for (const token of strays) expect((await ordersWith(token)).status).toBe(401);
    expect((await ordersWith(await signedByMarket(keys, content))).status).toBe(200);
  });

  test('is believed until its end by the clock of the server, and not before its beginning', async () => {
    market.setClock(later(ACCESS_TOKEN_LIFETIME - 1));
    expect((await ordersWith(good)).status).toBe(200);
    market.setClock(later(ACCESS_TOKEN_LIFETIME));
    expect((await ordersWith(good)).status).toBe(401);
    market.setClock(later(-1));
    expect((await ordersWith(good)).status).toBe(401);
    market.setClock(start);
  });

  test('of another kind than Bearer is refused, also on public calls', async () => {
    const headers = { authorization: `Basic ${good}` };
    expect((await market.inject('POST', '/api/carts', { body: {}, headers })).status).toBe(401);
  });

  test('that is out of date does not stop its holder from logging in again', async () => {
    const { status } = await market.inject('POST', '/api/login_check', {
      token: 'a.b.c',
      body: { login: user.email, password: DEMO_PASSWORD },
    });
    expect(status).toBe(200);
  });
});

test('public keys contain no private part', () => {
  for (const key of market.app.publicKeys) {
    expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  }
});

test('tokens of the earlier key stay valid after the key with the highest number takes over', async () => {
  const { accessTokens } = await import('#server/access/authentication.ts');
  const { loadSigningKeys } = await import('#server/access/signing-keys.ts');
  const { copyFileSync, mkdtempSync, rmSync } = await import('node:fs');
  const { tmpdir } = await import('node:os');
  const [first, second, both] = ['1', '2', '3'].map((name) => mkdtempSync(`${tmpdir()}/etal-keys-${name}-`));
  if (!first || !second || !both) throw new Error('No folder.');
  const earlier = await loadSigningKeys(first);
  await loadSigningKeys(second);
  copyFileSync(`${first}/signing-1.json`, `${both}/signing-9.json`);
  copyFileSync(`${second}/signing-1.json`, `${both}/signing-10.json`);
  const now = await loadSigningKeys(both);
  const subject = {
    id: user.id,
    email: 'a@b.test',
    username: 'a',
    roles: [],
    ownedStore: null,
    storeRole: null,
    cart: null,
    emailConfirmed: true,
    session: user.id,
  };
  const old = await accessTokens(earlier).issue(subject, start);
  expect(now.kid).not.toBe(earlier.kid);
  expect(now.publicKeys).toHaveLength(2);
  expect(await accessTokens(now).verify(old, start)).toMatchObject({ id: user.id });
  const fresh = await accessTokens(now).issue(subject, start);
  await expect(accessTokens(earlier).verify(fresh, start)).rejects.toMatchObject({ status: 401 });
  for (const folder of [first, second, both]) rmSync(folder, { recursive: true });
});
