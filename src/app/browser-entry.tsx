// Browser entry: hydrates a server-rendered page, or renders the cached shell from scratch.
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import type { CarriedView } from '#contract/wire/first-view.ts';
import { seedShell } from '#state/api/shell-links.ts';
import { captureInstallPrompt } from '#state/device/install-prompt.ts';
import { pageQueryClient, pageStore } from '#state/page/page-store.ts';
import { isCarriedView, seedQueryClient } from '#state/page/query-client.ts';
import { setPageSettings } from '#state/page/settings.ts';
import { StateProvider } from '#state/page/state-provider.tsx';
import { App } from './app.tsx';
import { captureTypedValues } from './early/taps.ts';
import { forgetCrashMarkerLater, reloadForMissingChunks } from './installation/reload-guard.ts';
import { installTrustedTypes } from './installation/trusted-types.ts';
import { onIdle } from './loading/idle.ts';
import { areas } from './router.tsx';
import { areaOf } from './routes.ts';
import { hasWaitingWrites, registerEngine, startEngine } from './start-engine.ts';
import { startInBackground } from './startup.ts';

declare const __BUILD_ID__: string;

/** The answers that a filled page carries; null in the shell. */
function carriedView(): CarriedView | null {
  const text = document.getElementById('first-view')?.textContent;
  if (!text) return null;
  const value: unknown = JSON.parse(text);
  return isCarriedView(value) ? value : null;
}

/**
 * Time of the embedded answers: the start of the navigation if the page came over the network, otherwise the time at
 * which the server rendered it, which may be long ago for a cached page.
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

/** Errors of hydration: the part is rendered again, and its boundary reports a second failure. */
function onRecoverableError(failure: unknown): void {
  const { cause } = failure as Error;
  if (cause) console.error(cause);
  else reportError(failure);
}

export async function startApp(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root element');
  installTrustedTypes();
  registerEngine();
  captureInstallPrompt();
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
  // A lazy area can be hydrated only with its code; without it the page is rendered from scratch.
  const area = view && areaOf(location.pathname);
  if (area) await areas[area].load().catch(() => undefined);
  captureTypedValues();
  if (view) hydrateRoot(root, tree, { onRecoverableError });
  else createRoot(root).render(tree);
  forgetCrashMarkerLater();
  // An earlier page was left during a write, which continues first.
  if (hasWaitingWrites()) startEngine().catch(console.error);
  onIdle(startInBackground);
}
