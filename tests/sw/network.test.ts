// The worker's way to the network: how long it waits, and what it believes afterwards.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ask, believedSilent, heardAnswer, heardSilence, patience } from '#sw/network.ts';

const signed = () => new Response('ours', { headers: { 'X-Market': '1' } });
const portal = () => new Response('<h1>Wi-Fi</h1>');
const now = () => Date.now();
/** Gives up when it is told to, and never answers. */
const silent = (_: unknown, { signal }: RequestInit) =>
  new Promise<Response>((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason));
  });

beforeEach(() => {
  vi.useFakeTimers();
  heardAnswer();
});
afterEach(() => void vi.useRealTimers());

const answering = (fetch: (input: unknown, init: RequestInit) => Promise<Response>) => vi.stubGlobal('fetch', fetch);

describe('a silence', () => {
  it('is remembered for fifteen seconds, in which patience is short', () => {
    expect([believedSilent(now()), patience(now())]).toEqual([false, 3000]);
    heardSilence(now());
    expect([believedSilent(now() + 14_999), patience(now() + 14_999)]).toEqual([true, 300]);
    expect([believedSilent(now() + 15_000), patience(now() + 15_000)]).toEqual([false, 3000]);
  });

  it('is not what a redirect is that the browser itself will follow: it is let through', async () => {
    const redirect = Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' });
    answering(async () => redirect);
    expect(await ask('https://etal.test/')).toBe(redirect);
  });

  it('ends with any answer of ours', async () => {
    heardSilence(now());
    answering(async () => signed());
    expect(await (await ask('https://etal.test/')).text()).toBe('ours');
    expect(believedSilent(now())).toBe(false);
  });

  it('is what someone else’s answer is, and a network that is not there', async () => {
    for (const given of [async () => portal(), async () => Promise.reject(new TypeError('offline'))]) {
      heardAnswer();
      answering(given);
      await expect(ask('https://etal.test/')).rejects.toThrow(TypeError);
      expect(believedSilent(now())).toBe(true);
    }
  });

  it('is not what another host says or does not say', async () => {
    answering(async () => Promise.reject(new TypeError('offline')));
    await expect(ask('https://tiles.example/1', { elsewhere: true })).rejects.toThrow();
    expect(believedSilent(now())).toBe(false);
    heardSilence(now());
    answering(async () => signed());
    await ask('https://tiles.example/1', { elsewhere: true });
    expect(believedSilent(now())).toBe(true);
  });

  it('is not that a page gave up, before or after it was asked', async () => {
    answering(silent);
    const given = new AbortController();
    const asked = expect(ask(new Request('https://etal.test/', { signal: given.signal }))).rejects.toThrow();
    given.abort();
    await asked;
    await expect(ask(new Request('https://etal.test/', { signal: given.signal }))).rejects.toThrow();
    expect(believedSilent(now())).toBe(false);
  });
});

describe('a request', () => {
  /** How long it is waited for, milliseconds. */
  async function waits(options: Parameters<typeof ask>[1]): Promise<number> {
    answering(silent);
    const since = now();
    let until = Number.NaN;
    const asked = ask('https://etal.test/', options).catch(() => {
      until = now();
    });
    await vi.runAllTimersAsync();
    await asked;
    return until - since;
  }

  it('without a first byte is given up after ten seconds, or as long as it was given', async () => {
    expect(await waits({})).toBe(10_000);
    expect(await waits({ limitMs: 500 })).toBe(500);
  });

  /** How long a body may take once it has begun. */
  async function bodyLasts(options: Parameters<typeof ask>[1]): Promise<number | null> {
    const since = now();
    let ended: number | null = null;
    answering(async (_, { signal }) => {
      signal?.addEventListener('abort', () => {
        ended = now() - since;
      });
      return signed();
    });
    await ask('https://etal.test/', options);
    await vi.advanceTimersByTimeAsync(1_000_000);
    return ended;
  }

  it('whose body does not end is given up after a minute, of a page never, and as a whole in its own time', async () => {
    expect(await bodyLasts({})).toBe(60_000);
    expect(await bodyLasts({ bodyMs: Number.POSITIVE_INFINITY })).toBeNull();
    expect(await bodyLasts({ whole: true, limitMs: 7000 })).toBe(7000);
  });
});
