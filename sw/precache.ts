// Keeps the files that every screen needs without a network, and the shell around them, as the build has listed them.
// Guarantees: a file is kept and handed out only if its bytes have the digest of the list, the shell only if it carries the
// sign of this build from its head to its last line; an installation that cannot be whole rejects and takes nothing from the
// version that works; what is missing or not ours is fetched again as soon as the network lets it.
import { cacheNames } from '#db/cache-names.ts';
import { askForFile } from './network.ts';
import { hasOwnType, isPage, wholePage } from './ours.ts';

export interface Listed {
  url: string;
  /** Null where the name carries a hash. */
  revision: string | null;
  /** The beginning of the SHA-256 of the decoded content, base64; none of the shell, which the server writes. */
  digest?: string;
  /** Kept once it was used. */
  onDemand?: boolean;
}

export interface Precache {
  lists(url: URL): boolean;
  /** From the device, else from the network; rejects when neither has it. */
  file(path: string): Promise<Response>;
  /** What the device has, if it is credible. */
  kept(path: string): Promise<Response | null>;
  /** Rejects unless all of it is there then; the next attempt goes on from there. */
  install(): Promise<void>;
  /** Lets go of what no version lists any more. */
  tidy(): Promise<void>;
  /** Fetches what is missing or not what was listed. @returns whether all of it is there then */
  mend(): Promise<boolean>;
}

interface Entry extends Listed {
  path: string;
  key: string;
}

/** For one file of the installation, milliseconds: one that hangs fails it. */
const fileLimitMs = 60_000;
const ignoreVary = true;

const digestOf = async (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))));

export function createPrecache(listed: readonly Listed[], buildId: string): Precache {
  const entries = new Map<string, Entry>();
  for (const one of listed) {
    const path = `/${one.url.replace(/^\//, '')}`;
    entries.set(path, { ...one, path, key: one.revision ? `${path}?rev=${one.revision}` : path });
  }
  const store = () => caches.open(cacheNames.precache);
  const storeOf = ({ onDemand }: Entry) => (onDemand ? caches.open(cacheNames.assets) : store());
  let checked = false;
  let underway: Promise<boolean> | null = null;

  /** By its head alone, at the price of nothing: what the digest would say is looked at behind the screen. */
  const isCredible = ({ path, digest }: Entry, response: Response) =>
    digest ? response.status === 200 && hasOwnType(path, response) : isPage(response, buildId);

  async function isSound(entry: Entry, response: Response): Promise<boolean> {
    if (!isCredible(entry, response)) return false;
    if (!entry.digest) return (await wholePage(response, buildId)) !== null;
    const bytes = await response.arrayBuffer().catch(() => null);
    return bytes !== null && (await digestOf(bytes)).startsWith(entry.digest);
  }

  const fetched = (entry: Entry) =>
    askForFile(entry.path, {
      cache: entry.revision ? 'reload' : 'default',
      redirect: 'error',
      limitMs: fileLimitMs,
      whole: true,
      read: async (got) => ((await isSound(entry, got.clone())) ? got : null),
    });
  const keep = async (entry: Entry, response: Response) => (await storeOf(entry)).put(entry.key, response);
  const bring = async (entry: Entry) => keep(entry, await fetched(entry));

  async function kept(path: string): Promise<Response | null> {
    const entry = entries.get(path);
    const found = entry && (await (await storeOf(entry)).match(entry.key, { ignoreVary }));
    if (entry && found && isCredible(entry, found)) return found;
    if (entry && !entry.onDemand) checked = false;
    return null;
  }

  async function isComplete(): Promise<boolean> {
    const there = new Set((await (await store()).keys()).map(addressOf));
    return [...entries.values()].every(({ key, onDemand }) => onDemand || there.has(key));
  }

  async function mendAll(): Promise<boolean> {
    if (checked && (await isComplete())) return true;
    let whole = true;
    for (const entry of entries.values()) {
      const cache = await storeOf(entry);
      const found = await cache.match(entry.key, { ignoreVary });
      if (found && (await isSound(entry, found))) continue;
      if (found) await cache.delete(entry.key);
      if (entry.onDemand) continue;
      try {
        await bring(entry);
      } catch {
        whole = false;
        // A server of a newer version has another shell, and still these files; a silent network has nothing.
        if (entry.digest) break;
      }
    }
    checked = whole;
    return whole;
  }

  return {
    lists: ({ pathname, search }) => search === '' && entries.has(pathname),
    kept,
    async file(path) {
      const found = await kept(path);
      const entry = entries.get(path);
      if (found || !entry) return found ?? Response.error();
      const response = await fetched(entry);
      // Without room for it, it is handed out all the same.
      await keep(entry, response.clone()).catch(() => undefined);
      return response;
    },
    async install() {
      const cache = await store();
      for (const entry of entries.values()) {
        if (entry.onDemand) continue;
        const found = await cache.match(entry.key, { ignoreVary });
        if (!found || !(await isSound(entry, found))) await bring(entry);
      }
    },
    async tidy() {
      const keys = new Set([...entries.values()].map(({ key }) => key));
      for (const cache of [await store(), await caches.open(cacheNames.assets)]) {
        for (const request of await cache.keys()) if (!keys.has(addressOf(request))) await cache.delete(request);
      }
      // Written by versions that did not look at what they kept.
      for (const name of await caches.keys()) if (name.includes('-precache-')) await caches.delete(name);
    },
    mend() {
      underway ??= mendAll().finally(() => {
        underway = null;
      });
      return underway;
    },
  };
}

function addressOf({ url }: Request): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
