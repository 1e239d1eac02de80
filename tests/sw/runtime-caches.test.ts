import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cacheNames } from '#db/cache-names.ts';
import { keepAnswer, keptThenNetwork, networkThenKept } from '#sw/runtime-caches.ts';
import { MemoryCacheStorage } from './cache-storage.ts';

const address = 'https://etal.test/api/products/by_slug/tomme-de-meuse';
const publicHeaders = {
  'Content-Type': 'application/ld+json',
  'X-Api': '1',
  'Cache-Control': 'public, max-age=0, must-revalidate',
  Date: 'Sat, 21 Nov 2026 09:00:00 GMT',
};
/** An answer that says these words. */
const answer = (words: string, more: Record<string, string> = {}, status = 200) =>
  new Response(JSON.stringify(words), { status, headers: { ...publicHeaders, ...more } });

const asked = 1_000_000;
const keptEarlier = 900_000;

let storage: MemoryCacheStorage;
let behind: Promise<unknown>[];
const never = () => new Promise<Response>(() => {});
const silence = async () => {};
const patience = () => new Promise<void>(() => {});

function turn(fetch: () => Promise<Response>, wait: () => Promise<void> = patience) {
  return {
    request: new Request(address),
    waitUntil: (work: Promise<unknown>) => behind.push(work),
    fetch,
    now: () => asked,
    wait,
  };
}
const kept = async () => (await storage.open(cacheNames.answers)).match(address);

beforeEach(() => {
  storage = new MemoryCacheStorage();
  behind = [];
  vi.stubGlobal('caches', storage);
});

