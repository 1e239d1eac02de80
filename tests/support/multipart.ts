// A file sent as the browser sends it: multipart/form-data, with its JSON beside it.
import { createHash } from 'node:crypto';

export interface Upload {
  bytes: Uint8Array;
  /** Declared by the sender, who may be wrong or lie. */
  fileName?: string;
  type?: string;
  /** The name of the file's part; `file[0]` unless said. */
  part?: string;
  /** The part `data[0]`; the true SHA-256 of the bytes unless it says otherwise. A string is sent as it is. */
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
