// One read: the network first, what is kept after three seconds without an answer, and the network's answer when it comes.
// Guarantee: never rejects. Public answers are kept by the service worker (which says their age), private ones under their
// owner by IndexedDB; an answer of another owner is never shown.
import { ApiError } from '#api/errors.ts';
import { type EndpointAnswer, type EndpointArguments, type ReadName, registry } from '#contract/registry.ts';
import { keepRead, keptRead } from '#sync/snapshots.ts';
import { call } from './api-door.ts';
import { callAsUser } from './authorised.ts';
import { queryKey, type Seen } from './query-client.ts';

/** How long the network may be silent before what is kept is shown, milliseconds. */
const patienceMs = 3000;
/** The service worker's word on the answers it kept: when the server gave them, milliseconds since 1970. */
const keptAtHeader = 'X-Kept-At';
/** A kept answer this young is as good as fresh. */
const youngMs = 60_000;

interface ReadOptions<T> {
  signal: AbortSignal;
  last: Seen<T> | undefined;
  later(seen: Seen<T>): void;
}

function asError(failure: unknown): ApiError {
  return failure instanceof ApiError ? failure : new ApiError('contract', String(failure), { cause: failure });
}

/** Nobody knows better than what is kept: the answer did not come, or the server cannot give it now. */
const isSilence = ({ kind }: ApiError) => kind === 'offline' || kind === 'timeout' || kind === 'server';

const passed = (ms: number) => new Promise<null>((resolve) => setTimeout(() => resolve(null), ms));

export async function read<N extends ReadName>(
  name: N,
  args: EndpointArguments<N>,
  options: ReadOptions<EndpointAnswer<N>>,
): Promise<Seen<EndpointAnswer<N>>> {
  const personal = registry[name].offline === 'snapshot';
  const fallback = async (error: ApiError | null): Promise<Seen<EndpointAnswer<N>> | null> => {
    const { last } = options;
    if (last?.answer !== undefined) return { ...last, stale: true, error };
    const kept = personal ? await snapshotOf<EndpointAnswer<N>>(name, args) : null;
    return kept && { ...kept, error };
  };
  const asked = (personal ? askPrivately(name, args, options.signal) : askPublicly(name, args, options.signal)).catch(
    async (failure: unknown): Promise<Seen<EndpointAnswer<N>>> => {
      const error = asError(failure);
      if (error.kind === 'contract') console.error(error);
      const nothing = { answer: undefined, seenAt: null, stale: false, error, personal };
      return isSilence(error) ? ((await fallback(error)) ?? nothing) : nothing;
    },
  );
  const first = await Promise.race([asked, passed(patienceMs)]);
  if (first) return first;
  const kept = await fallback(null);
  if (!kept) return asked;
  asked.then((seen) => {
    if (!options.signal.aborted) options.later(seen);
  });
  return kept;
}

async function askPublicly<N extends ReadName>(
  name: N,
  args: EndpointArguments<N>,
  signal: AbortSignal,
): Promise<Seen<EndpointAnswer<N>>> {
  const { answer, headers, date } = await call(name, args, { signal, token: null });
  const keptAt = Number(headers.get(keptAtHeader) ?? Number.NaN);
  const isKept = Number.isFinite(keptAt);
  const seenAt = isKept ? keptAt : (date ?? Date.now());
  return { answer, seenAt, stale: isKept && Date.now() - keptAt > youngMs, error: null, personal: false };
}

const snapshotKey = (name: ReadName, args: unknown) => JSON.stringify(queryKey(name, args));

async function askPrivately<N extends ReadName>(
  name: N,
  args: EndpointArguments<N>,
  signal: AbortSignal,
): Promise<Seen<EndpointAnswer<N>>> {
  const { ready } = await import('./opening.ts');
  const sync = await ready();
  const owner = await sync.currentOwner();
  const { answer } = await callAsUser(sync, name, args, { signal });
  // Someone else has taken over the device while the answer was on its way.
  if ((await sync.currentOwner()) !== owner) throw new ApiError('unauthorised', 'La session a changé');
  const seenAt = Date.now();
  keepRead(sync.cache, { owner, key: snapshotKey(name, args), answer, seenAt }).catch(console.error);
  return { answer, seenAt, stale: false, error: null, personal: true };
}

async function snapshotOf<T>(name: ReadName, args: unknown): Promise<Seen<T> | null> {
  const { ready } = await import('./opening.ts');
  const sync = await ready();
  const kept = await keptRead(sync.cache, await sync.currentOwner(), snapshotKey(name, args));
  return kept ? { answer: kept.answer as T, seenAt: kept.seenAt, stale: true, error: null, personal: true } : null;
}
