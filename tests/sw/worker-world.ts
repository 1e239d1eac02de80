// A worker as a whole without a browser: its events, its caches in memory, and a market that answers by path.
// The test file that opens it mocks '#sync/worker.ts', which sends what waits.
import { createHash } from 'node:crypto';
import { beforeEach, vi } from 'vitest';
import { MemoryCacheStorage } from './cache-storage.ts';

/** By name only: the types of a worker's world must not mix with those of a page. */
const worker: string = '#sw/service-worker.ts';
export const origin = 'https://etal.test';
export const buildId = 'b2';
const script = 'export const tomme = 1;';
export const part = 'assets/main.js';
const listed = [
  { url: part, revision: null, digest: createHash('sha256').update(script).digest('base64').slice(0, 22) },
  { url: '/shell', revision: buildId },
];
const webp = new Uint8Array([...'RIFF____WEBP'].map((letter) => letter.charCodeAt(0)));
new DataView(webp.buffer).setUint32(4, 4, true);

const ours = { 'X-Market': '1' };
export const page = (words: string, build: string) =>
  new Response(`<!doctype html><html><meta name="build" content="${build}"><body>${words}</body></html>`, {
    headers: { ...ours, 'Content-Type': 'text/html; charset=utf-8', 'X-Build': build },
  });
const jsonOf = (value: unknown, more: Record<string, string> = {}) =>
  new Response(JSON.stringify(value), {
    headers: { ...ours, 'X-Api': '1', 'Content-Type': 'application/ld+json', 'Cache-Control': 'public', ...more },
  });
const file = (text: string) => new Response(text, { headers: { ...ours, 'Content-Type': 'text/javascript' } });
const pictureOf = (sign: Record<string, string>) =>
  new Response(webp, { headers: { 'Content-Type': 'image/webp', ...sign } });

/** What the market answers, by path. */
function market(path: string): Response {
  if (path === '/shell') return page('la coquille', buildId);
  if (path === '/') return page('l’accueil', buildId);
  if (path === '/assets/main.js') return file(script);
  if (path.startsWith('/assets/')) return file('export {}');
  if (path.startsWith('/media/')) return pictureOf(ours);
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
  /** What was asked of the network. */
  asked: [] as string[],
  /** What the worker stays awake for. */
  behind: [] as Promise<unknown>[],
  /** What it asked of the browser, in order. */
  wishes: [] as string[],
};

beforeEach(async () => {
  vi.resetModules();
  const wish = (name: string) => async () => void world.wishes.push(name);
  Object.assign(world, {
    listeners: new Map(),
    storage: new MemoryCacheStorage(),
    network: ({ url }: Request) => (url.startsWith(origin) ? market(new URL(url).pathname) : pictureOf({})),
    asked: [],
    behind: [],
    wishes: [],
  });
  vi.stubGlobal('caches', world.storage);
  vi.stubGlobal('self', {
    __WB_MANIFEST: listed,
    location: new URL(`${origin}/sw.js`),
    navigator: {},
    registration: { update: wish('update') },
    clients: { claim: wish('claim') },
    skipWaiting: wish('skipWaiting'),
    addEventListener: (type: string, listener: Listener) => world.listeners.set(type, listener),
  });
  vi.stubGlobal('fetch', async (input: Request | string, init: RequestInit) => {
    const request = new Request(input instanceof Request ? input : new URL(input, origin), init);
    world.asked.push(request.url);
    return world.network(request);
  });
  await import(worker);
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
  // The look after what is kept begins two seconds after a page: these tests are over by then.
  world.listeners.get('fetch')?.({ request, respondWith, waitUntil: like.page ? () => {} : waitUntil });
  const response = (await given[0]) ?? null;
  await allDone();
  return response;
}
export const open = (address: string, like: RequestInit = {}) => ask(address, { ...like, page: true });
/** What a page says to it. */
export const tell = async (data: unknown, ports: unknown[] = []) => {
  world.listeners.get('message')?.({ data, ports, waitUntil });
  await allDone();
};
export const offline = () => {
  world.network = () => Promise.reject(new TypeError('offline'));
};
export async function install(): Promise<void> {
  world.listeners.get('install')?.({ waitUntil });
  await allDone();
  world.asked.length = 0;
}
/** Path of everything that is kept, by the cache it is kept in. */
export function everything(): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [name, { entries }] of world.storage.caches) {
    const paths = [...entries.keys()].map((address) => address.replace(origin, ''));
    if (paths.length > 0) found[name] = paths;
  }
  return found;
}
