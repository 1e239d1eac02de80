// Page rendering, once for all visitors. Guarantees: nothing personal is rendered; a page's answers are at most one
// second old, its frame two; missing addresses need no render of their own, and neither they nor lists evict pages.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { parisDay } from '#domain/time/dates.ts';
import type { Appearance } from '../catalogue/appearance.ts';
import { escapeHtml } from '../runtime/html.ts';
import type { BuiltFiles } from './assets/built.ts';
import { createDocument } from './document.ts';
import { EncodedPage } from './encoded-page.ts';
import { type FirstView, FirstViewReader, MAX_ROUNDS } from './first-view.ts';
import { createLinkedData, type Thing } from './linked-data/linked-data.ts';
import { type CachedPage, PageCache } from './page-cache.ts';
import type { FilledView, Rendered, Renderer, ViewQuery } from './renderer.ts';

/** Maximum cached pages, and lists with a query string. */
const MAX_PAGES = { pages: 300, lists: 100 };
/** By route pattern and market state. */
const MAX_NOT_FOUND_PAGES = 30;
/** Concurrent renders of addresses with a query string. */
const MAX_CONCURRENT_LISTS = 8;
/** No real slug has this form. */
const PLACEHOLDER_SLUG = '-';

type RenderedPage = Pick<Rendered, 'head' | 'body'>;

export class Pages {
  private readonly plain: PageCache;
  private readonly lists: PageCache;
  /** Not-found renders by pattern and answers. */
  private readonly notFoundPages = new LRUCache<string, RenderedPage>({ max: MAX_NOT_FOUND_PAGES });
  /** Queries of not-found renders by pattern. */
  private readonly notFoundQueries = new Map<string, ViewQuery[]>();
  /** Current renders of addresses with a query string. */
  private rendering = 0;

  constructor(
    private readonly app: FastifyInstance,
    private readonly built: BuiltFiles,
    private readonly renderer: Renderer,
    private readonly apiEndpoint: string,
    most = MAX_PAGES,
  ) {
    this.plain = new PageCache(most.pages);
    this.lists = new PageCache(most.lists);
  }

  filled(view: FilledView): Promise<CachedPage> {
    const { pathname, search } = view.address;
    const url = pathname + search;
    if (search === '') return this.plain.get(url, () => this.current(this.plain, url, view));
    // The number of list addresses is unbounded: above the limit, the browser renders them.
    if (this.rendering >= MAX_CONCURRENT_LISTS && !this.lists.has(url)) return this.shell(200);
    return this.lists.get(url, () => {
      this.rendering += 1;
      return this.current(this.lists, url, view).finally(() => {
        this.rendering -= 1;
      });
    });
  }

  shell(status: 200 | 404): Promise<CachedPage> {
    const make = async () => {
      const appearance = await this.app.appearance();
      const etag = this.etagOf('shell', appearance, status);
      const known = this.plain.byContent.get(etag);
      if (known) return known;
      const { head, body } = this.renderer.renderShell();
      const meta = `<title>${escapeHtml(appearance.siteName)}</title><meta name="robots" content="noindex">`;
      const page = this.make({ status, carried: null, appearance }, { head: meta + head, body }, etag);
      this.plain.byContent.set(etag, page);
      return page;
    };
    return this.plain.get(`shell ${status}`, make, () => true);
  }

