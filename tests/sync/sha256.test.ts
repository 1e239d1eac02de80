import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { plainSha256, sha256 } from '#sync/device/sha256.ts';

const bytes = (length: number) => Uint8Array.from({ length }, (_, at) => (at * 131 + length) % 256);
const right = (of: Uint8Array) => createHash('sha256').update(of).digest('hex');

test('the fingerprint in plain arithmetic is the one everybody else computes, whatever the length', () => {
  for (const length of [0, 1, 3, 54, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1_000]) {
    expect(Buffer.from(plainSha256(bytes(length))).toString('hex'), `${length} bytes`).toBe(right(bytes(length)));
  }
});

test("the browser's own is the same, in sixty-four signs", async () => {
  expect(await sha256(bytes(77).buffer)).toBe(right(bytes(77)));
});
