// Private folders: restricts data folders to the server's user.
// Guarantee: existing folders are restricted as well; shared folders (/tmp) are left unchanged.
import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs';
import { sep } from 'node:path';

const OTHERS = 0o077;
const STICKY = 0o1000;

/** Creates the folder if necessary. Throws if the server cannot write to it. */
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
    // Owned by another user who grants access: left unchanged.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error;
  }
}

export const isInFolder = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${folder}${sep}`);
