// One rule says in which form an answer goes out: what the caller prefers of what it takes.
import { expect, test } from 'vitest';
import { acceptedEncoding } from '#server/plugins/accepted-encoding.ts';

test.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP, BR', 'br'],
  ['*', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.0,gzip;q=0', null],
  ['br;q=0.2, gzip;q=0.9', 'gzip'],
  ['brother, gzipped', null],
])('to who accepts %j goes %j', (accepted, sent) => {
  expect(acceptedEncoding(accepted)).toBe(sent);
});
