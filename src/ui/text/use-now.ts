// Current time, updated as often as the screen needs it; null until hydration.
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