describe('a public read', () => {
  it('is answered by the network and kept with the time it was given', async () => {
    const response = await networkThenKept(turn(async () => answer('fresh')));
    expect(await response.json()).toBe('fresh');
    expect(response.headers.has('X-Kept-At')).toBe(false);
    await Promise.all(behind);
    const copy = await kept();
    expect(await copy?.json()).toBe('fresh');
    expect(copy?.headers.get('X-Kept-At')).toBe(String(asked));
  });

  it('is answered from what is kept after a silent network, with its age and without passing for the present', async () => {
    await keepAnswer(address, answer('kept'), keptEarlier);
    const response = await networkThenKept(turn(never, silence));
    expect(await response.json()).toBe('kept');
    expect(response.headers.get('X-Kept-At')).toBe(String(keptEarlier));
    expect(response.headers.get('X-Network')).toBe('silent');
    expect(response.headers.has('Date')).toBe(false);
  });

  it('is answered from what is kept without a network, and when the server fails', async () => {
    await keepAnswer(address, answer('kept'), keptEarlier);
    const offline = await networkThenKept(turn(async () => Promise.reject(new TypeError('offline'))));
    expect(await offline.json()).toBe('kept');
    const broken = await networkThenKept(turn(async () => answer('down', {}, 503)));
    expect(await broken.json()).toBe('kept');
  });

  it('waits for the network when nothing is kept', async () => {
    const response = await networkThenKept(turn(async () => answer('late'), silence));
    expect(await response.json()).toBe('late');
    await expect(networkThenKept(turn(async () => Promise.reject(new TypeError('offline'))))).resolves.toSatisfy(
      (late: Response) => late.headers.has('X-Kept-At'),
    );
  });

  it('keeps an answer that came too late for this time', async () => {
    await keepAnswer(address, answer('kept'), keptEarlier);
    let give: (response: Response) => void = () => {};
    const late = new Promise<Response>((resolve) => {
      give = resolve;
    });
    expect(await (await networkThenKept(turn(() => late, silence))).json()).toBe('kept');
    give(answer('fresh'));
    await Promise.all(behind);
    await Promise.all(behind);
    expect(await (await kept())?.json()).toBe('fresh');
  });

  it.each([404, 410])('forgets what the server no longer has (%i)', async (status) => {
    await keepAnswer(address, answer('kept'), keptEarlier);
    const response = await networkThenKept(turn(async () => answer('gone', {}, status)));
    expect(response.status).toBe(status);
    await Promise.all(behind);
    expect(await kept()).toBeUndefined();
  });

  it('stays where the server only refuses this call', async () => {
    await keepAnswer(address, answer('kept'), keptEarlier);
    expect((await networkThenKept(turn(async () => answer('no', {}, 403)))).status).toBe(403);
    await Promise.all(behind);
    expect(await (await kept())?.json()).toBe('kept');
  });

  it('is the same whatever it says it varies with: it is found, renewed and forgotten by its address', async () => {
    const varying = (words: string, status = 200) => answer(words, { Vary: 'Accept, Origin' }, status);
    const cache = await storage.open(cacheNames.answers);
    await keepAnswer(new Request(address, { headers: { Accept: 'text/html' } }), varying('kept'), keptEarlier);
    expect(await (await networkThenKept(turn(never, silence))).json()).toBe('kept');
    behind = [];
    await networkThenKept(turn(async () => varying('fresh')));
    await Promise.all(behind);
    expect(await (await cache.match(address))?.json()).toBe('fresh');
    await keepAnswer(new Request(address, { headers: { Accept: 'text/html' } }), varying('kept'), keptEarlier);
    await networkThenKept(turn(async () => varying('gone', 404)));
    await Promise.all(behind);
    expect(cache.entries.size).toBe(0);
  });

  it('is not kept when it is private', async () => {
    await networkThenKept(turn(async () => answer('x', { 'Cache-Control': 'no-store, private' })));
    await Promise.all(behind);
    expect(await kept()).toBeUndefined();
  });

  const portal = (status: number) => () =>
    new Response('<h1>Wi-Fi</h1>', { status, headers: { 'Content-Type': 'text/html' } });
  const foreign: [string, () => Response][] = [
    ['a log-in page in the server’s place', portal(200)],
    ['a portal that says what it is', portal(511)],
    ['someone else who does not have it', portal(404)],
    ['JSON of someone else', () => new Response('{"login":1}', { headers: { 'Content-Type': 'application/json' } })],
    ['half an answer', () => new Response('{"name":"Tom', { headers: publicHeaders })],
    ['an answer without its body', () => new Response('', { headers: publicHeaders })],
  ];
  it.each(foreign)('%s counts as no network: what is kept is shown, and stays', async (_, given) => {
    await keepAnswer(address, answer('kept'), keptEarlier);
    const response = await networkThenKept(turn(async () => given()));
    expect(await response.json()).toBe('kept');
    expect(response.headers.get('X-Network')).toBe('silent');
    await Promise.all(behind);
    expect(await (await kept())?.json()).toBe('kept');
  });

  it.each(foreign)('%s is no answer where nothing is kept, and is not kept', async (_, given) => {
    await expect(networkThenKept(turn(async () => given()))).rejects.toThrow();
    await Promise.all(behind.map((work) => work.catch(() => undefined)));
    expect(await kept()).toBeUndefined();
  });

  it('that arrives slowly is waited for as long again; then what is kept is shown, and the network is not called silent', async () => {
    await keepAnswer(address, answer('kept'), keptEarlier);
    let end = () => {};
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('"fre'));
        end = () => {
          controller.enqueue(new TextEncoder().encode('sh"'));
          controller.close();
        };
      },
    });
    const waits: (() => void)[] = [];
    const wait = () => new Promise<void>((resolve) => waits.push(resolve));
    const asked = networkThenKept(turn(async () => new Response(body, { headers: publicHeaders }), wait));
    waits.shift()?.();
    await vi.waitFor(() => expect(waits).toHaveLength(1));
    waits.shift()?.();
    const response = await asked;
    expect(await response.json()).toBe('kept');
    expect(response.headers.has('X-Network')).toBe(false);
    end();
    await vi.waitFor(async () => expect(await (await kept())?.json()).toBe('fresh'));
  });

  it('that an earlier version kept of someone else is not shown', async () => {
    await (await storage.open(cacheNames.answers)).put(address, portal(200)());
    const response = await networkThenKept(turn(async () => answer('fresh')));
    expect(await response.json()).toBe('fresh');
    await expect(networkThenKept(turn(never, silence))).resolves.toBeInstanceOf(Response);
  });

  it('beyond five hundred puts out the oldest: the newest stay, and one asked for again is new', async () => {
    const nth = (n: number) => `https://etal.test/api/products/by_slug/${n}`;
    const { entries } = await storage.open(cacheNames.answers);
    for (let n = 1; n <= 500; n++) entries.set(nth(n), answer(`${n}`));
    await keepAnswer(nth(1), answer('again'), asked);
    expect(entries.size).toBe(500);
    await keepAnswer(nth(501), answer('501'), asked);
    await keepAnswer(nth(502), answer('502'), asked);
    expect([...entries.keys()]).toEqual([
      ...Array.from({ length: 497 }, (_, n) => nth(n + 4)),
      nth(1),
      nth(501),
      nth(502),
    ]);
  });

  it('makes room by giving up pictures when the device is full', async () => {
    (await storage.open(cacheNames.answers)).full = true;
    await storage.open(cacheNames.images);
    await keepAnswer(address, answer('kept'), keptEarlier);
    expect(storage.deleted).toEqual([cacheNames.images]);
    expect(await (await kept())?.json()).toBe('kept');
  });
});

describe('a read of rarely changing things', () => {
  it('is shown at once from what is kept and renewed behind it', async () => {
    await keepAnswer(address, answer('kept'), keptEarlier);
    const response = await keptThenNetwork(turn(async () => answer('fresh')));
    expect(await response.json()).toBe('kept');
    expect(response.headers.has('X-Network')).toBe(false);
    await Promise.all(behind);
    await Promise.all(behind);
    expect(await (await kept())?.json()).toBe('fresh');
  });
});
