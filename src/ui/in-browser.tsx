// InBrowser: draws its part once the page runs in the browser, its fallback in the server's HTML and while that is taken
// over. For parts whose code comes later: the server does not wait for it.
import { type ReactNode, Suspense, useSyncExternalStore } from 'react';

const never = () => () => {};

export function InBrowser({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const here = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return here ? <Suspense fallback={fallback}>{children}</Suspense> : fallback;
}
