// The browser of the journeys: Chromium as the system has it, or as Playwright keeps it, or freshly installed. Where there is
// one without a window (Debian's chromium-headless-shell) it takes what needs no browser that outlives its window: it is the
// same engine, starts in a third of the time, and spares a seventh of a test's.
import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const windowless = 'chromium-headless-shell';
const whole = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** @returns the path of the program of a whole browser: with push messages (without which the other falls over a logout) and a camera */
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

/** @returns the path of the program of the lightest browser there is */
export const findLightChromium = (): string => onPath([windowless]) ?? findChromium();

/** Once before a run. */
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
