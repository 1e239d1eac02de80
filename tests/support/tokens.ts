// Forged and damaged access tokens, as made by an attacker.
import { createHmac, createPublicKey } from 'node:crypto';
import { generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import type { SigningKeys } from '#server/access/signing-keys.ts';

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

export const contentOf = (token: string): JWTPayload & Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
export const headerOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString('utf8'));

/** Unsigned: the header says that no signature is needed. */
export const unsigned = (content: JWTPayload) => `${part({ alg: 'none', typ: 'at+jwt' })}.${part(content)}.`;

/** HS256, with the market's public key as the shared secret. */
export function signedWithPublicKey(keys: SigningKeys, content: JWTPayload): string {
  const [key] = keys.publicKeys;
  const pem = createPublicKey({ key: key as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
  const head = `${part({ alg: 'HS256', typ: 'at+jwt', kid: keys.kid })}.${part(content)}`;
  return `${head}.${createHmac('sha256', pem).update(head).digest('base64url')}`;
}

/** Signed with a foreign key, which may be in the header or referenced by it. */
export async function signedByStranger(keys: SigningKeys, content: JWTPayload, named?: 'jwk' | 'jku' | 'x5u') {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const { exportJWK } = await import('jose');
  const key = named === 'jwk' ? await exportJWK(publicKey) : 'https://evil.example/keys.json';
  return new SignJWT(content)
    .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: keys.kid, ...(named && { [named]: key }) })
    .sign(privateKey);
}

/** Signed by the market itself, with other content. */
export const signedByMarket = (keys: SigningKeys, content: JWTPayload, typ = 'at+jwt') =>
  new SignJWT(content).setProtectedHeader({ alg: 'RS256', kid: keys.kid, typ }).sign(keys.privateKey);
