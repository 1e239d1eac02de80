// The page's memory of answers: what it keeps, when it asks again, what it hands to the worker.
import { describe, expect, it } from 'vitest';
import { ApiError } from '#api/errors.ts';
import {
  collectQueries,
  createQueryClient,
  missingQueries,
  queryKey,
  type ReadResult,
  seedQueryClient,
  seenAnswers,
  trackQuery,
} from '#state/page/query-client.ts';

const seen = (more: Partial<ReadResult<unknown>> = {}): ReadResult<unknown> => ({
  ...{ answer: { id: 1 }, seenAt: 1000, stale: false, error: null, personal: false },
  ...more,
});
const failed = (kind: ConstructorParameters<typeof ApiError>[0]) => new ApiError(kind, 'Non');

describe('a key', () => {
  it('is equal for any order of the arguments, and differs for other arguments', () => {
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
  const rules = (data: ReadResult<unknown> | undefined, error: unknown = null) => {
    const query = { state: { data, error } } as never;
    if (typeof staleTime !== 'function' || typeof refetchInterval !== 'function') throw new Error('No rules');
    return [staleTime(query), refetchInterval(query)];
  };

  it('from the server is fresh for a minute and not polled', () => {
    expect(rules(seen())).toEqual([60_000, false]);
  });

  it.each(['offline', 'timeout', 'server'] as const)('after a temporary failure (%s) is refetched soon', (kind) => {
    expect(rules(seen({ answer: undefined, error: failed(kind) }))).toEqual([0, 10_000]);
  });

  it('permanently gone is not', () => {
    expect(rules(seen({ answer: undefined, error: failed('not-found') }))).toEqual([60_000, false]);
  });

  it('from the cache is refetched soon, as is a query with missing code', () => {
    expect(rules(seen({ stale: true }))).toEqual([0, 10_000]);
    expect(rules(undefined, new TypeError('Failed to fetch'))).toEqual([0, 10_000]);
    expect(rules(undefined)).toEqual([0, false]);
  });

  it('is fetched even if the browser reports offline, and once only', () => {
    expect(client.getDefaultOptions().queries).toMatchObject({ networkMode: 'always', retry: false });
  });
});

describe('a page with embedded data', () => {
  const view = {
    at: 5000,
    answers: [
      { name: 'stores.list', args: {}, answer: { 'hydra:member': [] } },
      { name: 'stores.bySlug', args: { params: { slug: 'rien' } }, answer: undefined },
    ],
  } as never;

  it('requests none of it, and marks missing content', () => {
    const client = createQueryClient();
    collectQueries(client);
    seedQueryClient(client, view);
    trackQuery(client, 'stores.list', {});
    trackQuery(client, 'stores.bySlug', { params: { slug: 'rien' } });
    trackQuery(client, 'events.list', {});
    expect(missingQueries(client)).toEqual([queryKey('events.list', {})]);
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
    expect(seenAnswers(client).map(({ name, at }) => [name, at])).toEqual([
      ['stores.list', 5000],
      ['categories.list', 7000],
    ]);
  });
});
