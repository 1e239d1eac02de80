// Pictures, tiles and parts of the app that were used once: only what is one is kept, and shown.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { heardAnswer } from '#sw/network.ts';
import { picture } from '#sw/pictures.ts';
import { clearOut, fetchFor, keptFirst, partShelf, pictureShelf, tileShelf } from '#sw/shelves.ts';
import { MemoryCacheStorage } from './cache-storage.ts';

const address = 'https://etal.test/media/images/tomme-480_outbound.webp';
const other = 'https://etal.test/media/images/tomme-240_inset.webp';
const tile = 'https://tiles.example/12/2109/1405.png';

function webp(size = 24): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  bytes.set(new TextEncoder().encode('RIFF'));
  new DataView(bytes.buffer).setUint32(4, size - 8, true);
  bytes.set(new TextEncoder().encode('WEBP'), 8);
  return bytes;
}
const png = Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 73, 69, 78, 68, 0, 0, 0, 0]);
const given = (body: BodyInit, type: string, sign: Record<string, string> = { 'X-Market': '1' }, status = 200) =>
  new Response(body, { status, headers: { 'Content-Type': type, ...sign } });
const ours = () => given(webp(), 'image/webp');
const portal = () => given('<h1>Wi-Fi</h1>', 'text/html', {});

let storage: MemoryCacheStorage;
let answer: (cache: RequestCache | undefined) => Response | Promise<Response>;
let asked: number;

beforeEach(() => {
  storage = new MemoryCacheStorage();
  asked = 0;
  answer = ours;
  heardAnswer();
  vi.stubGlobal('caches', storage);
  vi.stubGlobal('fetch', async (_: Request, { cache }: RequestInit) => {
    asked += 1;
    return answer(cache);
  });
});

const request = (at = address) => new Request(at);
const kept = async (name: string) => [...(await storage.open(name)).entries.keys()];

describe('a picture', () => {
  it('of ours is kept, and shown from then on', async () => {
    await keptFirst(pictureShelf, request());
    expect(await kept('etal-images')).toEqual([address]);
    answer = portal;
    expect((await keptFirst(pictureShelf, request())).headers.get('Content-Type')).toBe('image/webp');
    expect(asked).toBe(1);
  });

  it.each<[string, () => Response]>([
    ['a log-in page', portal],
    ['a log-in page that calls itself a picture', () => given('<h1>Wi-Fi</h1>', 'image/webp')],
    ['a picture of someone else', () => given(webp(), 'image/webp', {})],
    ['half a picture', () => given(webp(40).subarray(0, 20), 'image/webp')],
    ['an empty answer', () => given('', 'image/webp')],
    ['a failure of ours', () => given('', 'text/plain', { 'X-Market': '1' }, 404)],
  ])('is not %s: nothing is shown and nothing kept', async (_, wrong) => {
    answer = wrong;
    await expect(fetchFor(pictureShelf, request())).rejects.toThrow();
    expect(await kept('etal-images')).toEqual([]);
  });

  it.each([
    ['image/gif', 'GIF89a'],
    ['image/jpeg', Uint8Array.from([255, 216, 255, 224])],
    ['image/avif', '\0\0\0\x1cftypavif'],
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ])('may be of any usual kind: %s', async (type, bytes) => {
    answer = () => given(bytes, type);
    await keptFirst(pictureShelf, request());
    expect(await kept('etal-images')).toEqual([address]);
  });

  it('that the browser itself kept of a portal is asked for past it', async () => {
    answer = (cache) => (cache === 'reload' ? ours() : portal());
    await keptFirst(pictureShelf, request());
    expect(await kept('etal-images')).toEqual([address]);
  });

  it('that was a log-in page all along comes back with the network', async () => {
    await (await storage.open('etal-images')).put(address, given('<h1>Wi-Fi</h1>', 'text/html'));
    const shown = await picture({ request: request(), now: () => 0, wait: () => new Promise(() => {}) });
    expect(shown.headers.get('Content-Type')).toBe('image/webp');
  });

  it('has another size of itself shown in its place, never a log-in page', async () => {
    const images = await storage.open('etal-images');
    await images.put('https://etal.test/media/images/tomme-720_inset.webp', portal());
    await images.put(other, ours());
    answer = portal;
    const shown = await picture({ request: request(), now: () => 0, wait: () => new Promise(() => {}) });
    expect(shown.headers.get('Content-Type')).toBe('image/webp');
    expect(await kept('etal-images')).toEqual([other]);
  });

  it('more than there is room for puts out the one that came first', async () => {
    const shelf = { ...pictureShelf, most: 2 };
    for (const name of ['a', 'b', 'c']) await fetchFor(shelf, request(`https://etal.test/media/${name}.webp`));
    expect(await kept('etal-images')).toEqual(['https://etal.test/media/b.webp', 'https://etal.test/media/c.webp']);
  });

  it('that is used often outlives those that came after it', async () => {
    const shelf = { ...pictureShelf, most: 2 };
    const at = (name: string) => `https://etal.test/media/${name}.webp`;
    for (const name of ['a', 'b']) await fetchFor(shelf, request(at(name)));
    vi.spyOn(Math, 'random').mockReturnValue(0);
    await keptFirst(shelf, request(at('a')));
    await fetchFor(shelf, request(at('c')));
    expect(await kept('etal-images')).toEqual([at('a'), at('c')]);
  });
});

describe('a tile of the map', () => {
  it('needs no sign, but is a picture', async () => {
    answer = () => given(png, 'image/png', {});
    await keptFirst(tileShelf, request(tile));
    expect(await kept('etal-tiles')).toEqual([tile]);
    answer = portal;
    await expect(fetchFor(tileShelf, request('https://tiles.example/12/2109/1406.png'))).rejects.toThrow();
    expect(await kept('etal-tiles')).toEqual([tile]);
  });

  it('is drawn anew after two weeks', async () => {
    answer = () => given(png, 'image/png', {});
    await keptFirst(tileShelf, request(tile));
    await keptFirst(tileShelf, request(tile));
    expect(asked).toBe(1);
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 15 * 24 * 3_600_000);
    await keptFirst(tileShelf, request(tile));
    expect(asked).toBe(2);
  });
});

describe('a part of the app of another build', () => {
  const part = 'https://etal.test/assets/area-1.js';
  it('is a script that our server sent', async () => {
    answer = () => given('export {}', 'text/javascript');
    expect(await (await keptFirst(partShelf, request(part))).text()).toBe('export {}');
    expect(await kept('etal-assets')).toEqual([part]);
  });

  it.each<[string, () => Response]>([
    ['a log-in page', portal],
    ['a page of ours', () => given('<html>', 'text/html')],
    ['a script of someone else', () => given('alert(1)', 'text/javascript', {})],
  ])('is not %s: it fails as without a network, and can be tried again', async (_, wrong) => {
    answer = wrong;
    await expect(keptFirst(partShelf, request(part))).rejects.toThrow();
    expect(await kept('etal-assets')).toEqual([]);
    answer = () => given('export {}', 'text/javascript');
    expect(await (await keptFirst(partShelf, request(part))).text()).toBe('export {}');
  });
});

it('what earlier versions put on a shelf unseen is taken off when a new one takes over', async () => {
  const images = await storage.open('etal-images');
  await images.put(address, portal());
  await images.put(other, given(webp(), 'image/webp', {}));
  await clearOut(pictureShelf);
  expect(await kept('etal-images')).toEqual([other]);
});
