// The worker as a whole, without a browser: which answer it gives to which request, and where each kind of thing is kept.
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MemoryCacheStorage } from './cache-storage.ts';

const drain = vi.hoisted(() => vi.fn());
vi.mock('#sync/worker.ts', () => ({ drain }));

/** By name only: the types of a worker's world must not mix with those of a page. */
const worker: string = '#sw/service-worker.ts';
const origin = 'https://etal.test';
const buildId = 'b2';
const script = 'export const tomme = 1;';
const part = 'assets/main.js';
const listed = [
  { url: part, revision: null, integrity: `sha256-${createHash('sha256').update(script).digest('base64')}` },
  { url: '/shell', revision: buildId },
];
const webp = new Uint8Array([...'RIFF____WEBP'].map((letter) => letter.charCodeAt(0)));
new DataView(webp.buffer).setUint32(4, 4, true);

const ours = { 'X-Market': '1' };
const page = (words: string, build: string) =>
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
let listeners: Map<string, Listener>;
let storage: MemoryCacheStorage;
let network: (request: Request) => Response | Promise<Response>;
let asked: string[];
let behind: Promise<unknown>[];

beforeEach(async () => {
  vi.resetModules();
  listeners = new Map();
  storage = new MemoryCacheStorage();
  asked = [];
  behind = [];
  network = ({ url }) => (url.startsWith(origin) ? market(new URL(url).pathname) : pictureOf({}));
  vi.stubGlobal('caches', storage);
  vi.stubGlobal('self', {
    __WB_MANIFEST: listed,
    location: new URL(`${origin}/sw.js`),
    navigator: {},
    registration: { update: async () => {} },
    clients: { claim: async () => {} },
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
  });
  vi.stubGlobal('fetch', async (input: Request | string, init: RequestInit) => {
    const request = new Request(input instanceof Request ? input : new URL(input, origin), init);
    asked.push(request.url);
    return network(request);
  });
  await import(worker);
});

const waitUntil = (work: Promise<unknown>) => behind.push(work);
const allDone = async () => {
  for (let work = behind.shift(); work; work = behind.shift()) await work.catch(() => undefined);
};

interface Like extends RequestInit {
  page?: boolean;
  picture?: boolean;
}

/** Null: left to the browser. */
async function ask(address: string, like: Like = {}): Promise<Response | null> {
  const request = new Request(new URL(address, origin), like);
  // What only a browser can say of a request.
  if (like.page) Object.defineProperty(request, 'mode', { value: 'navigate' });
  if (like.picture) Object.defineProperty(request, 'destination', { value: 'image' });
  const given: Promise<Response>[] = [];
  const respondWith = (answer: Promise<Response>) => given.push(answer);
  // The look after what is kept begins two seconds after a page: these tests are over by then.
  listeners.get('fetch')?.({ request, respondWith, waitUntil: like.page ? () => {} : waitUntil });
  const response = (await given[0]) ?? null;
  await allDone();
  return response;
}
const open = (address: string, like: RequestInit = {}) => ask(address, { ...like, page: true });
/** What a page says when it is opened. */
const tell = async ({ spareData }: { spareData: boolean }) => {
  listeners.get('message')?.({ data: { type: 'KEEP', seen: [], images: [], spareData }, waitUntil });
  await allDone();
};
const offline = () => {
  network = () => Promise.reject(new TypeError('offline'));
};
async function install(): Promise<void> {
  listeners.get('install')?.({ waitUntil });
  await allDone();
  asked.length = 0;
}
/** Path of everything that is kept, by the cache it is kept in. */
function everything(): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [name, { entries }] of storage.caches) {
    const paths = [...entries.keys()].map((address) => address.replace(origin, ''));
    if (paths.length > 0) found[name] = paths;
  }
  return found;
}

describe('each kind of thing is kept in its own place', () => {
  const picture = '/media/images/tomme-480_outbound.webp';
  const tile = 'https://tiles.example/12/2109/1405.png';
  it.each<[string, string, string, Like]>([
    ['a picture of the market', picture, 'etal-images', { picture: true }],
    ['a tile of the map', tile, 'etal-tiles', {}],
    ['a part of another build', '/assets/earlier.js', 'etal-assets', {}],
    ['a public answer', '/api/products', 'etal-answers', {}],
    ['a file of this build', `/${part}`, 'etal-precache', {}],
  ])('%s', async (_, address, cache, like) => {
    expect((await ask(address, like))?.ok).toBe(true);
    expect(everything()).toEqual({ [cache]: [address] });
    offline();
    expect((await ask(address, like))?.ok).toBe(true);
  });

  it.each<[string, string, Like]>([
    ['a personal answer', '/api/orders/12', {}],
    ['a public address asked for with a token', '/api/products', { headers: { Authorization: 'Bearer x' } }],
    ['a write', '/api/carts', { method: 'POST' }],
    ['a document that is no picture', '/media/documents/carte.pdf', {}],
    ['a picture of another host', 'https://elsewhere.example/logo.png', { picture: true }],
  ])('%s is left to the browser, and nothing of it is kept', async (_, address, like) => {
    expect(await ask(address, like)).toBeNull();
    expect(asked).toEqual([]);
    expect(everything()).toEqual({});
  });

  it('whether the server answers is asked of the network each time', async () => {
    expect((await ask('/api/health'))?.ok).toBe(true);
    expect(everything()).toEqual({});
    offline();
    await expect(ask('/api/health')).rejects.toThrow();
  });
});

