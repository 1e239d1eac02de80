// Offline bundle store: answers and pictures of bundles in a cache without a limit, and the records of the bundles.
// Guarantees: a bundle counts as complete only while all its content is in the cache; shared content is stored once and
// deleted with the last bundle.
import type { OfflineBundle } from '#contract/catalogue/offline-bundle.ts';
import { cacheNames } from '#db/cache-names.ts';
import { wholePicture } from '../response-checks.ts';

export interface BundleRecord extends Omit<OfflineBundle, 'underway' | 'done' | 'total'> {
  /** Paths with queries of the last complete download. */
  addresses: string[];
  /** Paths of the running download; null without one. */
  next: string[] | null;
  /** Older answers are fetched again, milliseconds. */
  begunAt: number;
}

type Named = Pick<OfflineBundle, 'kind' | 'slug'>;

export const bundleKey = ({ kind, slug }: Named): string => `/taken/${kind}/${slug}`;
const ignoreVary = true;
const bundleCache = () => caches.open(cacheNames.offlineBundles);
const recordCache = () => caches.open(cacheNames.offlineBundleList);

export function requestPath({ url }: Request): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

export async function recordAt(key: string): Promise<BundleRecord | undefined> {
  return (await caches.match(key, { cacheName: cacheNames.offlineBundleList }))?.json();
}

/** The oldest first. */
export async function bundleRecords(): Promise<BundleRecord[]> {
  const keys = (await caches.has(cacheNames.offlineBundleList)) ? await (await recordCache()).keys() : [];
  const found = await Promise.all(keys.map((key) => recordAt(requestPath(key))));
  return found.filter((one) => one !== undefined);
}

export const putRecord = async (record: BundleRecord): Promise<void> =>
  (await recordCache()).put(bundleKey(record), new Response(JSON.stringify(record)));

export const dropRecord = async (key: string): Promise<boolean> => (await recordCache()).delete(key);

export const bundledResponse = (request: Request | string): Promise<Response | undefined> =>
  caches.match(request, { cacheName: cacheNames.offlineBundles, ignoreVary });

const remove = async (path: string): Promise<boolean> => (await bundleCache()).delete(path, { ignoreVary });
export const putBundled = async (path: string, response: Response): Promise<void> =>
  (await bundleCache()).put(path, response);

/** The first of these pictures in the cache. */
export async function bundledPicture(addresses: readonly string[]): Promise<Response | null> {
  for (const address of addresses) {
    const found = await bundledResponse(address);
    const picture = found && (await wholePicture(found));
    if (picture) return picture;
  }
  return null;
}

/** Removes a path that no longer exists on the server. */
export async function removeFromBundles(request: Request): Promise<void> {
  if (!(await bundledResponse(request))) return;
  const path = requestPath(request);
  await remove(path);
  for (const record of await bundleRecords()) {
    const without = (addresses: string[]) => addresses.filter((one) => one !== path);
    await putRecord({ ...record, addresses: without(record.addresses), next: record.next && without(record.next) });
  }
}

export async function bundledPaths(): Promise<string[]> {
  return (await caches.has(cacheNames.offlineBundles)) ? (await (await bundleCache()).keys()).map(requestPath) : [];
}

/** Deletes unused content, and both caches with the last bundle. */
export async function sweepBundles(): Promise<void> {
  const records = await bundleRecords();
  if (records.length === 0) {
    await caches.delete(cacheNames.offlineBundles);
    await caches.delete(cacheNames.offlineBundleList);
  }
  const wanted = new Set(records.flatMap(({ addresses, next }) => [...addresses, ...(next ?? [])]));
  for (const path of await bundledPaths()) if (!wanted.has(path)) await remove(path);
}
