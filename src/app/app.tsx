// Root component of the app, under the router and the state; the same on the server and in the browser.
import { useEffect, useMemo } from 'react';
import { useSiteOrigin } from '#state/api/shell-links.ts';
import { readDataSaver, setDataSaver, useDataSaver } from '#state/device/data-saver.ts';
import { followDeviceConnectivity, useConnectivity } from '#state/page/connectivity.ts';
import { restoreRemembered } from '#state/page/last-known.ts';
import { FavouritesContext } from '#ui/catalogue/favourites-context.ts';
import { AppContext } from '#ui/loading/app-context.tsx';
import { SiteOrigin } from '#ui/text/page-meta.tsx';
import { replayEarlyTaps } from './early/taps.ts';
import { LazyOfflinePage } from './offline-page/lazy-offline-page.tsx';
import { AppRoutes } from './router.tsx';
import { CrashBoundary } from './shell/crash-screen.tsx';
import { Shell } from './shell/shell.tsx';
import { useFavouriteChoice } from './shell/use-favourite-choice.ts';

export function App() {
  const { online } = useConnectivity();
  const sparing = useDataSaver();
  useEffect(readDataSaver, []);
  // The last effect of the first render: everything below is mounted.
  useEffect(() => {
    restoreRemembered();
    followDeviceConnectivity();
    void replayEarlyTaps();
  }, []);
  const world = useMemo(
    () => ({ online, Absent: LazyOfflinePage, sparing, onSparing: setDataSaver }),
    [online, sparing],
  );
  return (
    <SiteOrigin value={useSiteOrigin()}>
      <AppContext value={world}>
        <FavouritesContext value={useFavouriteChoice()}>
          <Shell>
            <CrashBoundary>
              <AppRoutes />
            </CrashBoundary>
          </Shell>
        </FavouritesContext>
      </AppContext>
    </SiteOrigin>
  );
}
