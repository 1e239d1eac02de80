// The app on the device is whole and ours, or it is not there.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ask,
  buildId,
  file,
  install,
  mapScript,
  offline,
  open,
  openedLater,
  origin,
  page,
  part,
  pathsIn,
  portal,
  put,
  script,
  startWorker,
  wholePrecache,
  world,
} from './worker-world.ts';

vi.mock('#sync/worker.ts', () => ({ drain: vi.fn() }));

const cached = async () => (await pathsIn('etal-precache')).sort();
const shellPath = `/shell?__WB_REVISION__=${buildId}`;
const text = async (path: string) => (await ask(path))?.text();
const half = (of: string) => file(of.slice(0, 9));
/** Answers instead of the market at one path. */
function instead(path: string, given: (request: Request) => Response | Promise<Response>): () => void {
  const { network } = world;
  world.network = (request) => (new URL(request.url).pathname === path ? given(request) : network(request));
  return () => {
    world.network = network;
  };
}
const underPortal = () => {
  world.network = () => portal();
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});

describe('an installation', () => {
  it('loads every file of the list, except those stored on first use', async () => {
    await install();
    expect(await cached()).toEqual(wholePrecache);
    expect(await pathsIn('etal-assets')).toEqual([]);
  });

  it('requests each file with its digest, and the shell past the HTTP cache', async () => {
    await install();
    expect(world.requests.map(({ integrity, cache }) => [integrity.slice(0, 7), cache])).toEqual([
      ['sha256-', 'default'],
      ['sha256-', 'default'],
      ['', 'reload'],
    ]);
  });

  it('allows each file a minute, from its own start, and retries past the HTTP cache', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    instead(`/${part}`, () => new Promise(() => {}));
    const attempts = () => world.asked.filter((address) => address.endsWith(part)).length;
    const installed = expect(install()).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(59_999);
    expect(attempts()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(attempts()).toBe(2);
    await vi.advanceTimersByTimeAsync(60_000);
    await installed;
    expect(await cached()).not.toContain(`/${part}`);
  });

  const untrusted: [string, string, () => Response | Promise<Response>][] = [
    ['a log-in page for a script', `/${part}`, portal],
    ['a script of someone else', `/${part}`, () => file('alert(1)')],
    ['half a script', `/${part}`, () => half(script)],
    ['our script under a page’s type', `/${part}`, () => file(script, 'text/html')],
    ['our script without our signature', `/${part}`, () => new Response(script)],
    ['a log-in page for the shell', '/shell', portal],
    ['a log-in page that says our build', '/shell', () => file('<h1>Wi-Fi</h1>', 'text/html')],
    [
      'half the shell',
      '/shell',
      async () => {
        const whole = page('la coquille', buildId);
        return new Response((await whole.text()).slice(0, -10), whole);
      },
    ],
    ['the shell of another build', '/shell', () => page('une autre', 'b3')],
    ['a failure', '/shell', () => new Response('', { status: 511 })],
    ['silence', '/assets/main.css', () => Promise.reject(new TypeError('offline'))],
    [
      'the shell by a redirect',
      '/shell',
      () => Object.defineProperty(page('la coquille', buildId), 'redirected', { value: true }),
    ],
  ];
  it.each(untrusted)('with %s rejects and stores nothing of it; the next attempt continues', async (_, at, given) => {
    const heal = instead(at, given);
    await expect(install()).rejects.toThrow();
    expect((await cached()).filter((path) => path.startsWith(at))).toEqual([]);
    heal();
    world.requests.length = 0;
    await install();
    expect(await cached()).toEqual(wholePrecache);
    expect(world.requests.length).toBeLessThan(wholePrecache.length + 1);
  });

  it('requests past a login page in the browser’s HTTP cache', async () => {
    instead(`/${part}`, ({ cache }) => (cache === 'reload' ? file(script) : portal()));
    await install();
    expect(await cached()).toEqual(wholePrecache);
  });

  it('does not affect the active version with its own file names', async () => {
    await install();
    await startWorker('b3');
    const { network } = world;
    underPortal();
    await expect(install()).rejects.toThrow();
    expect(await cached()).toEqual(wholePrecache);
    world.network = network;
    await startWorker();
    offline();
    expect(await (await open('/boutiques'))?.text()).toContain('la coquille');
  });
});

