// Answers the queries of a first view in process, through the same routes as everyone's calls and without a token.
// Guarantee: only public answers get in; a thing that does not exist makes the page a 404, a failing query is left for the
// browser to ask again, and without a database there is no page.
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Category } from '#contract/catalogue/categories.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { CATEGORY_TREE, CONFIGURATION } from '#contract/reads.ts';
import { type EndpointAnswer, type EndpointName, type ReadName, registry } from '#contract/registry.ts';
import type { CarriedView, ShellLinks } from '#contract/wire/first-view.ts';
import { mediaType } from '#contract/wire/hydra.ts';
import { INSIDE } from '../plugins/rate-limits.ts';
import { unavailable } from '../runtime/time-limit.ts';
import type { Answers } from './linked-data/linked-data.ts';
import type { AnswerOf, FilledView, ViewQuery } from './renderer.ts';

/** Chains of queries (a category, then its products) settle within this many rounds. */
export const MOST_ROUNDS = 5;

const SHELL_CATEGORIES: ViewQuery = CATEGORY_TREE;
const SHELL_PAGES: ViewQuery = ['pages.list', {}];
const CONFIGURATIONS: ViewQuery = CONFIGURATION;

interface Arguments {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
}

/** Path and query of a read, as the contract writes them. */
export function apiAddress(name: EndpointName, args: unknown): string {
  const { path } = registry[name] as Endpoint;
  const { params = {}, query = {} } = (args ?? {}) as Arguments;
  const filled = path.replace(/:([A-Za-z]+)/g, (_, key: string) => encodeURIComponent(String(params[key] ?? '')));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one != null) search.append(key, String(one));
  }
  const text = search.toString();
  return text ? `/api${filled}?${text}` : `/api${filled}`;
}

interface Asked {
  status: number;
  answer: unknown;
}

const isPublic = (name: EndpointName) => (registry[name] as Endpoint | undefined)?.offline === 'kept';

async function ask(app: FastifyInstance, [name, args]: ViewQuery): Promise<Asked> {
  if (!isPublic(name)) throw new Error(`${name} is not public: it cannot be part of a first view`);
  const response = await app.inject({
    method: 'GET',
    url: apiAddress(name, args),
    headers: { accept: mediaType },
    remoteAddress: INSIDE,
  });
  if (response.statusCode === 503) throw unavailable();
  return { status: response.statusCode, answer: response.statusCode === 200 ? plain(response.json()) : undefined };
}

/** What only clients need that do not know the contract would weigh on every page. */
function plain({ '@context': _context, 'hydra:search': _search, ...answer }: Record<string, unknown>): unknown {
  return answer;
}

interface Listed<T> {
  'hydra:member': T[];
}
function membersOf<T>(asked: Asked): T[] {
  return asked.status === 200 ? (asked.answer as Listed<T>)['hydra:member'] : [];
}

/** Milliseconds for which the answers that every page needs are cached. */
const SHARED_FOR_MS = 1000;
const ofAllPages = new Set([SHELL_CATEGORIES, SHELL_PAGES, CONFIGURATIONS].map((query) => apiAddress(...query)));
const shared = new WeakMap<FastifyInstance, LRUCache<string, Promise<Asked>>>();

function askShared(app: FastifyInstance, query: ViewQuery): Promise<Asked> {
  const url = apiAddress(...query);
  if (!ofAllPages.has(url)) return ask(app, query);
  const cache = shared.get(app) ?? new LRUCache({ max: ofAllPages.size, ttl: SHARED_FOR_MS });
  shared.set(app, cache);
  const known = cache.get(url);
  if (known) return known;
  const asked = ask(app, query);
  cache.set(url, asked);
  const forget = () => cache.delete(url);
  asked.then(({ status }) => status !== 200 && forget(), forget);
  return asked;
}

/** What stands around every page. */
interface Frame {
  links: ShellLinks;
  categories: Category[];
}

