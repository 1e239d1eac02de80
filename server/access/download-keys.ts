// Download keys: secrets that sign links to purchased files, created at the first start in DATA_DIR/keys.
// Guarantees: only the server's user can read the files; a newer key file (download-2.json …) takes over signing while
// signatures of older keys stay valid.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { privateFolder } from '../runtime/private-folder.ts';
import { readSeries, writeOnce } from './key-files.ts';

export interface DownloadKeys {
  /** 43 letters, digits, '-' and '_'. */
  sign(text: string): string;
  /** Accepts a signature by any of the keys. */
  verifies(text: string, signature: string): boolean;
}

const SECRET_BYTES = 32;

export function loadDownloadKeys(folder: string): DownloadKeys {
  privateFolder(folder);
  if (readSeries(folder, 'download').length === 0) {
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    writeOnce(folder, 'download-1.json', JSON.stringify({ secret }));
  }
  const secrets = (readSeries(folder, 'download') as { secret: string }[]).map(({ secret }) =>
    Buffer.from(secret, 'base64url'),
  );
  const [newest] = secrets;
  if (!newest || secrets.some((secret) => secret.length < SECRET_BYTES)) {
    throw new Error(`${folder} holds no key for downloads, or one that is too short.`);
  }
  const signature = (secret: Buffer, text: string) => createHmac('sha256', secret).update(`download:${text}`).digest();
  return {
    sign: (text) => signature(newest, text).toString('base64url'),
    verifies: (text, given) => {
      // Only the canonical encoding is accepted; lenient base64 variants would be further valid addresses.
      if (!/^[A-Za-z0-9_-]{43}$/.test(given)) return false;
      const bytes = Buffer.from(given, 'base64url');
      if (bytes.toString('base64url') !== given) return false;
      return secrets.some((secret) => timingSafeEqual(signature(secret, text), bytes));
    },
  };
}
