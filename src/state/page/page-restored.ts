// A page that the browser had kept whole and shows again, as it was left: back from the payment page, for one.
import { useEffect, useRef } from 'react';

/** `wake` is called each time the page comes back. */
export function useReturned(wake: () => void): void {
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
