import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { EncodedPage, negotiateEncoding } from '#server/web/encoded-page.ts';

test('a page is compressed once for each encoding, with the same content', async () => {
  const html = `<p>${'Tomme de Meuse '.repeat(200)}</p>`;
  const page = new EncodedPage(html);
  const [br, gzip] = [await page.bytes('br'), await page.bytes('gzip')];
  expect(brotliDecompressSync(br).toString()).toBe(html);
  expect(gunzipSync(gzip).toString()).toBe(html);
  expect(page.bytes(null).toString()).toBe(html);
  expect(await page.bytes('br')).toBe(br);
});

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
])('for a client that accepts %j it is %j', (accepted, sent) => {
  expect(negotiateEncoding(accepted)).toBe(sent);
});
