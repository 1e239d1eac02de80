// The tree of the app, the same on the server and in the browser.
import { useEffect, useMemo } from 'react';
import { useSiteOrigin } from '#state/api/shell-links.ts';
import { chooseDataSaver, readDataSaver, useDataSaver } from '#state/device/data-saver.ts';
import { hearDevice, useConnectivity } from '#state/page/connectivity.ts';
import { recall } from '#state/page/last-known.ts';
import { Surroundings } from '#ui/loading/app-context.tsx';
import { SiteOrigin } from '#ui/text/page-meta.tsx';
import { answerEarlyTaps } from './early/taps.ts';
import { Absent } from './offline-page/lazy-offline-page.tsx';
import { AppRoutes } from './router.tsx';
import { CrashBoundary } from './shell/crash-screen.tsx';
import { Shell } from './shell/shell.tsx';

/** The whole tree under the router and the state, the same on the server and in the browser. */
export function App() {
  const { online } = useConnectivity();
  const sparing = useDataSaver();
  useEffect(readDataSaver, []);
  // The last effect of the first drawing: everything below it is attached.
  useEffect(() => {
    recall();
    hearDevice();
    void answerEarlyTaps();
  }, []);
  const world = useMemo(() => ({ online, Absent, sparing, onSparing: chooseDataSaver }), [online, sparing]);
  return (
    <SiteOrigin value={useSiteOrigin()}>
      <Surroundings value={world}>
        <Shell>
          <CrashBoundary>
            <AppRoutes />
          </CrashBoundary>
        </Shell>
      </Surroundings>
    </SiteOrigin>
  );
}
