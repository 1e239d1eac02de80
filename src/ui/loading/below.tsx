// BelowFold: content below the first view.
// Guarantee: rendered with the page and looks the same; on a server-rendered page it hydrates after the first view, or
// when it is tapped.
import { type ReactNode, Suspense } from 'react';

export function BelowFold({ children }: { children: ReactNode }) {
  return <Suspense>{children}</Suspense>;
}
