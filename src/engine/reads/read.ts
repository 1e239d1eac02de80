// Reads: network first, the cached answer after three seconds, and the network's answer when it arrives.
// Guarantee: never rejects and waits a few seconds at most; without a cached answer a silent network is an error, and a
// late answer is still shown. The service worker caches public answers (with their age), IndexedDB private ones by
// owner; another owner's answers are never shown.
import { ApiError } from '#api/errors.ts';
import { type EndpointAnswer, type EndpointArguments, type ReadName, registry } from '#contract/registry.ts';
import { CACHED_AT_HEADER, NETWORK_TIMEOUT_MS, SILENT_NETWORK_TIMEOUT_MS } from '#contract/wire/cached-answers.ts';
import { isTemporaryFailure } from '#domain/call-failure.ts';
import { connectivityAtom } from '#state/page/connectivity.ts';
import { getSync, type ReadOptions } from '#state/page/engine-port.ts';
import { pageStore } from '#state/page/page-store.ts';
import { queryKey, type ReadResult } from '#state/page/query-client.ts';
import { cachedRead, cachedReadsWithPrefix, storeRead } from '#sync/carts/open-cart.ts';
import { call, callAsUser } from './api-client.ts';

/** The service worker uses the same timeout, and its answer needs time to arrive. */
const headStartMs = 600;
/** A cached answer of this age counts as fresh. */
const youngMs = 60_000;

function asError(failure: unknown): ApiError {
  return failure instanceof ApiError ? failure : new ApiError('contract', String(failure), { cause: failure });
}

/**
 * For a resource of another store, the server sends a merchant the public view, which does not match the schema: the
 * back office treats it as not found. A list that breaks the contract stays an error.
 */
const asMerchant = (name: ReadName) => (error: unknown) => {
  const { access, path } = registry[name];
  const isOfOne = access === 'merchant' && path.endsWith('/:id');
  const isAnothers = isOfOne && error instanceof ApiError && error.kind === 'contract';
  throw isAnothers ? new ApiError('not-found', error.message, { status: 404, cause: error }) : error;
};

const silent = () => new ApiError('timeout', 'Le serveur ne répond pas');
const networkTimeout = () => (pageStore.get(connectivityAtom).online ? NETWORK_TIMEOUT_MS : SILENT_NETWORK_TIMEOUT_MS);

const passed = (ms: number) => new Promise<null>((resolve) => setTimeout(() => resolve(null), ms));

export async function readEndpoint<N extends ReadName>(
  name: N,
  args: EndpointArguments<N>,
  options: ReadOptions<EndpointAnswer<N>>,
): Promise<ReadResult<EndpointAnswer<N>>> {
  const personal = registry[name].offline === 'snapshot';
  const fallback = async (error: ApiError | null): Promise<ReadResult<EndpointAnswer<N>> | null> => {
    const { last } = options;
    if (last?.answer !== undefined) return { ...last, stale: true, error };
    const cached = personal ? await snapshotOf<EndpointAnswer<N>>(name, args) : await standIn(name, args);
    return cached && { ...cached, error };
  };
  const nothing = (error: ApiError) => ({ answer: undefined, seenAt: null, stale: false, error, personal });
  const asked = (personal ? askPrivately(name, args, options.signal) : askPublicly(name, args, options.signal)).catch(
    async (failure: unknown): Promise<ReadResult<EndpointAnswer<N>>> => {
      const error = asError(failure);
      if (error.kind === 'contract') console.error(error);
      return isTemporaryFailure(error) ? ((await fallback(error)) ?? nothing(error)) : nothing(error);
    },
  );
  const first = await Promise.race([asked, passed(personal ? networkTimeout() : NETWORK_TIMEOUT_MS + headStartMs)]);
  if (first) return first;
  askWhetherItIsBack();
  asked.then((seen) => {
    if (!options.signal.aborted) options.later(seen);
  });
  return (await fallback(null)) ?? nothing(silent());
}

/** A slow read triggers a connectivity check. */
function askWhetherItIsBack(): void {
  getSync().then(({ connectivity }) => connectivity.probe(), console.error);
}

async function askPublicly<N extends ReadName>(
  name: N,
  args: EndpointArguments<N>,
  signal: AbortSignal,
): Promise<ReadResult<EndpointAnswer<N>>> {
  const { answer, headers, date } = await call(name, args, { signal, token: null });
  const cachedAt = Number(headers.get(CACHED_AT_HEADER) ?? Number.NaN);
  const isCached = Number.isFinite(cachedAt);
  const seenAt = isCached ? cachedAt : (date ?? Date.now());
  return { answer, seenAt, stale: isCached && Date.now() - cachedAt > youngMs, error: null, personal: false };
}

const snapshotKey = (name: ReadName, args: unknown) => JSON.stringify(queryKey(name, args));

async function askPrivately<N extends ReadName>(
  name: N,
  args: EndpointArguments<N>,
  signal: AbortSignal,
): Promise<ReadResult<EndpointAnswer<N>>> {
  const sync = await getSync();
  const owner = await sync.currentOwner();
  const { answer } = await callAsUser(sync, name, args, { signal }).catch(asMerchant(name));
  // The session changed while the answer was on its way.
  if ((await sync.currentOwner()) !== owner) throw new ApiError('unauthorised', 'La session a changé');
  const seenAt = Date.now();
  storeRead(sync.cache, { owner, key: snapshotKey(name, args), answer, seenAt }).catch(console.error);
  return { answer, seenAt, stale: false, error: null, personal: true };
}

async function snapshotOf<T>(name: ReadName, args: unknown): Promise<ReadResult<T> | null> {
  const sync = await getSync();
  const owner = await sync.currentOwner();
  const cached = await cachedRead(sync.cache, owner, snapshotKey(name, args));
  const { listContaining, findInLists } = await import('./fallback-answers.ts');
  const list = listContaining(name);
  const lists = list ? await cachedReadsWithPrefix(sync.cache, owner, `["${list}"`) : [];
  const mention = findInLists(lists, (args as { params?: { id?: unknown } }).params?.id);
  const newest = mention && (!cached || mention.seenAt > cached.seenAt) ? mention : cached;
  if (!newest) return null;
  return { answer: newest.answer as T, seenAt: newest.seenAt, stale: true, error: null, personal: true };
}

async function standIn<N extends ReadName>(
  name: N,
  args: EndpointArguments<N>,
): Promise<ReadResult<EndpointAnswer<N>> | null> {
  const { fallbackAnswer } = await import('./fallback-answers.ts');
  const found = await fallbackAnswer(name, args);
  return found && { ...found, stale: true, error: null, personal: false };
}
