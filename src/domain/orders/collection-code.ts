// Collection codes: the signed code that a customer shows at the store, byte by byte, and a short code to say and type.
// Guarantee: any input is either read or reported as unrecognized; nothing is thrown.
// Layout: version 1, key id 4, store 16, store order 4, flags 1, cents 4, seconds 4, name up to 24, signature 64.
import type { ShippingType } from '#contract/fields/values.ts';

/** Signed content of a code. */
export interface CollectionProof {
  /** Eight hexadecimal digits. */
  keyId: string;
  /** UUID of the store. */
  storeId: string;
  /** Number of the store order. */
  id: number;
  /** To be paid at the store; otherwise paid. */
  toPay: boolean;
  /** Cents. */
  amount: number;
  /** 'Camille R.' */
  name: string;
  /** Milliseconds since 1970, whole seconds. */
  expiresAt: number;
}

export type ReadCode =
  /** Some other QR code. */
  | { kind: 'unrecognized' }
  /** Has the prefix, but is invalid. */
  | { kind: 'damaged' }
  | { kind: 'code'; proof: CollectionProof; signed: Uint8Array<ArrayBuffer>; signature: Uint8Array<ArrayBuffer> };

/** Capitals and digits only, so that the QR code uses its compact alphanumeric mode. */
const PREFIX = 'ETAL1:';
const VERSION = 1;
const NAME_AT = 34;
const LONGEST_NAME = 24;
const SIGNATURE = 64;
const TO_PAY = 1;
const SECOND = 1000;

/** Delivered and shipped orders have no code. */
export const isCollected = (type: ShippingType | null): boolean => type === 'store';

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const fromHex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const toUtf8 = (text: string) =>
  fromHex(
    encodeURIComponent(text).replaceAll(/%(..)|(.)/g, (_, pair, letter) => pair ?? letter.charCodeAt(0).toString(16)),
  );
const fromUtf8 = (bytes: Uint8Array) => decodeURIComponent(hex(bytes).replaceAll(/../g, '%$&'));

/** No more bytes than fit, and no half characters. */
function shortened(name: string): Uint8Array {
  const whole = [...name];
  for (;;) {
    const bytes = toUtf8(whole.join('').trim());
    if (bytes.length <= LONGEST_NAME) return bytes;
    whole.pop();
  }
}

/** 'Camille R.': enough to recognize the customer. */
export function shortName(firstName: string, lastName: string): string {
  const [first = '', initial = ''] = [firstName.trim(), [...lastName.trim()][0]?.toUpperCase()];
  return initial ? `${first} ${initial}.`.trim() : first;
}

/** Bytes to sign. */
export function proofBytes(proof: CollectionProof): Uint8Array<ArrayBuffer> {
  const name = shortened(proof.name);
  const bytes = new Uint8Array(NAME_AT + name.length);
  const view = new DataView(bytes.buffer);
  bytes[0] = VERSION;
  bytes.set(fromHex(proof.keyId), 1);
  bytes.set(fromHex(proof.storeId.replaceAll('-', '')), 5);
  view.setUint32(21, proof.id);
  bytes[25] = proof.toPay ? TO_PAY : 0;
  view.setUint32(26, proof.amount);
  view.setUint32(30, Math.floor(proof.expiresAt / SECOND));
  bytes.set(name, NAME_AT);
  return bytes;
}

/** The text of the QR code. */
export function collectionCode(signed: Uint8Array, signature: Uint8Array): string {
  return PREFIX + lettersOf(Uint8Array.from([...signed, ...signature]));
}

/** Parses a code without verifying the signature. */
export function readCollectionCode(text: string): ReadCode {
  const trimmed = text.trim();
  if (!trimmed.startsWith(PREFIX)) return { kind: 'unrecognized' };
  const all = bytesOf(trimmed.slice(PREFIX.length));
  const signed = all.slice(0, -SIGNATURE);
  if (signed.length < NAME_AT || signed.length > NAME_AT + LONGEST_NAME || signed[0] !== VERSION) {
    return { kind: 'damaged' };
  }
  const view = new DataView(signed.buffer);
  try {
    const proof = {
      keyId: hex(signed.subarray(1, 5)),
      storeId: hex(signed.subarray(5, 21)).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
      id: view.getUint32(21),
      toPay: signed[25] === TO_PAY,
      amount: view.getUint32(26),
      expiresAt: view.getUint32(30) * SECOND,
      name: fromUtf8(signed.subarray(NAME_AT)),
    };
    return { kind: 'code', proof, signed, signature: all.slice(-SIGNATURE) };
  } catch {
    // The name is no text.
    return { kind: 'damaged' };
  }
}

/** Crockford's alphabet: no I, L, O or U, which look like digits. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const SHORT_LENGTH = 8;

const BITS = 5;

/** Five bits a letter. */
function lettersOf(bytes: Uint8Array): string {
  let [text, pending, bits] = ['', 0, 0];
  for (const byte of bytes) {
    pending = (pending << 8) | byte;
    for (bits += 8; bits >= BITS; bits -= BITS) text += LETTERS[(pending >> (bits - BITS)) & 31];
    pending &= 255;
  }
  return bits > 0 ? text + LETTERS[(pending << (BITS - bits)) & 31] : text;
}

/** Empty if a letter is invalid. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  let [pending, bits] = [0, 0];
  for (const letter of text) {
    const value = LETTERS.indexOf(letter);
    if (value < 0) return new Uint8Array();
    pending = ((pending << BITS) | value) & 0xfff;
    bits += BITS;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((pending >> bits) & 255);
  }
  return Uint8Array.from(bytes);
}

/** '4F7K-2Q9M', of five bytes. */
export const shortCodeOf = (bytes: Uint8Array): string => grouped(lettersOf(bytes));

const grouped = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`;

/**
 * Typed short code in canonical form: capitals, no blanks and dashes, O read as 0, I and L as 1. Null if it is invalid.
 */
export function typedShortCode(text: string): string | null {
  const code = text
    .toUpperCase()
    .replaceAll(/[\s\-–.]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return code.length === SHORT_LENGTH && [...code].every((letter) => LETTERS.includes(letter)) ? grouped(code) : null;
}
