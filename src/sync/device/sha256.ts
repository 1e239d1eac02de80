// SHA-256 in hexadecimal digits, by the browser. It has none on a page without TLS, which loads a library for it.

export async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  const digest = subtle
    ? new Uint8Array(await subtle.digest('SHA-256', bytes))
    : (await import('@noble/hashes/sha2.js')).sha256(bytes);
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
