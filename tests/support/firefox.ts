// A second engine for the journeys: Firefox as the system has it, or freshly installed.
import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['firefox-esr', 'firefox'];

/** @returns the path of its program, or null when this machine has none */
export function firefoxOnThisMachine(): string | null {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of names) {
      const path = join(folder, name);
      if (folder !== '' && isExecutable(path)) return path;
    }
  }
  return null;
}

/** Installs it from Debian's packages where it may. */
export function findFirefox(): string {
  const found = firefoxOnThisMachine() ?? (installWithApt() ? firefoxOnThisMachine() : null);
  if (found) return found;
  throw new Error(
    'These journeys need Firefox, and none was found on the PATH. Install it (on Debian: apt-get install firefox-esr) and try again.',
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function installWithApt(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  process.stdout.write('Installing firefox-esr with apt-get…\n');
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
    const install = ['install', '-y', '-qq', '--no-install-recommends', 'firefox-esr'];
    execFileSync('apt-get', install, { stdio: 'ignore', env });
    return true;
  } catch {
    return false;
  }
}
