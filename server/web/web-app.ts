// Serves the built front end: pages filled before they are sent, the shell for what the browser draws, files for ever.
// Guarantees: every page carries its own styles, named by their hash in the Content-Security-Policy; nothing personal is
// ever rendered (the pages of all visitors are the same); an address that is no page is a real 404.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { addressOf, sendNoFile } from '../plugins/framework-errors.ts';
import { INSIDE } from '../plugins/rate-limits.ts';
import { allowScripts, allowStyles } from '../plugins/security-headers.ts';
import { inTime, PAGE_LIMIT } from '../runtime/time-limit.ts';
import { type Built, readBuilt } from './assets/built.ts';
import { placesOfFiles, serveFiles } from './assets/files.ts';
import { crawlerRoutes } from './crawlers.ts';
import { acceptedEncoding } from './encoded-page.ts';
import type { Page } from './page-cache.ts';
import { Pages } from './pages.ts';
import { loadRenderer } from './renderer.ts';
import { wellKnownRoutes } from './well-known.ts';

export interface WebAppOptions {
  /** The folder of builds that server/build/build.ts fills. */
  folder: string;
  /** Where the browser finds the API. */
  apiEndpoint?: string;
}

export const webApp = fp<WebAppOptions>(async (app, { folder, apiEndpoint = '/api' }) => {
  const built = readBuilt(folder);
  if (!built) throw new Error(`Nothing is built in ${folder}: run npm run build`);
  const renderer = await loadRenderer(join(built.folder, 'server/server-entry.js'));
  const pages = new Pages(app, built, renderer, apiEndpoint);

  // The first visitor finds the home page rendered and compressed.
  app.addHook('onListen', async () => {
    for (const url of ['/', '/shell'])
      await app.inject({ url, headers: { 'accept-encoding': 'br' }, remoteAddress: INSIDE });
  });
  await serveFiles(app, join(built.folder, 'client'));
  const earlier = join(built.folder, 'earlier');
  if (existsSync(earlier)) await serveFiles(app, earlier);

  const isPlaceOfFiles = placesOfFiles(join(built.folder, 'client'));
  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    const address = addressOf(request);
    if (!address || isPlaceOfFiles(address.pathname)) return sendNoFile(reply);
    const view = renderer.viewOf(address);
    if (view.kind === 'redirect') return reply.redirect(view.to, 301);
    const page = view.kind === 'filled' ? pages.filled(view) : pages.shell(view.kind === 'shell' ? 200 : 404);
    return sendPage(built, request, reply, await inTime(app.market.env, page, PAGE_LIMIT));
  };
  // The shell that the service worker keeps: the same for every address.
  app.get('/shell', async (request, reply) =>
    sendPage(built, request, reply, await inTime(app.market.env, pages.shell(200), PAGE_LIMIT)),
  );
  crawlerRoutes(app);
  wellKnownRoutes(app);
  for (const pattern of renderer.patterns) app.get(pattern, send);
  app.setNotFoundHandler(async (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD') return send(request, reply);
    return reply.code(404).send();
  });
});

async function sendPage(built: Built, request: FastifyRequest, reply: FastifyReply, page: Page) {
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
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  if (encoding) reply.header('content-encoding', encoding);
  return reply.header('link', page.link).send(await page.encoded.bytes(encoding));
}
