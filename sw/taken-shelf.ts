// Holds what somebody has taken along: answers and pictures on a shelf of their own, which nothing trims, and beside it the list
// of what was asked for. Guarantees: 'whole' is what is found to be all there, at the moment it is said; what several have in
// common stands there once, and goes with the last of them.
import { KEPT_AT } from '#contract/kept-answers.ts';
import type { TakenThing } from '#contract/taken.ts';
import { cacheNames } from '#db/cache-names.ts';
import { apiPrefix } from './kept-endpoints.ts';
import { isAnswer, wholePicture } from './ours.ts';

export interface TakenRecord extends Omit<TakenThing, 'underway' | 'done' | 'total'> {
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
const shelf = () => caches.open(cacheNames.taken);
const list = () => caches.open(cacheNames.takenList);

export function pathOf({ url }: Request): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

export async function recordAt(key: string): Promise<TakenRecord | undefined> {
  return (await caches.match(key, { cacheName: cacheNames.takenList }))?.json();
}

/** The oldest first. */
export async function takenRecords(): Promise<TakenRecord[]> {
  const keys = (await caches.has(cacheNames.takenList)) ? await (await list()).keys() : [];
  const found = await Promise.all(keys.map((key) => recordAt(pathOf(key))));
  return found.filter((one) => one !== undefined);
}

export const putRecord = async (record: TakenRecord): Promise<void> =>
  (await list()).put(keyOf(record), new Response(JSON.stringify(record)));

export const dropRecord = async (key: string): Promise<boolean> => (await list()).delete(key);

export const takenAt = (request: Request | string): Promise<Response | undefined> =>
  caches.match(request, { cacheName: cacheNames.taken, ignoreVary });

const remove = async (path: string): Promise<boolean> => (await shelf()).delete(path, { ignoreVary });
export const putTaken = async (path: string, response: Response): Promise<void> => (await shelf()).put(path, response);

/** A picture that stands there, or the same in another size. */
export async function takenPicture(addresses: readonly string[]): Promise<Response | null> {
  for (const address of addresses) {
    const found = await takenAt(address);
    const picture = found && (await wholePicture(found));
    if (picture) return picture;
  }
  return null;
}

/** The server has it no more. */
export async function takeOut(request: Request): Promise<void> {
  if (!(await takenAt(request))) return;
  const path = pathOf(request);
  await remove(path);
  for (const record of await takenRecords()) {
    const without = (addresses: string[]) => addresses.filter((one) => one !== path);
    await putRecord({ ...record, addresses: without(record.addresses), next: record.next && without(record.next) });
  }
}

export async function pathsTaken(): Promise<string[]> {
  return (await caches.has(cacheNames.taken)) ? (await (await shelf()).keys()).map(pathOf) : [];
}

/** Takes off what nobody asked for, or does not any more; the shelf itself with the last of it. */
export async function sweep(): Promise<void> {
  const records = await takenRecords();
  if (records.length === 0) {
    await caches.delete(cacheNames.taken);
    await caches.delete(cacheNames.takenList);
  }
  const wanted = new Set(records.flatMap(({ addresses, next }) => [...addresses, ...(next ?? [])]));
  for (const path of await pathsTaken()) if (!wanted.has(path)) await remove(path);
}

/** Takes off what is someone else's, whoever put it there. */
export async function clearOutTaken(): Promise<void> {
  for (const path of await pathsTaken()) {
    const found = await takenAt(path);
    const isSound = found && (path.startsWith(apiPrefix) ? isAnswer(found) : await wholePicture(found));
    if (!isSound) await remove(path);
  }
}

/** When the server gave an answer, milliseconds. */
export const keptSince = ({ headers }: Response): number => Number(headers.get(KEPT_AT));
