// The built front end: pages filled before they are sent, the shell for what the browser draws, files for ever.
// Guarantees: every page carries its own styles, named by their hash in the Content-Security-Policy; nothing personal is
// ever rendered (the pages of all visitors are the same); an address that is no page is a real 404.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { parisDay } from '#domain/dates.ts';
import { inTime, PAGE_LIMIT } from '../in-time.ts';
import { crawlerRoutes } from '../routes/crawlers.ts';
import { type Built, readBuilt } from '../web/built.ts';
import { documentOf } from '../web/document.ts';
import { type Encoded, encodeFor, encodePage, Shrinking } from '../web/encoding.ts';
import { placesOfFiles, serveFiles } from '../web/files.ts';
import { type FirstView, FirstViewReader, MOST_ROUNDS, siteName } from '../web/first-view.ts';
import { linkedData, type Thing } from '../web/linked-data/linked-data.ts';
import { loadRenderer, type Rendered, type Renderer, type ViewQuery } from '../web/renderer.ts';
import { addressOf, sendNoFile } from './before-routes.ts';
import { allowScripts, allowStyles } from './security-headers.ts';

export interface WebAppOptions {
  /** The folder of builds that server/build.ts fills. */
  folder: string;
  /** Where the browser finds the API. */
  apiEndpoint?: string;
}

const MOST_PAGES = 300;
/** Renders under way of addresses with a query string. */
const MOST_LISTS_AT_ONCE = 8;
/** How old the answers of a page may be when it is sent, milliseconds. */
const FRESH_FOR_MS = 1000;

interface Page {
  status: 200 | 404;
  etag: string;
  styleHash: string;
  scriptHash: string;
  /** Names the scripts that make it live. */
  link: string;
  encoded: Encoded;
}

