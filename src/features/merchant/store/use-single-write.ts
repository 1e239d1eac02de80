// A write from a button. Guarantee: a second tap while the first is on its way does nothing.
import { useRef, useState } from 'react';
import { toastNotSaved } from './saved-toast.ts';

export function useSingleWrite() {
  const [busy, setBusy] = useState(false);
  const isRunning = useRef(false);
  /** Resolves with null when it was not begun, or could not be stored, which is said. */
  const run = async <T>(write: () => Promise<T>): Promise<T | null> => {
    if (isRunning.current) return null;
    isRunning.current = true;
    setBusy(true);
    try {
      return await write();
    } catch (failure) {
      toastNotSaved(failure);
      return null;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { busy, run };
}
