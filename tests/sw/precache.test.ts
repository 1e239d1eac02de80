// The app on the device is whole and ours, or it is not there.
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createPrecache, type Listed } from '#sw/precache.ts';
import { MemoryCacheStorage } from './cache-storage.ts';

const buildId = 'b1';
const script = 'export const tomme = 1;';
const styles = 'main{color:green}';
const digest = (text: string) => createHash('sha256').update(text).digest('base64').slice(0, 22);
const shellOf = (build: string) => `<!doctype html><html><meta name="build" content="${build}"><body></body></html>`;

const listed: Listed[] = [
  { url: 'assets/main.js', revision: null, digest: digest(script) },
  { url: 'assets/main.css', revision: null, digest: digest(styles) },
  { url: 'assets/map.js', revision: null, digest: digest(`${script}map`), onDemand: true },
  { url: '/shell', revision: buildId },
];
const own: Record<string, () => Response> = {
  '/assets/main.js': () => file(script, 'text/javascript; charset=utf-8'),
  '/assets/main.css': () => file(styles, 'text/css; charset=utf-8'),
  '/assets/map.js': () => file(`${script}map`, 'text/javascript'),
  '/shell': () => page(shellOf(buildId), buildId),
};
function file(text: string, type: string): Response {
  return new Response(text, { headers: { 'Content-Type': type, 'X-Market': '1' } });
}
function page(html: string, build: string): Response {
  return new Response(html, { headers: { 'Content-Type': 'text/html', 'X-Build': build, 'X-Market': '1' } });
}
const portal = () => new Response('<h1>Wi-Fi</h1>', { headers: { 'Content-Type': 'text/html' } });

let storage: MemoryCacheStorage;
let asked: string[];
/** What answers instead of the market, by address; null lets the market answer. */
let instead: (path: string, init: RequestInit) => Response | null | Promise<Response | null>;

beforeEach(() => {
  storage = new MemoryCacheStorage();
  asked = [];
  instead = () => null;
  vi.stubGlobal('caches', storage);
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    asked.push(input);
    return (await instead(input, init)) ?? own[input]?.() ?? portal();
  });
});

const precache = () => createPrecache(listed, buildId);
const store = () => storage.open('etal-precache');
const keptPaths = async () =>
  (await (await store()).keys()).map(({ url }) => url.replace('https://etal.test', '')).sort();
const whole = ['/assets/main.css', '/assets/main.js', '/shell?rev=b1'];
const text = async (path: string) => (await precache().file(path)).text();

describe('an installation', () => {
  it('brings every file of the list, but what comes with its first use', async () => {
    await precache().install();
    expect(await keptPaths()).toEqual(whole);
    expect(asked).toEqual(['/assets/main.js', '/assets/main.css', '/shell']);
  });

  it('gives each file a minute in all, however late it begins and however it drips', async () => {
    vi.useFakeTimers();
    instead = async (path, { signal }) => {
      if (path !== '/assets/main.js') return null;
      await new Promise((resolve) => setTimeout(resolve, 30_000));
      const start = (body: ReadableStreamDefaultController) =>
        signal?.addEventListener('abort', () => body.error(signal.reason));
      return new Response(new ReadableStream({ start }), {
        headers: { 'Content-Type': 'text/javascript', 'X-Market': '1' },
      });
    };
    const attempts = () => asked.filter((path) => path === '/assets/main.js').length;
    const installed = expect(precache().install()).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(59_999);
    expect(attempts()).toBe(1);
    // Once more, past what the browser itself may have kept of it.
    await vi.advanceTimersByTimeAsync(1);
    expect(attempts()).toBe(2);
    await vi.advanceTimersByTimeAsync(60_000);
    await installed;
    expect(await keptPaths()).not.toContain('/assets/main.js');
    vi.useRealTimers();
  });

  const foreign: [string, string, () => Response | Promise<Response>][] = [
    ['a log-in page for a script', '/assets/main.js', portal],
    ['a script of someone else', '/assets/main.js', () => file('alert(1)', 'text/javascript')],
    ['half a script', '/assets/main.js', () => file(script.slice(0, 9), 'text/javascript')],
    ['our script under a page’s type', '/assets/main.js', () => file(script, 'text/html')],
    ['a log-in page for the shell', '/shell', portal],
    ['a log-in page that says our build', '/shell', () => page('<h1>Wi-Fi</h1>', buildId)],
    ['half the shell', '/shell', () => page(shellOf(buildId).slice(0, -10), buildId)],
    ['the shell of another build', '/shell', () => page(shellOf('b2'), 'b2')],
    ['a failure', '/shell', () => new Response('', { status: 511 })],
    ['silence', '/assets/main.css', () => Promise.reject(new TypeError('offline'))],
  ];
  it.each(foreign)('that is given %s rejects, and keeps nothing of it', async (_, at, given) => {
    instead = (path) => (path === at ? given() : null);
    await expect(precache().install()).rejects.toThrow();
    expect((await keptPaths()).filter((path) => path.startsWith(at))).toEqual([]);
    // Nobody's word is needed for the next attempt, which goes on from there.
    const before = asked.length;
    instead = () => null;
    await precache().install();
    expect(await keptPaths()).toEqual(whole);
    expect(asked.length - before).toBeLessThan(whole.length + 1);
  });

  it('never follows a redirect: what is somewhere else is not ours', async () => {
    const modes: unknown[] = [];
    instead = (_, { redirect }) => {
      modes.push(redirect);
      return null;
    };
    await precache().install();
    expect(new Set(modes)).toEqual(new Set(['error']));
  });

  it('asks past what the browser itself has kept of a log-in page', async () => {
    instead = (path, { cache }) => (path === '/assets/main.js' && cache !== 'reload' ? portal() : null);
    await precache().install();
    expect(await keptPaths()).toEqual(whole);
  });

  it('takes nothing from the version that works, whose files stand under their own names', async () => {
    await precache().install();
    const next = createPrecache([...listed.slice(0, 3), { url: '/shell', revision: 'b2' }], 'b2');
    instead = () => portal();
    await expect(next.install()).rejects.toThrow();
    expect(await keptPaths()).toEqual(whole);
    expect(await text('/shell')).toBe(shellOf(buildId));
  });
});

