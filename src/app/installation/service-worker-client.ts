// Service worker client: registration after the first paint, and updates with consent. A waiting worker takes over only
// when the user agrees, or without open pages.
// Guarantees: the consenting page reloads once, with all input kept; other tabs only show a message.
import { dataSaverAtom, isPrefetchAllowed, picturesToCache } from '#state/device/data-saver.ts';
import { pageQueryClient, pageStore } from '#state/page/page-store.ts';
import { seenAnswers } from '#state/page/query-client.ts';
import { tabStorage } from '#state/page/web-storage.ts';

const checkEveryMs = 60 * 60_000;
/** Minimum interval of update checks on return to the page. */
const lookAgainMs = 5 * 60_000;
/** 'Plus tard' postpones the update in this tab, milliseconds. */
const laterForMs = 8 * 60 * 60_000;
/** Time limit for the first worker to control the page, milliseconds. */
const takeOverTimeoutMs = 5000;
/** Time limit for an update that is needed at once, milliseconds. */
const updateTimeoutMs = 8000;
/** Delay for the older worker to become idle, milliseconds. */
const standDownMs = 500;
/** Between two attempts to install where the first was not whole, milliseconds. */
const tryAgainEveryMs = 60_000;
const laterKey = 'etal.update-later';

/** ready: installed, waits for consent. taken: another tab has consented; this one still runs the old version. */
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
  // Refused in some private modes; the app then works without offline pages.
  registration = await worker.register().catch(() => undefined);
  if (!registration) return;
  lookForUpdates(registration);
  tryAgainOnReturn(registration);
  await sendSeenAnswers();
  // Tells the worker about a changed setting.
  pageStore.sub(dataSaverAtom, sendSeenAnswers);
}

/** Retries an incomplete first installation (portal, lost network) while the page is open. */
function tryAgainOnReturn(registered: ServiceWorkerRegistration): void {
  const again = () => {
    if (registered.active || registered.waiting || registered.installing) return;
    navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);
  };
  const timer = setInterval(() => (registered.active ? clearInterval(timer) : again()), tryAgainEveryMs);
  addEventListener('online', again);
}

function followController(): void {
  // The first worker of a device is no update.
  let isFirst = navigator.serviceWorker.controller === null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (applying) location.reload();
    else if (!isFirst) setUpdate('taken');
    isFirst = false;
  });
}

/** Checks for updates every hour, and when a long-open app becomes visible. */
function lookForUpdates(registered: ServiceWorkerRegistration): void {
  let lookedAt = Date.now();
  const look = () => {
    lookedAt = Date.now();
    registered.update().catch(() => {
      // Without a network there is no update.
    });
  };
  setInterval(look, checkEveryMs);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - lookedAt >= lookAgainMs) look();
  });
}

/** Resolves when the first worker controls this page, shortly after its activation. */
function controlled(): Promise<void> {
  if (navigator.serviceWorker.controller) return Promise.resolve();
  return new Promise((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
    setTimeout(resolve, takeOverTimeoutMs);
  });
}

/** Sends answers and pictures that were loaded before the worker was active, for offline use. */
async function sendSeenAnswers(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  await controlled();
  const images = picturesToCache(document.images);
  active?.postMessage({ type: 'KEEP', seen: seenAnswers(pageQueryClient), images, spareData: !isPrefetchAllowed() });
}

/** Activates the new worker and reloads, after pending input is stored. */
export async function applyUpdate(): Promise<void> {
  const { waitUntilReloadIsSafe } = await import('#engine/safe-reload.ts');
  await waitUntilReloadIsSafe();
  if (update === 'taken' || !registration?.waiting) return location.reload();
  applying = true;
  takeOver(registration.waiting);
}

/**
 * The browser delays the activation while the older worker is busy, minutes on a slow connection, so that worker
 * releases its events first. The delay lets requests repeated by pages finish; otherwise they would restart the old
 * worker.
 */
function takeOver(newer: ServiceWorker): void {
  registration?.active?.postMessage({ type: 'STAND_DOWN' });
  setTimeout(() => newer.postMessage({ type: 'SKIP_WAITING' }), standDownMs);
}

/** For a page that cannot continue: fetches and activates the newer version. */
export async function bringNewerVersion(): Promise<void> {
  await registration?.update();
  const newer = registration?.installing ?? registration?.waiting;
  if (!newer) return;
  await new Promise<void>((resolve) => {
    const take = () => newer.state === 'installed' && takeOver(newer);
    newer.addEventListener('statechange', take);
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve());
    setTimeout(resolve, updateTimeoutMs);
    take();
  });
}

export function putOffUpdate(): void {
  tabStorage.set(laterKey, String(Date.now()));
  setUpdate('none');
}