export const webApp = fp<WebAppOptions>(async (app, { folder, apiEndpoint = '/api' }) => {
  const built = readBuilt(folder);
  if (!built) throw new Error(`Nothing is built in ${folder}: run npm run build`);
  const renderer = await loadRenderer(join(built.folder, 'server/server-entry.js'));
  const pages = new Pages(app, built, renderer, apiEndpoint);

  // The first visitor finds the home page made, and small.
  app.addHook('onListen', async () => {
    for (const url of ['/', '/', '/shell', '/shell']) await app.inject({ url });
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
  for (const pattern of renderer.patterns) app.get(pattern, send);
  app.setNotFoundHandler(async (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD') return send(request, reply);
    return reply.code(404).send();
  });
});

type FilledView = Extract<ReturnType<Renderer['viewOf']>, { kind: 'filled' }>;

function forgetOldest(pages: Map<string, unknown>): void {
  const [oldest] = pages.keys();
  if (pages.size > MOST_PAGES && oldest !== undefined) pages.delete(oldest);
}

class Pages {
  /** By their content. */
  private readonly kept = new Map<string, Page>();
  /** By their address. */
  private readonly fresh = new Map<string, { page: Promise<Page>; until: number }>();
  /** What the render of an address asked for the last time. */
  private readonly wishes = new Map<string, ViewQuery[]>();
  private readonly shrinking: Shrinking;
  /** Renders under way of addresses with a query string. */
  private rendering = 0;

  constructor(
    private readonly app: FastifyInstance,
    private readonly built: Built,
    private readonly renderer: Renderer,
    private readonly apiEndpoint: string,
  ) {
    this.shrinking = new Shrinking((failure) => app.log.error(failure));
  }

  /** Whoever asks for the same address within a second gets the same page; the answers behind it are asked once. */
  filled(view: FilledView): Promise<Page> {
    const { address } = view;
    const url = address.pathname + address.search;
    const now = performance.now();
    const known = this.fresh.get(url);
    if (known && known.until > now) return known.page.then((held) => this.askedAgain(held));
    // Lists have more pages than anyone looks at: whoever asks for all of them at once gets those that the browser draws.
    if (address.search !== '' && !known && this.rendering >= MOST_LISTS_AT_ONCE) return this.shell(200);
    const page = address.search === '' ? this.current(address, view) : this.counted(address, view);
    this.fresh.delete(url);
    this.fresh.set(url, { page, until: now + FRESH_FOR_MS });
    page.catch(() => this.fresh.delete(url));
    forgetOldest(this.fresh);
    return page;
  }

  private async counted(address: URL, view: FilledView): Promise<Page> {
    this.rendering += 1;
    return this.current(address, view).finally(() => {
      this.rendering -= 1;
    });
  }

  private async current(address: URL, view: FilledView): Promise<Page> {
    const reader = new FirstViewReader(this.app);
    await reader.askFor(view);
    await reader.ask(this.wishes.get(address.pathname + address.search) ?? []);
    for (let round = 0; ; round += 1) {
      const found = await reader.view(this.app.market.now().getTime());
      const { at: _, ...content } = found.carried;
      const linked = found.status === 200 ? await this.linkedData(view, reader) : [];
      // The answers are asked each time; the page they make is made once.
      const etag = this.etagOf(address.pathname, address.search, content, linked);
      const known = this.kept.get(etag);
      if (known) return this.askedAgain(known);
      const rendered = this.renderer.render(address, found.carried);
      const isWhole = view.area === null || round === MOST_ROUNDS || !(await reader.ask(rendered.missing));
      if (!isWhole) continue;
      if (view.area) this.remember(address, reader.queries());
      // A page of an area that says it is not for search engines has found nothing to show.
      const isNothing = view.area !== null && rendered.head.includes('content="noindex"');
      return this.once(etag, () =>
        this.make(isNothing ? { ...found, status: 404 } : found, rendered, etag, view.area, isNothing ? [] : linked),
      );
    }
  }

  private async linkedData({ pattern, place }: FilledView, reader: FirstViewReader): Promise<Thing[]> {
    const { siteName: name, ...answers } = await reader.answers();
    const { env, now } = this.app.market;
    return linkedData({ origin: env.publicUrl, name, today: parisDay(now()) }, { pattern, ...place }, answers);
  }

  async shell(status: 200 | 404): Promise<Page> {
    const name = await siteName(this.app);
    const etag = this.etagOf('shell', name, status);
    return this.once(etag, () => {
      const { head, body } = this.renderer.renderShell();
      const title = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      const meta = `<title>${title}</title><meta name="robots" content="noindex">`;
      return this.make({ status, carried: null }, { head: meta + head, body }, etag);
    });
  }

  private remember(address: URL, queries: ViewQuery[]): void {
    this.wishes.set(address.pathname + address.search, queries);
    forgetOldest(this.wishes);
  }

  private async once(key: string, make: () => Promise<Page>): Promise<Page> {
    const known = this.kept.get(key);
    if (known) return this.askedAgain(known);
    const page = await make();
    this.kept.set(key, page);
    forgetOldest(this.kept);
    return page;
  }

  private async make(
    { status, carried }: { status: 200 | 404; carried: FirstView['carried'] | null },
    rendered: Pick<Rendered, 'head' | 'body'>,
    etag: string,
    area: 'more' | null = null,
    linked: readonly Thing[] = [],
  ): Promise<Page> {
    // Beside the header of the same meaning: the service worker keeps a page only with both.
    const head = `<meta name="build" content="${this.built.id}">${rendered.head}`;
    const { html, styleHash, scriptHash, link } = documentOf(this.built, {
      rendered: { ...rendered, head },
      view: carried,
      area,
      apiEndpoint: this.apiEndpoint,
      linkedData: linked,
      tileUrl: this.app.market.env.tileUrl,
      publicKeys: this.app.publicKeys,
      demo: this.app.market.env.demo,
    });
    const encoded = await encodePage(html);
    return { status, etag, styleHash, scriptHash, link, encoded };
  }

  /** What is asked for a second time is worth being made as small as it gets; a page that nothing is found on is not. */
  private askedAgain(page: Page): Page {
    if (page.status === 200) this.shrinking.offer(page.encoded);
    return page;
  }

  private etagOf(...content: unknown[]): string {
    const all = JSON.stringify([this.built.id, this.app.publicKeys, this.app.market.env.demo, content]);
    return `W/"${createHash('sha256').update(all).digest('base64url').slice(0, 27)}"`;
  }
}

function sendPage(built: Built, request: FastifyRequest, reply: FastifyReply, page: Page) {
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
  const { encoding, bytes } = encodeFor(page.encoded, String(request.headers['accept-encoding'] ?? ''));
  if (encoding) reply.header('content-encoding', encoding);
  return reply.header('link', page.link).send(bytes);
}
