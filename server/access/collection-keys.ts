// Collection keys: P-256 key pairs that sign collection codes and the secret behind short codes, created at the first
// start in DATA_DIR/keys.
// Guarantees: only the server's user can read the files; a newer key file (collection-2.json …) takes over signing
// while signatures of older keys stay valid; a short code is stable and cannot be derived from an order number.
import { createHash, createHmac, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CollectionKey } from '#contract/orders/collection-keys.ts';
import { shortCodeOf } from '#domain/orders/collection-code.ts';
import { privateFolder } from '../runtime/private-folder.ts';
import { readSeries, writeOnce } from './key-files.ts';

export interface CollectionKeys {
  /** Eight hexadecimal digits, of the newest key, which signs. */
  keyId: string;
  /** 64 bytes. */
  sign(bytes: Uint8Array): Uint8Array;
  /** '4F7K-2Q9M' */
  shortCode(storeOrderId: number): string;
  /** All verification keys, newest first. */
  publicKeys: CollectionKey[];
}

interface PrivateKey {
  kty: string;
  crv: string;
  x: string;
  y: string;
  d: string;
}

const SHORT_BYTES = 5;

export function loadCollectionKeys(folder: string): CollectionKeys {
  privateFolder(folder);
  if (readSeries(folder, 'collection').length === 0) {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    writeOnce(folder, 'collection-1.json', JSON.stringify(privateKey.export({ format: 'jwk' })));
  }
  writeOnce(folder, 'collection-secret', randomBytes(32).toString('base64url'));
  const keys = readSeries(folder, 'collection') as PrivateKey[];
  const [newest] = keys;
  if (!newest) throw new Error(`${folder} holds no key for collections.`);
  const key = createPrivateKey({ key: { ...newest }, format: 'jwk' });
  const secret = Buffer.from(readFileSync(join(folder, 'collection-secret'), 'utf8').trim(), 'base64url');
  return {
    keyId: keyIdOf(newest),
    sign: (bytes) => sign('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }),
    shortCode: (id) => shortCodeOf(createHmac('sha256', secret).update(`${id}`).digest().subarray(0, SHORT_BYTES)),
    publicKeys: keys.map((each) => ({
      '@id': `/collection_keys/${keyIdOf(each)}`,
      '@type': 'CollectionKey',
      id: keyIdOf(each),
      x: each.x,
      y: each.y,
    })),
  };
}

const keyIdOf = ({ x, y }: Pick<PrivateKey, 'x' | 'y'>) =>
  createHash('sha256').update(`${x}.${y}`).digest('hex').slice(0, 8);