async function frameOf(app: FastifyInstance): Promise<Frame> {
  const [asked, pages] = await Promise.all([askShared(app, SHELL_CATEGORIES), askShared(app, SHELL_PAGES)]);
  const categories = membersOf<Category>(asked);
  const links = {
    origin: app.market.env.publicUrl,
    categories: categories.filter(({ level }) => level === 1).map(({ slug, name }) => ({ slug, name })),
    pages: membersOf<ShellLinks['pages'][number]>(pages).map(({ slug, name, place }) => ({ slug, name, place })),
  };
  return { links, categories };
}

export interface FirstView {
  status: 200 | 404;
  carried: CarriedView;
}

/** Asks what a view needs, each thing once. */
export class FirstViewReader {
  private readonly asked = new Map<string, Asked & { query: ViewQuery }>();
  private readonly frame: Promise<Frame>;

  constructor(private readonly app: FastifyInstance) {
    this.frame = frameOf(app);
    // Whoever waits for it is told.
    this.frame.catch(() => undefined);
  }

  /** @returns false when nothing of it was new */
  async ask(queries: readonly ViewQuery[]): Promise<boolean> {
    const fresh = queries.filter(([name, args]) => isPublic(name) && !this.asked.has(apiAddress(name, args)));
    const answered = await Promise.all(fresh.map(async (query) => ({ ...(await askShared(this.app, query)), query })));
    // In the order of the questions, whichever was answered first: the same page has the same bytes.
    for (const one of answered) this.asked.set(apiAddress(...one.query), one);
    return fresh.length > 0;
  }

  async askFor(view: FilledView): Promise<void> {
    await this.ask([CONFIGURATIONS]);
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      if (!(await this.ask(view.queries(view.place, this.answerOf)))) break;
    }
  }

  /** Known after `askFor`: is there no such thing? */
  lacks(view: FilledView): boolean {
    return this.isMissing() || (view.lacks?.(view.place, this.answerOf) ?? false);
  }

  async isCategory(slug: string): Promise<boolean> {
    return (await this.frame).categories.some((category) => category.slug === slug);
  }

  private readonly answerOf: AnswerOf = (name, args) => this.asked.get(apiAddress(name, args))?.answer;

  private isMissing(): boolean {
    return [...this.asked.values()].some(({ status }) => status === 404);
  }

  /** Everything asked so far, the frame's own queries apart. */
  queries(): ViewQuery[] {
    return [...this.asked.values()].map(({ query }) => query);
  }

  /** For what machines are told: the answers so far, the tree of categories, and the market's name. */
  async answers(): Promise<Answers & { siteName: string }> {
    const one = <N extends ReadName>(name: N) => {
      const found = [...this.asked.values()].find(({ query, status }) => query[0] === name && status === 200);
      return found?.answer as EndpointAnswer<N> | undefined;
    };
    const { categories, links } = await this.frame;
    return { one, categories, pages: links.pages, siteName: nameIn(one('configurations.list')) };
  }

  /** @param at the server's clock, milliseconds */
  async view(at: number): Promise<FirstView> {
    const known = [...this.asked.values()].filter(({ status }) => status === 200 || status === 404);
    return {
      status: this.isMissing() ? 404 : 200,
      carried: {
        at,
        answers: known.map(({ query: [name, args], answer }) => ({
          name,
          args,
          ...(answer !== undefined && { answer }),
        })),
        shell: (await this.frame).links,
      },
    };
  }
}

const nameIn = (configurations: EndpointAnswer<'configurations.list'> | undefined) =>
  configurations?.['hydra:member'].find(({ key }) => key === 'siteName')?.value || 'Étal';

/** The market's name, for pages that the browser draws. */
export async function siteName(app: FastifyInstance): Promise<string> {
  const { answer } = await askShared(app, CONFIGURATIONS);
  return nameIn(answer as EndpointAnswer<'configurations.list'> | undefined);
}
