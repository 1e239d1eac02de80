// Takes along what somebody asks for: a shop, a category, the shops of a town, whole, and keeps it fresh.
// Guarantees: one after the other on a device, whoever asks; only our own answers and pictures are kept; what breaks off goes on
// where it was; 'whole' is said when all of it is there. By itself it is renewed once a day, where data need not be spared and
// the line costs nothing; on a full device it gives up what it has begun, and says so.
/// <reference lib="webworker" />
import { prepare } from '#api/wire.ts';
import { mediaType } from '#contract/hydra.ts';
import { outlinePath, readsOf, TAKEN_CHANNEL, type TakenOutline, type TakenThing } from '#contract/taken.ts';
import { cacheNames } from '#db/cache-names.ts';
import { apiPrefix } from './kept-endpoints.ts';
import { ask, askForFile } from './network.ts';
import { isOurs, wholePicture } from './ours.ts';
import { aged, isKeepable, wholeAnswer } from './runtime-caches.ts';
import { onShelf, pictureShelf } from './shelves.ts';
import {
  dropRecord,
  keptSince,
  keyOf,
  pathsTaken,
  putRecord,
  putTaken,
  recordAt,
  sweep,
  type TakenRecord,
  takenAt,
  takenRecords,
} from './taken-shelf.ts';

declare const self: ServiceWorkerGlobalScope;

/** What a page asks for. */
export type Wanted = Pick<TakenThing, 'kind' | 'slug' | 'card' | 'large' | 'name' | 'bytes'>;

const DAY_MS = 24 * 3_600_000;
/** For one whole answer, milliseconds. */
const limitMs = 30_000;
/** More would keep a bad line from whoever looks at a page. */
const LANES = 3;

class NoRoom extends Error {}

interface Turn {
  done: number;
  total: number;
  /** Nobody wants it any more. */
  isOver: boolean;
}
const turns = new Map<string, Turn>();

let channel: BroadcastChannel | undefined;
function tell(key: string): void {
  channel ??= new BroadcastChannel(TAKEN_CHANNEL);
  const { done = 0, total = 0 } = turns.get(key) ?? {};
  channel.postMessage({ key, done, total });
}

/** What was asked for, as it stands. */
export async function takenThings(): Promise<TakenThing[]> {
  const here = new Set(await pathsTaken());
  return (await takenRecords()).map(({ addresses, next, begunAt: _, ...record }) => {
    const turn = turns.get(keyOf(record));
    const wanted = next?.length ? next : addresses;
    const isWhole = addresses.every((path) => here.has(path));
    return {
      ...record,
      at: isWhole ? record.at : null,
      underway: turn !== undefined,
      done: turn?.total ? turn.done : wanted.filter((path) => here.has(path)).length,
      total: turn?.total || wanted.length,
    };
  });
}

export async function takeAlong({ kind, slug, card, large, name, bytes }: Wanted): Promise<void> {
  const key = keyOf({ kind, slug });
  const before = await recordAt(key);
  await putRecord({
    at: null,
    addresses: [],
    // What was broken off goes on; all else begins now, so that nothing in it is older than is said.
    ...(before?.next && Date.now() - before.begunAt < DAY_MS ? before : { ...before, next: [], begunAt: Date.now() }),
    ...{ kind, slug, card, large, name, bytes, trouble: null },
  } as TakenRecord);
  const underway = turns.get(key);
  if (underway) underway.isOver = false;
  if (underway) return;
  const turn = { done: 0, total: 0, isOver: false };
  turns.set(key, turn);
  tell(key);
  await self.navigator.locks.request(TAKEN_CHANNEL, () => takeOne(key, turn)).finally(() => turns.delete(key));
  tell(key);
}

export async function letGo(thing: Pick<TakenThing, 'kind' | 'slug'>): Promise<void> {
  const key = keyOf(thing);
  const turn = turns.get(key);
  if (turn) turn.isOver = true;
  await dropRecord(key);
  await sweep();
  tell(key);
}

