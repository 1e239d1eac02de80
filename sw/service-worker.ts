// Stands between the app and the network, as its service worker. Guarantees: once installed, every navigation is answered
// from the device; nothing of a request that carried a token is ever kept, nor anything that our server did not write; calls
// with effects pass untouched; a new version takes over only whole, and only with the person's consent or when no page is
// open any more.
/// <reference lib="webworker" />
import { outboxTag, sendWaiting } from './background-sync.ts';
import { apiPrefix, keptCall } from './kept-endpoints.ts';
import { giveLeave, keptHome, renewHome } from './kept-home.ts';
import { type Goal, lastResort, pastTheWorker } from './last-resort.ts';
import { ask, heardAnswer, patience } from './network.ts';
import { forgetPushes, hearPushes } from './order-push.ts';
import { picture } from './pictures.ts';
import { createPrecache, type Listed } from './precache.ts';
import { clearOutAnswers, keptThenNetwork, networkThenKept } from './runtime-caches.ts';
import { clearOut, keptFirst, partShelf, pictureShelf, tileShelf } from './shelves.ts';
import { clearOutTaken } from './taken-shelf.ts';
import { letGo, lookAfterTaken, takeAlong, takenThings, type Wanted } from './taking.ts';
import { keepImages, keepSeen, warm } from './warm.ts';
import { whatIsKept } from './what-is-kept.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: Listed[] };

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

const shellAddress = '/shell';
const manifest = self.__WB_MANIFEST;
/** The shell's revision is the build's name. */
const buildId = manifest.find(({ url }) => url === shellAddress)?.revision ?? 'development';
const precache = createPrecache(manifest, buildId);

/** Between two looks at what is kept, milliseconds. */
const lookAgainMs = 5000;
/** A page that opens goes first, milliseconds. */
const afterOpeningMs = 2000;
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
let lookedAt = Number.NEGATIVE_INFINITY;
let isWhole = true;
let areShelvesClear = false;

let standDown = () => {};
const stoodDown = new Promise<void>((resolve) => {
  standDown = resolve;
});

/** The worker lives on for it, but no newer one waits for it: each of these works begins again where it was cut off. */
function goOn(event: ExtendableEvent, work: Promise<unknown>): void {
  event.waitUntil(Promise.race([work, stoodDown]));
}

/** What earlier versions took from someone else, once in the life of a worker that has a reason to look. */
async function takeOutForeign(): Promise<void> {
  if (areShelvesClear) return;
  await clearOutAnswers();
  for (const shelf of [pictureShelf, tileShelf, partShelf]) await clearOut(shelf);
  await clearOutTaken();
  areShelvesClear = true;
}

/** The app mends itself where the browser, a person or a foreign network has taken something away. */
async function lookAfter(): Promise<void> {
  if (Date.now() - lookedAt < lookAgainMs) return;
  lookedAt = Date.now();
  if (!isWhole) await takeOutForeign();
  isWhole = await precache.mend();
  // A newer version brings its own: nobody has to wait for the hour at which it would be looked for.
  if (!isWhole) await self.registration.update().catch(() => undefined);
}

/** The network answers: what is known to be missing can be had. */
async function lookAfterIfBroken(): Promise<void> {
  if (!isWhole) await lookAfter();
}

/** Pages and files of the server itself: the payment sandbox, documents, what crawlers read. */
const notOurs = /^\/((api|media|paiement|assets|icons|screenshots)\/|robots\.txt$|sitemap(-\d+)?\.xml$)/;
/** Of a tile server anywhere: '…/12/2109/1405.png'. */
const tileAddress = /\/\d+\/\d+\/\d+(@\dx)?\.(png|jpe?g|webp)$/;

async function openPage(request: Request, url: URL, waitUntil: (work: Promise<unknown>) => void): Promise<Response> {
  if (url.pathname === '/') {
    waitUntil(renewHome(buildId).catch(() => null));
    const home = await keptHome(buildId);
    if (home) return home;
  }
  const shell = await precache.kept(shellAddress);
  if (shell) return shell;
  isWhole = false;
  return ask(request, { bodyMs: Number.POSITIVE_INFINITY }).catch((failure: unknown) => lastResort('market', failure));
}

/** It passes as it is, once; only where the network gives nothing of ours a page says so. */
async function openElsewhere(request: Request, { pathname }: URL): Promise<Response> {
  const payment: Goal = request.method === 'GET' ? 'payment' : 'payment-sent';
  const goal = pathname.startsWith('/paiement/') ? payment : 'document';
  const limitMs = request.method === 'GET' ? undefined : 30_000;
  return ask(request, { limitMs, bodyMs: Number.POSITIVE_INFINITY }).catch((failure: unknown) =>
    lastResort(goal, failure),
  );
}

