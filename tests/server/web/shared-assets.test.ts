// Assets of other builds come from the storage that the servers share.
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseStorageUrl } from '#server/runtime/storage-url.ts';
import type { FileFolder } from '#server/services/storage.ts';
import { createFileStorage } from '#server/services/storage-files.ts';
import { createS3Storage } from '#server/services/storage-s3.ts';
import { serveFiles } from '#server/web/assets/files.ts';
import { serveSharedAssets, shareAssets } from '#server/web/assets/shared-assets.ts';
import { startS3Server } from '../../support/s3-server.ts';

const DAY_MS = 86_400_000;
let folder: string;
let assets: FileFolder;
const servers: FastifyInstance[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'etal-assets-'));
  assets = createFileStorage(join(folder, 'data')).assets;
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A build of these assets, all but fonts compressed as well. @returns its client folder */
function build(name: string, contents: Record<string, string>): string {
  const client = join(folder, name, 'client');
  for (const [asset, text] of Object.entries(contents)) {
    const path = join(client, 'assets', asset);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    writeFileSync(`${path}.map`, 'map');
    if (/\.(js|css)$/.test(asset)) writeFileSync(`${path}.br`, brotliCompressSync(text));
  }
  return client;
}

async function startServer(client: string, own = assets): Promise<FastifyInstance> {
  const server = Fastify();
  servers.push(server);
  await serveFiles(server, client);
  await shareAssets(own, client);
  serveSharedAssets(server, own);
  return server;
}
const get = (server: FastifyInstance, asset: string, headers: Record<string, string> = {}) =>
  server.inject({ url: `/assets/${asset}`, headers });
const names = async () => (await assets.list()).map(({ name }) => name).sort();

const first = { 'main-1.js': 'first', 'same-0.js': 'same', 'main-1.css': 'p{}', 'serif-0.woff2': 'font' };
const second = { 'main-2.js': 'second', 'same-0.js': 'same', 'administration/index-2.js': 'administration' };

test('a page of either build finds its parts at a server of the other, during an upgrade and after it', async () => {
  const [old, next] = [await startServer(build('one', first)), await startServer(build('two', second))];
  for (const [asset, text] of Object.entries({ ...first, ...second })) {
    for (const server of [old, next]) {
      const { statusCode, headers, body } = await get(server, asset);
      expect([statusCode, body], asset).toEqual([200, text]);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
  }
  const third = await startServer(build('three', { 'main-3.js': 'third' }));
  expect((await get(third, 'main-1.js')).body).toBe('first');
});

test('types and compression are those of a file', async () => {
  await startServer(build('one', first));
  const next = await startServer(build('two', second));
  const types = { 'main-1.js': /^text\/javascript/, 'main-1.css': /^text\/css/, 'serif-0.woff2': /^font\/woff2/ };
  for (const [asset, type] of Object.entries(types)) {
    expect((await get(next, asset)).headers['content-type']).toMatch(type);
  }
  const { headers, rawPayload } = await get(next, 'main-1.js', { 'accept-encoding': 'gzip, br' });
  expect([headers['content-encoding'], headers.vary]).toEqual(['br', 'Accept-Encoding']);
  expect(String(brotliDecompressSync(rawPayload))).toBe('first');
  expect((await next.inject({ method: 'HEAD', url: '/assets/main-1.js' })).statusCode).toBe(200);
});

test.each([
  'main-9.js',
  'main-1.js.map',
  'main-1.js.br',
  '..%2ffiles%2fmarket-id',
  '..%2f..%2fkeys.js',
  '%00.js',
  '.js',
])('no build has %s', async (asset) => {
  const server = await startServer(build('one', first));
  const other = await startServer(build('two', second));
  for (const each of asset.endsWith('.map') || asset.endsWith('.br') ? [other] : [server, other]) {
    const { statusCode, headers } = await get(each, asset);
    expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store']);
  }
});

describe('assets of a build', () => {
  const age = (name: string, days: number) => {
    const at = (Date.now() - days * DAY_MS) / 1000;
    utimesSync(join(folder, 'data/assets', name), at, at);
  };

  test('are written once, and again after a week, so that those of a running server never end', async () => {
    const client = build('one', { 'main-1.js': 'first', 'part-1.js': 'part' });
    const written: string[] = [];
    const counted: FileFolder = {
      ...assets,
      put: (name, bytes) => {
        written.push(name);
        return assets.put(name, bytes);
      },
    };
    await shareAssets(counted, client);
    expect(written.splice(0).sort()).toEqual(['main-1.js.br', 'part-1.js.br']);
    age('part-1.js.br', 6);
    age('main-1.js.br', 8);
    await shareAssets(counted, client);
    expect(written.splice(0)).toEqual(['main-1.js.br']);
    age('main-1.js.br', 300);
    await shareAssets(counted, client);
    expect(await names()).toEqual(['main-1.js.br', 'part-1.js.br']);
  });

  test('that no server has any more end three weeks after the last write', async () => {
    await shareAssets(assets, build('one', first));
    for (const name of await names()) age(name, 20);
    age('main-1.js.br', 22);
    await shareAssets(assets, build('two', second));
    expect(await names()).toEqual(
      ['administration__index-2.js.br', 'main-1.css.br', 'main-2.js.br', 'same-0.js.br', 'serif-0.woff2'].sort(),
    );
  });
});

test('in S3, too', async () => {
  const s3 = await startS3Server();
  try {
    const location = parseStorageUrl(s3.url());
    if (!location) throw new Error('The address is none');
    const shared = createS3Storage(location).assets;
    await startServer(build('one', first), shared);
    const next = await startServer(build('two', second), shared);
    expect((await get(next, 'main-1.js')).body).toBe('first');
    s3.age('etal/assets/main-1.js.br', 22);
    await shareAssets(shared, join(folder, 'two/client'));
    expect((await get(next, 'main-1.js')).statusCode).toBe(404);
    expect((await get(next, 'main-1.css')).statusCode).toBe(200);
  } finally {
    await s3.stop();
  }
});
