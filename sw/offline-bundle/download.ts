// Offline bundle download: fetches a store, a category or the stores of a town whole, and renews it.
// Guarantees: one bundle at a time on a device; only trusted answers and pictures are stored; a download that breaks off goes
// on where it was. A bundle is renewed by itself once a day, if data need not be spared and the connection is not metered; on
// a full device the download is given up, and reported.
/// <reference lib="webworker" />
import { NetworkOnly } from 'workbox-strategies';
import { prepare } from '#api/wire.ts';
import {
  outlinePath,
  readsOf,
  TAKEN_CHANNEL,
  type TakenOutline,
  type TakenThing,
} from '#contract/catalogue/offline-bundle.ts';
import { cacheNames } from '#db/cache-names.ts';
import { answerRequest, answerRules, isGone, isStorable } from '../answers.ts';
import { apiPrefix } from '../cached-endpoints.ts';
import { prefetchedPictures } from '../pictures.ts';
import { wholePicture } from '../response-checks.ts';
import { storedAt } from '../stored-responses.ts';
import { FetchAndStore, fetchNow, inBackground, trustedNetwork } from '../trusted-network.ts';
import {
  type BundleRecord,
  bundledPaths,
  bundledResponse,
  bundleRecords,
  dropRecord,
  keyOf,
  putBundled,
  putRecord,
  recordAt,
  sweep,
} from './store.ts';

declare const self: ServiceWorkerGlobalScope;

/** What a page asks for. */
export type Wanted = Pick<TakenThing, 'kind' | 'slug' | 'card' | 'large' | 'name' | 'bytes'>;

const DAY_MS = 24 * 3_600_000;
/** More would take a bad line from the page that the person looks at. */
const LANES = 3;

const fetchOptions = { cache: 'no-cache', redirect: 'error', priority: 'low' } as const;
const plugins = [trustedNetwork(inBackground), answerRules];
const bundledAnswers = new FetchAndStore({ cacheName: cacheNames.taken, fetchOptions, plugins });
const unstoredAnswers = new NetworkOnly({ fetchOptions, plugins });
const bundledPictures = prefetchedPictures(cacheNames.taken, { priority: 'low' }, Number.POSITIVE_INFINITY);

class NoRoom extends Error {}

interface Download {
  event: ExtendableEvent;
  done: number;
  total: number;
  isCancelled: boolean;
}
const downloads = new Map<string, Download>();

let turn: Promise<unknown> = Promise.resolve();
/** Records change, and what none of them needs is swept, one after the other. */
function inTurn<T>(change: () => Promise<T>): Promise<T> {
  const next = turn.then(change);
  turn = next.catch(() => undefined);
  return next;
}
/** Nothing of a bundle that has been removed comes back. */
const putUnlessCancelled = (download: Download, record: BundleRecord) =>
  inTurn(async () => (download.isCancelled ? undefined : putRecord(record)));

let channel: BroadcastChannel | undefined;
function report(key: string): void {
  channel ??= new BroadcastChannel(TAKEN_CHANNEL);
  const { done = 0, total = 0 } = downloads.get(key) ?? {};
  channel.postMessage({ key, done, total });
}

