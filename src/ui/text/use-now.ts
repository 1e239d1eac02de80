// The present moment, as often as something on the screen depends on it; null until the page runs in the browser.
import { useEffect, useState } from 'react';

/** Milliseconds since 1970, renewed every `everyMs`. */
export function useNow(everyMs: number): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
