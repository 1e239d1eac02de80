// Draws the app in the browser: over the page the server filled, or from nothing in the shell.
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import type { CarriedView } from '#contract/wire/first-view.ts';
import { seedShell } from '#state/api/shell-links.ts';
import { pageQueryClient, pageStore } from '#state/page/page-store.ts';
import { isCarriedView, seedQueryClient } from '#state/page/query-client.ts';
import { setPageSettings } from '#state/page/settings.ts';
import { StateProvider } from '#state/page/state-provider.tsx';
import { App } from './app.tsx';
import { noteTyped } from './early/taps.ts';
import { forgetCrashMarkerLater, reloadForMissingChunks } from './installation/reload-guard.ts';
import { installTrustedTypes } from './installation/trusted-types.ts';
import { onIdle } from './loading/idle.ts';
import { areas } from './router.tsx';
import { areaOf } from './routes.ts';
import { joinEngine, startEngine, writesWait } from './start-engine.ts';
import { startBehindTheScenes } from './startup.ts';

declare const __BUILD_ID__: string;

/** The answers that a filled page carries; null in the shell. */
function carriedView(): CarriedView | null {
  const text = document.getElementById('first-view')?.textContent;
  if (!text) return null;
  const value: unknown = JSON.parse(text);
  return isCarriedView(value) ? value : null;
}

/**
 * When the server stood by what the page carries: now, if it came over the network this minute (the server is asked each
 * time); else when it was made, which may be long ago on a page kept by the device.
 */
function givenAt(view: CarriedView): number {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isFresh = navigation?.workerStart === 0 && navigation.type !== 'back_forward';
  return isFresh ? Math.round(performance.timeOrigin) : Math.min(view.at, Date.now());
}

function keysOf(text: string | undefined): (JsonWebKey | string)[] {
  const keys: unknown = text ? JSON.parse(text) : [];
  return Array.isArray(keys) ? keys : [];
}

/** What a part threw while it was taken over: it is drawn anew, and its boundary tells if that fails, too. */
function onRecoverableError(failure: unknown): void {
  const { cause } = failure as Error;
  if (cause) console.error(cause);
  else reportError(failure);
}

export async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root element');
  installTrustedTypes();
  joinEngine();
  reloadForMissingChunks(__BUILD_ID__);
  setPageSettings({
    apiEndpoint: root.dataset.apiEndpoint || '/api',
    jwtKeys: keysOf(root.dataset.jwtKeys),
    buildId: __BUILD_ID__,
  });

  const view = carriedView();
  if (view) {
    seedQueryClient(pageQueryClient, { ...view, at: givenAt(view) });
    seedShell(pageStore, view);
  }
  const tree = (
    <StrictMode>
      <BrowserRouter>
        <StateProvider queryClient={pageQueryClient} store={pageStore}>
          <App />
        </StateProvider>
      </BrowserRouter>
    </StrictMode>
  );
  // What the server drew of a lazy area is taken over once its code is there; without it the page is drawn anew.
  const area = view && areaOf(location.pathname);
  if (area) await areas[area].load().catch(() => undefined);
  noteTyped();
  if (view) hydrateRoot(root, tree, { onRecoverableError });
  else createRoot(root).render(tree);
  forgetCrashMarkerLater();
  // A page left in the middle of a change: it goes on before anything else.
  if (writesWait()) startEngine().catch(console.error);
  onIdle(startBehindTheScenes);
}
