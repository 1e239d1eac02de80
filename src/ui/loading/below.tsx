// Below: what lies under the first view. Guarantee: it is drawn with the page and looks the same; only that a page which the
// server has filled lives before it does, and React takes it over afterwards, or at once where it is tapped.
import { type ReactNode, Suspense } from 'react';

export function Below({ children }: { children: ReactNode }) {
  return <Suspense>{children}</Suspense>;
}