  private async current(cache: PageCache, url: string, view: FilledView): Promise<CachedPage> {
    const { address, area } = view;
    const reader = new FirstViewReader(this.app);
    await reader.askFor(view);
    if (reader.lacks(view)) return this.notFound(view, reader);
    const category = address.searchParams.get('category_slug') ?? address.searchParams.get('category');
    // Unknown categories are unbounded: the browser renders them.
    if (category !== null && !(await reader.isCategory(category))) return this.shell(200);
    await reader.ask(cache.queries.get(url) ?? []);
    const appearance = await this.app.appearance();
    for (let round = 0; ; round += 1) {
      const found = { ...(await reader.view(this.app.market.now().getTime())), appearance };
      const { at: _, ...content } = found.carried;
      const linked = found.status === 200 ? await this.linkedData(view, reader, appearance) : [];
      // Answers are queried each time; a page with the same answers is rendered once.
      const etag = this.etagOf(address.pathname, address.search, content, linked, appearance);
      const known = cache.byContent.get(etag);
      if (known) return known;
      const rendered = this.renderer.render(address, found.carried);
      if (area !== null && round < MAX_ROUNDS && (await reader.ask(rendered.missing))) continue;
      if (area) cache.queries.set(url, reader.queries());
      // In a lazy area, noindex means that nothing was found.
      const isNotFound = area !== null && rendered.head.includes('content="noindex"');
      const page = isNotFound
        ? this.make({ ...found, status: 404 }, rendered, etag, area)
        : this.make(found, rendered, etag, area, linked);
      cache.byContent.set(etag, page);
      return page;
    }
  }

  /** Rendered once per pattern; each page adds its own name. */
  private async notFound({ pattern, place, address, area }: FilledView, reader: FirstViewReader): Promise<CachedPage> {
    await reader.ask(this.notFoundQueries.get(pattern) ?? []);
    const appearance = await this.app.appearance();
    for (let round = 0; ; round += 1) {
      const { carried } = await reader.view(this.app.market.now().getTime());
      const nowhere = { ...carried, answers: carried.answers.map(replaceSlug) };
      const { at: _, ...content } = nowhere;
      const key = this.etagOf(pattern, content);
      let drawn = this.notFoundPages.get(key);
      if (!drawn) {
        const rendered = this.renderer.render(new URL(pattern.replace(':slug', PLACEHOLDER_SLUG), address), nowhere);
        if (area !== null && round < MAX_ROUNDS && (await reader.ask(rendered.missing.filter(hasNoSlug)))) continue;
        this.notFoundQueries.set(pattern, reader.queries().filter(hasNoSlug));
        this.notFoundPages.set(key, rendered);
        drawn = rendered;
      }
      return this.make({ status: 404, carried, appearance }, drawn, this.etagOf(key, place.params, appearance), area);
    }
  }

  private async linkedData(
    { pattern, place }: FilledView,
    reader: FirstViewReader,
    { siteName: name }: Appearance,
  ): Promise<Thing[]> {
    const answers = await reader.answers();
    const { env, now } = this.app.market;
    return createLinkedData({ origin: env.publicUrl, name, today: parisDay(now()) }, { pattern, ...place }, answers);
  }

  private make(
    {
      status,
      carried,
      appearance,
    }: { status: 200 | 404; carried: FirstView['carried'] | null; appearance: Appearance },
    rendered: RenderedPage,
    etag: string,
    area: 'more' | null = null,
    linked: readonly Thing[] = [],
  ): CachedPage {
    // The service worker caches a page only with both this and the header.
    const head = `<meta name="build" content="${this.built.id}">${rendered.head}`;
    const { html, styleHash, scriptHash, link } = createDocument(this.built, {
      rendered: { ...rendered, head },
      view: carried,
      area,
      apiEndpoint: this.apiEndpoint,
      linkedData: linked,
      tileUrl: this.app.market.env.tileUrl,
      publicKeys: this.app.publicKeys,
      demo: this.app.market.env.demo,
      appearance,
    });
    return { status, etag, styleHash, scriptHash, link, encoded: new EncodedPage(html) };
  }

  private etagOf(...content: unknown[]): string {
    const all = JSON.stringify([this.built.id, this.app.publicKeys, this.app.market.env.demo, content]);
    return `W/"${createHash('sha256').update(all).digest('base64url').slice(0, 27)}"`;
  }
}

type CarriedAnswer = FirstView['carried']['answers'][number];

/** The same missing answer without its slug. */
const replaceSlug = (carried: CarriedAnswer): CarriedAnswer =>
  carried.answer === undefined ? { ...carried, args: { params: { slug: PLACEHOLDER_SLUG } } } : carried;

const hasNoSlug = ([, args]: ViewQuery) => (args as { params?: { slug?: string } })?.params?.slug === undefined;
