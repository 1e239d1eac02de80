// One hook for every read of the contract.
// Guarantee: renders the same on the server and in the browser from the answers carried by the page; never blocks on the
// network (what is kept shows after 3 s, with its age); the client, the contract's values and the snapshots load on first use.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApiError } from '#api/errors.ts';
import type { EndpointAnswer, EndpointArguments, ReadName } from '#contract/registry.ts';
import { useIsAway } from '../page/connectivity.ts';
import { engine } from '../page/engine-port.ts';
import { queryKey, type Seen, wish } from '../page/query-client.ts';

interface Age {
  /** Milliseconds since 1970 when the server gave what is shown; null when nothing is. */
  seenAt: number | null;
  /** What is shown comes from what is kept: the server could not be asked just now. */
  stale: boolean;
  /** Its age wants saying: it comes from what is kept, or the network has gone since it came. */
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
  /** False: asks nothing yet, and stays 'loading'. */
  enabled?: boolean;
  /** Goes on showing the answer of the previous arguments while the next one loads (pagination, filters). */
  keepPrevious?: boolean;
}

/** The code of a read that hangs on its way (a first visit on a silent network) is said like any other lack of it. */
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
  const isAway = useIsAway();
  const key = queryKey(name, args);
  if (enabled) wish(client, name, args);
  const result = useQuery<Seen<EndpointAnswer<N>>>({
    queryKey: key,
    enabled,
    placeholderData: keepPrevious ? keepPreviousData : undefined,
    queryFn: async ({ signal }) => {
      const { read } = await inTime(engine());
      return read(name, args, {
        signal,
        last: client.getQueryData<Seen<EndpointAnswer<N>>>(key),
        later: (seen) => client.setQueryData(key, seen),
      });
    },
  });
  const seen = result.data;
  const age: Age = {
    seenAt: seen?.seenAt ?? null,
    stale: seen?.stale ?? false,
    aged: (seen?.stale ?? false) || isAway,
    refetch: () => {
      void result.refetch();
    },
  };
  if (seen?.answer !== undefined) return { ...age, status: 'success', data: seen.answer, error: seen.error };
  if (seen?.error) return { ...age, status: 'error', data: undefined, error: seen.error };
  // The code of a read could not be loaded (a first visit cut short): said like any other lack of network.
  if (result.error) {
    const kind = 'kind' in result.error ? result.error.kind : 'offline';
    return { ...age, status: 'error', data: undefined, error: { ...result.error, kind } as ApiError };
  }
  return { ...age, status: 'loading', data: undefined, error: null };
}
