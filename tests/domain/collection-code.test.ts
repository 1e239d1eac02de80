import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CollectionProof,
  collectionCode,
  proofBytes,
  readCollectionCode,
  shortCodeOf,
  shortName,
  typedShortCode,
} from '#domain/orders/collection-code.ts';

const proof: CollectionProof = {
  keyId: '00ff10a3',
  storeId: '0b6f1c2e-8f3d-4a5b-9c7d-112233445566',
  id: 5012,
  toPay: true,
  amount: 12_345,
  name: 'Élodie R.',
  expiresAt: 1_800_000_000_000,
};
const signature = Uint8Array.from({ length: 64 }, (_, at) => at);
const codeOf = (of: CollectionProof) => collectionCode(proofBytes(of), signature);

describe('the signed code', () => {
  it('decodes to its input, and gives the signed bytes', () => {
    const code = codeOf(proof);
    expect(code).toMatch(/^ETAL1:[0-9A-HJKMNP-TV-Z]+$/);
    expect(code.length).toBeLessThan(200);
    expect(readCollectionCode(code)).toEqual({ kind: 'code', proof, signed: proofBytes(proof), signature });
    expect(readCollectionCode(` ${code}\n`)).toMatchObject({ kind: 'code', proof });
  });

  it('decodes every order, and never throws for other input', () => {
    const orders = fc.record({
      keyId: fc.stringMatching(/^[0-9a-f]{8}$/),
      storeId: fc.uuid(),
      id: fc.integer({ min: 1, max: 0x7fffffff }),
      toPay: fc.boolean(),
      amount: fc.integer({ min: 0, max: 99_999_999 }),
      name: fc.string({ unit: 'grapheme', maxLength: 6 }).map((name) => name.trim()),
      expiresAt: fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => seconds * 1000),
    });
    fc.assert(
      fc.property(orders, (order) => {
        const read = readCollectionCode(codeOf(order));
        const { name } = read.kind === 'code' ? read.proof : { name: null };
        expect(read).toMatchObject({ kind: 'code', proof: { ...order, name } });
        expect(order.name.startsWith(name ?? '?')).toBe(true);
      }),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `ETAL1:${text}`),
        ),
        (text) => {
          expect(['unrecognized', 'damaged', 'code']).toContain(readCollectionCode(text).kind);
        },
      ),
    );
  });

  it.each([
    ['another QR code', 'https://example.org/', 'unrecognized'],
    ['nothing', '', 'unrecognized'],
    ['its beginning alone', 'ETAL1:', 'damaged'],
    ['one cut short', codeOf(proof).slice(0, 120), 'damaged'],
    ['one with a letter that there is not', codeOf(proof).replace(/..$/, 'U!'), 'damaged'],
    ['one made longer', codeOf(proof) + codeOf(proof), 'damaged'],
    ['one of a later version', codeOf(proof).replace('ETAL1:0', 'ETAL1:3'), 'damaged'],
  ])('%s is none', (_, text, kind) => {
    expect(readCollectionCode(text).kind).toBe(kind);
  });

  it('shortens a long name without a broken character', () => {
    const read = readCollectionCode(codeOf({ ...proof, name: 'Ñandú-Élisabeth Çağlar 🧀🧀🧀' }));
    expect(read).toMatchObject({ proof: { name: 'Ñandú-Élisabeth Çağ' } });
  });

  it('names its customer as shortly as a counter needs', () => {
    expect(shortName(' Camille ', 'roussel')).toBe('Camille R.');
    expect(shortName('Camille', '')).toBe('Camille');
    expect(shortName('', 'Roussel')).toBe('R.');
  });
});

describe('the short code', () => {
  it('has eight letters and digits without lookalikes', () => {
    expect(shortCodeOf(Uint8Array.from([0, 0, 0, 0, 0]))).toBe('0000-0000');
    expect(shortCodeOf(Uint8Array.from([255, 255, 255, 255, 255]))).toBe('ZZZZ-ZZZZ');
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 5, maxLength: 5 }), (bytes) => {
        expect(shortCodeOf(bytes)).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
      }),
    );
  });

  it.each([
    ['4F7K-2Q9M', '4F7K-2Q9M'],
    [' 4f7k 2q9m ', '4F7K-2Q9M'],
    ['4f7k2q9m', '4F7K-2Q9M'],
    ['4F-7K.2Q–9M', '4F7K-2Q9M'],
    ['o0Oo-iIlL', '0000-1111'],
    ['4F7K-2Q9', null],
    ['4F7K-2Q9MM', null],
    ['4F7K-2Q9U', null],
    ['4F7K-2Q9é', null],
    ['', null],
  ])('%j is normalized to %j', (typed, heard) => {
    expect(typedShortCode(typed)).toBe(heard);
  });
});
