// Build lock: one build of a checkout at a time. The lock ends with its process.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lock } from '../runtime/process-lock.ts';

const file = fileURLToPath(new URL('../../node_modules/.cache/etal-build.pid', import.meta.url));

/** @returns the function that releases it */
export function lockBuild(report: (text: string) => void): Promise<() => void> {
  mkdirSync(dirname(file), { recursive: true });
  return lock(file, (pid) => report(`Un autre processus (${pid}) construit déjà les pages : attente…`));
}