/** The bundles that were asked for, with what is here of them. */
export async function offlineBundles(): Promise<TakenThing[]> {
  const here = new Set(await bundledPaths());
  return (await bundleRecords()).map(({ addresses, next, begunAt: _, ...record }) => {
    const download = downloads.get(keyOf(record));
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

/** @param event lives as long as the download */
export async function downloadBundle(
  { kind, slug, card, large, name, bytes }: Wanted,
  event: ExtendableEvent,
): Promise<void> {
  const key = keyOf({ kind, slug });
  await inTurn(async () => {
    const before = await recordAt(key);
    await putRecord({
      at: null,
      addresses: [],
      // What was broken off goes on; all else begins now, so that nothing in it is older than is said.
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
    .request(TAKEN_CHANNEL, () => downloadOne(key, download))
    .finally(() => downloads.get(key) === download && downloads.delete(key));
  report(key);
}

export async function removeBundle(thing: Pick<TakenThing, 'kind' | 'slug'>): Promise<void> {
  const key = keyOf(thing);
  const download = downloads.get(key);
  if (download) download.isCancelled = true;
  await inTurn(async () => {
    await dropRecord(key);
    await sweep();
  });
  report(key);
}

async function downloadOne(key: string, download: Download): Promise<void> {
  const record = await recordAt(key);
  if (!record || download.isCancelled) return;
  try {
    const outline = await outlineOf(record, download);
    // It is on the market no more, or has outgrown a device.
    if (download.isCancelled) return;
    if (!outline || outline.tooMuch) return await removeBundle(record);
    const next = [...readsOf(outline).map(addressOf), ...outline.pictures];
    const { name, bytes } = outline;
    await putUnlessCancelled(download, { ...record, name, bytes, next });
    const addresses = await fetchAll(next, record.begunAt, { key, download });
    await putUnlessCancelled(download, { ...record, name, bytes, addresses, next: null, at: Date.now() });
    await inTurn(sweep);
  } catch (failure) {
    const isFull = failure instanceof NoRoom;
    const { next } = (await recordAt(key)) ?? record;
    const trouble = isFull ? 'full' : 'network';
    await putUnlessCancelled(download, { ...record, next: isFull ? [] : next, trouble });
    // What had been fetched for a bundle that was removed meanwhile, or that does not fit.
    if (isFull || download.isCancelled) await inTurn(sweep);
  }
}

const addressOf = ([name, args]: ReturnType<typeof readsOf>[number]) =>
  apiPrefix + prepare(name as 'stores.bySlug', args as never).path;

async function outlineOf(record: BundleRecord, { event }: Download): Promise<TakenOutline | null> {
  const response = await unstoredAnswers.handle({ request: answerRequest(apiPrefix + outlinePath(record)), event });
  if (isGone(response)) return null;
  if (!isStorable(response)) throw new TypeError(`No outline: ${response.status}`);
  return response.json();
}

/** @returns the paths that are here then; the server no longer has the others */
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
  const response = await withRoom(() =>
    isAnswer
      ? fetchNow(bundledAnswers, answerRequest(path), event)
      : fetchNow(bundledPictures, new Request(path), event),
  );
  if (isGone(response)) return false;
  if (isAnswer ? !isStorable(response) : !response.ok) throw new TypeError(`${response.status}: ${path}`);
  return true;
}

async function copyCachedPicture(path: string): Promise<boolean> {
  const cached = await caches.match(path, { cacheName: cacheNames.images, ignoreVary: true });
  const picture = cached && (await wholePicture(cached));
  if (picture) await withRoom(() => putBundled(path, picture.clone()));
  return Boolean(picture);
}

/** On a full device the pictures that were only looked at make room: they can be fetched again. */
async function withRoom<T>(store: () => Promise<T>): Promise<T> {
  const isFull = (failure: unknown) => failure instanceof DOMException && failure.name === 'QuotaExceededError';
  try {
    return await store();
  } catch (failure) {
    if (!isFull(failure)) throw failure;
    await caches.delete(cacheNames.images);
    return store().catch((cause: unknown) => {
      throw isFull(cause) ? new NoRoom('', { cause }) : cause;
    });
  }
}

/** Goes on with what was broken off, and renews what is a day old on a connection that is not metered. */
export async function renewBundles(sparing: boolean, event: ExtendableEvent): Promise<void> {
  if (sparing) return;
  const { connection } = self.navigator as { connection?: { type?: string } };
  const isMetered = /cellular|bluetooth|wimax/.test(connection?.type ?? '');
  const bundles = await offlineBundles();
  for (const record of await bundleRecords()) {
    const { at } = bundles.find((bundle) => keyOf(bundle) === keyOf(record)) ?? {};
    const isBroken = !at || record.next !== null;
    const isOld = !isMetered && Date.now() - (at ?? 0) >= DAY_MS;
    if (record.trouble !== 'full' && (isBroken || isOld)) await downloadBundle(record, event);
  }
}
