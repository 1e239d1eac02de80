// The page's side of the service worker: registration after the first paint, and the update with consent. The waiting
// worker takes over only on the person's word, and the page then reloads once.
import type { Workbox } from 'workbox-window';

const checkEveryMs = 60 * 60_000;

let worker: Workbox | null = null;
let waiting = false;
const listeners = new Set<() => void>();

function setWaiting(value: boolean): void {
  waiting = value;
  for (const listener of listeners) listener();
}

export const updateWaits = () => waiting;
export function subscribeToUpdates(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  const { Workbox } = await import('workbox-window');
  worker = new Workbox('/service-worker.js');
  worker.addEventListener('waiting', () => setWaiting(true));
  // Refused in some private modes: the market then works without keeping its pages.
  const registration = await worker.register().catch(() => undefined);
  if (!registration) return;
  void handOver();
  // An installed app can stay open for days: it looks for a new version when it comes back into view.
  let checkedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < checkEveryMs) return;
    checkedAt = Date.now();
    registration.update().catch(() => {
      // Without a network there is nothing newer to find.
    });
  });
}

/** What this page received before a worker was there: its answers and pictures are kept for a visit without a network. */
async function handOver(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  const view: unknown = JSON.parse(document.getElementById('first-view')?.textContent || 'null');
  const images = [...document.images]
    .map(({ currentSrc }) => currentSrc)
    .filter((address) => address.includes('/media/'));
  active?.postMessage({ type: 'KEEP', view, images });
}

export function applyUpdate(): void {
  worker?.addEventListener('controlling', () => location.reload());
  worker?.messageSkipWaiting();
}

export const dismissUpdate = () => setWaiting(false);
