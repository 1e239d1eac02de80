// Public answers of the API: what is stored of them, and when a cached one is shown.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { allDone, ask, jsonOf, offline, origin, portal, world } from './worker-world.ts';

vi.mock('#sync/worker.ts', () => ({ drain: vi.fn() }));

const path = '/api/products/by_slug/tomme-de-meuse';
const NOW = 1_000_000_000;
const EARLIER = NOW - 100_000;

const gives = (given: () => Response | Promise<Response>) => {
  world.network = given;
};
const never = () => new Promise<Response>(() => {});
const cached = async (at = path) => (await world.storage.open('etal-answers')).match(origin + at);
/** As it was stored a while ago, asked for with other headers. */
async function storedEarlier(at = path, more: Record<string, string> = {}): Promise<void> {
  const cache = await world.storage.open('etal-answers');
  const request = new Request(origin + at, { headers: { Accept: 'text/html' } });
  await cache.put(request, jsonOf('cached', { 'X-Kept-At': String(EARLIER), ...more }));
}
const asked = async (at = path) => {
  const response = (await ask(at)) as Response;
  const { headers, status } = response;
  return {
    words: await response.json(),
    at: headers.get('X-Kept-At'),
    network: headers.get('X-Network'),
    headers,
    status,
  };
};
const shownFromCache = { words: 'cached', at: String(EARLIER), network: 'silent' };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});

describe('a public read', () => {
  it('is answered by the network and stored with the time it was given', async () => {
    gives(() => jsonOf('fresh', { Date: 'Sat, 21 Nov 2026 09:00:00 GMT' }));
    expect(await asked()).toMatchObject({ words: 'fresh', at: null });
    const copy = await cached();
    expect([await copy?.json(), copy?.headers.get('X-Kept-At')]).toEqual(['fresh', String(NOW)]);
    // It would pass for the server's present clock.
    expect(copy?.headers.has('Date')).toBe(false);
  });

  it('asks the server each time, and follows no redirect', async () => {
    await asked();
    expect(world.requests.map(({ cache, redirect }) => [cache, redirect])).toEqual([['no-cache', 'error']]);
  });

  it('is answered from the cache without a network, and while the server fails', async () => {
    await storedEarlier();
    offline();
    expect(await asked()).toMatchObject(shownFromCache);
    gives(() => jsonOf('down', {}, 503));
    expect(await asked()).toMatchObject(shownFromCache);
  });

  it('where nothing is cached, gets the failure of the server as it is', async () => {
    gives(() => jsonOf('down', {}, 503));
    expect(await asked()).toMatchObject({ words: 'down', status: 503, at: null });
    offline();
    await expect(asked()).rejects.toThrow();
  });

  it.each([404, 410])('removes content deleted on the server (%i)', async (status) => {
    await storedEarlier();
    gives(() => jsonOf('gone', {}, status));
    expect((await asked()).status).toBe(status);
    expect(await cached()).toBeUndefined();
  });

  it('stays cached if the server only refuses this call', async () => {
    await storedEarlier();
    gives(() => jsonOf('no', {}, 403));
    expect((await asked()).status).toBe(403);
    expect(await (await cached())?.json()).toBe('cached');
  });

  it('is found, renewed and removed by its address, ignoring Vary', async () => {
    const vary = { Vary: 'Accept, Origin' };
    await storedEarlier(path, vary);
    offline();
    expect(await asked()).toMatchObject(shownFromCache);
    gives(() => jsonOf('fresh', vary));
    await asked();
    expect(await (await cached())?.json()).toBe('fresh');
    await storedEarlier(path, vary);
    gives(() => jsonOf('gone', vary, 404));
    await asked();
    expect((await world.storage.open('etal-answers')).entries.size).toBe(0);
  });

  it.each(['no-store, private', 'private', 'no-store'])('is not stored if it is %s', async (policy) => {
    gives(() => jsonOf('x', { 'Cache-Control': policy }));
    await asked();
    expect(await cached()).toBeUndefined();
  });

  const untrusted: [string, () => Response][] = [
    ['a log-in page in the server’s place', portal],
    ['a portal that says what it is', () => portal(511)],
    ['someone else who does not have it', () => portal(404)],
    ['JSON of someone else', () => new Response('{"login":1}', { headers: { 'Content-Type': 'application/json' } })],
    ['half an answer', () => new Response('{"name":"Tom', { headers: jsonOf({}).headers })],
    ['an answer without its body', () => new Response('', { headers: jsonOf({}).headers })],
  ];
  it.each(untrusted)('%s counts as no network: the cached answer is shown, and stays', async (_, given) => {
    await storedEarlier();
    gives(given);
    expect(await asked()).toMatchObject(shownFromCache);
    expect(await (await cached())?.json()).toBe('cached');
  });

  it.each(untrusted)('%s is no answer where nothing is cached, and is not stored', async (_, given) => {
    gives(given);
    await expect(asked()).rejects.toThrow();
    await allDone();
    expect(await cached()).toBeUndefined();
  });

  it('does not show a log-in page that is in the cache', async () => {
    await (await world.storage.open('etal-answers')).put(path, portal());
    offline();
    await expect(asked()).rejects.toThrow();
  });

  it('beyond five hundred removes the oldest: a renewed one is new', async () => {
    const nth = (n: number) => `/api/products/by_slug/${n}`;
    const { entries } = await world.storage.open('etal-answers');
    for (let n = 1; n <= 500; n++) entries.set(origin + nth(n), jsonOf(`${n}`));
    for (const n of [1, 501, 502]) await asked(nth(n));
    expect([...entries.keys()]).toEqual(
      [...Array.from({ length: 497 }, (_, n) => n + 4), 1, 501, 502].map((n) => origin + nth(n)),
    );
  });

  it('gives up pictures when the device is full, and is stored then', async () => {
    const cache = await world.storage.open('etal-answers');
    cache.full = true;
    await world.storage.open('etal-images');
    expect((await asked()).status).toBe(200);
    expect(world.storage.deleted).toEqual(['etal-images']);
    await asked();
    expect((await cached())?.status).toBe(200);
  });
});

