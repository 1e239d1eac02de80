// What a page looked at before the first service worker of the device was there.
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { queryKey, type ReadResult, seenAnswers } from '#state/page/query-client.ts';
import { everything, install, jsonOf, notify, put, world } from './worker-world.ts';

vi.mock('#sync/worker.ts', () => ({ drain: vi.fn() }));

let client: QueryClient;
const path = '/api/products/by_slug/tomme-de-meuse';
const args = { params: { slug: 'tomme-de-meuse' } };
const cached = async () => (await world.storage.open('etal-answers')).match(path);
const opened = (seen: unknown) => notify({ type: 'KEEP', seen, images: [], spareData: true });

beforeEach(async () => {
  await install();
  world.network = () => Promise.reject(new TypeError('offline'));
  client = new QueryClient();
});

function saw(name: string, given: unknown, seen: Partial<ReadResult<unknown>>): void {
  const whole = { answer: { name: 'Tomme' }, seenAt: 5000, stale: false, error: null, personal: false, ...seen };
  client.setQueryData(queryKey(name, given), whole);
}

it('is stored under the address it would have had, with the age of its answer', async () => {
  saw('products.bySlug', args, {});
  await opened(seenAnswers(client));
  const answer = await cached();
  expect(await answer?.json()).toEqual({ name: 'Tomme' });
  expect(answer?.headers.get('X-Kept-At')).toBe('5000');
});

it('never replaces equally new or newer content, and always older', async () => {
  const storedAt = (at: number) => put('etal-answers', path, jsonOf(`of ${at}`, { 'X-Kept-At': String(at) }));
  saw('products.bySlug', args, {});
  for (const at of [5000, 6000]) {
    await storedAt(at);
    await opened(seenAnswers(client));
    expect(await (await cached())?.json()).toBe(`of ${at}`);
  }
  await storedAt(4000);
  await opened(seenAnswers(client));
  expect(await (await cached())?.json()).toEqual({ name: 'Tomme' });
});

it('is not used if private, empty, or from a cache', async () => {
  saw('users.orders', { params: { id: '1' } }, { personal: true });
  saw('products.bySlug', args, { stale: true });
  saw('stores.bySlug', { params: { slug: 'fermee' } }, { answer: undefined });
  expect(seenAnswers(client)).toEqual([]);
  // Whatever else a page may send is not taken over either.
  await opened([{ name: 'users.orders', args: { params: { id: '1' } }, answer: {}, at: 1 }, null, { name: 'x' }]);
  expect(everything()['etal-answers']).toBeUndefined();
});
