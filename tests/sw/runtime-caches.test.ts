import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cacheNames, keepAnswer, keptThenNetwork, networkThenKept } from '#sw/runtime-caches.ts';
import { MemoryCacheStorage } from './cache-storage.ts';

const address = 'https://etal.test/api/products/by_slug/tomme-de-meuse';
const publicHeaders = {
  'Content-Type': 'application/ld+json',
  'X-Api': '1',
  'Cache-Control': 'public, max-age=0, must-revalidate',
  Date: 'Sat, 21 Nov 2026 09:00:00 GMT',
};
const answer = (text: string, more: Record<string, string> = {}, status = 200) =>
  new Response(text, { status, headers: { ...publicHeaders, ...more } });

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
    expect(await response.text()).toBe('fresh');
    expect(response.headers.has('X-Kept-At')).toBe(false);
    await Promise.all(behind);
    const copy = await kept();
    expect(await copy?.text()).toBe('fresh');
    expect(copy?.headers.get('X-Kept-At')).toBe(String(asked));
  });

  it('is answered from what is kept after a silent network, with its age and without passing for the present', async () => {
    await keepAnswer(address, answer('kept'), keptEarlier);
    const response = await networkThenKept(turn(never, silence));
    expect(await response.text()).toBe('kept');
    expect(response.headers.get('X-Kept-At')).toBe(String(keptEarlier));
    expect(response.headers.get('X-Network')).toBe('silent');
    expect(response.headers.has('Date')).toBe(false);
  });

  it('is answered from what is kept without a network, and when the server fails', async () => {
    await keepAnswer(address, answer('kept'), keptEarlier);
    const offline = await networkThenKept(turn(async () => Promise.reject(new TypeError('offline'))));
    expect(await offline.text()).toBe('kept');
    const broken = await networkThenKept(turn(async () => answer('down', {}, 503)));
    expect(await broken.text()).toBe('kept');
  });

  it('waits for the network when nothing is kept', async () => {
    const response = await networkThenKept(turn(async () => answer('late'), silence));
    expect(await response.text()).toBe('late');
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
    expect(await (await networkThenKept(turn(() => late, silence))).text()).toBe('kept');
    give(answer('fresh'));
    await Promise.all(behind);
    await Promise.all(behind);
    expect(await (await kept())?.text()).toBe('fresh');
  });

  it('forgets what the server no longer has', async () => {
    await keepAnswer(address, answer('kept'), keptEarlier);
    const response = await networkThenKept(turn(async () => answer('gone', {}, 404)));
    expect(response.status).toBe(404);
    await Promise.all(behind);
    expect(await kept()).toBeUndefined();
  });

  it.each([
    ['private', { 'Cache-Control': 'no-store, private' }],
    ['written by someone else than our server', { 'X-Api': '' }],
  ])('is not kept when it is %s', async (_, headers) => {
    const response = answer('x', headers);
    if (headers['X-Api' as keyof typeof headers] === '') response.headers.delete('X-Api');
    await networkThenKept(turn(async () => response));
    await Promise.all(behind);
    expect(await kept()).toBeUndefined();
  });

  it('makes room by giving up pictures when the device is full', async () => {
    (await storage.open(cacheNames.answers)).full = true;
    await storage.open(cacheNames.images);
    await keepAnswer(address, answer('kept'), keptEarlier);
    expect(storage.deleted).toEqual([cacheNames.images]);
    expect(await (await kept())?.text()).toBe('kept');
  });
});

describe('a read of rarely changing things', () => {
  it('is shown at once from what is kept and renewed behind it', async () => {
    await keepAnswer(address, answer('kept'), keptEarlier);
    const response = await keptThenNetwork(turn(async () => answer('fresh')));
    expect(await response.text()).toBe('kept');
    expect(response.headers.has('X-Network')).toBe(false);
    await Promise.all(behind);
    await Promise.all(behind);
    expect(await (await kept())?.text()).toBe('fresh');
  });
});
