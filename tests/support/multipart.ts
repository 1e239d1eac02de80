// A file in the form of a browser: multipart/form-data, with its JSON part.
import { createHash } from 'node:crypto';

export interface Upload {
  bytes: Uint8Array;
  /** Declared by the client, and possibly wrong. */
  fileName?: string;
  type?: string;
  /** The name of the file's part; `file[0]` by default. */
  part?: string;
  /** The part `data[0]`; the correct SHA-256 of the bytes by default. A string is sent unchanged. */
  data?: Record<string, unknown> | string;
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export function multipart({ bytes, fileName = 'photo.jpg', type = 'image/jpeg', part = 'file[0]', data }: Upload): {
  contentType: string;
  payload: Buffer;
} {
  const boundary = '----etal-test-boundary';
  const text = typeof data === 'string' ? data : JSON.stringify({ sha256: sha256Of(bytes), ...data });
  const head = (disposition: string, more = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${more}\r\n`;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    payload: Buffer.concat([
      Buffer.from(`${head('name="data[0]"')}${text}\r\n`),
      Buffer.from(head(`name="${part}"; filename="${fileName}"`, `Content-Type: ${type}\r\n`)),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  };
}