describe('a log-in page among the files', () => {
  it('is replaced by the next installation', async () => {
    await put('etal-precache', `/${part}`, portal());
    await install();
    expect(await text(part)).toBe(script);
  });

  it('is not shown: the file is fetched and stored', async () => {
    await install();
    await put('etal-precache', `/${part}`, portal());
    expect(await text(part)).toBe(script);
    offline();
    expect(await text(part)).toBe(script);
  });

  it('is not shown without a network either', async () => {
    await put('etal-precache', `/${part}`, portal());
    await put('etal-precache', shellPath, portal());
    underPortal();
    await expect(ask(part)).rejects.toThrow();
    expect(await (await open('/boutiques'))?.text()).toContain('Le réseau ne répond pas.');
  });
});

describe('a worker that finds its files', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['taken away', () => world.storage.delete('etal-precache')],
    ['incomplete', async () => (await world.storage.open('etal-precache')).delete('/assets/main.css')],
    ['poisoned', () => put('etal-precache', shellPath, portal())],
    ['broken off', () => put('etal-precache', `/${part}`, half(script))],
  ])('%s repairs them on the next network', async (_, harm) => {
    await install();
    await startWorker();
    await harm();
    const { network } = world;
    underPortal();
    await openedLater();
    offline();
    await openedLater();
    expect(await cached()).not.toEqual(wholePrecache);
    world.network = network;
    await openedLater();
    expect(await cached()).toEqual(wholePrecache);
    expect(await text(part)).toBe(script);
    offline();
    expect(await (await open('/boutiques'))?.text()).toContain('la coquille');
  });

  it('with files lost at runtime notices it with the next page', async () => {
    await install();
    await openedLater();
    await world.storage.delete('etal-precache');
    await open('/boutiques');
    await openedLater();
    expect(await cached()).toEqual(wholePrecache);
  });

  it('complete makes no requests, and verifies digests once', async () => {
    await install();
    await startWorker();
    world.asked.length = 0;
    const digests = vi.spyOn(crypto.subtle, 'digest');
    await openedLater();
    expect(digests).toHaveBeenCalledTimes(2);
    await openedLater();
    expect(digests).toHaveBeenCalledTimes(2);
    expect(world.asked.filter((address) => !address.includes('/api/'))).toEqual([]);
  });

  it('broken off removes them, though no network brings others', async () => {
    await install();
    await startWorker();
    await put('etal-precache', `/${part}`, half(script));
    await put('etal-assets', '/assets/map.js', half(mapScript));
    const { network } = world;
    offline();
    await openedLater();
    expect(await cached()).not.toContain(`/${part}`);
    expect(await pathsIn('etal-assets')).toEqual([]);
    world.network = network;
    expect(await text('/assets/map.js')).toBe(mapScript);
  });

  it('without their shell, which a newer server no longer has, repairs the others', async () => {
    await install();
    await startWorker();
    await world.storage.delete('etal-precache');
    instead('/shell', () => page('une autre', 'b3'));
    await openedLater();
    expect(await cached()).toEqual(wholePrecache.slice(0, 2));
    expect(world.wishes).toEqual(['update']);
  });
});

it('a missing file is stored again, also for a page request without CORS', async () => {
  const answer = await ask(part, { mode: 'no-cors' });
  expect(await answer?.text()).toBe(script);
  expect(await cached()).toEqual([`/${part}`]);
});

it('a file that is stored at its first use is checked by its digest', async () => {
  const { network } = world;
  underPortal();
  await expect(ask('/assets/map.js')).rejects.toThrow();
  expect(await pathsIn('etal-assets')).toEqual([]);
  world.network = network;
  expect(await text('/assets/map.js')).toBe(mapScript);
  expect(await pathsIn('etal-assets')).toEqual(['/assets/map.js']);
  underPortal();
  expect(await text('/assets/map.js')).toBe(mapScript);
});

it('without space a file is shown nevertheless', async () => {
  const cache = await world.storage.open('etal-assets');
  Object.defineProperty(cache, 'full', { get: () => true, set: () => {} });
  expect(await text('/assets/map.js')).toBe(mapScript);
  expect(world.asked).toEqual([`${origin}/assets/map.js`, `${origin}/assets/map.js`]);
});
