// A whole service worker without a browser: its events, its caches in memory, and a market that answers by path.
// A test file that uses it mocks '#sync/worker.ts', which sends the outbox.
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, vi } from 'vitest';
import { MemoryCacheStorage } from './cache-storage.ts';

/** By name only: the types of a worker's world must not mix with those of a page. */
const worker: string = '#sw/service-worker.ts';
export const origin = 'https://etal.test';
export const buildId = 'b2';
export const script = 'export const tomme = 1;';
export const styles = 'main{color:green}';
export const mapScript = 'export const carte = 1;';
export const part = 'assets/main.js';
const integrityOf = (text: string | Uint8Array) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
const listed = (build: string) => [
  { url: part, revision: null, integrity: integrityOf(script) },
  { url: 'assets/main.css', revision: null, integrity: integrityOf(styles) },
  { url: 'assets/map.js', revision: null, integrity: integrityOf(mapScript), onDemand: true },
  { url: '/shell', revision: build },
];
/** Paths of the precache once all of it is there. */
export const wholePrecache = ['/assets/main.css', `/${part}`, `/shell?__WB_REVISION__=${buildId}`];
const webp = new Uint8Array([...'RIFF____WEBP'].map((letter) => letter.charCodeAt(0)));
new DataView(webp.buffer).setUint32(4, 4, true);

const own = { 'X-Market': '1' };
export const page = (words: string, build: string) =>
  new Response(`<!doctype html><html><meta name="build" content="${build}"><body>${words}</body></html>`, {
    headers: { ...own, 'Content-Type': 'text/html; charset=utf-8', 'X-Build': build },
  });
export const jsonOf = (value: unknown, more: Record<string, string> = {}, status = 200) =>
  new Response(JSON.stringify(value), {
    status,
    headers: { ...own, 'X-Api': '1', 'Content-Type': 'application/ld+json', 'Cache-Control': 'public', ...more },
  });
export const file = (text: string, type = 'text/javascript') =>
  new Response(text, { headers: { ...own, 'Content-Type': type } });
export const pictureOf = (signature: Record<string, string> = own) =>
  new Response(webp, { headers: { 'Content-Type': 'image/webp', ...signature } });
/** Someone else's answer in the market's place. */
export const portal = (status = 200) =>
  new Response('<h1>Wi-Fi</h1>', { status, headers: { 'Content-Type': 'text/html' } });

/** What the market answers, by path. */
function market(path: string): Response {
  if (path === '/shell') return page('la coquille', buildId);
  if (path === '/') return page('l’accueil', buildId);
  if (path === '/assets/main.js') return file(script);
  if (path === '/assets/main.css') return file(styles, 'text/css');
  if (path === '/assets/map.js') return file(mapScript);
  if (path.startsWith('/assets/')) return file('export {}');
  if (path.startsWith('/media/')) return pictureOf(own);
  if (path.startsWith('/paiement/')) return page('le paiement', buildId);
  if (path === '/api/health') return jsonOf({}, { 'Cache-Control': 'no-store' });
  if (path.startsWith('/api/')) return jsonOf({ 'hydra:member': [] });
  return page('une page', buildId);
}

type Listener = (event: object) => void;
export const world = {
  listeners: new Map<string, Listener>(),
  storage: new MemoryCacheStorage(),
  network: (_: Request): Response | Promise<Response> => Response.error(),
  /** The requests of the worker. */
  requests: [] as Request[],
  /** What was asked of the network. */
  asked: [] as string[],
  /** What the worker stays awake for. */
  behind: [] as Promise<unknown>[],
  /** What it asked of the browser, in order. */
  wishes: [] as string[],
};

/** As a browser: an answer whose bytes are not those of `integrity` is none, and an aborted request has no answer. */
async function fetchOf(input: Request, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  world.asked.push(request.url);
  world.requests.push(request);
  if (request.signal.aborted) throw request.signal.reason;
  const aborted = new Promise<never>((_, reject) => {
    request.signal.addEventListener('abort', () => reject(request.signal.reason));
  });
  const answer = async () => {
    const response = await world.network(request);
    if (response.redirected && request.redirect === 'error') throw new TypeError('redirected');
    if (!request.integrity) return response;
    const bytes = new Uint8Array(await response.clone().arrayBuffer());
    if (integrityOf(bytes) !== request.integrity) throw new TypeError('integrity');
    return response;
  };
  return Promise.race([answer(), aborted]);
}

