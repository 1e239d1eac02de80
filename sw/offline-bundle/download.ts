// Offline bundle download: fetches and renews a store, a category or the stores of a town.
// Guarantees: one download at a time per device; only trusted answers and pictures are stored; an interrupted download
// continues. Bundles are renewed daily, without data saver and on unmetered connections only; a full device ends the
// download with an error.
/// <reference lib="webworker" />
import { NetworkOnly } from 'workbox-strategies';
import { prepareRequest } from '#api/wire.ts';
import {
  BUNDLE_CHANNEL,
  type BundleOutline,
  bundleOutlinePath,
  bundleReads,
  type OfflineBundle,
} from '#contract/catalogue/offline-bundle.ts';
import { cacheNames } from '#db/cache-names.ts';
import { answerRequest, answerRules, isGoneStatus, isStorable } from '../answers.ts';
import { apiPrefix } from '../cached-endpoints.ts';
import { prefetchedPictures } from '../pictures.ts';
import { wholePicture } from '../response-checks.ts';
import { storedAt } from '../stored-responses.ts';
import { backgroundLimits, FetchAndStore, fetchNow, trustedNetwork } from '../trusted-network.ts';
import {
  type BundleRecord,
  bundledPaths,
  bundledResponse,
  bundleKey,
  bundleRecords,
  dropRecord,
  putBundled,
  putRecord,
  recordAt,
  sweepBundles,
} from './store.ts';

declare const self: ServiceWorkerGlobalScope;

/** A request of a page. */
export type BundleToDownload = Pick<OfflineBundle, 'kind' | 'slug' | 'card' | 'large' | 'name' | 'bytes'>;

const DAY_MS = 24 * 3_600_000;
/** Parallel requests; more would take bandwidth from the visible page. */
const LANES = 3;

const fetchOptions = { cache: 'no-cache', redirect: 'error', priority: 'low' } as const;
const plugins = [trustedNetwork(backgroundLimits), answerRules];
const bundledAnswers = new FetchAndStore({ cacheName: cacheNames.offlineBundles, fetchOptions, plugins });
const unstoredAnswers = new NetworkOnly({ fetchOptions, plugins });
const bundledPictures = prefetchedPictures(cacheNames.offlineBundles, { priority: 'low' }, Number.POSITIVE_INFINITY);

class StorageFull extends Error {}

interface Download {
  event: ExtendableEvent;
  done: number;
  total: number;
  isCancelled: boolean;
}
const downloads = new Map<string, Download>();

let turn: Promise<unknown> = Promise.resolve();
/** Changes records and sweeps sequentially. */
function inTurn<T>(change: () => Promise<T>): Promise<T> {
  const next = turn.then(change);
  turn = next.catch(() => undefined);
  return next;
}
/** A removed bundle does not come back. */
const putUnlessCancelled = (download: Download, record: BundleRecord) =>
  inTurn(async () => (download.isCancelled ? undefined : putRecord(record)));

let channel: BroadcastChannel | undefined;
function report(key: string): void {
  channel ??= new BroadcastChannel(BUNDLE_CHANNEL);
  const { done = 0, total = 0 } = downloads.get(key) ?? {};
  channel.postMessage({ key, done, total });
}

/** All requested bundles with their progress. */
export async function offlineBundles(): Promise<OfflineBundle[]> {
  const here = new Set(await bundledPaths());
  return (await bundleRecords()).map(({ addresses, next, begunAt: _, ...record }) => {
    const download = downloads.get(bundleKey(record));
    const wanted = next?.length ? next : addresses;
    const isWhole = addresses.every((path) => here.has(path));
    return {
      ...record,
      at: isWhole ? record.at : null,
      underway: download !== undefined,
      done: download?.total ? download.done : wanted.filter((path) => here.has(path)).length,
      total: download?.total || wanted.length,
    };
  });
}

/** @param event keeps the worker alive during the download */
export async function downloadBundle(
  { kind, slug, card, large, name, bytes }: BundleToDownload,
  event: ExtendableEvent,
): Promise<void> {
  const key = bundleKey({ kind, slug });
  await inTurn(async () => {
    const before = await recordAt(key);
    await putRecord({
      at: null,
      addresses: [],
      // Continues an interrupted download of less than a day, and otherwise starts again, so that no content is older
      // than the displayed time.
      ...(before?.next && Date.now() - before.begunAt < DAY_MS ? before : { ...before, next: [], begunAt: Date.now() }),
      ...{ kind, slug, card, large, name, bytes, trouble: null },
    } as BundleRecord);
  });
  const underway = downloads.get(key);
  if (underway && !underway.isCancelled) return;
  const download = { event, done: 0, total: 0, isCancelled: false };
  downloads.set(key, download);
  report(key);
  await self.navigator.locks
    .request(BUNDLE_CHANNEL, () => downloadOne(key, download))
    .finally(() => downloads.get(key) === download && downloads.delete(key));
  report(key);
}

