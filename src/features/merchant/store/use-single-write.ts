// useSingleWrite: a write from a button.
// Guarantee: a second tap during the write does nothing.
import { useRef, useState } from 'react';
import { toastNotSaved } from './saved-toast.ts';

export function useSingleWrite() {
  const [busy, setBusy] = useState(false);
  const isRunning = useRef(false);
  /** Resolves to null if another write is running, or if the device could not store it; then a toast reports it. */
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
