// Locks the folder of the embedded database, which has no lock of its own: two processes on one folder would ruin it.
import { join } from 'node:path';
import { lock, tryLock } from '../runtime/process-lock.ts';

export class FolderInUse extends Error {
  override name = 'FolderInUse';
  constructor(folder: string, pid: number) {
    super(
      `${folder} is already used by another Étal server (process ${pid}). Stop it first, or give this one its own DATA_DIR.`,
    );
  }
}

const lockOf = (folder: string) => join(folder, 'etal.lock');

/** @returns the function that gives the folder back */
export function lockFolder(folder: string): () => void {
  const taken = tryLock(lockOf(folder));
  if (typeof taken === 'function') return taken;
  throw new FolderInUse(folder, taken.heldBy);
}

/** Waits for the process that uses the folder. */
export const lockFolderLater = (folder: string, onWait: (heldBy: number) => void): Promise<() => void> =>
  lock(lockOf(folder), onWait);
