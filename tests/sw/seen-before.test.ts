// What a page looked at before the first service worker of the device was there.
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { cacheNames } from '#db/cache-names.ts';
import { answersSeen, queryKey, type Seen } from '#state/page/query-client.ts';
import { keepAnswer } from '#sw/runtime-caches.ts';
import { keepSeen } from '#sw/warm.ts';
import { MemoryCacheStorage } from './cache-storage.ts';

let storage: MemoryCacheStorage;
let client: QueryClient;
const address = '/api/products/by_slug/tomme-de-meuse';
const args = { params: { slug: 'tomme-de-meuse' } };
const kept = async (at = address) => (await storage.open(cacheNames.answers)).match(at);

beforeEach(() => {
  storage = new MemoryCacheStorage();
  vi.stubGlobal('caches', storage);
  client = new QueryClient();
});

function saw(name: string, given: unknown, seen: Partial<Seen<unknown>>): void {
  const whole = { answer: { name: 'Tomme' }, seenAt: 5000, stale: false, error: null, personal: false, ...seen };
  client.setQueryData(queryKey(name, given), whole);
}

it('is kept under the address it would have had, with the age of its answer', async () => {
  saw('products.bySlug', args, {});
  await keepSeen(answersSeen(client));
  const answer = await kept();
  expect(await answer?.json()).toEqual({ name: 'Tomme' });
  expect(answer?.headers.get('X-Kept-At')).toBe('5000');
});

it('never takes the place of something as new or newer, and always of something older', async () => {
  const headers = { 'Content-Type': 'application/ld+json', 'X-Api': '1', 'Cache-Control': 'public' };
  saw('products.bySlug', args, {});
  for (const at of [5000, 6000]) {
    await keepAnswer(address, new Response(`"of ${at}"`, { headers }), at);
    await keepSeen(answersSeen(client));
    expect(await (await kept())?.json()).toBe(`of ${at}`);
  }
  await keepAnswer(address, new Response('"older"', { headers }), 4000);
  await keepSeen(answersSeen(client));
  expect(await (await kept())?.json()).toEqual({ name: 'Tomme' });
});

it('is left where it is when it is somebody’s own, when nothing was found, or when it was only kept itself', async () => {
  saw('users.orders', { params: { id: '1' } }, { personal: true });
  saw('products.bySlug', args, { stale: true });
  saw('stores.bySlug', { params: { slug: 'fermee' } }, { answer: undefined });
  expect(answersSeen(client)).toEqual([]);
  // Whatever else a page may send is not taken over either.
  await keepSeen([{ name: 'users.orders', args: { params: { id: '1' } }, answer: {}, at: 1 }, null, { name: 'x' }]);
  expect([...storage.caches.values()].length).toBe(0);
});
