// Reload guard: reloads once after a crash (marker in the address), and once after a deployment that removed a chunk of
// this page.
// Never without a network.
import { isRemovedFromServer } from '#api/files.ts';
import { tabStorage } from '#state/page/web-storage.ts';

const crashMarker = '#recharge';
const chunkFlag = 'etal.reloaded-for';
const settledAfterMs = 10_000;

/** True if the page is reloading; false if it was reloaded before, so that the crash screen is shown. */
export function reloadAfterCrash(): boolean {
  if (location.hash === crashMarker || !navigator.onLine) return false;
  history.replaceState(history.state, '', crashMarker);
  location.reload();
  return true;
}

/** After a stable period another reload is allowed. */
export function forgetCrashMarkerLater(): void {
  if (location.hash !== crashMarker) return;
  setTimeout(() => {
    if (location.hash === crashMarker) history.replaceState(history.state, '', location.pathname + location.search);
  }, settledAfterMs);
}

/**
 * Vite failed to load a chunk. One reload per build, and only if the server no longer has the chunk; after a network
 * failure the component retries, and input is kept. Offline, the screen reports the missing part.
 */
export function reloadForMissingChunks(buildId: string): void {
  let underway = false;
  addEventListener('vite:preloadError', async () => {
    if (underway || !navigator.onLine || tabStorage.get(chunkFlag) === buildId) return;
    underway = true;
    const gone = await isRemovedFromServer(import.meta.url).catch(() => false);
    underway = gone;
    if (!gone) return;
    // The worker answers the reload, so it has to be updated first.
    const bring = async () => (await import('./service-worker-client.ts')).bringNewerVersion();
    await bring().catch(() => undefined);
    // Without storage the page could reload forever.
    if (tabStorage.set(chunkFlag, buildId)) location.reload();
  });
}
