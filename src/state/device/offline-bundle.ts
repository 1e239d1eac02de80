// Offline bundles on this device, live in every tab.
// Guarantees: without a worker, bundles are not offered; interrupted downloads continue while a page shows them;
// requests carry no token.
import { atom, useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { errorOfReply } from '#api/client.ts';
import {
  BUNDLE_CHANNEL,
  type BundleKind,
  type BundleOutline,
  bundleOutlinePath,
  type OfflineBundle,
  offlineBundleEndpoints,
} from '#contract/catalogue/offline-bundle.ts';
import { mediaType } from '#contract/wire/hydra.ts';
import { pictureWidths } from '#domain/offline-bundle.ts';
import { connectivityAtom } from '../page/connectivity.ts';
import { getSync } from '../page/engine-port.ts';
import { pageStore } from '../page/page-store.ts';
import { askWorker } from './ask-worker.ts';
import { isDataSaverOn } from './data-saver.ts';

/** Null without a worker, or while unknown. */
export const offlineBundlesAtom = atom<OfflineBundle[] | null>(null);

export interface BundleTarget {
  kind: BundleKind;
  slug: string;
  name: string;
}

const answerTimeoutMs = 2000;
/** A worker without progress for this long has been stopped, milliseconds. */
const silentForMs = 8000;

const keyOf = ({ kind, slug }: Pick<OfflineBundle, 'kind' | 'slug'>) => `/taken/${kind}/${slug}`;
const worker = () => globalThis.navigator?.serviceWorker?.controller ?? null;
const send = (type: string, thing: object) => worker()?.postMessage({ type, thing });

const isThings = (value: unknown): value is OfflineBundle[] => Array.isArray(value);

let heardAt = 0;

async function look(): Promise<void> {
  heardAt = Date.now();
  const things = await askWorker('TAKEN', answerTimeoutMs);
  if (!isThings(things)) return;
  pageStore.set(offlineBundlesAtom, things);
  for (const thing of things) if (isStopped(thing)) requestBundleDownload(thing, thing.bytes);
}

/** Incomplete without a running download: the browser stopped the worker. */
const isStopped = ({ at, underway, trouble }: OfflineBundle) => at === null && !underway && trouble === null;

function hear({ data }: MessageEvent<{ key?: string; done?: number; total?: number }>): void {
  heardAt = Date.now();
  const { key, done = 0, total = 0 } = data ?? {};
  const known = pageStore.get(offlineBundlesAtom)?.find((thing) => keyOf(thing) === key);
  if (!known?.underway || total === 0) return void look();
  pageStore.set(
    offlineBundlesAtom,
    (things) => things?.map((one) => (one === known ? { ...one, done, total } : one)) ?? null,
  );
}

/** Continues downloads that failed without a network. */
let wasOnline = true;
function goOn(): void {
  const { online } = pageStore.get(connectivityAtom);
  const isBack = online && !wasOnline;
  wasOnline = online;
  if (!isBack) return;
  for (const thing of pageStore.get(offlineBundlesAtom) ?? [])
    if (thing.trouble === 'network') requestBundleDownload(thing, thing.bytes);
}

let isFollowed = false;
function follow(): void {
  void look();
  if (isFollowed || !globalThis.navigator?.serviceWorker) return;
  isFollowed = true;
  new BroadcastChannel(BUNDLE_CHANNEL).onmessage = hear;
  navigator.serviceWorker.addEventListener('controllerchange', () => void look());
  pageStore.sub(connectivityAtom, goOn);
  setInterval(() => {
    const waits = pageStore.get(offlineBundlesAtom)?.some(({ underway }) => underway);
    if (waits && Date.now() - heardAt > silentForMs) void look();
  }, silentForMs);
}

export function useOfflineBundles(): OfflineBundle[] | null {
  useEffect(follow, []);
  return useAtomValue(offlineBundlesAtom);
}

const shown = () => pictureWidths({ width: innerWidth, density: devicePixelRatio, sparing: isDataSaverOn() });

/**
 * Contents and size of a bundle.
 * @throws ApiError
 */
export async function fetchBundleOutline({ kind, slug }: BundleTarget): Promise<BundleOutline> {
  const { api } = await getSync();
  const path = bundleOutlinePath({ kind, slug, ...shown() });
  const reply = await api.transmit(
    { method: 'GET', path, headers: { Accept: mediaType }, body: null },
    { token: null },
  );
  if (!reply.isTrusted || reply.status >= 400) throw errorOfReply(reply);
  return offlineBundleEndpoints['taken.outline'].answer.parse(reply.body);
}

/** Starts, continues or updates a download. */
export function requestBundleDownload({ kind, slug, name }: BundleTarget, bytes: number): void {
  const request = { kind, slug, name, bytes, ...shown() };
  pageStore.set(offlineBundlesAtom, (things) => {
    if (!things) return things;
    const begun = { at: null, done: 0, total: 0, ...things.find((one) => keyOf(one) === keyOf(request)), ...request };
    return [...things.filter((one) => keyOf(one) !== keyOf(request)), { ...begun, underway: true, trouble: null }];
  });
  heardAt = Date.now();
  send('TAKE', request);
}

export function requestBundleRemoval({ kind, slug }: Pick<OfflineBundle, 'kind' | 'slug'>): void {
  pageStore.set(offlineBundlesAtom, (things) => things?.filter((one) => keyOf(one) !== keyOf({ kind, slug })) ?? null);
  send('LET_GO', { kind, slug });
}

export const findBundle = (things: readonly OfflineBundle[] | null, thing: Pick<OfflineBundle, 'kind' | 'slug'>) =>
  things?.find((one) => keyOf(one) === keyOf(thing));
