// Folder lock of the embedded database, which has none: two processes on one folder would corrupt it.
import { join } from 'node:path';
import { lock, tryLock } from '../runtime/process-lock.ts';

export class FolderInUse extends Error {
  override name = 'FolderInUse';
  constructor(folder: string, pid: number) {
    super(
      `Un autre serveur Étal (processus ${pid}) se sert déjà de ${folder}\u00a0: arrêtez-le, ou donnez à celui-ci son propre DATA_DIR.`,
    );
  }
}

const lockFile = (folder: string) => join(folder, 'etal.lock');

/** @returns the function that releases the folder */
export function lockFolder(folder: string): () => void {
  const result = tryLock(lockFile(folder));
  if (typeof result === 'function') return result;
  throw new FolderInUse(folder, result.ownerPid);
}

/** Waits until the folder is free. */
export const waitForFolder = (folder: string, onWait: (ownerPid: number) => void): Promise<() => void> =>
  lock(lockFile(folder), onWait);
