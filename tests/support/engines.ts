// Other engines for the journeys: Firefox and WebKitGTK of the system, or freshly installed.
import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

interface Engine {
  name: string;
  /** Required programs: one path of each list. */
  programs: readonly (readonly string[])[];
  packages: readonly string[];
}

const firefox: Engine = { name: 'Firefox', programs: [['firefox-esr', 'firefox']], packages: ['firefox-esr'] };
const webkit: Engine = {
  name: 'WebKitGTK',
  programs: [
    ['WebKitWebDriver'],
    ['Xvfb'],
    [
      '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
      '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.0/MiniBrowser',
      '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
    ],
  ],
  packages: ['webkit2gtk-driver', 'xvfb'],
};
export const engines = { firefox, webkit };

/** @returns a path for each of its programs, or null when this machine lacks one */
export function onThisMachine({ programs }: Engine): string[] | null {
  const found = programs.map((names) => names.map(pathOf).find((path) => path !== null) ?? null);
  return found.every((path) => path !== null) ? found : null;
}

/** The paths of its programs; installs them from Debian's packages where it may. */
export function findEngine(engine: Engine): string[] {
  const found = onThisMachine(engine) ?? (installWithApt(engine.packages) ? onThisMachine(engine) : null);
  if (found) return found;
  const install = `on Debian: apt-get install ${engine.packages.join(' ')}`;
  throw new Error(`These journeys need ${engine.name}, which this machine does not have. Install it (${install}).`);
}

function pathOf(name: string): string | null {
  if (name.startsWith('/')) return isExecutable(name) ? name : null;
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function installWithApt(packages: readonly string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  process.stdout.write(`Installing ${packages.join(', ')} with apt-get…\n`);
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
    const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages];
    execFileSync('apt-get', install, { stdio: 'ignore', env });
    return true;
  } catch {
    return false;
  }
}
