/// <reference lib="webworker" />
// The worker between the app and the network. Guarantees: once installed, every navigation is answered from the device;
// nothing of a request that carried a token is ever kept; calls with effects pass untouched; a new version takes over only
// with the person's consent or when no page is open any more.

import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { ExpirationPlugin } from 'workbox-expiration';
import {
  addPlugins,
  cleanupOutdatedCaches,
  matchPrecache,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { outboxTag, sendWaiting } from './background-sync.ts';
import { apiPrefix, keptCall } from './kept-endpoints.ts';
import { keptHome, renewHome } from './kept-home.ts';
import { answerLimit, ask, patience } from './network.ts';
import { picture } from './pictures.ts';
import { cacheNames, keptThenNetwork, networkThenKept } from './runtime-caches.ts';
import { silentPage } from './silent-page.ts';
import { keepImages, keepSeen, warm } from './warm.ts';
import { whatIsKept } from './what-is-kept.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | PrecacheEntry)[] };

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

const shellAddress = '/shell';
const manifest = self.__WB_MANIFEST;
const shellEntry = manifest.find((entry) => typeof entry === 'object' && entry.url === shellAddress);
/** The shell's revision is the build's name. */
const buildId = (typeof shellEntry === 'object' && shellEntry.revision) || 'development';

/** For one file of the installation, milliseconds: one that hangs fails it, and the next attempt goes on from there. */
const fileLimitMs = 60_000;
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const limited = (request: Request, ms: number) => new Request(request, { signal: AbortSignal.timeout(ms) });

addPlugins([{ requestWillFetch: async ({ request }) => limited(request, fileLimitMs) }]);
precacheAndRoute(manifest);
cleanupOutdatedCaches();

/** Pages of the server itself: the payment sandbox, files, the API, what crawlers read. */
const notOurs = /^\/((api|media|paiement|assets|icons|screenshots)\/|robots\.txt$|sitemap(-\d+)?\.xml$)/;

registerRoute(
  ({ request, url }) =>
    request.mode === 'navigate' && url.origin === self.location.origin && !notOurs.test(url.pathname),
  async ({ url, event, request }) => {
    if (url.pathname === '/') {
      (event as ExtendableEvent).waitUntil(renewHome(buildId).catch(() => null));
      const home = await keptHome(buildId);
      if (home) return home;
    }
    return (await matchPrecache(shellAddress)) ?? ask(request).catch(silentPage);
  },
);

registerRoute(
  ({ request, url }) => url.origin === self.location.origin && keptCall(request, url.pathname) !== null,
  async ({ request, url, event }) => {
    const turn = {
      request,
      waitUntil: (work: Promise<unknown>) => (event as ExtendableEvent).waitUntil(work),
      fetch: (wanted: Request) => ask(wanted),
      now: () => Date.now(),
      wait: (ms: number) => sleep(Math.min(ms, patience(Date.now()))),
    };
    return keptCall(request, url.pathname)?.calm ? keptThenNetwork(turn) : networkThenKept(turn);
  },
);

// The page's own question whether the network is back: its answer ends the worker's belief that it is silent.
registerRoute(
  ({ url }) => url.origin === self.location.origin && url.pathname === `${apiPrefix}/health`,
  ({ request }) => ask(request),
);

const pictures = new CacheFirst({
  cacheName: cacheNames.images,
  plugins: [
    answerLimit,
    new CacheableResponsePlugin({ statuses: [200] }),
    new ExpirationPlugin({ maxEntries: 200, purgeOnQuotaError: true }),
  ],
});

registerRoute(
  ({ request, url }) =>
    url.origin === self.location.origin && url.pathname.startsWith('/media/') && request.destination === 'image',
  ({ request, event }) =>
    picture({ request, usual: () => pictures.handle({ request, event }), now: () => Date.now(), wait: sleep }),
);

/** Of a tile server anywhere: '…/12/2109/1405.png'. */
const tileAddress = /\/\d+\/\d+\/\d+(@\dx)?\.(png|jpe?g|webp)$/;
const twoWeeksSeconds = 14 * 24 * 3600;

// The ground of maps that were looked at: shown again without a network, and not fetched twice.
registerRoute(
  ({ url }) => url.origin !== self.location.origin && tileAddress.test(url.pathname),
  new CacheFirst({
    cacheName: cacheNames.tiles,
    plugins: [
      answerLimit,
      new CacheableResponsePlugin({ statuses: [200] }),
      new ExpirationPlugin({ maxEntries: 300, maxAgeSeconds: twoWeeksSeconds, purgeOnQuotaError: true }),
    ],
  }),
);

// Chunks left out of the precache (the map, the carousel): kept once they were used. Their names carry their hash.
registerRoute(
  ({ url }) => url.origin === self.location.origin && url.pathname.startsWith('/assets/'),
  new CacheFirst({
    cacheName: cacheNames.assets,
    plugins: [
      answerLimit,
      new CacheableResponsePlugin({ statuses: [200] }),
      new ExpirationPlugin({ maxEntries: 60, purgeOnQuotaError: true }),
    ],
  }),
);

self.addEventListener('activate', (event) => {
  // The first visit is served by the worker as soon as it is there.
  event.waitUntil(self.clients.claim());
  const { connection } = self.navigator as { connection?: { saveData?: boolean } };
  if (!connection?.saveData) event.waitUntil(renewHome(buildId).catch(() => null));
});

interface Message {
  type?: unknown;
  seen?: unknown;
  images?: unknown;
  spareData?: unknown;
}

self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const { type, seen, images, spareData } = (event.data ?? {}) as Message;
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  if (type === 'WHAT_IS_KEPT') {
    const [port] = event.ports;
    event.waitUntil(whatIsKept().then((kept) => port?.postMessage(kept)));
  }
  if (type !== 'KEEP') return;
  // Ahead of its use, and never at the cost of anything: without a network it is tried at the next opening.
  const work = async () => {
    const sparing = spareData === true;
    await keepSeen(seen);
    if (!sparing && !(await keptHome(buildId))) await renewHome(buildId);
    await warm(Date.now(), sparing);
    await keepImages(images);
  };
  event.waitUntil(work().catch(() => undefined));
});

self.addEventListener('sync', (event) => {
  const { tag } = event as SyncEvent;
  if (tag === outboxTag) (event as SyncEvent).waitUntil(sendWaiting(buildId));
});
