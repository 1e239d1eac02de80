// Optimistic quantity: a hook that shows a new quantity before it is stored.
import { useEffect, useRef, useState } from 'react';

/** Time limit for the stored quantity to appear, milliseconds. */
const STORED_TIMEOUT_MS = 2000;

/** Shows the new quantity at once, so that a second click counts from it. A failed write restores the stored one. */
export function useOptimisticQuantity(stored: number) {
  const [wanted, setWanted] = useState<number | null>(null);
  const lastCall = useRef(0);
  useEffect(() => {
    if (wanted === stored) setWanted(null);
  }, [wanted, stored]);

  const setOptimistic = async (quantity: number, writing: Promise<boolean>) => {
    lastCall.current += 1;
    const call = lastCall.current;
    const reset = () => {
      if (lastCall.current === call) setWanted(null);
    };
    setWanted(quantity);
    if (await writing) setTimeout(reset, STORED_TIMEOUT_MS);
    else reset();
  };
  return { quantity: wanted ?? stored, setOptimistic };
}
