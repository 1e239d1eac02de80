// The page's side of the service worker: registration after the first paint, and the update with consent. The waiting
// worker takes over only on the person's word, or when no page is open any more.
// Guarantees: the page that consents reloads once, with everything typed kept; other tabs are told and stay as they are.
import { dataSaverAtom, fetchesAhead, picturesToKeep } from '#state/device/data-saver.ts';
import { pageQueryClient, pageStore } from '#state/page/page-store.ts';
import { answersSeen } from '#state/page/query-client.ts';
import { tabStorage } from '#state/page/web-storage.ts';

const checkEveryMs = 60 * 60_000;
/** Coming back to the page looks for a new version, this often at most. */
const lookAgainMs = 5 * 60_000;
/** 'Plus tard' holds for this tab until the next day of work. */
const laterForMs = 8 * 60 * 60_000;
/** Otherwise it is said to be there all the same, milliseconds. */
const takeOverWithinMs = 5000;
/** A version that takes longer to arrive is not waited for when it is needed at once, milliseconds. */
const newerWithinMs = 8000;
/** For the older worker to come to rest, milliseconds. */
const standDownMs = 500;
/** Between two attempts to install where the first was not whole, milliseconds. */
const tryAgainEveryMs = 60_000;
const laterKey = 'etal.update-later';

/** ready: on the device, waits for consent. taken: another tab has consented, this one is still the old version. */
export type Update = 'none' | 'ready' | 'taken';

let registration: ServiceWorkerRegistration | undefined;
let update: Update = 'none';
let applying = false;
const listeners = new Set<() => void>();

function setUpdate(value: Update): void {
  update = value;
  for (const listener of listeners) listener();
}

export const currentUpdate = () => update;
export function subscribeToUpdates(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function isPutOff(): boolean {
  return Date.now() - Number(tabStorage.get(laterKey) ?? 0) < laterForMs;
}

/** Resolves when the worker serves this page, or will not. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  const { Workbox } = await import('workbox-window');
  const worker = new Workbox('/service-worker.js');
  worker.addEventListener('waiting', () => {
    if (!isPutOff()) setUpdate('ready');
  });
  followController();
  // Refused in some private modes: the market then works without keeping its pages.
  registration = await worker.register().catch(() => undefined);
  if (!registration) return;
  lookForUpdates(registration);
  tryAgainOnReturn(registration);
  await handOver();
  // The person chooses otherwise: the worker goes by it from now on.
  pageStore.sub(dataSaverAtom, handOver);
}

/** A first installation that could not be whole (a portal, a network that went) is begun again while the page is open. */
function tryAgainOnReturn(registered: ServiceWorkerRegistration): void {
  const again = () => {
    if (registered.active || registered.waiting || registered.installing) return;
    navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);
  };
  const timer = setInterval(() => (registered.active ? clearInterval(timer) : again()), tryAgainEveryMs);
  addEventListener('online', again);
}

function followController(): void {
  // The very first worker takes over the page it was installed by: nothing has changed then.
  let isFirst = navigator.serviceWorker.controller === null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (applying) location.reload();
    else if (!isFirst) setUpdate('taken');
    isFirst = false;
  });
}

/** An installed app can stay open for days: it looks for a new version each hour, and when it comes back into view. */
function lookForUpdates(registered: ServiceWorkerRegistration): void {
  let lookedAt = Date.now();
  const look = () => {
    lookedAt = Date.now();
    registered.update().catch(() => {
      // Without a network there is nothing newer to find.
    });
  };
  setInterval(look, checkEveryMs);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - lookedAt >= lookAgainMs) look();
  });
}

/** The first worker of a device takes over the pages that are open, a moment after it is active. */
function controlled(): Promise<void> {
  if (navigator.serviceWorker.controller) return Promise.resolve();
  return new Promise((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
    setTimeout(resolve, takeOverWithinMs);
  });
}

/** What this page received before a worker was there: its answers and pictures are kept for a visit without a network. */
async function handOver(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  await controlled();
  const images = picturesToKeep(document.images);
  active?.postMessage({ type: 'KEEP', seen: answersSeen(pageQueryClient), images, spareData: !fetchesAhead() });
}

/** Once nothing can be lost by it: the new worker takes over, and this page reloads. */
export async function applyUpdate(): Promise<void> {
  const { safeToReload } = await import('#engine/safe-reload.ts');
  await safeToReload();
  if (update === 'taken' || !registration?.waiting) return location.reload();
  applying = true;
  takeOver(registration.waiting);
}

/**
 * The browser puts it off for as long as the older worker is busy, minutes on a slow line: that one stands down first. What
 * pages ask again because of it comes before the older one is stopped: it would start it anew, and it is stopped only once.
 */
function takeOver(newer: ServiceWorker): void {
  registration?.active?.postMessage({ type: 'STAND_DOWN' });
  setTimeout(() => newer.postMessage({ type: 'SKIP_WAITING' }), standDownMs);
}

/** For a page that cannot go on without it: the newer version is fetched and takes over. */
export async function bringNewerVersion(): Promise<void> {
  await registration?.update();
  const newer = registration?.installing ?? registration?.waiting;
  if (!newer) return;
  await new Promise<void>((resolve) => {
    const take = () => newer.state === 'installed' && takeOver(newer);
    newer.addEventListener('statechange', take);
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve());
    setTimeout(resolve, newerWithinMs);
    take();
  });
}

export function putOffUpdate(): void {
  tabStorage.set(laterKey, String(Date.now()));
  setUpdate('none');
}
