// Web application: server-rendered pages, the shell, and static files.
// Guarantees: inline styles are allowed by hash; nothing personal is rendered (all visitors get the same pages);
// unknown addresses answer 404.
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { requestAddress, sendNoFile } from '../plugins/framework-errors.ts';
import { INTERNAL_ADDRESS } from '../plugins/rate-limits.ts';
import { allowScripts, allowStyles } from '../plugins/security-headers.ts';
import { PAGE_LIMIT, withReadTimeout } from '../runtime/time-limit.ts';
import { administrationPage } from './administration-page.ts';
import { type BuiltFiles, readBuiltFiles } from './assets/built.ts';
import { fileAddressTest, serveFiles } from './assets/files.ts';
import { serveSharedAssets, shareAssets } from './assets/shared-assets.ts';
import { crawlerRoutes } from './crawlers.ts';
import { negotiateEncoding } from './encoded-page.ts';
import type { CachedPage } from './page-cache.ts';
import { Pages } from './pages.ts';
import { loadRenderer } from './renderer.ts';
import { serveServiceWorker, WORKER } from './service-worker.ts';
import { wellKnownRoutes } from './well-known.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** To be repeated daily. */
    shareAssets(): Promise<void>;
  }
}

export interface WebAppOptions {
  /** Folder of builds, filled by server/build/build.ts. */
  folder: string;
  /** Address of the API for browsers. */
  apiEndpoint?: string;
}

export const webApp = fp<WebAppOptions>(async (app, { folder, apiEndpoint = '/api' }) => {
  const built = readBuiltFiles(folder);
  if (!built) throw new Error(`Nothing is built in ${folder}: run npm run build`);
  const renderer = await loadRenderer(join(built.folder, 'server/server-entry.js'));
  const pages = new Pages(app, built, renderer, apiEndpoint);

  // Renders and compresses the home page for the first visitor.
  app.addHook('onListen', async () => {
    for (const url of ['/', '/shell'])
      await app.inject({ url, headers: { 'accept-encoding': 'br' }, remoteAddress: INTERNAL_ADDRESS });
  });
  const client = join(built.folder, 'client');
  await serveFiles(app, client, WORKER);
  serveServiceWorker(app, built, pages);
  const { assets } = app.market.storage;
  app.decorate('shareAssets', () => shareAssets(assets, client));
  await app.shareAssets();
  serveSharedAssets(app, assets);

  const isPlaceOfFiles = fileAddressTest(client);
  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    const address = requestAddress(request);
    if (!address || isPlaceOfFiles(address.pathname)) return sendNoFile(reply);
    const view = renderer.viewOf(address);
    if (view.kind === 'redirect') return reply.redirect(view.to, 301);
    const page = view.kind === 'filled' ? pages.filled(view) : pages.shell(view.kind === 'shell' ? 200 : 404);
    return sendPage(built, request, reply, await withReadTimeout(app.market.env, page, PAGE_LIMIT));
  };
  // The shell cached by the service worker, the same for every address.
  app.get('/shell', async (request, reply) =>
    sendPage(built, request, reply, await withReadTimeout(app.market.env, pages.shell(200), PAGE_LIMIT)),
  );
  administrationPage(app, built.folder);
  crawlerRoutes(app);
  wellKnownRoutes(app);
  for (const pattern of renderer.patterns) app.get(pattern, send);
  app.setNotFoundHandler(async (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD') return send(request, reply);
    return reply.code(404).send();
  });
});

async function sendPage(built: BuiltFiles, request: FastifyRequest, reply: FastifyReply, page: CachedPage) {
  allowStyles(reply, [page.styleHash]);
  allowScripts(reply, [page.scriptHash]);
  reply
    .code(page.status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('vary', 'Accept-Encoding')
    .header('x-build', built.id)
    .header('etag', page.etag);
  if (page.status === 200 && request.headers['if-none-match'] === page.etag) return reply.code(304).send();
  const encoding = negotiateEncoding(request.headers['accept-encoding']);
  if (encoding) reply.header('content-encoding', encoding);
  return reply.header('link', page.link).send(await page.encoded.bytes(encoding));
}
