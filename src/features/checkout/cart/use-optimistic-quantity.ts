// Optimistic quantity: a hook that shows a new quantity before it is stored.
import { useEffect, useRef, useState } from 'react';

/** Time limit for the stored quantity to appear, milliseconds. */
const STORED_TIMEOUT_MS = 2000;

/** Shows the new quantity at once, so that a second click counts from it. A failed write restores the stored one. */
export function useOptimisticQuantity(stored: number) {
  const [wanted, setWanted] = useState<number | null>(null);
  const last = useRef(0);
  useEffect(() => {
    if (wanted === stored) setWanted(null);
  }, [wanted, stored]);

  const setOptimistic = async (quantity: number, writing: Promise<boolean>) => {
    last.current += 1;
    const mine = last.current;
    const over = () => {
      if (last.current === mine) setWanted(null);
    };
    setWanted(quantity);
    if (await writing) setTimeout(over, STORED_TIMEOUT_MS);
    else over();
  };
  return { quantity: wanted ?? stored, setOptimistic };
}