describe('a slow network', () => {
  /** Settled once the clock of the worker has moved on. */
  const limitMs = async <T>(ms: number, answer: Promise<T>) => {
    let isSettled = false;
    answer.then(
      () => (isSettled = true),
      () => (isSettled = true),
    );
    await vi.advanceTimersByTimeAsync(ms);
    return isSettled;
  };
  const answering = () => {
    const given: Promise<Response>[] = [];
    const event = {
      request: new Request(origin + path),
      respondWith: (answer: Promise<Response>) => given.push(answer),
      waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined),
    };
    world.listeners.get('fetch')?.(event);
    return given[0] as Promise<Response>;
  };
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: NOW });
    await storedEarlier();
  });

  it('has three seconds before the cached answer is shown', async () => {
    gives(never);
    const answer = answering();
    expect(await limitMs(2999, answer)).toBe(false);
    expect(await limitMs(1, answer)).toBe(true);
    const { headers } = await answer;
    expect([headers.get('X-Kept-At'), headers.get('X-Network')]).toEqual([String(EARLIER), 'silent']);
  });

  it('has 0.3 seconds on a silent network, for a quarter of a minute', async () => {
    offline();
    await answering();
    gives(never);
    const second = answering();
    expect(await limitMs(299, second)).toBe(false);
    expect(await limitMs(1, second)).toBe(true);
    vi.setSystemTime(NOW + 15_000);
    const third = answering();
    expect(await limitMs(2999, third)).toBe(false);
    expect(await limitMs(1, third)).toBe(true);
  });

  it('has its late answer stored for the next time', async () => {
    let give = (_: Response) => {};
    gives(
      () =>
        new Promise((resolve) => {
          give = resolve;
        }),
    );
    const answer = answering();
    await limitMs(3000, answer);
    expect(await (await answer).json()).toBe('cached');
    give(jsonOf('fresh'));
    await vi.advanceTimersByTimeAsync(10);
    expect(await (await cached())?.json()).toBe('fresh');
  });

  it('with a started answer gets another full limit, and is not marked silent', async () => {
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
    gives(() => new Response(body, { headers: jsonOf({}).headers }));
    const answer = answering();
    expect(await limitMs(5999, answer)).toBe(false);
    expect(await limitMs(1, answer)).toBe(true);
    const response = await answer;
    expect([await response.json(), response.headers.has('X-Network')]).toEqual(['cached', false]);
    end();
    await vi.advanceTimersByTimeAsync(10);
    expect(await (await cached())?.json()).toBe('fresh');
  });

  it('interrupted meanwhile is marked silent', async () => {
    let breakOff = () => {};
    const body = new ReadableStream({
      start(controller) {
        breakOff = () => controller.error(new TypeError('cut'));
      },
    });
    gives(() => new Response(body, { headers: jsonOf({}).headers }));
    const answer = answering();
    await limitMs(4000, answer);
    breakOff();
    await vi.advanceTimersByTimeAsync(10);
    expect((await answer).headers.get('X-Network')).toBe('silent');
  });
});

describe('a read of rarely changing data', () => {
  const categories = '/api/categories';
  it('is shown at once from the cache and renewed in the background', async () => {
    await storedEarlier(categories);
    gives(() => jsonOf('fresh'));
    expect(await asked(categories)).toMatchObject({ words: 'cached', network: null });
    expect(await (await cached(categories))?.json()).toBe('fresh');
  });

  it('is answered by the network where nothing is cached', async () => {
    gives(() => jsonOf('fresh'));
    expect(await asked(categories)).toMatchObject({ words: 'fresh', at: null });
  });
});
