// Service worker file: the build's, whose precache list has marks in place of what the market's settings decide.
// Guarantee: another name, colour or logo of the market is another version of the worker, which devices install.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { PAGE_LIMIT, withReadTimeout } from '../runtime/time-limit.ts';
import { digestOf } from './app-files.ts';
import type { BuiltFiles } from './assets/built.ts';
import { EncodedPage, negotiateEncoding } from './encoded-page.ts';
import type { Pages } from './pages.ts';

export const WORKER = '/service-worker.js';
const SHELL = '/shell';
/** 'state-of:/shell', written by vite.config.ts. */
const MARK = /state-of:([\w./-]+)/g;
/** Compressed once per state. */
const BROTLI_QUALITY = 11;

export function serveServiceWorker(app: FastifyInstance, { folder }: BuiltFiles, pages: Pages): void {
  const source = readFileSync(join(folder, 'client', WORKER), 'utf8');
  const marked = [...new Set(Array.from(source.matchAll(MARK), ([, path = '']) => path))];
  const cached = new LRUCache<string, EncodedPage>({ max: 2 });

  async function stateOf(path: string): Promise<string> {
    if (path === SHELL) return (await pages.shell(200)).etag.replace(/^W\/|"/g, '');
    const file = await app.appFiles.read(path);
    if (!file) throw new Error(`The precache list has ${path}, which does not exist`);
    return digestOf(file.bytes);
  }

  app.get(WORKER, async (request, reply) => {
    const reading = Promise.all(marked.map(async (path) => [path, await stateOf(path)] as const));
    const states = new Map(await withReadTimeout(app.market.env, reading, PAGE_LIMIT));
    const text = source.replaceAll(MARK, (_, path: string) => states.get(path) ?? '');
    const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
    const page = cached.get(etag) ?? new EncodedPage(text, BROTLI_QUALITY);
    cached.set(etag, page);
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'Accept-Encoding')
      .header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    const encoding = negotiateEncoding(request.headers['accept-encoding']);
    if (encoding) reply.header('content-encoding', encoding);
    return reply.send(await page.bytes(encoding));
  });
}