function navigate(event: FetchEvent, url: URL): Promise<Response> | null {
  const { request } = event;
  if (url.pathname.startsWith(`${apiPrefix}/`) || url.pathname + url.search === pastTheWorker) return null;
  if (notOurs.test(url.pathname)) return openElsewhere(request, url);
  if (request.method !== 'GET') return null;
  goOn(event, sleep(afterOpeningMs).then(lookAfter));
  return openPage(request, url, (work) => goOn(event, work));
}

function answerCall(event: FetchEvent, calm: boolean): Promise<Response> {
  const { request } = event;
  const turn = {
    request,
    waitUntil: (work: Promise<unknown>) => goOn(event, work),
    fetch: async (wanted: Request) => {
      const response = await ask(wanted, { cache: 'no-cache', redirect: 'error' });
      goOn(event, lookAfterIfBroken());
      return response;
    },
    now: () => Date.now(),
    wait: (ms: number) => sleep(Math.min(ms, patience(Date.now()))),
  };
  return calm ? keptThenNetwork(turn) : networkThenKept(turn);
}

/** The page's own question whether the network is back: its answer ends the worker's belief that it is silent. */
async function answerHealth(event: FetchEvent): Promise<Response> {
  const response = await ask(event.request);
  goOn(event, lookAfterIfBroken());
  return response;
}

/** Null leaves a request to the browser. */
function answerTo(event: FetchEvent): Promise<Response> | null {
  const { request } = event;
  const url = new URL(request.url);
  const isRead = request.method === 'GET';
  if (url.origin !== self.location.origin) {
    return isRead && tileAddress.test(url.pathname) ? keptFirst(tileShelf, request) : null;
  }
  if (isRead && precache.lists(url)) return precache.file(url.pathname);
  if (request.mode === 'navigate') return navigate(event, url);
  if (!isRead) return null;
  const call = keptCall(request, url.pathname);
  if (call) return answerCall(event, call.calm);
  if (url.pathname === `${apiPrefix}/health`) return answerHealth(event);
  if (url.pathname.startsWith('/media/') && request.destination === 'image') {
    return picture({ request, now: () => Date.now(), wait: sleep });
  }
  return url.pathname.startsWith('/assets/') ? keptFirst(partShelf, request) : null;
}

self.addEventListener('fetch', (event) => {
  const answer = answerTo(event);
  if (answer) event.respondWith(answer);
});

self.addEventListener('install', (event) => event.waitUntil(precache.install()));

self.addEventListener('activate', (event) => {
  // The first visit is served by the worker as soon as it is there.
  event.waitUntil(self.clients.claim());
  event.waitUntil(precache.tidy());
  // Nobody waits for these: the first pages of a new version open meanwhile, on a line that is held up, too.
  renewHome(buildId).catch(() => null);
  takeOutForeign()
    .then(lookAfter)
    .catch(() => undefined);
});

interface Message {
  type?: unknown;
  seen?: unknown;
  images?: unknown;
  spareData?: unknown;
  thing?: Wanted;
}

self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const { type, seen, images, spareData, thing } = (event.data ?? {}) as Message;
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  if (type === 'STAND_DOWN') standDown();
  if (type === 'LEFT') event.waitUntil(forgetPushes().catch(() => undefined));
  if (type === 'REACHED') {
    heardAnswer();
    event.ports[0]?.postMessage(true);
  }
  if (type === 'WHAT_IS_KEPT') {
    const [port] = event.ports;
    event.waitUntil(whatIsKept().then((kept) => port?.postMessage(kept)));
  }
  if (type === 'TAKEN') event.waitUntil(takenThings().then((things) => event.ports[0]?.postMessage(things)));
  if (type === 'TAKE' && thing) goOn(event, takeAlong(thing));
  if (type === 'LET_GO' && thing) event.waitUntil(letGo(thing));
  if (type !== 'KEEP') return;
  // Ahead of its use, and never at the cost of anything: without a network it is tried at the next opening.
  const work = async () => {
    const sparing = spareData === true;
    await giveLeave(!sparing);
    await keepSeen(seen);
    await lookAfter();
    if (!(await keptHome(buildId))) await renewHome(buildId);
    await warm(Date.now(), sparing);
    await keepImages(images);
    await lookAfterTaken(sparing);
  };
  goOn(
    event,
    work().catch(() => undefined),
  );
});

hearPushes();

self.addEventListener('sync', (event) => {
  const { tag } = event as SyncEvent;
  if (tag === outboxTag) goOn(event as SyncEvent, sendWaiting(buildId));
});