/** A worker that starts anew, with the caches that are there. */
export async function startWorker(build = buildId): Promise<void> {
  vi.resetModules();
  world.listeners = new Map();
  const report = (name: string) => async () => void world.wishes.push(name);
  vi.stubGlobal('self', {
    __WB_MANIFEST: listed(build),
    location: new URL(`${origin}/sw.js`),
    caches: world.storage,
    navigator: {},
    registration: { update: report('update') },
    clients: { claim: report('claim') },
    skipWaiting: report('skipWaiting'),
    addEventListener: (type: string, listener: Listener) => world.listeners.set(type, listener),
  });
  await import(worker);
}

const NodeRequest = Request;
const nodeTimeout = setTimeout;
/** Timers of the worker under test: what they would begin must not reach the next test. */
const timers = new Set<NodeJS.Timeout>();
globalThis.setTimeout = Object.assign((task: () => void, ms?: number) => {
  const timer = nodeTimeout(task, ms);
  timers.add(timer);
  return timer;
}, nodeTimeout);
beforeEach(async () => {
  Object.assign(world, {
    storage: new MemoryCacheStorage(),
    network: ({ url }: Request) => (url.startsWith(origin) ? market(new URL(url).pathname) : pictureOf({})),
    asked: [],
    requests: [],
    behind: [],
    wishes: [],
  });
  // Workbox as it is built for production.
  vi.stubEnv('NODE_ENV', 'production');
  vi.stubGlobal('caches', world.storage);
  vi.stubGlobal('location', new URL(`${origin}/sw.js`));
  for (const name of ['ExtendableEvent', 'FetchEvent']) vi.stubGlobal(name, class {});
  vi.stubGlobal(
    'Request',
    class extends NodeRequest {
      constructor(input: RequestInfo | URL, init?: RequestInit) {
        super(typeof input === 'string' ? new URL(input, origin) : input, init);
      }
    },
  );
  vi.stubGlobal('fetch', fetchOf);
  await startWorker();
});
afterEach(() => {
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
});

export const waitUntil = (work: Promise<unknown>) => void world.behind.push(work);
export const allDone = async () => {
  for (let work = world.behind.shift(); work; work = world.behind.shift()) await work.catch(() => undefined);
};

export interface Like extends RequestInit {
  page?: boolean;
  picture?: boolean;
}

/** Null: left to the browser. */
export async function ask(address: string, like: Like = {}): Promise<Response | null> {
  const request = new Request(new URL(address, origin), like);
  // What only a browser can say of a request.
  if (like.page) Object.defineProperty(request, 'mode', { value: 'navigate' });
  if (like.picture) Object.defineProperty(request, 'destination', { value: 'image' });
  const given: Promise<Response>[] = [];
  const respondWith = (answer: Promise<Response>) => given.push(answer);
  // The repair begins two seconds after a page, when the test is over and its timers are cleared.
  world.listeners.get('fetch')?.({ request, respondWith, waitUntil: like.page ? () => {} : waitUntil });
  const response = (await given[0]) ?? null;
  await allDone();
  return response;
}
export const open = (address: string, like: RequestInit = {}) => ask(address, { ...like, page: true });
/** A message of a page. */
export const notify = async (data: unknown, ports: unknown[] = []) => {
  world.listeners.get('message')?.({ data, ports, waitUntil });
  await allDone();
};
/** The next opening of a page that spares data, six seconds later: the worker looks after its files. */
export const openedLater = async () => {
  vi.setSystemTime(Date.now() + 6000);
  await notify({ type: 'KEEP', seen: [], images: [], spareData: true });
};
export const pathsIn = async (name: string) =>
  [...(await world.storage.open(name)).entries.keys()].map((address) => address.replace(origin, ''));
/** Stores a response as somebody else would, past the worker. */
export const put = async (name: string, path: string, response: Response) =>
  (await world.storage.open(name)).put(path, response);
export const offline = () => {
  world.network = () => Promise.reject(new TypeError('offline'));
};
export async function install(): Promise<void> {
  const installed: Promise<unknown>[] = [];
  world.listeners.get('install')?.({ waitUntil: (work: Promise<unknown>) => installed.push(work) });
  await Promise.all(installed);
  world.asked.length = 0;
}
/** Paths of all entries, by cache. */
export function everything(): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [name, { entries }] of world.storage.caches) {
    const paths = [...entries.keys()].map((address) => address.replace(origin, ''));
    if (paths.length > 0) found[name] = paths;
  }
  return found;
}
