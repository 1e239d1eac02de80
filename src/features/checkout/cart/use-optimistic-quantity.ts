// A hook with the quantity the person has set, before the device has kept it.
import { useEffect, useRef, useState } from 'react';

/** How long a kept quantity may take to come back from the device, milliseconds. */
const SHOWN_WITHIN = 2000;

/**
 * The quantity of a line as the person has set it: shown at once, before the device has kept it, so that a second tap
 * counts from the first one. What could not be kept goes back to what is.
 */
export function useTaken(kept: number) {
  const [wanted, setWanted] = useState<number | null>(null);
  const last = useRef(0);
  useEffect(() => {
    if (wanted === kept) setWanted(null);
  }, [wanted, kept]);

  const taken = async (quantity: number, writing: Promise<boolean>) => {
    last.current += 1;
    const mine = last.current;
    const over = () => {
      if (last.current === mine) setWanted(null);
    };
    setWanted(quantity);
    if (await writing) setTimeout(over, SHOWN_WITHIN);
    else over();
  };
  return { quantity: wanted ?? kept, taken };
}
