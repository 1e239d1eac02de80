// Closes the folders of the market's data to other users of the machine.
// Guarantee: only the server's user may look into them, those that stood there before included; folders that several users
// share (/tmp) are left as they are.
import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs';

const OTHERS = 0o077;
const STICKY = 0o1000;

/** Makes it unless it is there. Throws when it cannot be one that the server writes into. */
export function privateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  tighten(path);
  accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
}

function tighten(path: string): void {
  const { mode } = statSync(path);
  if ((mode & OTHERS) === 0 || (mode & STICKY) !== 0) return;
  try {
    chmodSync(path, mode & 0o700);
  } catch (error) {
    // It belongs to someone else, who lets us write: theirs to decide.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error;
  }
}
