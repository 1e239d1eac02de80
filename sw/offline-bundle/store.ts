// Offline bundle store: the answers and pictures of offline bundles in a cache of their own, which nothing trims, and beside
// it the records of the bundles. Guarantees: a bundle is called whole only while all of it is found in the cache; what
// several bundles share is stored once, and removed with the last of them.
import type { TakenThing } from '#contract/catalogue/offline-bundle.ts';
import { cacheNames } from '#db/cache-names.ts';
import { wholePicture } from '../response-checks.ts';

export interface BundleRecord extends Omit<TakenThing, 'underway' | 'done' | 'total'> {
  /** Paths with their query: of all of it, when it was last whole. */
  addresses: string[];
  /** Of what it is to become; null when there is nothing to do. */
  next: string[] | null;
  /** Answers from before this are fetched again, milliseconds. */
  begunAt: number;
}

type Named = Pick<TakenThing, 'kind' | 'slug'>;

export const keyOf = ({ kind, slug }: Named): string => `/taken/${kind}/${slug}`;
const ignoreVary = true;
const bundleCache = () => caches.open(cacheNames.taken);
const recordCache = () => caches.open(cacheNames.takenList);

export function pathOf({ url }: Request): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

export async function recordAt(key: string): Promise<BundleRecord | undefined> {
  return (await caches.match(key, { cacheName: cacheNames.takenList }))?.json();
}

/** The oldest first. */
export async function bundleRecords(): Promise<BundleRecord[]> {
  const keys = (await caches.has(cacheNames.takenList)) ? await (await recordCache()).keys() : [];
  const found = await Promise.all(keys.map((key) => recordAt(pathOf(key))));
  return found.filter((one) => one !== undefined);
}

export const putRecord = async (record: BundleRecord): Promise<void> =>
  (await recordCache()).put(keyOf(record), new Response(JSON.stringify(record)));

export const dropRecord = async (key: string): Promise<boolean> => (await recordCache()).delete(key);

export const bundledResponse = (request: Request | string): Promise<Response | undefined> =>
  caches.match(request, { cacheName: cacheNames.taken, ignoreVary });

const remove = async (path: string): Promise<boolean> => (await bundleCache()).delete(path, { ignoreVary });
export const putBundled = async (path: string, response: Response): Promise<void> =>
  (await bundleCache()).put(path, response);

/** The first of these pictures that is there. */
export async function bundledPicture(addresses: readonly string[]): Promise<Response | null> {
  for (const address of addresses) {
    const found = await bundledResponse(address);
    const picture = found && (await wholePicture(found));
    if (picture) return picture;
  }
  return null;
}

/** The server no longer has it. */
export async function removeFromBundles(request: Request): Promise<void> {
  if (!(await bundledResponse(request))) return;
  const path = pathOf(request);
  await remove(path);
  for (const record of await bundleRecords()) {
    const without = (addresses: string[]) => addresses.filter((one) => one !== path);
    await putRecord({ ...record, addresses: without(record.addresses), next: record.next && without(record.next) });
  }
}

export async function bundledPaths(): Promise<string[]> {
  return (await caches.has(cacheNames.taken)) ? (await (await bundleCache()).keys()).map(pathOf) : [];
}

/** Deletes what no bundle needs, and the caches with the last bundle. */
export async function sweep(): Promise<void> {
  const records = await bundleRecords();
  if (records.length === 0) {
    await caches.delete(cacheNames.taken);
    await caches.delete(cacheNames.takenList);
  }
  const wanted = new Set(records.flatMap(({ addresses, next }) => [...addresses, ...(next ?? [])]));
  for (const path of await bundledPaths()) if (!wanted.has(path)) await remove(path);
}
