// The browser of the journeys: Chromium of the system, of Playwright, or freshly installed. Tests that do not need a
// browser beyond its window use the headless shell (Debian's chromium-headless-shell) where it exists: it is the same
// engine, starts in a third of the time, and saves a seventh of a test's time.
import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const windowless = 'chromium-headless-shell';
const whole = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/**
 * @returns the path of a complete browser: with push messages (without which the other crashes at a logout) and a
 * camera
 */
export function findChromium(): string {
  const found = onThisMachine() ?? (installWithApt('chromium') ? onThisMachine() : null);
  if (found) return found;
  throw new Error(
    [
      'The browser tests need Chromium, and none was found on the PATH or among those Playwright keeps.',
      'Install it (on Debian: apt-get install chromium; elsewhere: npx playwright install chromium) and try again.',
    ].join('\n'),
  );
}

/** @returns the path of the lightest browser available */
export const findLightChromium = (): string => onPath([windowless]) ?? findChromium();

/** Runs once before the tests. */
export function installBrowsers(): void {
  findChromium();
  if (!onPath([windowless])) installWithApt(windowless);
}

function onThisMachine(): string | null {
  const installed = onPath(whole);
  if (installed) return installed;
  const own = chromium.executablePath();
  return own && isExecutable(own) ? own : null;
}

function onPath(names: readonly string[]): string | null {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of names) {
      const path = join(folder, name);
      if (folder !== '' && isExecutable(path)) return path;
    }
  }
  return null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function installWithApt(name: string): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  process.stdout.write(`Installing ${name} with apt-get…\n`);
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { stdio: 'ignore', env });
    return true;
  } catch {
    return false;
  }
}
