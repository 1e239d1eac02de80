// Digests that identify a picture and a session to the server, also without TLS, where the browser provides none.
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CommandArgs } from '#sync/commands/registry.ts';
import { withPictureDigest } from '#sync/outbox/uploads.ts';
import { handleOf } from '#sync/session/revocations.ts';

const serverDigest = (of: Uint8Array | string) => createHash('sha256').update(of).digest('hex');

afterEach(() => vi.unstubAllGlobals());

describe.each([
  ['the browser’s', globalThis.crypto],
  ['a library, without TLS', {}],
])('by %s', (_, crypto) => {
  beforeEach(() => vi.stubGlobal('crypto', crypto));

  test('a picture is sent with the digest that the server computes, for any length', async () => {
    for (const length of [1, 3, 54, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1_000]) {
      const bytes = Uint8Array.from({ length }, (_byte, at) => (at * 131 + length) % 256);
      const picture = await withPictureDigest({
        type: 'images.upload',
        args: { mime: 'image/jpeg' } as never,
        bytes: bytes.buffer,
      });
      const { sha256, size } = picture.args as CommandArgs['images.upload'];
      expect([sha256, size], `${length} bytes`).toEqual([serverDigest(bytes), length]);
    }
  });

  test('a session is ended by the digest of its refresh token', async () => {
    for (const token of ['', 'abc', 'é'.repeat(100)]) {
      expect(await handleOf(token)).toBe(`sha256:${serverDigest(token)}`);
    }
  });
});
