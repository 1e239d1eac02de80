// What every journey stands on: a market of its own, browsers whose profile outlives them, and a page that may not
// make noise: an uncaught error or a violation of the content policy fails the journey.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, type Page, test as playwrightTest } from '@playwright/test';
import { findChromium } from '../support/chromium.ts';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts';
import { type MarketServer, startMarketServer } from './market-server.ts';

export const password = 'Etal-demo-2026';

/** One person's device: its profile is kept on disk, so that the browser can be closed and opened again. */
export interface Device {
  /** Opens the browser (again), offline or not. */
  open(options?: {
    offline?: boolean;
    workers?: boolean;
    touch?: boolean;
    /** Device pixels to one of the page. */
    density?: number;
    size?: { width: number; height: number };
    /** A film (see fake-camera.ts) that its camera shows; without one it has no camera. */
    camera?: string;
    /** 'dark': what the person has chosen for the device. */
    scheme?: 'light' | 'dark';
  }): Promise<Page>;
  context(): BrowserContext;
  /** The folder of its profile, which the processes of its browser name. */
  profile: string;
  close(): Promise<void>;
}

interface Journeys {
  market: MarketServer;
  device: () => Promise<Device>;
}

const phoneSize = { width: 412, height: 860 };

export const launchArguments = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-features=StaticStorageQuota',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Asks nobody, and shows this film instead of the room. */
const filming = (film: string) => [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${film}`,
];

export interface Devices {
  device(): Promise<Device>;
  /** Uncaught errors and violations since the last call. */
  noise(): string[];
  /** Closes every browser and forgets its profile. */
  end(): Promise<void>;
}

/** All processes of the browser that lives in this profile, at once. */
export function killBrowser(profile: string): void {
  const found = execFileSync('pgrep', ['-f', '--', `--user-data-dir=${profile}`], { encoding: 'utf8' });
  for (const pid of found.trim().split('\n')) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // Gone with its parent.
    }
  }
}

/** Uncaught errors and violations of the content policy go to `noise`. */
export function listenForNoise(context: BrowserContext, noise: string[]): void {
  context.on('weberror', (error) => noise.push(`uncaught: ${error.error().name} ${error.error().message}`));
  context.on('console', (message) => {
    if (/Content Security Policy|Trusted Type|Hydration|Minified React error/.test(message.text())) {
      noise.push(message.text());
    }
  });
}

/** Browsers for the market at `baseURL`. */
export async function createDevices(baseURL: string): Promise<Devices> {
  const executablePath = await findChromium();
  const profiles: string[] = [];
  const contexts = new Set<BrowserContext>();
  const noise: string[] = [];
  return {
    async device() {
      const profile = await mkdtemp(join(tmpdir(), 'etal-profile-'));
      profiles.push(profile);
      let context: BrowserContext | null = null;
      return {
        profile,
        async open({
          offline = false,
          workers = true,
          touch = false,
          density = 1,
          size = phoneSize,
          camera = '',
          scheme = 'light',
        } = {}) {
          const opened = await chromium.launchPersistentContext(profile, {
            executablePath,
            args: camera ? [...launchArguments, ...filming(camera)] : launchArguments,
            baseURL,
            colorScheme: scheme,
            viewport: size,
            deviceScaleFactor: density,
            hasTouch: touch,
            locale: 'fr-FR',
            timezoneId: 'Europe/Paris',
            offline,
            serviceWorkers: workers ? 'allow' : 'block',
          });
          context = opened;
          contexts.add(opened);
          opened.on('close', () => contexts.delete(opened));
          listenForNoise(opened, noise);
          return opened.pages()[0] ?? (await opened.newPage());
        },
        context() {
          if (!context) throw new Error('The browser of this device is closed.');
          return context;
        },
        async close() {
          // One that was killed is closed already.
          if (context && contexts.has(context)) await context.close().catch(() => undefined);
          context = null;
        },
      };
    },
    noise: () => noise.splice(0),
    async end() {
      for (const context of contexts) await context.close();
      for (const profile of profiles) await rm(profile, { recursive: true, force: true });
    },
  };
}

export const test = playwrightTest.extend<Journeys>({
  // Playwright reads from this pattern which fixtures a fixture needs; naming one it has anyway costs nothing.
  market: async ({ browserName: _ }, use) => {
    const market = await startMarketServer();
    await use(market);
    await market.stop();
  },
  device: async ({ market }, use) => {
    const devices = await createDevices(market.url);
    await use(devices.device);
    await devices.end();
    expect(devices.noise()).toEqual([]);
  },
});

/** The same, with a network before the market that fails on request. */
export const proxiedTest = test.extend<{ network: FaultyProxy }>({
  network: async ({ browserName: _ }, use) => {
    const proxy = await startFaultyProxy();
    await use(proxy);
    await proxy.stop();
  },
  market: async ({ network }, use) => {
    const market = await startMarketServer({ publicUrl: network.url });
    network.target(market.direct);
    await use(market);
    await market.stop();
  },
});

/** Waits until the service worker holds what the app needs to open without a network. */
export async function installed(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await expect
    .poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller)), { timeout: 30_000 })
    .toBe(true);
}

export { expect };
