// Keeps what was used once, each kind on a shelf of its own: pictures, tiles of maps, parts of the app.
// Guarantees: nothing stands on a shelf that was not read whole and found to be of its kind; what an earlier version put
// there unseen is taken off at its first use; a shelf never grows over its bound, what is used least goes first.
import { cacheNames } from '#db/cache-names.ts';
import { type AskOptions, askForFile } from './network.ts';
import { hasOwnType, isOurs, wholePicture } from './ours.ts';

export interface Shelf {
  name: string;
  /** So many things at most. */
  most: number;
  /** How long a thing is good, milliseconds. */
  goodForMs?: number;
  /** Read whole; null when it is not what belongs at this address. */
  checked(response: Response, address: string): Promise<Response | null>;
  /** From the network it must be this besides. */
  isFrom(response: Response): boolean;
  ask?: AskOptions;
}

export const pictureShelf: Shelf = {
  name: cacheNames.images,
  most: 200,
  checked: wholePicture,
  isFrom: isOurs,
};

/** Of another host, which does not sign: a picture is a picture. */
export const tileShelf: Shelf = {
  name: cacheNames.tiles,
  most: 300,
  goodForMs: 14 * 24 * 3_600_000,
  checked: wholePicture,
  isFrom: () => true,
  ask: { elsewhere: true },
};

/** Parts of other builds than this worker's own: their digests are not known here. */
export const partShelf: Shelf = {
  name: cacheNames.assets,
  most: 60,
  checked: async (response, address) => {
    if (response.status !== 200 || !hasOwnType(address, response)) return null;
    const bytes = await response
      .clone()
      .arrayBuffer()
      .catch(() => null);
    return bytes && response;
  },
  isFrom: isOurs,
};

const addressOf = (request: Request | string) => (typeof request === 'string' ? request : request.url);

const putAtHeader = 'X-Put-At';
/** One use in so many moves a thing to the end of the row: what is used often stays, and looking costs no writing. */
const movedOnceIn = 16;

/** What stands there for this address, if it belongs there. */
export async function onShelf(shelf: Shelf, request: Request | string): Promise<Response | null> {
  const cache = await caches.open(shelf.name);
  const found = await cache.match(request, { ignoreVary: true });
  if (!found) return null;
  const age = Date.now() - Number(found.headers.get(putAtHeader) ?? Date.now());
  const sound =
    age > (shelf.goodForMs ?? Number.POSITIVE_INFINITY) ? null : await shelf.checked(found, addressOf(request));
  if (!sound) await cache.delete(request, { ignoreVary: true });
  else if (Math.random() * movedOnceIn < 1) await put(cache, request, sound.clone()).catch(() => undefined);
  return sound;
}

/** Renewed in its place it would stay where it was: a thing put is the newest. */
async function put(cache: Cache, request: Request | string, response: Response): Promise<void> {
  await cache.delete(request, { ignoreVary: true });
  await cache.put(request, response);
}

/** From the network, and onto its shelf. Rejects when there is none, and when what came is something else. */
export async function fetchFor(shelf: Shelf, request: Request | string, options?: AskOptions): Promise<Response> {
  const response = await askForFile(request, {
    ...shelf.ask,
    ...options,
    read: async (got) => (shelf.isFrom(got) ? shelf.checked(got, addressOf(request)) : null),
  });
  await putOn(shelf, request, response.clone()).catch(() => undefined);
  return response;
}

async function putOn(shelf: Shelf, request: Request | string, response: Response): Promise<void> {
  const cache = await caches.open(shelf.name);
  try {
    await put(cache, request, shelf.goodForMs ? dated(response) : response);
  } catch (failure) {
    // No room: everything here can be fetched again.
    await caches.delete(shelf.name);
    throw failure;
  }
  const keys = await cache.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - shelf.most))) await cache.delete(key);
}

function dated({ body, headers }: Response): Response {
  const own = new Headers(headers);
  own.set(putAtHeader, String(Date.now()));
  return new Response(body, { headers: own });
}

/** What is kept, else the network. */
export async function keptFirst(shelf: Shelf, request: Request): Promise<Response> {
  return (await onShelf(shelf, request)) ?? fetchFor(shelf, request);
}

/** Takes off everything that does not belong there. */
export async function clearOut(shelf: Shelf): Promise<void> {
  const cache = await caches.open(shelf.name);
  for (const key of await cache.keys()) {
    const found = await cache.match(key, { ignoreVary: true });
    if (found && !(await shelf.checked(found, key.url))) await cache.delete(key);
  }
}