export async function removeBundle(thing: Pick<OfflineBundle, 'kind' | 'slug'>): Promise<void> {
  const key = bundleKey(thing);
  const download = downloads.get(key);
  if (download) download.isCancelled = true;
  await inTurn(async () => {
    await dropRecord(key);
    await sweepBundles();
  });
  report(key);
}

async function downloadOne(key: string, download: Download): Promise<void> {
  const record = await recordAt(key);
  if (!record || download.isCancelled) return;
  try {
    const outline = await outlineOf(record, download);
    // It no longer exists, or has become too large.
    if (download.isCancelled) return;
    if (!outline || outline.tooMuch) return await removeBundle(record);
    const next = [...bundleReads(outline).map(addressOf), ...outline.pictures];
    const { name, bytes } = outline;
    await putUnlessCancelled(download, { ...record, name, bytes, next });
    const addresses = await fetchAll(next, record.begunAt, { key, download });
    await putUnlessCancelled(download, { ...record, name, bytes, addresses, next: null, at: Date.now() });
    await inTurn(sweepBundles);
  } catch (failure) {
    const isFull = failure instanceof StorageFull;
    const { next } = (await recordAt(key)) ?? record;
    const trouble = isFull ? 'full' : 'network';
    await putUnlessCancelled(download, { ...record, next: isFull ? [] : next, trouble });
    // Deletes the content of a removed bundle, or of one that does not fit.
    if (isFull || download.isCancelled) await inTurn(sweepBundles);
  }
}

const addressOf = ([name, args]: ReturnType<typeof bundleReads>[number]) =>
  apiPrefix + prepareRequest(name as 'stores.bySlug', args as never).path;

async function outlineOf(record: BundleRecord, { event }: Download): Promise<BundleOutline | null> {
  const response = await unstoredAnswers.handle({
    request: answerRequest(apiPrefix + bundleOutlinePath(record)),
    event,
  });
  if (isGoneStatus(response)) return null;
  if (!isStorable(response)) throw new TypeError(`No outline: ${response.status}`);
  return response.json();
}

/** @returns the paths that are stored now; the others no longer exist */
async function fetchAll(
  paths: readonly string[],
  since: number,
  { key, download }: { key: string; download: Download },
): Promise<string[]> {
  const queue = [...paths];
  const here = new Set<string>();
  download.total = queue.length;
  const lane = async () => {
    for (let path = queue.shift(); path && !download.isCancelled; path = queue.shift()) {
      if (await fetchOne(path, since, download.event)) here.add(path);
      download.done += 1;
      report(key);
    }
  };
  const lanes = Array.from({ length: LANES }, lane);
  await Promise.all(lanes).catch((failure: unknown) => {
    queue.length = 0;
    return Promise.allSettled(lanes).then(() => {
      throw failure;
    });
  });
  return paths.filter((path) => here.has(path));
}

async function fetchOne(path: string, since: number, event: ExtendableEvent): Promise<boolean> {
  const known = await bundledResponse(path);
  const isAnswer = path.startsWith(apiPrefix);
  if (known && (!isAnswer || storedAt(known) >= since)) return true;
  if (!isAnswer && (await copyCachedPicture(path))) return true;
  const response = await withFreedStorage(() =>
    isAnswer
      ? fetchNow(bundledAnswers, answerRequest(path), event)
      : fetchNow(bundledPictures, new Request(path), event),
  );
  if (isGoneStatus(response)) return false;
  if (isAnswer ? !isStorable(response) : !response.ok) throw new TypeError(`${response.status}: ${path}`);
  return true;
}

async function copyCachedPicture(path: string): Promise<boolean> {
  const cached = await caches.match(path, { cacheName: cacheNames.images, ignoreVary: true });
  const picture = cached && (await wholePicture(cached));
  if (picture) await withFreedStorage(() => putBundled(path, picture.clone()));
  return Boolean(picture);
}

/** Frees space on a full device by deleting cached pictures, which can be fetched again. */
async function withFreedStorage<T>(store: () => Promise<T>): Promise<T> {
  const isFull = (failure: unknown) => failure instanceof DOMException && failure.name === 'QuotaExceededError';
  try {
    return await store();
  } catch (failure) {
    if (!isFull(failure)) throw failure;
    await caches.delete(cacheNames.images);
    return store().catch((cause: unknown) => {
      throw isFull(cause) ? new StorageFull('', { cause }) : cause;
    });
  }
}

/** Continues interrupted downloads, and renews bundles older than a day on unmetered connections. */
export async function renewBundles(sparing: boolean, event: ExtendableEvent): Promise<void> {
  if (sparing) return;
  const { connection } = self.navigator as { connection?: { type?: string } };
  const isMetered = /cellular|bluetooth|wimax/.test(connection?.type ?? '');
  const bundles = await offlineBundles();
  for (const record of await bundleRecords()) {
    const { at } = bundles.find((bundle) => bundleKey(bundle) === bundleKey(record)) ?? {};
    const isBroken = !at || record.next !== null;
    const isOld = !isMetered && Date.now() - (at ?? 0) >= DAY_MS;
    if (record.trouble !== 'full' && (isBroken || isOld)) await downloadBundle(record, event);
  }
}
