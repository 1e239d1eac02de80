// Query hook for all reads of the contract.
// Guarantee: renders alike on the server and in the browser from the answers embedded in the page; never blocks on the
// network (a cached answer appears after 3 s, with its age); client, schemas and snapshots load on first use.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApiError } from '#api/errors.ts';
import type { EndpointAnswer, EndpointArguments, ReadName } from '#contract/registry.ts';
import { useIsServerUnreachable } from '../page/connectivity.ts';
import { getEngine } from '../page/engine-port.ts';
import { queryKey, type ReadResult, trackQuery } from '../page/query-client.ts';

interface Age {
  /** Time of the answer, milliseconds since 1970; null without one. */
  seenAt: number | null;
  /** The answer is cached, since the server could not be reached. */
  stale: boolean;
  /** The age should be displayed: the answer is cached, or the network has failed since. */
  aged: boolean;
  refetch(): void;
}

export type ApiQuery<T> = Age &
  (
    | { status: 'loading'; data: undefined; error: null }
    | { status: 'success'; data: T; error: ApiError | null }
    | { status: 'error'; data: undefined; error: ApiError }
  );

export interface ApiQueryOptions {
  /** False: does not read, and stays 'loading'. */
  enabled?: boolean;
  /** Shows the previous answer while the next one loads (pagination, filters). */
  keepPrevious?: boolean;
}

/**
 * Limit for loading the code of a read (first visit on a silent network); later it counts as a timeout, milliseconds.
 */
const codeLimitMs = 6000;
function inTime<T>(code: Promise<T>): Promise<T> {
  return Promise.race([
    code,
    new Promise<never>((_, reject) => setTimeout(() => reject({ kind: 'timeout' }), codeLimitMs)),
  ]);
}

export function useApiQuery<N extends ReadName>(
  name: N,
  args: EndpointArguments<N>,
  { enabled = true, keepPrevious = false }: ApiQueryOptions = {},
): ApiQuery<EndpointAnswer<N>> {
  const client = useQueryClient();
  const isUnreachable = useIsServerUnreachable();
  const key = queryKey(name, args);
  if (enabled) trackQuery(client, name, args);
  const result = useQuery<ReadResult<EndpointAnswer<N>>>({
    queryKey: key,
    enabled,
    placeholderData: keepPrevious ? keepPreviousData : undefined,
    queryFn: async ({ signal }) => {
      const { read } = await inTime(getEngine());
      return read(name, args, {
        signal,
        last: client.getQueryData<ReadResult<EndpointAnswer<N>>>(key),
        later: (seen) => client.setQueryData(key, seen),
      });
    },
  });
  const seen = result.data;
  const age: Age = {
    seenAt: seen?.seenAt ?? null,
    stale: seen?.stale ?? false,
    aged: (seen?.stale ?? false) || isUnreachable,
    refetch: () => {
      void result.refetch();
    },
  };
  if (seen?.answer !== undefined) return { ...age, status: 'success', data: seen.answer, error: seen.error };
  if (seen?.error) return { ...age, status: 'error', data: undefined, error: seen.error };
  // The code could not be loaded (interrupted first visit): reported as offline.
  if (result.error) {
    const kind = 'kind' in result.error ? result.error.kind : 'offline';
    return { ...age, status: 'error', data: undefined, error: { ...result.error, kind } as ApiError };
  }
  return { ...age, status: 'loading', data: undefined, error: null };
}
