// Pictures of the market, tiles of maps and parts of other builds: only what is one is stored, and shown.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ask, file, offline, origin, pathsIn, pictureOf, portal, put, world } from './worker-world.ts';

vi.mock('#sync/worker.ts', () => ({ drain: vi.fn() }));

const path = '/media/images/tomme-480_outbound.webp';
const other = '/media/images/tomme-240_inset.webp';
const tile = 'https://tiles.example/12/2109/1405.png';

function webp(size = 24): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  bytes.set(new TextEncoder().encode('RIFF'));
  new DataView(bytes.buffer).setUint32(4, size - 8, true);
  bytes.set(new TextEncoder().encode('WEBP'), 8);
  return bytes;
}
const png = Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 73, 69, 78, 68, 0, 0, 0, 0]);
const given = (body: BodyInit, type: string, signature: Record<string, string> = { 'X-Market': '1' }, status = 200) =>
  new Response(body, { status, headers: { 'Content-Type': type, ...signature } });
const gives = (answer: (request: Request) => Response | Promise<Response>) => {
  world.network = answer;
};
const shown = async (at = path) => (await ask(at, { picture: true })) as Response;
const typeOf = (response: Response) => response.headers.get('Content-Type');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  // Moved to the end of its cache by chance only.
  vi.spyOn(Math, 'random').mockReturnValue(0.9);
});

describe('a picture', () => {
  it('of this site is stored, and shown from the cache afterwards', async () => {
    await shown();
    expect(await pathsIn('etal-images')).toEqual([path]);
    gives(() => portal());
    expect(typeOf(await shown())).toBe('image/webp');
    expect(world.asked).toHaveLength(1);
  });

  it.each<[string, () => Response]>([
    ['a log-in page', portal],
    ['a log-in page that calls itself a picture', () => given('<h1>Wi-Fi</h1>', 'image/webp')],
    ['a picture of someone else', () => given(webp(), 'image/webp', {})],
    ['half a picture', () => given(webp(40).subarray(0, 20), 'image/webp')],
    ['an empty answer', () => given('', 'image/webp')],
    ['a failure of the network', () => Response.error()],
  ])('is not %s: nothing is shown and nothing stored', async (_, wrong) => {
    gives(wrong);
    await expect(shown()).rejects.toThrow();
    expect(await pathsIn('etal-images')).toEqual([]);
  });

  it('that our server does not have is answered as such, and nothing is stored', async () => {
    gives(() => given('', 'text/plain', { 'X-Market': '1' }, 404));
    expect((await shown()).status).toBe(404);
    expect(await pathsIn('etal-images')).toEqual([]);
  });

  it.each([
    ['image/gif', 'GIF89a'],
    ['image/jpeg', Uint8Array.from([255, 216, 255, 224])],
    ['image/avif', '\0\0\0\x1cftypavif'],
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ])('may be of any usual kind: %s', async (type, bytes) => {
    gives(() => given(bytes, type));
    await shown();
    expect(await pathsIn('etal-images')).toEqual([path]);
  });

  it('is requested past a login page in the browser’s HTTP cache', async () => {
    gives(({ cache }) => (cache === 'reload' ? pictureOf() : portal()));
    await shown();
    expect(await pathsIn('etal-images')).toEqual([path]);
  });

  it('replaces a login page in the cache', async () => {
    await put('etal-images', path, portal());
    expect(typeOf(await shown())).toBe('image/webp');
    offline();
    expect(typeOf(await shown())).toBe('image/webp');
  });

  it('has another size of itself shown in its place, never a log-in page', async () => {
    await put('etal-images', '/media/images/tomme-720_inset.webp', portal());
    await put('etal-images', other, pictureOf());
    gives(() => portal());
    expect(typeOf(await shown())).toBe('image/webp');
    // Known to be silent now: no picture holds up what matters more.
    world.asked.length = 0;
    expect(typeOf(await shown())).toBe('image/webp');
    expect(world.asked).toEqual([]);
  });

  it('later than three seconds is replaced by another size, and stored on arrival', async () => {
    await put('etal-images', other, pictureOf());
    let give = (_: Response) => {};
    gives(
      () =>
        new Promise((resolve) => {
          give = resolve;
        }),
    );
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const request = Object.defineProperty(new Request(origin + path), 'destination', { value: 'image' });
    let isShown = false;
    const respondWith = (answer: Promise<Response>) => void answer.then(() => (isShown = true));
    world.listeners.get('fetch')?.({ request, respondWith, waitUntil: () => {} });
    await vi.advanceTimersByTimeAsync(2999);
    expect(isShown).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isShown).toBe(true);
    give(pictureOf());
    await vi.advanceTimersByTimeAsync(10);
    expect(await pathsIn('etal-images')).toEqual([other, path]);
  });

  const at = (n: number) => `/media/images/${n}-240_inset.webp`;
  const fill = async () => {
    const { entries } = await world.storage.open('etal-images');
    for (let n = 1; n <= 200; n++) entries.set(origin + at(n), pictureOf());
  };

  it('beyond two hundred evicts the first one', async () => {
    await fill();
    await shown(at(201));
    const paths = await pathsIn('etal-images');
    expect([paths.length, paths[0], paths.at(-1)]).toEqual([200, at(2), at(201)]);
  });

  it('in frequent use outlives later ones', async () => {
    await fill();
    vi.spyOn(Math, 'random').mockReturnValue(0);
    await shown(at(1));
    await shown(at(201));
    const paths = await pathsIn('etal-images');
    expect(paths).toContain(at(1));
    expect(paths).not.toContain(at(2));
  });

  it('is shown on a full device, too, and is evicted for later ones', async () => {
    const cache = await world.storage.open('etal-images');
    cache.full = true;
    expect(typeOf(await shown())).toBe('image/webp');
    expect(await pathsIn('etal-images')).toEqual([]);
  });
});

describe('a tile of the map', () => {
  it('needs no signature, but is a picture', async () => {
    gives(() => given(png, 'image/png', {}));
    await ask(tile);
    expect(await pathsIn('etal-tiles')).toEqual([tile]);
    gives(() => portal());
    await expect(ask('https://tiles.example/12/2109/1406.png')).rejects.toThrow();
    expect(await pathsIn('etal-tiles')).toEqual([tile]);
  });

  it('is refetched after two weeks', async () => {
    gives(() => given(png, 'image/png', {}));
    await ask(tile);
    await ask(tile);
    expect(world.asked).toHaveLength(1);
    vi.setSystemTime(Date.now() + 15 * 24 * 3_600_000);
    await ask(tile);
    expect(world.asked).toHaveLength(2);
  });
});

it('a part of another build is left to the browser: its digest is unknown', async () => {
  gives(() => file('export {}'));
  expect(await ask('/assets/area-1.js')).toBeNull();
  expect(await pathsIn('etal-assets')).toEqual([]);
});
