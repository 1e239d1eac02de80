// Hook for slow states.
import { useEffect, useState } from 'react';

/** True after `what` has been true for that long without interruption. */
export function useLongerThan(what: boolean, ms: number): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!what) return;
    const timer = setTimeout(() => setLasting(true), ms);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [what, ms]);
  return what && lasting;
}
