import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { createTokenVerifier, decodeToken, isFresh } from '#api/session-token.ts';

const FAILED = 'Vérification JWT échouée';
const now = Date.parse('2026-11-20T10:00:00Z');
const content = {
  user_id: '5d8f6f0a-3b57-4d0e-9a55-6c1f0c8a7e21',
  email: 'client@etal.test',
  username: 'client',
  roles: ['ROLE_USER'],
  ownedStore: null,
  cart: null,
};
type Pair = Awaited<ReturnType<typeof generateKeyPair>>;
let own: Pair;
let older: Pair;
let theirs: Pair;

beforeAll(async () => {
  [own, older, theirs] = await Promise.all([
    generateKeyPair('RS256', { extractable: true }),
    generateKeyPair('RS256', { extractable: true }),
    generateKeyPair('RS256', { extractable: true }),
  ]);
});

const sign = (key: Pair['privateKey'], header: object = {}, from = now, claims: object = content) =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'RS256', ...header })
    .setIssuedAt(from / 1000)
    .setExpirationTime(from / 1000 + 900)
    .sign(key);

const verifier = async () =>
  createTokenVerifier([
    { ...(await exportJWK(own.publicKey)), kid: 'now' },
    { ...(await exportJWK(older.publicKey)), kid: 'before' },
  ]);

test('a token contains the user, and is valid with the current and the previous key', async () => {
  const verify = await verifier();
  expect(await verify(await sign(own.privateKey, { kid: 'now' }), now)).toMatchObject(content);
  expect(await verify(await sign(older.privateKey, { kid: 'before' }), now)).toMatchObject(content);
  expect(await verify(await sign(older.privateKey), now)).toMatchObject(content);
  const pem = createTokenVerifier([await exportSPKI(own.publicKey)]);
  expect(await pem(await sign(own.privateKey), now)).toMatchObject(content);
});

test('any other signature is refused', async () => {
  const verify = await verifier();
  const good = await sign(own.privateKey, { kid: 'now' });
  const [header, payload, signature] = good.split('.');
  const altered = btoa(JSON.stringify({ ...content, roles: ['ROLE_ADMIN'], exp: now / 1000 + 900 })).replace(/=+$/, '');
  const publicText = new TextEncoder().encode(await exportSPKI(own.publicKey));
  const confused = await new SignJWT(content).setProtectedHeader({ alg: 'HS256', kid: 'now' }).sign(publicText);
  const none = `${btoa('{"alg":"none"}').replace(/=+$/, '')}.${payload}.`;
  const selfMade = await sign(theirs.privateKey, { jwk: await exportJWK(theirs.publicKey) });
  const wrongKid = await sign(own.privateKey, { kid: 'before' });
  const forged = [
    await sign(theirs.privateKey),
    await sign(theirs.privateKey, { kid: 'now' }),
    `${header}.${altered}.${signature}`,
    confused,
    none,
    selfMade,
    await sign(theirs.privateKey, { jku: 'https://evil.example/keys.json' }),
    await sign(theirs.privateKey, { x5u: 'https://evil.example/key.pem' }),
    wrongKid,
    'not a token',
    '',
  ];
  for (const token of forged) await expect(verify(token, now), token).rejects.toThrow(FAILED);
});

test('a token is judged by the clock of the server, two minutes more or less', async () => {
  const verify = await verifier();
  const token = await sign(own.privateKey, { kid: 'now' });
  await expect(verify(token, now + 900_000 + 60_000)).resolves.toBeDefined();
  await expect(verify(token, now + 900_000 + 180_000)).rejects.toThrow(FAILED);
});

test('a signed text that is no session of this market is refused', async () => {
  const verify = await verifier();
  await expect(verify(await sign(own.privateKey, {}, now, { email: 'x' }), now)).rejects.toThrow(FAILED);
});

test('decoding reads without believing', async () => {
  expect(decodeToken(await sign(theirs.privateKey))).toMatchObject(content);
  expect(decodeToken('nonsense')).toBeNull();
  expect(decodeToken('')).toBeNull();
  const read = decodeToken(await sign(own.privateKey));
  expect(read && isFresh(read, now)).toBe(true);
  expect(read && isFresh(read, now + 900_000)).toBe(false);
  expect(read && isFresh(read, now + 880_000, 30_000)).toBe(false);
});
