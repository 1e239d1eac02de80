// Makes the pages as they are sent: made once for all who see the same, asked for as often as there are visitors.
// Guarantees: nothing personal is ever rendered; the answers of a page are at most a second old, what stands around it
// two; an address at which there is nothing costs no render, and neither it nor a list takes the place of a page that
// people look at.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { parisDay } from '#domain/dates.ts';
import { Refusal } from '../runtime/errors.ts';
import { escaped } from '../runtime/html.ts';
import type { Built } from './assets/built.ts';
import { type Encoded, encodePage, Shrinking } from './assets/encoding.ts';
import { documentOf } from './document.ts';
import { type FirstView, FirstViewReader, MOST_ROUNDS, siteName } from './first-view.ts';
import { linkedData, type Thing } from './linked-data/linked-data.ts';
import { Newest } from './newest.ts';
import type { FilledView, Rendered, Renderer, ViewQuery } from './renderer.ts';

/** Of addresses without a query string, and of the lists behind those with one. */
const MOST = { pages: 300, lists: 100 };
/** Kinds of things that do not exist, in the states of the market since the start. */
const MOST_NOTHINGS = 30;
/** Renders under way of addresses with a query string. */
const MOST_LISTS_AT_ONCE = 8;
/** How old the answers of a page may be when it is sent, milliseconds. */
const FRESH_FOR_MS = 1000;
/** The name of nothing: no slug is written like this. */
const NOWHERE = '-';

export interface Page {
  status: 200 | 404;
  etag: string;
  styleHash: string;
  scriptHash: string;
  /** Names the scripts that make it live. */
  link: string;
  encoded: Encoded;
}

type Drawn = Pick<Rendered, 'head' | 'body'>;

/** What is remembered of one sort of address. */
class Shelf {
  /** By their content. */
  readonly pages: Newest<Page>;
  /** By their address. */
  readonly fresh: Newest<{ page: Page; until: number }>;
  /** Asked for at this moment, by their address. */
  readonly underway = new Map<string, { page: Promise<Page>; until: number }>();
  /** What the render of an address asked for the last time. */
  readonly wishes: Newest<ViewQuery[]>;

  constructor(most: number) {
    this.pages = new Newest(most);
    this.fresh = new Newest(most);
    this.wishes = new Newest(most);
  }
}

export class Pages {
  private readonly plain: Shelf;
  private readonly lists: Shelf;
  private readonly nothings = new Newest<Drawn>(MOST_NOTHINGS);
  /** What stands around nothing, by pattern. */
  private readonly around = new Map<string, ViewQuery[]>();
  private readonly shrinking: Shrinking;
  /** Renders under way of addresses with a query string. */
  private rendering = 0;

  constructor(
    private readonly app: FastifyInstance,
    private readonly built: Built,
    private readonly renderer: Renderer,
    private readonly apiEndpoint: string,
    most = MOST,
  ) {
    this.plain = new Shelf(most.pages);
    this.lists = new Shelf(most.lists);
    this.shrinking = new Shrinking((failure) => app.log.error(failure));
  }

