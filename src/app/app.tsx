import { useEffect, useMemo } from 'react';
import { hearDevice, useConnectivity } from '#state/connectivity.ts';
import { chooseDataSaver, readDataSaver, useDataSaver } from '#state/data-saver.ts';
import { recall } from '#state/remembered.ts';
import { useSiteOrigin } from '#state/shell-view.ts';
import { SiteOrigin } from '#ui/page-meta.tsx';
import { Surroundings } from '#ui/surroundings.tsx';
import { Absent } from './absence/on-demand.tsx';
import { CrashBoundary } from './crash-screen.tsx';
import { answerEarlyTaps } from './early/taps.ts';
import { AppRoutes } from './router.tsx';
import { Shell } from './shell.tsx';

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
