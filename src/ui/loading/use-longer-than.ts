// A hook that waits before it says that something takes long.
import { useEffect, useState } from 'react';

/** True once `what` has been true for that many milliseconds on end. */
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
