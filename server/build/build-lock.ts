// One build of a checkout at a time: held by the process that builds, and free as soon as that one is gone.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lock } from '../runtime/process-lock.ts';

const file = fileURLToPath(new URL('../../node_modules/.cache/etal-build.pid', import.meta.url));

/** @returns the function that releases it */
export function lockBuild(say: (text: string) => void): Promise<() => void> {
  mkdirSync(dirname(file), { recursive: true });
  return lock(file, (pid) => say(`Un autre processus (${pid}) construit déjà les pages : attente…`));
}
