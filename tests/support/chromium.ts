// The browser of the journeys: Chromium as the system has it, or as Playwright keeps it, or freshly installed.
import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** @returns the path of its program */
export function findChromium(): string {
  const found = onThisMachine() ?? (installWithApt() ? onThisMachine() : null);
  if (found) return found;
  throw new Error(
    [
      'The browser tests need Chromium, and none was found on the PATH or among those Playwright keeps.',
      'Install it (on Debian: apt-get install chromium; elsewhere: npx playwright install chromium) and try again.',
    ].join('\n'),
  );
}

function onThisMachine(): string | null {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of names) {
      const path = join(folder, name);
      if (folder !== '' && isExecutable(path)) return path;
    }
  }
  const own = chromium.executablePath();
  return own && isExecutable(own) ? own : null;
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
  process.stdout.write('Installing chromium with apt-get…\n');
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { stdio: 'ignore', env });
    return true;
  } catch {
    return false;
  }
}