describe('a page', () => {
  it('is answered by the shell of the installation, without a network, too', async () => {
    await install();
    offline();
    expect(await (await open('/boutiques'))?.text()).toContain('la coquille');
    expect(asked).toEqual([]);
  });

  it('of the server itself goes through, and says so in our words when nothing answers', async () => {
    await install();
    expect(await (await open('/paiement/7'))?.text()).toContain('le paiement');
    expect(asked).toEqual([`${origin}/paiement/7`]);
    offline();
    expect(await (await open('/paiement/7'))?.text()).toContain('La page de paiement ne s’ouvre pas.');
    expect(await (await open('/paiement/7', { method: 'POST' }))?.text()).toContain(
      'La réponse du paiement n’est pas arrivée.',
    );
    expect(await (await open('/media/documents/carte.pdf'))?.text()).toContain('Cette page demande le réseau.');
  });

  it('with an effect, or past the worker, is left to the browser', async () => {
    expect(await open('/?reseau')).toBeNull();
    expect(await open('/boutiques', { method: 'POST' })).toBeNull();
    expect(await open('/api/orders/12/pay')).toBeNull();
  });

  it('of a worker whose files were taken away comes from the network, else it says what is the matter', async () => {
    expect(await (await open('/boutiques'))?.text()).toContain('une page');
    offline();
    expect(await (await open('/boutiques'))?.text()).toContain('Le réseau ne répond pas.');
  });
});

describe('the kept home page', () => {
  const keep = async (home: Response) => (await storage.open('etal-pages')).put('/', home);

  it('of this build is shown at once', async () => {
    await install();
    await keep(page('l’accueil d’hier', buildId));
    offline();
    expect(await (await open('/'))?.text()).toContain('l’accueil d’hier');
  });

  it('of an older build is never shown: its files may be gone', async () => {
    await install();
    await keep(page('l’accueil d’avant', 'b1'));
    offline();
    expect(await (await open('/'))?.text()).toContain('la coquille');
  });

  it('is renewed behind the one shown, by one of this build only', async () => {
    const { renewHome, keptHome } = await import('#sw/kept-home.ts');
    await keep(page('l’accueil d’hier', buildId));
    const kept = async () => (await keptHome(buildId))?.text();
    await tell({ spareData: false });
    for (const foreign of [() => page('l’accueil d’après', 'b3'), () => new Response('<h1>Wi-Fi</h1>')]) {
      network = foreign;
      await renewHome(buildId).catch(() => null);
      expect(await kept()).toContain('l’accueil d’hier');
    }
    network = () => page('l’accueil d’aujourd’hui', buildId);
    await renewHome(buildId);
    expect(await kept()).toContain('l’accueil d’aujourd’hui');
  });
});

describe('the home page is fetched ahead', () => {
  const home = `${origin}/`;
  /** An update that nobody waits for, and the next opening of the home page. */
  const wakeAndOpen = async () => {
    asked.length = 0;
    listeners.get('activate')?.({ waitUntil });
    await allDone();
    await open('/');
    return asked.filter((address) => address === home).length;
  };
  beforeEach(install);

  it('where no page has said that data are spared, now and each time it may be', async () => {
    await tell({ spareData: false });
    expect(everything()['etal-pages']).toEqual(['/']);
    expect(await wakeAndOpen()).toBe(2);
  });

  it('not before a page has said what its person wants', async () => {
    vi.stubGlobal('navigator', { connection: { saveData: false } });
    expect(await wakeAndOpen()).toBe(0);
  });

  it('never where data are spared, whatever the browser says and however often the worker wakes', async () => {
    Object.assign(self, { navigator: { connection: { saveData: false } } });
    await tell({ spareData: true });
    expect(everything()['etal-pages']).toBeUndefined();
    expect(await wakeAndOpen()).toBe(0);
  });

  it('where the person wants it although the browser says that data are to be spared', async () => {
    Object.assign(self, { navigator: { connection: { saveData: true } } });
    await tell({ spareData: false });
    expect(await wakeAndOpen()).toBe(2);
  });

  it('no more once the person spares data, and again after that; what is kept stays', async () => {
    await tell({ spareData: false });
    await tell({ spareData: true });
    expect(await wakeAndOpen()).toBe(0);
    expect(everything()['etal-pages']).toEqual(['/']);
    await tell({ spareData: false });
    expect(await wakeAndOpen()).toBe(2);
  });
});

it('what waits is sent when the browser wakes the worker for it, and at no other wake-up', async () => {
  vi.stubGlobal('navigator', {});
  drain.mockResolvedValue({ left: 0 });
  listeners.get('sync')?.({ tag: 'something else', waitUntil });
  expect(behind).toEqual([]);
  listeners.get('sync')?.({ tag: 'outbox', waitUntil });
  await Promise.all(behind);
  expect(drain.mock.calls).toEqual([[expect.objectContaining({ endpoint: '/api', appVersion: buildId })]]);
});
