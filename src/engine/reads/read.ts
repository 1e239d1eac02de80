// One read: the network first, what is kept after three seconds without an answer, and the network's answer when it comes.
// Guarantee: never rejects, and never waits longer than a few seconds: a network that is silent while nothing is kept is
// said, and its late answer still shown. Public answers are kept by the service worker (which says their age), private ones
// under their owner by IndexedDB; an answer of another owner is never shown.
import { ApiError } from '#api/errors.ts';
import { type EndpointAnswer, type EndpointArguments, type ReadName, registry } from '#contract/registry.ts';
import { KEPT_AT, KNOWN_SILENT_MS, PATIENCE_MS } from '#contract/wire/cached-answers.ts';
import { isTemporaryFailure } from '#domain/call-failure.ts';
import { connectivityAtom } from '#state/page/connectivity.ts';
import { type ReadOptions, ready } from '#state/page/engine-port.ts';
import { pageStore } from '#state/page/page-store.ts';
import { queryKey, type Seen } from '#state/page/query-client.ts';
import { keepRead, keptRead, keptReadsAs } from '#sync/carts/open-cart.ts';
import { call, callAsUser } from './api-client.ts';

/** The service worker has the same patience, and its word takes a moment to get here. */
const headStartMs = 600;
/** A kept answer this young is as good as fresh. */
const youngMs = 60_000;

function asError(failure: unknown): ApiError {
  return failure instanceof ApiError ? failure : new ApiError('contract', String(failure), { cause: failure });
}

/**
 * To a merchant the server answers one thing of another shop as everybody sees it, which is not the shape that was asked for: a
 * page of one's own shop does not find it. A list that breaks the contract does, and says so.
 */
const asMerchant = (name: ReadName) => (error: unknown) => {
  const { access, path } = registry[name];
  const isOfOne = access === 'merchant' && path.endsWith('/:id');
  const isAnothers = isOfOne && error instanceof ApiError && error.kind === 'contract';
  throw isAnothers ? new ApiError('not-found', error.message, { status: 404, cause: error }) : error;
};

const silent = () => new ApiError('timeout', 'Le serveur ne répond pas');
const patience = () => (pageStore.get(connectivityAtom).online ? PATIENCE_MS : KNOWN_SILENT_MS);

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
    const kept = personal ? await snapshotOf<EndpointAnswer<N>>(name, args) : await standIn(name, args);
    return kept && { ...kept, error };
  };
  const nothing = (error: ApiError) => ({ answer: undefined, seenAt: null, stale: false, error, personal });
  const asked = (personal ? askPrivately(name, args, options.signal) : askPublicly(name, args, options.signal)).catch(
    async (failure: unknown): Promise<Seen<EndpointAnswer<N>>> => {
      const error = asError(failure);
      if (error.kind === 'contract') console.error(error);
      return isTemporaryFailure(error) ? ((await fallback(error)) ?? nothing(error)) : nothing(error);
    },
  );
  const first = await Promise.race([asked, passed(personal ? patience() : PATIENCE_MS + headStartMs)]);
  if (first) return first;
  askWhetherItIsBack();
  asked.then((seen) => {
    if (!options.signal.aborted) options.later(seen);
  });
  return (await fallback(null)) ?? nothing(silent());
}

/** A read that waits in vain is a reason to ask the server itself, so that the page says soon how it stands. */
function askWhetherItIsBack(): void {
  ready().then(({ connectivity }) => connectivity.hint(), console.error);
}

async function askPublicly<N extends ReadName>(
  name: N,
  args: EndpointArguments<N>,
  signal: AbortSignal,
): Promise<Seen<EndpointAnswer<N>>> {
  const { answer, headers, date } = await call(name, args, { signal, token: null });
  const keptAt = Number(headers.get(KEPT_AT) ?? Number.NaN);
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
  const sync = await ready();
  const owner = await sync.currentOwner();
  const { answer } = await callAsUser(sync, name, args, { signal }).catch(asMerchant(name));
  // Someone else has taken over the device while the answer was on its way.
  if ((await sync.currentOwner()) !== owner) throw new ApiError('unauthorised', 'La session a changé');
  const seenAt = Date.now();
  keepRead(sync.cache, { owner, key: snapshotKey(name, args), answer, seenAt }).catch(console.error);
  return { answer, seenAt, stale: false, error: null, personal: true };
}

async function snapshotOf<T>(name: ReadName, args: unknown): Promise<Seen<T> | null> {
  const sync = await ready();
  const owner = await sync.currentOwner();
  const kept = await keptRead(sync.cache, owner, snapshotKey(name, args));
  const { listWith, findInLists } = await import('./fallback-answers.ts');
  const list = listWith(name);
  const lists = list ? await keptReadsAs(sync.cache, owner, `["${list}"`) : [];
  const mention = findInLists(lists, (args as { params?: { id?: unknown } }).params?.id);
  const newest = mention && (!kept || mention.seenAt > kept.seenAt) ? mention : kept;
  if (!newest) return null;
  return { answer: newest.answer as T, seenAt: newest.seenAt, stale: true, error: null, personal: true };
}

async function standIn<N extends ReadName>(
  name: N,
  args: EndpointArguments<N>,
): Promise<Seen<EndpointAnswer<N>> | null> {
  const { fallbackAnswer } = await import('./fallback-answers.ts');
  const found = await fallbackAnswer(name, args);
  return found && { ...found, stale: true, error: null, personal: false };
}
