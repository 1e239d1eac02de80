// Signing keys: RS256 key pairs for access tokens and the secret behind refresh tokens, created at the first start in
// DATA_DIR/keys.
// Guarantees: only the server's user can read the files; processes that share the folder share the keys; a newer key
// file (signing-2.json …) takes over signing while tokens of older keys stay valid.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { privateFolder } from '../runtime/private-folder.ts';
import { readSeries, writeOnce } from './key-files.ts';

export interface PublicKey extends JWK {
  kid: string;
}

export interface SigningKeys {
  /** Id of the newest key, which signs. */
  kid: string;
  privateKey: CryptoKey;
  /** All verification keys, as embedded in the page. */
  publicKeys: PublicKey[];
  refreshSecret: Buffer;
}

export async function loadSigningKeys(folder: string): Promise<SigningKeys> {
  privateFolder(folder);
  if (readSeries(folder, 'signing').length === 0) {
    const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
    const jwk = await exportJWK(privateKey);
    writeOnce(folder, 'signing-1.json', JSON.stringify({ ...jwk, kid: await calculateJwkThumbprint(jwk) }));
  }
  writeOnce(folder, 'refresh-secret', randomBytes(32).toString('base64url'));
  const newestFirst = readSeries(folder, 'signing') as PublicKey[];
  const [newest] = newestFirst;
  if (!newest) throw new Error(`${folder} holds no signing key.`);
  return {
    kid: newest.kid,
    privateKey: (await importJWK(newest, 'RS256')) as CryptoKey,
    publicKeys: newestFirst.map(({ kty, n, e, kid }) => ({ kty, n, e, kid, alg: 'RS256', use: 'sig' }) as PublicKey),
    refreshSecret: Buffer.from(readFileSync(join(folder, 'refresh-secret'), 'utf8').trim(), 'base64url'),
  };
}
