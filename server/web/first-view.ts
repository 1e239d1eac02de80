// First view data: runs a page's queries in process, through the public API and without a token.
// Guarantee: public answers only; a missing resource makes the page a 404, a failing query is left to the browser, and
// without a database there is no page.
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Category } from '#contract/catalogue/categories.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { CATEGORY_TREE, CONFIGURATION } from '#contract/reads.ts';
import { type EndpointAnswer, type EndpointName, type ReadName, registry } from '#contract/registry.ts';
import type { CarriedView, ShellLinks } from '#contract/wire/first-view.ts';
import { mediaType } from '#contract/wire/hydra.ts';
import { INTERNAL_ADDRESS } from '../plugins/rate-limits.ts';
import { unavailableError } from '../runtime/time-limit.ts';
import type { PageAnswers } from './linked-data/linked-data.ts';
import type { AnswerOf, FilledView, ViewQuery } from './renderer.ts';

/** Maximum length of query chains (a category, then its products). */
export const MAX_ROUNDS = 5;

const SHELL_CATEGORIES: ViewQuery = CATEGORY_TREE;
const SHELL_PAGES: ViewQuery = ['pages.list', {}];
const CONFIGURATIONS: ViewQuery = CONFIGURATION;

interface ReadArguments {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
}

/** Address of a read in the contract's form. */
export function readAddress(name: EndpointName, args: unknown): string {
  const { path } = registry[name] as Endpoint;
  const { params = {}, query = {} } = (args ?? {}) as ReadArguments;
  const filled = path.replace(/:([A-Za-z]+)/g, (_, key: string) => encodeURIComponent(String(params[key] ?? '')));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one != null) search.append(key, String(one));
  }
  const text = search.toString();
  return text ? `/api${filled}?${text}` : `/api${filled}`;
}

interface QueryResult {
  status: number;
  answer: unknown;
}

const isPublic = (name: EndpointName) => (registry[name] as Endpoint | undefined)?.offline === 'kept';

async function runQuery(app: FastifyInstance, [name, args]: ViewQuery): Promise<QueryResult> {
  if (!isPublic(name)) throw new Error(`${name} is not public: it cannot be part of a first view`);
  const response = await app.inject({
    method: 'GET',
    url: readAddress(name, args),
    headers: { accept: mediaType },
    remoteAddress: INTERNAL_ADDRESS,
  });
  if (response.statusCode === 503) throw unavailableError();
  return {
    status: response.statusCode,
    answer: response.statusCode === 200 ? stripContext(response.json()) : undefined,
  };
}

/** Hypermedia fields are for generic clients; pages do not carry them. */
function stripContext({ '@context': _context, 'hydra:search': _search, ...answer }: Record<string, unknown>): unknown {
  return answer;
}

interface Members<T> {
  'hydra:member': T[];
}
function readMembers<T>(asked: QueryResult): T[] {
  return asked.status === 200 ? (asked.answer as Members<T>)['hydra:member'] : [];
}

/** Cache time of answers shared by all pages, in milliseconds. */
const SHARED_TTL_MS = 1000;
const sharedAddresses = new Set([SHELL_CATEGORIES, SHELL_PAGES, CONFIGURATIONS].map((query) => readAddress(...query)));
const sharedCaches = new WeakMap<FastifyInstance, LRUCache<string, Promise<QueryResult>>>();

function runSharedQuery(app: FastifyInstance, query: ViewQuery): Promise<QueryResult> {
  const url = readAddress(...query);
  if (!sharedAddresses.has(url)) return runQuery(app, query);
  const cache = sharedCaches.get(app) ?? new LRUCache({ max: sharedAddresses.size, ttl: SHARED_TTL_MS });
  sharedCaches.set(app, cache);
  const known = cache.get(url);
  if (known) return known;
  const asked = runQuery(app, query);
  cache.set(url, asked);
  const forget = () => cache.delete(url);
  asked.then(({ status }) => status !== 200 && forget(), forget);
  return asked;
}

/** Data of the page frame. */
interface PageFrame {
  links: ShellLinks;
  categories: Category[];
}

async function readFrame(app: FastifyInstance): Promise<PageFrame> {
  const [asked, pages] = await Promise.all([runSharedQuery(app, SHELL_CATEGORIES), runSharedQuery(app, SHELL_PAGES)]);
  const categories = readMembers<Category>(asked);
  const links = {
    origin: app.market.env.publicUrl,
    categories: categories.filter(({ level }) => level === 1).map(({ slug, name }) => ({ slug, name })),
    pages: readMembers<ShellLinks['pages'][number]>(pages).map(({ slug, name, place }) => ({ slug, name, place })),
  };
  return { links, categories };
}

export interface FirstView {
  status: 200 | 404;
  carried: CarriedView;
}

/** Runs the queries of a view, each once. */
export class FirstViewReader {
  private readonly asked = new Map<string, QueryResult & { query: ViewQuery }>();
  private readonly frame: Promise<PageFrame>;

  constructor(private readonly app: FastifyInstance) {
    this.frame = readFrame(app);
    // Handled by its readers.
    this.frame.catch(() => undefined);
  }

  /** @returns false if there was nothing new */
  async ask(queries: readonly ViewQuery[]): Promise<boolean> {
    const fresh = queries.filter(([name, args]) => isPublic(name) && !this.asked.has(readAddress(name, args)));
    const answered = await Promise.all(
      fresh.map(async (query) => ({ ...(await runSharedQuery(this.app, query)), query })),
    );
    // In query order, so that equal pages have equal bytes.
    for (const one of answered) this.asked.set(readAddress(...one.query), one);
    return fresh.length > 0;
  }

  async askFor(view: FilledView): Promise<void> {
    await this.ask([CONFIGURATIONS]);
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      if (!(await this.ask(view.queries(view.place, this.answerOf)))) break;
    }
  }

  /** True if the resource does not exist; valid after `askFor`. */
  lacks(view: FilledView): boolean {
    return this.isMissing() || (view.lacks?.(view.place, this.answerOf) ?? false);
  }

  async isCategory(slug: string): Promise<boolean> {
    return (await this.frame).categories.some((category) => category.slug === slug);
  }

  private readonly answerOf: AnswerOf = (name, args) => this.asked.get(readAddress(name, args))?.answer;

  private isMissing(): boolean {
    return [...this.asked.values()].some(({ status }) => status === 404);
  }

  /** All queries so far, without the frame's. */
  queries(): ViewQuery[] {
    return [...this.asked.values()].map(({ query }) => query);
  }

  /** Data for structured data: answers and category tree. */
  async answers(): Promise<PageAnswers> {
    const one = <N extends ReadName>(name: N) => {
      const found = [...this.asked.values()].find(({ query, status }) => query[0] === name && status === 200);
      return found?.answer as EndpointAnswer<N> | undefined;
    };
    const { categories, links } = await this.frame;
    return { one, categories, pages: links.pages };
  }

  /** @param at server time in milliseconds */
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
