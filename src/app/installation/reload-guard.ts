// Reloading as a remedy, once: after a crash (marker in the address) and after a deployment that took away a chunk this
// page still names. Never without a network, where a reload could only lose what is on the screen.
import { isGone } from '#api/files.ts';
import { tabStorage } from '#state/page/web-storage.ts';

const crashMarker = '#recharge';
const chunkFlag = 'etal.reloaded-for';
const settledAfterMs = 10_000;

/** True when the page is being reloaded; false when it already was, and the crash screen is due. */
export function reloadAfterCrash(): boolean {
  if (location.hash === crashMarker || !navigator.onLine) return false;
  history.replaceState(history.state, '', crashMarker);
  location.reload();
  return true;
}

/** A page that stands well for a while has earned its next reload. */
export function forgetCrashMarkerLater(): void {
  if (location.hash !== crashMarker) return;
  setTimeout(() => {
    if (location.hash === crashMarker) history.replaceState(history.state, '', location.pathname + location.search);
  }, settledAfterMs);
}

/**
 * Vite could not load a chunk. One reload per build fetches the newer one, where the server has this one no more; what a weak
 * network has lost is asked for again where it was wanted, and what is typed stays. Without a network the screen says that its
 * part is missing.
 */
export function reloadForMissingChunks(buildId: string): void {
  let underway = false;
  addEventListener('vite:preloadError', async () => {
    if (underway || !navigator.onLine || tabStorage.get(chunkFlag) === buildId) return;
    underway = true;
    const gone = await isGone(import.meta.url).catch(() => false);
    underway = gone;
    if (!gone) return;
    // A reload is answered by the worker: the newer one must be there first.
    const bring = async () => (await import('./service-worker-client.ts')).bringNewerVersion();
    await bring().catch(() => undefined);
    // Where nothing tells the next page that this was tried, it could go on for ever.
    if (tabStorage.set(chunkFlag, buildId)) location.reload();
  });
}
