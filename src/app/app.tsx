import { CrashBoundary } from './crash-screen.tsx';
import { AppRoutes } from './router.tsx';
import { Shell } from './shell.tsx';

/** The whole tree under the router and the state, the same on the server and in the browser. */
export function App() {
  return (
    <Shell>
      <CrashBoundary>
        <AppRoutes />
      </CrashBoundary>
    </Shell>
  );
}
