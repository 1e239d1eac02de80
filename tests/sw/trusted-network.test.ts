// The worker's way to the network: how long it waits, and what it believes afterwards.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { jsonOf, origin, pictureOf, portal, world } from './worker-world.ts';

vi.mock('#sync/worker.ts', () => ({ drain: vi.fn() }));

const picture = '/media/images/a-240_inset.webp';
const never = () => new Promise<Response>(() => {});

interface Like extends RequestInit {
  mode?: RequestMode;
  picture?: boolean;
}
/** Handed to the worker, whose clock stands still. */
function answering(address: string, { mode, picture, ...init }: Like = {}): Promise<Response> {
  const request = new Request(new URL(address, origin), init);
  if (mode) Object.defineProperty(request, 'mode', { value: mode });
  if (picture) Object.defineProperty(request, 'destination', { value: 'image' });
  const given: Promise<Response>[] = [];
  world.listeners.get('fetch')?.({
    request,
    respondWith: (answer: Promise<Response>) => given.push(answer),
    waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined),
  });
  return given[0] as Promise<Response>;
}
const failed = (address: string, like?: Like) =>
  answering(address, like).then(
    () => null,
    () => 'failed',
  );

/** A picture is not even asked for. */
async function isBelievedSilent(): Promise<boolean> {
  const { network } = world;
  world.network = () => pictureOf();
  const before = world.asked.length;
  const shown = answering(`${picture}?${before}`, { picture: true }).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(10);
  await shown;
  world.network = network;
  return world.asked.length === before;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});

describe('a silence', () => {
  const offline = () => {
    world.network = () => Promise.reject(new TypeError('offline'));
  };

  it('is remembered for fifteen seconds', async () => {
    offline();
    await failed('/api/health');
    await vi.advanceTimersByTimeAsync(14_900);
    expect(await isBelievedSilent()).toBe(true);
    await vi.advanceTimersByTimeAsync(100);
    expect(await isBelievedSilent()).toBe(false);
  });

  it('ends with any trusted answer', async () => {
    const { network } = world;
    offline();
    await failed('/api/health');
    world.network = network;
    expect((await answering('/api/health')).ok).toBe(true);
    expect(await isBelievedSilent()).toBe(false);
  });

  it('includes an untrusted answer', async () => {
    world.network = () => portal();
    expect(await failed('/api/health')).toBe('failed');
    expect(await isBelievedSilent()).toBe(true);
  });

  it('is neither a failure of our server nor a picture that it does not have', async () => {
    world.network = () => jsonOf({}, {}, 503);
    expect((await answering('/api/products')).status).toBe(503);
    world.network = () => new Response('', { status: 404, headers: { 'X-Market': '1' } });
    await answering(picture, { picture: true }).catch(() => undefined);
    expect(await isBelievedSilent()).toBe(false);
  });

  it('excludes results of another host', async () => {
    const tile = 'https://tiles.example/12/2109/1405.png';
    offline();
    expect(await failed(tile)).toBe('failed');
    expect(await isBelievedSilent()).toBe(false);
    await failed('/api/health');
    world.network = () => pictureOf({});
    await answering(tile);
    expect(await isBelievedSilent()).toBe(true);
  });

  it('excludes an abort by the page, before or after the request', async () => {
    world.network = never;
    const { signal, abort } = (() => {
      const controller = new AbortController();
      return { signal: controller.signal, abort: () => controller.abort() };
    })();
    const given = failed('/api/health', { signal });
    await vi.advanceTimersByTimeAsync(10);
    abort();
    expect(await given).toBe('failed');
    expect(await failed('/api/health', { signal })).toBe('failed');
    expect(await isBelievedSilent()).toBe(false);
  });
});

it('a redirect that the browser itself will follow passes', async () => {
  const redirect = Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' });
  world.network = () => redirect;
  expect(await answering('/paiement/7', { mode: 'navigate' })).toBe(redirect);
});

describe('a request', () => {
  /** How long it is waited for. */
  async function lasts(address: string, like?: Like): Promise<number> {
    world.network = never;
    const since = Date.now();
    let until = Number.NaN;
    const end = () => {
      until = Date.now();
    };
    const answer = answering(address, like).then(end, end);
    await vi.advanceTimersByTimeAsync(200_000);
    await answer;
    return until - since;
  }

  it('without a first byte is aborted after ten seconds; one with an effect after thirty', async () => {
    expect(await lasts('/api/health')).toBe(10_000);
    expect(await lasts('/paiement/7', { mode: 'navigate' })).toBe(10_000);
    expect(await lasts('/paiement/7', { mode: 'navigate', method: 'POST' })).toBe(30_000);
  });

  /** How long a body may take once it has begun; null for ever. */
  async function bodyLasts(address: string, like?: Like): Promise<number | null> {
    const since = Date.now();
    let ended: number | null = null;
    world.network = ({ signal }) => {
      signal.addEventListener('abort', () => {
        ended = Date.now() - since;
      });
      return jsonOf({});
    };
    await answering(address, like);
    await vi.advanceTimersByTimeAsync(1_000_000);
    return ended;
  }

  it('whose body does not end is given up after a minute, a page never', async () => {
    expect(await bodyLasts('/api/health')).toBe(60_000);
    expect(await bodyLasts('/paiement/7', { mode: 'navigate' })).toBeNull();
  });
});