async function takeOne(key: string, turn: Turn): Promise<void> {
  const record = await recordAt(key);
  if (!record || turn.isOver) return;
  try {
    const outline = await outlineOf(record);
    // It is on the market no more, or has outgrown a device.
    if (!outline || outline.tooMuch) return await letGo(record);
    const next = [...readsOf(outline).map(addressOf), ...outline.pictures];
    const { name, bytes } = outline;
    await putRecord({ ...record, name, bytes, next });
    const addresses = await bringAll(next, record.begunAt, { key, turn });
    if (!turn.isOver) await putRecord({ ...record, name, bytes, addresses, next: null, at: Date.now() });
    await sweep();
  } catch (failure) {
    if (turn.isOver) return;
    const isFull = failure instanceof NoRoom;
    const { next } = (await recordAt(key)) ?? record;
    await putRecord({ ...record, next: isFull ? [] : next, trouble: isFull ? 'full' : 'network' });
    if (isFull) await sweep();
  }
}

const addressOf = ([name, args]: ReturnType<typeof readsOf>[number]) =>
  apiPrefix + prepare(name as 'stores.bySlug', args as never).path;

const askApi = (path: string) =>
  ask(path, {
    cache: 'no-cache',
    redirect: 'error',
    headers: { Accept: mediaType },
    limitMs,
    whole: true,
    priority: 'low',
  });

const isGone = ({ status }: Response) => status === 404 || status === 410;

async function outlineOf(record: TakenRecord): Promise<TakenOutline | null> {
  const response = await askApi(apiPrefix + outlinePath(record));
  if (isGone(response)) return null;
  if (!isKeepable(response)) throw new TypeError(`No outline: ${response.status}`);
  return response.json();
}

/** @returns those that are there then; the others the server has no more */
async function bringAll(paths: readonly string[], since: number, { key, turn }: { key: string; turn: Turn }) {
  const queue = [...paths];
  const here = new Set<string>();
  turn.total = queue.length;
  const lane = async () => {
    for (let path = queue.shift(); path && !turn.isOver; path = queue.shift()) {
      if (await bring(path, since)) here.add(path);
      turn.done += 1;
      tell(key);
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

async function bring(path: string, since: number): Promise<boolean> {
  const known = await takenAt(path);
  if (!path.startsWith(apiPrefix)) return known !== undefined || bringPicture(path);
  if (known && keptSince(known) >= since) return true;
  const response = await askApi(path);
  if (isGone(response)) return false;
  if (!isKeepable(response)) throw new TypeError(`Not to be kept: ${response.status}`);
  await put(path, await aged(await wholeAnswer(response), Date.now()));
  return true;
}

async function bringPicture(path: string): Promise<boolean> {
  const picture =
    (await onShelf(pictureShelf, path)) ??
    (await askForFile(path, {
      limitMs,
      whole: true,
      priority: 'low',
      read: (got) => (isOurs(got) && isGone(got) ? got : isOurs(got) ? wholePicture(got) : null),
    }));
  if (isGone(picture)) return false;
  await put(path, picture);
  return true;
}

async function put(path: string, response: Response): Promise<void> {
  try {
    await putTaken(path, response.clone());
  } catch {
    // No room: what was only looked at can be fetched again.
    await caches.delete(cacheNames.images);
    await putTaken(path, response).catch((cause: unknown) => {
      throw new NoRoom('', { cause });
    });
  }
}

/** What was broken off goes on; what is a day old is renewed, on a line that costs nothing. */
export async function lookAfterTaken(sparing: boolean): Promise<void> {
  if (sparing) return;
  const { connection } = self.navigator as { connection?: { type?: string } };
  const isMetered = /cellular|bluetooth|wimax/.test(connection?.type ?? '');
  const here = await takenThings();
  for (const record of await takenRecords()) {
    const { at } = here.find((thing) => keyOf(thing) === keyOf(record)) ?? {};
    const isBroken = !at || record.next !== null;
    const isOld = !isMetered && Date.now() - (at ?? 0) >= DAY_MS;
    if (record.trouble !== 'full' && (isBroken || isOld)) await takeAlong(record);
  }
}
