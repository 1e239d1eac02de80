// Counter keys: what is counted, as a hash, because it may be an e-mail address or a token.
import { createHash } from 'node:crypto';

export const counterKey = (...parts: string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('base64url');
