// Hook for pages restored from the back/forward cache, for example after the payment page.
import { useEffect, useRef } from 'react';

/** `wake` is called at each restore. */
export function usePageRestored(wake: () => void): void {
  const latest = useRef(wake);
  latest.current = wake;
  useEffect(() => {
    const show = ({ persisted }: PageTransitionEvent) => {
      if (persisted) latest.current();
    };
    addEventListener('pageshow', show);
    return () => removeEventListener('pageshow', show);
  }, []);
}
