// Push key: the P-256 pair that identifies the market to push services (VAPID), created at the first start in
// DATA_DIR/keys.
// Guarantee: only the server's user can read the file; processes that share the folder share the key. A newer key file
// (push-2.json …) takes over: devices subscribe again when their app is next opened.
import { generateKeyPairSync } from 'node:crypto';
import { privateFolder } from '../runtime/private-folder.ts';
import type { PushKeys } from '../services/push.ts';
import { readSeries, writeOnce } from './key-files.ts';

export function loadPushKeys(folder: string): PushKeys {
  privateFolder(folder);
  if (readSeries(folder, 'push').length === 0) {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    writeOnce(folder, 'push-1.json', JSON.stringify(privateKey.export({ format: 'jwk' })));
  }
  const [newest] = readSeries(folder, 'push') as { x: string; y: string; d: string }[];
  if (!newest) throw new Error(`${folder} holds no key for pushes.`);
  const point = [Buffer.of(4), Buffer.from(newest.x, 'base64url'), Buffer.from(newest.y, 'base64url')];
  return { publicKey: Buffer.concat(point).toString('base64url'), privateKey: newest.d };
}
