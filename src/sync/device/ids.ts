// Identifiers made on the device: random ones, and names that always give the same id (RFC 9562, version 5).
// Synchronous on purpose: awaiting crypto.subtle inside an IndexedDB transaction would close it, and neither it nor
// crypto.randomUUID exists on a page served without TLS.

/** Étal's own name space for derived ids. */
const NAMESPACE = '5d8f6f0a-3b57-4d0e-9a55-6c1f0c8a7e21';

export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return format(bytes, 0x40);
}

/** The same `name` gives the same id, on any device and at any time. */
export function uuidv5(name: string, namespace: string = NAMESPACE): string {
  const space = Uint8Array.from(namespace.replaceAll('-', '').match(/../g) ?? [], (hex) => Number.parseInt(hex, 16));
  const text = new TextEncoder().encode(name);
  const input = new Uint8Array(space.length + text.length);
  input.set(space);
  input.set(text, space.length);
  return format(sha1(input).slice(0, 16), 0x50);
}

function format(bytes: Uint8Array, version: number): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | version;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const rotate = (value: number, bits: number) => (value << bits) | (value >>> (32 - bits));

/** SHA-1 (FIPS 180-4), which version 5 asks for; it protects nothing here. */
function sha1(input: Uint8Array): Uint8Array {
  const padded = new Uint8Array((((input.length + 8) >> 6) + 1) << 6);
  padded.set(input);
  padded[input.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, input.length * 8);
  const hash = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
  const words = new Int32Array(80);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getInt32(block + i * 4);
    const word = (i: number) => words[i] ?? 0;
    for (let i = 16; i < 80; i++) words[i] = rotate(word(i - 3) ^ word(i - 8) ^ word(i - 14) ^ word(i - 16), 1);
    let [a = 0, b = 0, c = 0, d = 0, e = 0] = hash;
    for (let i = 0; i < 80; i++) {
      const [mixed, constant] = round(i, b, c, d);
      const next = (rotate(a, 5) + mixed + e + constant + word(i)) | 0;
      [e, d, c, b, a] = [d, c, rotate(b, 30), a, next];
    }
    [a, b, c, d, e].forEach((value, i) => {
      hash[i] = ((hash[i] ?? 0) + value) | 0;
    });
  }
  const out = new DataView(new ArrayBuffer(20));
  hash.forEach((value, i) => {
    out.setInt32(i * 4, value);
  });
  return new Uint8Array(out.buffer);
}

function round(i: number, b: number, c: number, d: number): [number, number] {
  if (i < 20) return [(b & c) | (~b & d), 0x5a827999];
  if (i < 40) return [b ^ c ^ d, 0x6ed9eba1];
  if (i < 60) return [(b & c) | (b & d) | (c & d), 0x8f1bbcdc];
  return [b ^ c ^ d, 0xca62c1d6];
}
