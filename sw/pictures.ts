// Pictures and map tiles: cached after use, and validated before they are stored or shown.
// Guarantee: on a silent network pictures occupy no connection; another size of the picture is shown instead.
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { CacheFirst, Strategy, type StrategyHandler } from 'workbox-strategies';
import { NETWORK_TIMEOUT_MS } from '#contract/wire/cached-answers.ts';
import { cacheNames } from '#db/cache-names.ts';
import { isNetworkSilent } from './network-status.ts';
import { bundledPicture } from './offline-bundle/store.ts';
import { wholePicture } from './response-checks.ts';
import { storedAt, trimCache, withDate } from './stored-responses.ts';
import { backgroundLimits, FetchAndStore, fetchNow, trustedNetwork, UntrustedAnswer } from './trusted-network.ts';

const MAX_PICTURES = 200;
const MAX_TILES = 300;
const TILE_LIFETIME_MS = 14 * 24 * 3_600_000;
/** One in so many uses moves a picture to the end of its cache, so that frequent pictures stay with few writes. */
const MOVED_ONCE_IN = 16;

const matchOptions = { ignoreVary: true };
const isUsable = ({ status }: Response) => status === 200;

/** @param lifetimeMs how long an entry may be shown */
const pictureRules = (maxEntries: number, lifetimeMs = Number.POSITIVE_INFINITY): WorkboxPlugin => ({
  fetchDidSucceed: async ({ response }) => {
    const picture = await wholePicture(response);
    if (!picture) throw new UntrustedAnswer(`No whole picture: ${response.url}`);
    return picture;
  },
  cacheWillUpdate: async ({ response }) => withDate(response),
  cachedResponseWillBeUsed: async ({ cacheName, request, cachedResponse }) => {
    const isCurrent = cachedResponse && Date.now() - storedAt(cachedResponse) <= lifetimeMs;
    const picture = isCurrent && (await wholePicture(cachedResponse));
    if (!picture) return null;
    if (Math.random() * MOVED_ONCE_IN < 1) {
      const cache = await caches.open(cacheName);
      await cache.put(request, picture.clone()).catch(() => undefined);
    }
    return picture;
  },
  cacheDidUpdate: ({ cacheName }) => trimCache(cacheName, maxEntries),
});

/** The sizes that an offline bundle may have of a picture, the best for any place first. */
const bundledSizes = ['480_outbound', '720_inset', '480_inset', '1080_inset', '240_inset'];

async function otherSize(address: string): Promise<Response | undefined> {
  // '/media/images/0b77…-480_outbound.webp': all sizes share the part before the size.
  const [, stem] = /^(.*\/media\/images\/[^/]+-)\d+_[a-z]+\.\w+$/.exec(address) ?? [];
  if (stem === undefined) return undefined;
  const bundled = await bundledPicture(bundledSizes.map((size) => `${stem}${size}.webp`));
  if (bundled) return bundled;
  const cache = await caches.open(cacheNames.images);
  for (const key of await cache.keys()) {
    const found = key.url.startsWith(stem) && (await cache.match(key, matchOptions));
    const picture = found && (await wholePicture(found));
    if (picture) return picture;
  }
  return undefined;
}

/** Cache first; then the network with a time limit, then another size of the picture. */
class PictureStrategy extends Strategy {
  protected override async _handle(request: Request, handler: StrategyHandler): Promise<Response | undefined> {
    const cached = (await handler.cacheMatch(request)) ?? (await bundledPicture([request.url]));
    if (cached) return cached;
    if (isNetworkSilent()) return otherSize(request.url);
    // A late picture is stored, too.
    const network = handler.waitUntil(handler.fetchAndCachePut(request).catch(() => undefined));
    const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, NETWORK_TIMEOUT_MS));
    return (await Promise.race([network, timeout])) ?? (await otherSize(request.url)) ?? network;
  }
}

export const pictureStrategy = new PictureStrategy({
  cacheName: cacheNames.images,
  matchOptions,
  plugins: [trustedNetwork({ isFile: true, isUsable }), pictureRules(MAX_PICTURES)],
});

export const tileStrategy = new CacheFirst({
  cacheName: cacheNames.tiles,
  matchOptions,
  plugins: [trustedNetwork({ isOwnServer: false, isUsable }), pictureRules(MAX_TILES, TILE_LIFETIME_MS)],
});

/** Prefetches a picture. @param maxEntries limit of that cache */
export const prefetchedPictures = (cacheName: string, fetchOptions: RequestInit, maxEntries = MAX_PICTURES) =>
  new FetchAndStore({
    cacheName,
    fetchOptions,
    plugins: [trustedNetwork({ ...backgroundLimits, isFile: true, isUsable }), pictureRules(maxEntries)],
  });

const seenPictures = prefetchedPictures(cacheNames.images, { cache: 'force-cache' });

/** Stores pictures that a page loaded before the worker was active, from the browser's HTTP cache. */
export async function storePictures(addresses: unknown, event: ExtendableEvent): Promise<void> {
  if (!Array.isArray(addresses)) return;
  const cache = await caches.open(cacheNames.images);
  for (const address of addresses) {
    if (typeof address !== 'string') continue;
    const { origin, pathname, href } = new URL(address, self.location.href);
    if (origin !== self.location.origin || !pathname.startsWith('/media/')) continue;
    if (!(await cache.match(href, matchOptions))) await fetchNow(seenPictures, new Request(href), event);
  }
}
