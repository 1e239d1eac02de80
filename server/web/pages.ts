// Renders the pages, each once for all visitors. Guarantees: nothing personal is ever rendered; the answers of a page are at
// most a second old, what surrounds it two; an address of nothing costs no render, and neither it nor a list takes the place
// of a page that people look at.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { parisDay } from '#domain/time/dates.ts';
import { escaped } from '../runtime/html.ts';
import type { Built } from './assets/built.ts';
import { documentOf } from './document.ts';
import { EncodedPage } from './encoded-page.ts';
import { type FirstView, FirstViewReader, MOST_ROUNDS, siteName } from './first-view.ts';
import { linkedData, type Thing } from './linked-data/linked-data.ts';
import { type Page, PageCache } from './page-cache.ts';
import type { FilledView, Rendered, Renderer, ViewQuery } from './renderer.ts';

/** Of addresses without a query string, and of the lists behind those with one. */
const MOST = { pages: 300, lists: 100 };
/** Patterns of addresses, in the states of the market since the start. */
const MOST_NOT_FOUND_PAGES = 30;
/** Renders under way of addresses with a query string. */
const MOST_LISTS_AT_ONCE = 8;
/** The name of nothing: no slug is written like this. */
const NOWHERE = '-';

type Drawn = Pick<Rendered, 'head' | 'body'>;

export class Pages {
  private readonly plain: PageCache;
  private readonly lists: PageCache;
  /** Renders of what does not exist, by pattern and answers. */
  private readonly notFoundPages = new LRUCache<string, Drawn>({ max: MOST_NOT_FOUND_PAGES });
  /** Queries of such a render, by pattern. */
  private readonly notFoundQueries = new Map<string, ViewQuery[]>();
  /** Renders under way of addresses with a query string. */
  private rendering = 0;

  constructor(
    private readonly app: FastifyInstance,
    private readonly built: Built,
    private readonly renderer: Renderer,
    private readonly apiEndpoint: string,
    most = MOST,
  ) {
    this.plain = new PageCache(most.pages);
    this.lists = new PageCache(most.lists);
  }

  filled(view: FilledView): Promise<Page> {
    const { pathname, search } = view.address;
    const url = pathname + search;
    if (search === '') return this.plain.get(url, () => this.current(this.plain, url, view));
    // Lists have more pages than anyone looks at: past so many renders at once, the browser draws them.
    if (this.rendering >= MOST_LISTS_AT_ONCE && !this.lists.has(url)) return this.shell(200);
    return this.lists.get(url, () => {
      this.rendering += 1;
      return this.current(this.lists, url, view).finally(() => {
        this.rendering -= 1;
      });
    });
  }

  shell(status: 200 | 404): Promise<Page> {
    const make = async () => {
      const name = await siteName(this.app);
      const etag = this.etagOf('shell', name, status);
      const known = this.plain.byContent.get(etag);
      if (known) return known;
      const { head, body } = this.renderer.renderShell();
      const meta = `<title>${escaped(name)}</title><meta name="robots" content="noindex">`;
      const page = this.make({ status, carried: null }, { head: meta + head, body }, etag);
      this.plain.byContent.set(etag, page);
      return page;
    };
    return this.plain.get(`shell ${status}`, make, () => true);
  }

  private async current(cache: PageCache, url: string, view: FilledView): Promise<Page> {
    const { address, area } = view;
    const reader = new FirstViewReader(this.app);
    await reader.askFor(view);
    if (reader.lacks(view)) return this.notFound(view, reader);
    const category = address.searchParams.get('category_slug') ?? address.searchParams.get('category');
    // There are as many such lists as words: the browser draws them.
    if (category !== null && !(await reader.isCategory(category))) return this.shell(200);
    await reader.ask(cache.queries.get(url) ?? []);
    for (let round = 0; ; round += 1) {
      const found = await reader.view(this.app.market.now().getTime());
      const { at: _, ...content } = found.carried;
      const linked = found.status === 200 ? await this.linkedData(view, reader) : [];
      // The answers are asked each time; the page they make is made once.
      const etag = this.etagOf(address.pathname, address.search, content, linked);
      const known = cache.byContent.get(etag);
      if (known) return known;
      const rendered = this.renderer.render(address, found.carried);
      if (area !== null && round < MOST_ROUNDS && (await reader.ask(rendered.missing))) continue;
      if (area) cache.queries.set(url, reader.queries());
      // A page of an area that says it is not for search engines has found nothing to show.
      const isNotFound = area !== null && rendered.head.includes('content="noindex"');
      const page = isNotFound
        ? this.make({ ...found, status: 404 }, rendered, etag, area)
        : this.make(found, rendered, etag, area, linked);
      cache.byContent.set(etag, page);
      return page;
    }
  }

  /** Rendered once for all addresses of a pattern; each page only carries its own name. */
  private async notFound({ pattern, place, address, area }: FilledView, reader: FirstViewReader): Promise<Page> {
    await reader.ask(this.notFoundQueries.get(pattern) ?? []);
    for (let round = 0; ; round += 1) {
      const { carried } = await reader.view(this.app.market.now().getTime());
      const nowhere = { ...carried, answers: carried.answers.map(withoutName) };
      const { at: _, ...content } = nowhere;
      const key = this.etagOf(pattern, content);
      let drawn = this.notFoundPages.get(key);
      if (!drawn) {
        const rendered = this.renderer.render(new URL(pattern.replace(':slug', NOWHERE), address), nowhere);
        if (area !== null && round < MOST_ROUNDS && (await reader.ask(rendered.missing.filter(isUnnamed)))) continue;
        this.notFoundQueries.set(pattern, reader.queries().filter(isUnnamed));
        this.notFoundPages.set(key, rendered);
        drawn = rendered;
      }
      return this.make({ status: 404, carried }, drawn, this.etagOf(key, place.params), area);
    }
  }

  private async linkedData({ pattern, place }: FilledView, reader: FirstViewReader): Promise<Thing[]> {
    const { siteName: name, ...answers } = await reader.answers();
    const { env, now } = this.app.market;
    return linkedData({ origin: env.publicUrl, name, today: parisDay(now()) }, { pattern, ...place }, answers);
  }

  private make(
    { status, carried }: { status: 200 | 404; carried: FirstView['carried'] | null },
    rendered: Drawn,
    etag: string,
    area: 'more' | null = null,
    linked: readonly Thing[] = [],
  ): Page {
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
    return { status, etag, styleHash, scriptHash, link, encoded: new EncodedPage(html) };
  }

  private etagOf(...content: unknown[]): string {
    const all = JSON.stringify([this.built.id, this.app.publicKeys, this.app.market.env.demo, content]);
    return `W/"${createHash('sha256').update(all).digest('base64url').slice(0, 27)}"`;
  }
}

type Carried = FirstView['carried']['answers'][number];

/** The same answer about a thing without a name. */
const withoutName = (carried: Carried): Carried =>
  carried.answer === undefined ? { ...carried, args: { params: { slug: NOWHERE } } } : carried;

const isUnnamed = ([, args]: ViewQuery) => (args as { params?: { slug?: string } })?.params?.slug === undefined;