describe('what an earlier version kept of a log-in page', () => {
  it('is replaced by the next installation', async () => {
    await (await store()).put('/assets/main.js', portal());
    await precache().install();
    expect(await text('/assets/main.js')).toBe(script);
  });

  it('is not handed out: the network is asked, and its file kept', async () => {
    await precache().install();
    await (await store()).put('/assets/main.js', portal());
    expect(await text('/assets/main.js')).toBe(script);
    instead = () => Promise.reject(new TypeError('offline'));
    expect(await text('/assets/main.js')).toBe(script);
  });

  it('is not handed out without a network either', async () => {
    await (await store()).put('/assets/main.js', portal());
    await (await store()).put('/shell?rev=b1', portal());
    instead = () => portal();
    await expect(precache().file('/assets/main.js')).rejects.toThrow();
    expect(await precache().kept('/shell')).toBeNull();
  });

  it('goes with the caches of versions that did not look', async () => {
    await storage.open('workbox-precache-v2-https://etal.test/');
    await (await store()).put('/assets/old.js', file(script, 'text/javascript'));
    await precache().install();
    await precache().tidy();
    expect(await storage.keys()).not.toContain('workbox-precache-v2-https://etal.test/');
    expect(await keptPaths()).toEqual(whole);
  });
});

describe('a worker that finds its files', () => {
  it.each([
    ['taken away', () => storage.delete('etal-precache')],
    ['incomplete', async () => (await store()).delete('/assets/main.css')],
    ['poisoned', async () => (await store()).put('/shell?rev=b1', portal())],
    ['broken off', async () => (await store()).put('/assets/main.js', file(script.slice(0, 9), 'text/javascript'))],
  ])('%s mends them on the next network', async (_, harm) => {
    await precache().install();
    const worker = precache();
    await harm();
    instead = () => portal();
    expect(await worker.mend()).toBe(false);
    instead = () => Promise.reject(new TypeError('offline'));
    expect(await worker.mend()).toBe(false);
    instead = () => null;
    expect(await worker.mend()).toBe(true);
    expect(await keptPaths()).toEqual(whole);
    expect(await text('/shell')).toBe(shellOf(buildId));
    expect(await text('/assets/main.js')).toBe(script);
  });

  it('taken away while it lives notices it, too', async () => {
    await precache().install();
    const worker = precache();
    expect(await worker.mend()).toBe(true);
    await storage.delete('etal-precache');
    expect(await worker.mend()).toBe(true);
    expect(await keptPaths()).toEqual(whole);
  });

  it('whole asks for nothing', async () => {
    await precache().install();
    asked = [];
    expect(await precache().mend()).toBe(true);
    expect(asked).toEqual([]);
  });

  it('whole once, looks at their names from then on and not at their bytes', async () => {
    await precache().install();
    const worker = precache();
    const digests = vi.spyOn(crypto.subtle, 'digest');
    expect(await worker.mend()).toBe(true);
    expect(digests).toHaveBeenCalledTimes(2);
    expect(await worker.mend()).toBe(true);
    expect(digests).toHaveBeenCalledTimes(2);
    digests.mockRestore();
  });

  it('broken off lets go of them, though no network brings another', async () => {
    await precache().install();
    const half = (text: string) => file(text.slice(0, 9), 'text/javascript');
    await (await store()).put('/assets/main.js', half(script));
    await (await storage.open('etal-assets')).put('/assets/map.js', half(`${script}map`));
    instead = () => Promise.reject(new TypeError('offline'));
    expect(await precache().mend()).toBe(false);
    expect(await precache().kept('/assets/main.js')).toBeNull();
    instead = () => null;
    expect(await precache().mend()).toBe(true);
    expect(await precache().kept('/assets/map.js')).toBeNull();
    expect(await text('/assets/map.js')).toBe(`${script}map`);
  });

  it('without their shell, which a newer server no longer has, mends the others', async () => {
    await precache().install();
    await storage.delete('etal-precache');
    instead = (path) => (path === '/shell' ? page(shellOf('b2'), 'b2') : null);
    expect(await precache().mend()).toBe(false);
    expect(await keptPaths()).toEqual(whole.slice(0, 2));
  });
});

it('a part that comes with its first use is kept by its digest', async () => {
  const worker = precache();
  instead = () => portal();
  await expect(worker.file('/assets/map.js')).rejects.toThrow();
  const assets = async () => (await (await storage.open('etal-assets')).keys()).map(({ url }) => url);
  expect(await assets()).toEqual([]);
  instead = () => null;
  expect(await (await worker.file('/assets/map.js')).text()).toBe(`${script}map`);
  expect(await assets()).toEqual(['https://etal.test/assets/map.js']);
  instead = () => portal();
  expect(await (await worker.file('/assets/map.js')).text()).toBe(`${script}map`);
});

it('without room a file is handed out all the same', async () => {
  (await store()).full = true;
  expect(await text('/assets/main.js')).toBe(script);
});