  filled(view: FilledView): Promise<Page> {
    const { pathname, search } = view.address;
    const url = pathname + search;
    if (search === '') return this.lately(this.plain, url, () => this.current(this.plain, url, view));
    // Lists have more pages than anyone looks at: whoever asks for all of them at once gets those that the browser draws.
    const isKnown = this.lists.underway.has(url) || this.lists.fresh.get(url) !== undefined;
    if (this.rendering >= MOST_LISTS_AT_ONCE && !isKnown) return this.shell(200);
    return this.lately(this.lists, url, () => {
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
      return this.once(this.plain, etag, () => {
        const { head, body } = this.renderer.renderShell();
        const meta = `<title>${escaped(name)}</title><meta name="robots" content="noindex">`;
        return this.make({ status, carried: null }, { head: meta + head, body }, etag);
      });
    };
    return this.lately(this.plain, `shell ${status}`, make, () => true);
  }

  /**
   * Whoever asks for the same address within a second gets the same page; the answers behind it are asked once.
   * `isKept`: what stands where there is nothing would take the place of something, since there is no end of such addresses.
   */
  private lately(
    shelf: Shelf,
    url: string,
    make: () => Promise<Page>,
    isKept = ({ status }: Page) => status === 200,
  ): Promise<Page> {
    const now = performance.now();
    const known = shelf.fresh.get(url);
    if (known && known.until > now) return Promise.resolve(this.askedAgain(known.page));
    const same = shelf.underway.get(url);
    if (same && same.until > now) return same.page.then((page) => this.askedAgain(page));
    const until = now + FRESH_FOR_MS;
    const asked = { page: this.renewed(make, known?.page), until };
    shelf.underway.set(url, asked);
    const end = () => shelf.underway.get(url) === asked && shelf.underway.delete(url);
    asked.page.then((page) => {
      if (isKept(page)) shelf.fresh.set(url, { page, until });
      else shelf.fresh.delete(url);
      end();
    }, end);
    return asked.page;
  }

  /** What stood there last is still true enough when the database says nothing. */
  private async renewed(make: () => Promise<Page>, last: Page | undefined): Promise<Page> {
    try {
      return await make();
    } catch (failure) {
      if (last && failure instanceof Refusal && failure.status === 503) return last;
      throw failure;
    }
  }

  private async current(shelf: Shelf, url: string, view: FilledView): Promise<Page> {
    const { address, area } = view;
    const reader = new FirstViewReader(this.app);
    await reader.askFor(view);
    if (reader.lacks(view)) return this.nothing(view, reader);
    const category = address.searchParams.get('category_slug') ?? address.searchParams.get('category');
    // There are as many such lists as words: the browser draws them.
    if (category !== null && !(await reader.isCategory(category))) return this.shell(200);
    await reader.ask(shelf.wishes.get(url) ?? []);
    for (let round = 0; ; round += 1) {
      const found = await reader.view(this.app.market.now().getTime());
      const { at: _, ...content } = found.carried;
      const linked = found.status === 200 ? await this.linkedData(view, reader) : [];
      // The answers are asked each time; the page they make is made once.
      const etag = this.etagOf(address.pathname, address.search, content, linked);
      const known = shelf.pages.get(etag);
      if (known) return this.askedAgain(known);
      const rendered = this.renderer.render(address, found.carried);
      if (area !== null && round < MOST_ROUNDS && (await reader.ask(rendered.missing))) continue;
      if (area) shelf.wishes.set(url, reader.queries());
      // A page of an area that says it is not for search engines has found nothing to show.
      const isNothing = area !== null && rendered.head.includes('content="noindex"');
      return this.once(shelf, etag, () =>
        this.make(isNothing ? { ...found, status: 404 } : found, rendered, etag, area, isNothing ? [] : linked),
      );
    }
  }

  /** What stands where there is nothing is drawn once for all of its kind; each address only carries its own name. */
  private async nothing({ pattern, place, address, area }: FilledView, reader: FirstViewReader): Promise<Page> {
    await reader.ask(this.around.get(pattern) ?? []);
    for (let round = 0; ; round += 1) {
      const { carried } = await reader.view(this.app.market.now().getTime());
      const nowhere = { ...carried, answers: carried.answers.map(withoutName) };
      const { at: _, ...content } = nowhere;
      const key = this.etagOf(pattern, content);
      let drawn = this.nothings.get(key);
      if (!drawn) {
        const rendered = this.renderer.render(new URL(pattern.replace(':slug', NOWHERE), address), nowhere);
        if (area !== null && round < MOST_ROUNDS && (await reader.ask(rendered.missing.filter(isUnnamed)))) continue;
        this.around.set(pattern, reader.queries().filter(isUnnamed));
        this.nothings.set(key, rendered);
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

  private async once(shelf: Shelf, key: string, make: () => Promise<Page>): Promise<Page> {
    const known = shelf.pages.get(key);
    if (known) return this.askedAgain(known);
    const page = await make();
    shelf.pages.set(key, page);
    return page;
  }

  private async make(
    { status, carried }: { status: 200 | 404; carried: FirstView['carried'] | null },
    rendered: Drawn,
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

type Carried = FirstView['carried']['answers'][number];

/** The same answer about a thing without a name. */
const withoutName = (carried: Carried): Carried =>
  carried.answer === undefined ? { ...carried, args: { params: { slug: NOWHERE } } } : carried;

const isUnnamed = ([, args]: ViewQuery) => (args as { params?: { slug?: string } })?.params?.slug === undefined;
