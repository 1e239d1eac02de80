import { useSiteOrigin } from '#state/shell-view.ts';
import { SiteOrigin } from '#ui/page-meta.tsx';
import { CrashBoundary } from './crash-screen.tsx';
import { AppRoutes } from './router.tsx';
import { Shell } from './shell.tsx';

/** The whole tree under the router and the state, the same on the server and in the browser. */
export function App() {
  return (
    <SiteOrigin value={useSiteOrigin()}>
      <Shell>
        <CrashBoundary>
          <AppRoutes />
        </CrashBoundary>
      </Shell>
    </SiteOrigin>
  );
}
