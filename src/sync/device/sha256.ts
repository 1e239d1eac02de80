// SHA-256 of a picture's bytes, in hexadecimal: what the server compares with what arrived.
// The browser's own, and where there is none (a page served without TLS) the same in plain arithmetic (FIPS 180-4).

export async function sha256(bytes: ArrayBuffer): Promise<string> {
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  const digest = subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes)) : plainSha256(new Uint8Array(bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const primes = Array.from({ length: 312 }, (_, n) => n).filter(
  (n) => n > 1 && Array.from({ length: n }, (__, d) => d).every((d) => d < 2 || n % d !== 0),
);
/** The first 32 bits of the fractional part. */
const fraction = (value: number) => ((value - Math.floor(value)) * 2 ** 32) | 0;
const rotate = (value: number, bits: number) => (value >>> bits) | (value << (32 - bits));

export function plainSha256(input: Uint8Array): Uint8Array {
  const constants = Int32Array.from(primes.slice(0, 64), (prime) => fraction(Math.cbrt(prime)));
  const hash = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
  const padded = new Uint8Array((((input.length + 8) >> 6) + 1) << 6);
  padded.set(input);
  padded[input.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(input.length / 2 ** 29));
  view.setUint32(padded.length - 4, input.length * 8);
  const words = new Int32Array(64);
  const word = (i: number) => words[i] ?? 0;
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getInt32(block + i * 4);
    for (let i = 16; i < 64; i++) {
      const [early, late] = [word(i - 15), word(i - 2)];
      const small = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
      words[i] = word(i - 16) + word(i - 7) + small + (rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10));
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
    for (let i = 0; i < 64; i++) {
      const big = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const one = (h + big + ((e & f) ^ (~e & g)) + (constants[i] ?? 0) + word(i)) | 0;
      const two = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => {
      hash[i] = ((hash[i] ?? 0) + value) | 0;
    });
  }
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((value, i) => {
    out.setInt32(i * 4, value);
  });
  return new Uint8Array(out.buffer);
}
