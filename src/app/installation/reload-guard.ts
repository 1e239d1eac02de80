// Reloading as a remedy, once: after a crash (marker in the address) and after a deployment that took away a chunk this
// page still names. Never without a network, where a reload could only lose what is on the screen.
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
 * Vite could not load a chunk: the server has a newer build. One reload per build fetches it, once the server was really
 * reached; without a network the screen says that its part is missing, and stays.
 */
export function reloadForMissingChunks(buildId: string): void {
  let underway = false;
  addEventListener('vite:preloadError', () => {
    if (underway || !navigator.onLine || sessionStorage.getItem(chunkFlag) === buildId) return;
    underway = true;
    const bring = async () => (await import('./service-worker-client.ts')).bringNewerVersion();
    reachServer().then(
      async () => {
        // A reload is answered by the worker: the newer one must be there first.
        await bring().catch(() => undefined);
        sessionStorage.setItem(chunkFlag, buildId);
        location.reload();
      },
      () => {
        underway = false;
      },
    );
  });
}

/** By a small picture, which needs no code that may be missing; a log-in page of someone else's network is none. */
function reachServer(): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const picture = new Image();
    picture.onload = resolve;
    picture.onerror = reject;
    picture.src = `/favicon.svg?${Date.now()}`;
  });
}
