// Service worker: Workbox routes and strategies between the app and the network, with the market's rules as plugins.
// Guarantees: once installed, every navigation is answered from the device; nothing of a request that carried a token is ever
// stored, nor anything that our server did not write; calls with effects pass untouched; a new version takes over only whole,
// and only with the person's consent or when no page is open any more.
/// <reference lib="webworker" />
import { registerQuotaErrorCallback } from 'workbox-core';
import { Route, Router } from 'workbox-routing';
import { NetworkOnly } from 'workbox-strategies';
import { cacheNames } from '#db/cache-names.ts';
import { answerStrategy } from './answers.ts';
import { outboxTag, sendWaiting } from './background-sync.ts';
import { apiPrefix, keptCall } from './cached-endpoints.ts';
import { allowPrefetch, cachedHomePage, renewHomePage } from './home-page-cache.ts';
import { noteAnswer } from './network-status.ts';
import { offlineIndex } from './offline-bundle/contents.ts';
import { downloadBundle, offlineBundles, removeBundle, renewBundles, type Wanted } from './offline-bundle/download.ts';
import { forgetPushes, hearPushes } from './order-push.ts';
import { pageRoutes } from './pages.ts';
import { pictures, storePictures, tiles } from './pictures.ts';
import { buildId, cleanUp, fileRoutes, install, isBroken, repair } from './precache.ts';
import { prefetch, storeSeenAnswers } from './prefetch.ts';
import { respond, trustedNetwork } from './trusted-network.ts';
import { removeUntrusted } from './untrusted-entries.ts';
import { detached, releasable, released, releaseEvents } from './worker-events.ts';

declare const self: ServiceWorkerGlobalScope;

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

/** Between two looks at the files, milliseconds. */
const REPAIR_EVERY_MS = 5000;
/** A page that opens goes first, milliseconds. */
const AFTER_OPENING_MS = 2000;
let repairedAt = Number.NEGATIVE_INFINITY;

/** The app repairs itself if the browser, a person or an untrusted network has taken something away. */
async function repairApp(): Promise<void> {
  if (Date.now() - repairedAt < REPAIR_EVERY_MS) return;
  repairedAt = Date.now();
  if (isBroken()) await removeUntrusted();
  const isWhole = await repair();
  // A newer version brings its own files: the browser would look for it within a day.
  if (!isWhole) await self.registration.update().catch(() => undefined);
}

/** The network has answered: missing files can be fetched. */
const repairIfBroken = async (): Promise<void> => (isBroken() ? repairApp() : undefined);

const repairAfterOpening = (event: ExtendableEvent) =>
  event.waitUntil(new Promise((resolve) => setTimeout(resolve, AFTER_OPENING_MS)).then(repairApp));

/** Of a tile server anywhere: '…/12/2109/1405.png'. */
const tileAddress = /\/\d+\/\d+\/\d+(@\dx)?\.(png|jpe?g|webp)$/;
/** The page's own question whether the network is back. */
const health = new NetworkOnly({ plugins: [trustedNetwork()] });

/** What the device has. */
const fromDevice = new Router();
for (const route of [...fileRoutes, ...pageRoutes(repairAfterOpening)]) fromDevice.registerRoute(route);

/** What the network is asked for. */
const fromNetwork = new Router();
const networkRoutes = [
  new Route(
    ({ url, sameOrigin }) => !sameOrigin && tileAddress.test(url.pathname),
    ({ request, event }) => respond(tiles, request, event),
  ),
  new Route(
    ({ request, url, sameOrigin }) => sameOrigin && keptCall(request, url.pathname),
    ({ request, event, params }) => {
      const { calm } = params as { calm: boolean };
      const response = respond(answerStrategy(calm), request, event);
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
    ({ request, event }) => respond(pictures, request, event),
  ),
];
for (const route of networkRoutes) fromNetwork.registerRoute(route);

self.addEventListener('fetch', (event) => {
  const options = { request: event.request, event: releasable(event) };
  // Once a newer version takes over, the browser itself asks the network: this worker must come to rest.
  const response =
    fromDevice.handleRequest(options) ?? (released.aborted ? undefined : fromNetwork.handleRequest(options));
  if (response) event.respondWith(response);
});

// On a full device pictures go first: any of them can be fetched again.
registerQuotaErrorCallback(() => caches.delete(cacheNames.images));

self.addEventListener('install', (event) => event.waitUntil(install()));

self.addEventListener('activate', (event) => {
  // The first visit is served by the worker as soon as it is active.
  event.waitUntil(self.clients.claim());
  event.waitUntil(cleanUp(detached('activate')));
  // The activation waits for nothing that needs the network: pages of the new version open meanwhile.
  void renewHomePage(detached('activate'));
  repairApp().catch(() => undefined);
});

interface Message {
  type?: unknown;
  seen?: unknown;
  images?: unknown;
  spareData?: unknown;
  thing?: Wanted;
}

/** What a page has seen is stored, and what it needs next is fetched. Without a network it is tried at the next opening. */
async function prepareForOffline({ seen, images, spareData }: Message, event: ExtendableEvent): Promise<void> {
  const sparing = spareData === true;
  await allowPrefetch(!sparing);
  await storeSeenAnswers(seen);
  await repairApp();
  if (!(await cachedHomePage())) await renewHomePage(event);
  await prefetch(sparing, event);
  await storePictures(images, event);
  await renewBundles(sparing, event);
}

self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const message = (event.data ?? {}) as Message;
  const { type, thing } = message;
  const [port] = event.ports;
  const behind = releasable(event);
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  if (type === 'STAND_DOWN') releaseEvents();
  if (type === 'LEFT') event.waitUntil(forgetPushes().catch(() => undefined));
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

hearPushes();

self.addEventListener('sync', (event) => {
  const { tag } = event as SyncEvent;
  if (tag === outboxTag) releasable(event as SyncEvent).waitUntil(sendWaiting(buildId));
});
