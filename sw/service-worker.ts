// Service worker: Workbox routes and strategies between the app and the network.
// Guarantees: after installation every navigation works offline; responses to requests with a token, and untrusted
// ones, are never stored; calls with effects pass untouched; a new version takes over only when complete, and with
// consent or without open pages.
/// <reference lib="webworker" />
import { registerQuotaErrorCallback } from 'workbox-core';
import { Route, Router } from 'workbox-routing';
import { NetworkOnly } from 'workbox-strategies';
import { cacheNames } from '#db/cache-names.ts';
import { answerStrategy } from './answers.ts';
import { outboxTag, sendWaiting } from './background-sync.ts';
import { apiPrefix, cachedCallOf } from './cached-endpoints.ts';
import { allowPrefetch, cachedHomePage, renewHomePage } from './home-page-cache.ts';
import { noteAnswer } from './network-status.ts';
import { offlineIndex } from './offline-bundle/contents.ts';
import {
  type BundleToDownload,
  downloadBundle,
  offlineBundles,
  removeBundle,
  renewBundles,
} from './offline-bundle/download.ts';
import { clearPushes, listenForPushes } from './order-push.ts';
import { pageRoutes } from './pages.ts';
import { pictureStrategy, storePictures, tileStrategy } from './pictures.ts';
import { buildId, cleanUpPrecache, fileRoutes, installPrecache, isPrecacheBroken, repairPrecache } from './precache.ts';
import { prefetchForOffline, storeSeenAnswers } from './prefetch.ts';
import { respondFrom, trustedNetwork } from './trusted-network.ts';
import { removeUntrusted } from './untrusted-entries.ts';
import { detachedEvent, releasableEvent, releaseEvents, releaseSignal } from './worker-events.ts';

declare const self: ServiceWorkerGlobalScope;

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

/** Interval of repairs, milliseconds. */
const REPAIR_EVERY_MS = 5000;
/** Delay after a navigation, milliseconds. */
const AFTER_OPENING_MS = 2000;
let repairedAt = Number.NEGATIVE_INFINITY;

/** Restores files that the browser, the user or an untrusted network has removed. */
async function repairApp(): Promise<void> {
  if (Date.now() - repairedAt < REPAIR_EVERY_MS) return;
  repairedAt = Date.now();
  if (isPrecacheBroken()) await removeUntrusted();
  const isWhole = await repairPrecache();
  // A newer version brings its own files; the browser itself would check only once a day.
  if (!isWhole) await self.registration.update().catch(() => undefined);
}

/** The network has answered: missing files can be fetched. */
const repairIfBroken = async (): Promise<void> => (isPrecacheBroken() ? repairApp() : undefined);

const repairAfterOpening = (event: ExtendableEvent) =>
  event.waitUntil(new Promise((resolve) => setTimeout(resolve, AFTER_OPENING_MS)).then(repairApp));

/** A map tile of any host: '…/12/2109/1405.png'. */
const tileAddress = /\/\d+\/\d+\/\d+(@\dx)?\.(png|jpe?g|webp)$/;
/** The page's own question whether the network is back. */
const health = new NetworkOnly({ plugins: [trustedNetwork()] });

/** Routes answered from the cache. */
const fromDevice = new Router();
for (const route of [...fileRoutes, ...pageRoutes(repairAfterOpening)]) fromDevice.registerRoute(route);

/** Routes answered from the network. */
const fromNetwork = new Router();
const networkRoutes = [
  new Route(
    ({ url, sameOrigin }) => !sameOrigin && tileAddress.test(url.pathname),
    ({ request, event }) => respondFrom(tileStrategy, request, event),
  ),
  new Route(
    ({ request, url, sameOrigin }) => sameOrigin && cachedCallOf(request, url.pathname),
    ({ request, event, params }) => {
      const { calm } = params as { calm: boolean };
      const response = respondFrom(answerStrategy(calm), request, event);
      event.waitUntil(response.then(repairIfBroken, () => undefined));
      return response;
    },
  ),
  new Route(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === `${apiPrefix}/health`,
    async ({ request, event }) => {
      const response = await health.handle({ request, event });
      event.waitUntil(repairIfBroken());
      return response;
    },
  ),
  new Route(
    ({ request, url, sameOrigin }) =>
      sameOrigin && url.pathname.startsWith('/media/') && request.destination === 'image',
    ({ request, event }) => respondFrom(pictureStrategy, request, event),
  ),
];
for (const route of networkRoutes) fromNetwork.registerRoute(route);

self.addEventListener('fetch', (event) => {
  const options = { request: event.request, event: releasableEvent(event) };
  // During a takeover requests go to the browser directly, so that this worker becomes idle.
  const response =
    fromDevice.handleRequest(options) ?? (releaseSignal.aborted ? undefined : fromNetwork.handleRequest(options));
  if (response) event.respondWith(response);
});

// On a full device pictures are deleted first, since they can be fetched again.
registerQuotaErrorCallback(() => caches.delete(cacheNames.images));

self.addEventListener('install', (event) => event.waitUntil(installPrecache()));

self.addEventListener('activate', (event) => {
  // Controls the page of the first visit.
  event.waitUntil(self.clients.claim());
  event.waitUntil(cleanUpPrecache(detachedEvent('activate')));
  // The activation waits for nothing that needs the network: pages of the new version open meanwhile.
  void renewHomePage(detachedEvent('activate'));
  repairApp().catch(() => undefined);
});

interface Message {
  type?: unknown;
  seen?: unknown;
  images?: unknown;
  spareData?: unknown;
  thing?: BundleToDownload;
}

/** Stores what the page has received, then prefetches. Offline it is repeated at the next start. */
async function prepareForOffline({ seen, images, spareData }: Message, event: ExtendableEvent): Promise<void> {
  const sparing = spareData === true;
  await allowPrefetch(!sparing);
  await storeSeenAnswers(seen);
  await repairApp();
  if (!(await cachedHomePage())) await renewHomePage(event);
  await prefetchForOffline(sparing, event);
  await storePictures(images, event);
  await renewBundles(sparing, event);
}

self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const message = (event.data ?? {}) as Message;
  const { type, thing } = message;
  const [port] = event.ports;
  const behind = releasableEvent(event);
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  if (type === 'STAND_DOWN') releaseEvents();
  if (type === 'LEFT') event.waitUntil(clearPushes().catch(() => undefined));
  if (type === 'REACHED') {
    noteAnswer();
    port?.postMessage(true);
  }
  if (type === 'WHAT_IS_KEPT') event.waitUntil(offlineIndex().then((index) => port?.postMessage(index)));
  if (type === 'TAKEN') event.waitUntil(offlineBundles().then((bundles) => port?.postMessage(bundles)));
  if (type === 'TAKE' && thing) behind.waitUntil(downloadBundle(thing, behind));
  if (type === 'LET_GO' && thing) event.waitUntil(removeBundle(thing));
  if (type === 'KEEP') behind.waitUntil(prepareForOffline(message, behind).catch(() => undefined));
});

listenForPushes();

self.addEventListener('sync', (event) => {
  const { tag } = event as SyncEvent;
  if (tag === outboxTag) releasableEvent(event as SyncEvent).waitUntil(sendWaiting(buildId));
});
