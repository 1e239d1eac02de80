// The page's memory of answers: what it keeps, when it asks again, what it hands to the worker.
import { describe, expect, it } from 'vitest';
import { ApiError } from '#api/errors.ts';
import {
  answersSeen,
  createQueryClient,
  noteWishes,
  queryKey,
  type Seen,
  seedQueryClient,
  unfulfilledWishes,
  wish,
} from '#state/page/query-client.ts';

const seen = (more: Partial<Seen<unknown>> = {}): Seen<unknown> => ({
  ...{ answer: { id: 1 }, seenAt: 1000, stale: false, error: null, personal: false },
  ...more,
});
const failed = (kind: ConstructorParameters<typeof ApiError>[0]) => new ApiError(kind, 'Non');

describe('a key', () => {
  it('is the same whoever writes the arguments, and another for other arguments', () => {
    expect(queryKey('stores.list', { query: { category: undefined } })).toEqual(queryKey('stores.list', {}));
    expect(queryKey('stores.list', undefined)).toEqual(queryKey('stores.list', { params: {} }));
    expect(queryKey('stores.list', { query: { page: 2 } })).not.toEqual(queryKey('stores.list', {}));
    expect(queryKey('stores.list', {})).not.toEqual(queryKey('events.list', {}));
  });
});

describe('an answer', () => {
  const client = createQueryClient();
  const { staleTime, refetchInterval } = client.getDefaultOptions().queries ?? {};
  /** Milliseconds that it counts as fresh, and after which it is asked for again. */
  const rules = (data: Seen<unknown> | undefined, error: unknown = null) => {
    const query = { state: { data, error } } as never;
    if (typeof staleTime !== 'function' || typeof refetchInterval !== 'function') throw new Error('No rules');
    return [staleTime(query), refetchInterval(query)];
  };

  it('that came from the server is fresh for a minute and not asked for on a clock', () => {
    expect(rules(seen())).toEqual([60_000, false]);
  });

  it.each(['offline', 'timeout', 'server'] as const)('that failed for now (%s) is asked for again soon', (kind) => {
    expect(rules(seen({ answer: undefined, error: failed(kind) }))).toEqual([0, 10_000]);
  });

  it('that is gone for good is not', () => {
    expect(rules(seen({ answer: undefined, error: failed('not-found') }))).toEqual([60_000, false]);
  });

  it('that was shown from what is kept is asked for again soon, as is a read whose code did not come', () => {
    expect(rules(seen({ stale: true }))).toEqual([0, 10_000]);
    expect(rules(undefined, new TypeError('Failed to fetch'))).toEqual([0, 10_000]);
    expect(rules(undefined)).toEqual([0, false]);
  });

  it('is asked for even where the browser says that there is no network, and once only', () => {
    expect(client.getDefaultOptions().queries).toMatchObject({ networkMode: 'always', retry: false });
  });
});

describe('a page that came filled', () => {
  const view = {
    at: 5000,
    answers: [
      { name: 'stores.list', args: {}, answer: { 'hydra:member': [] } },
      { name: 'stores.bySlug', args: { params: { slug: 'rien' } }, answer: undefined },
    ],
  } as never;

  it('asks for nothing that it carries, and knows what there is not', () => {
    const client = createQueryClient();
    noteWishes(client);
    seedQueryClient(client, view);
    wish(client, 'stores.list', {});
    wish(client, 'stores.bySlug', { params: { slug: 'rien' } });
    wish(client, 'events.list', {});
    expect(unfulfilledWishes(client)).toEqual([queryKey('events.list', {})]);
    expect(client.getQueryData(queryKey('stores.bySlug', { params: { slug: 'rien' } }))).toMatchObject({
      answer: undefined,
      error: { kind: 'not-found', status: 404 },
    });
    expect(client.getQueryData(queryKey('stores.list', {}))).toMatchObject({ seenAt: 5000, error: null });
  });

  it('hands on public answers of the server only: nothing personal, old or missing', () => {
    const client = createQueryClient();
    seedQueryClient(client, view);
    client.setQueryData(queryKey('users.orders', {}), seen({ personal: true }));
    client.setQueryData(queryKey('events.list', {}), seen({ stale: true }));
    client.setQueryData(queryKey('categories.list', {}), seen({ answer: 'tree', seenAt: 7000 }));
    expect(answersSeen(client).map(({ name, at }) => [name, at])).toEqual([
      ['stores.list', 5000],
      ['categories.list', 7000],
    ]);
  });
});
