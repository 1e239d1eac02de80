// What every journey stands on: a market of its own, browsers whose profile outlives them, and a page that may not
// make noise: an uncaught error or a violation of the content policy fails the journey.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  chromium,
  expect,
  type Page,
  test as playwrightTest,
  type Worker,
} from '@playwright/test';
import { findChromium, findLightChromium } from '../support/chromium.ts';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts';
import { type MarketServer, startMarketServer } from './market-server.ts';

export const password = 'Etal-demo-2026';

/** One person's device. A lasting one keeps its profile on disk, so that its browser can be closed, or killed, and opened again. */
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
  /** Whether a device has a whole browser of its own; else it is a window of the lightest one, which the tests of a worker share. */
  lasting: boolean;
  /** Whether the app installs itself on a device that does not say so: for most screens it costs more than all they do. */
  installs: boolean;
}
interface OfWorker {
  shared: () => Promise<Browser>;
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

/** How to launch the browser for windows that nothing has to outlive; each window of it is `withoutBadge`. */
export const lightBrowser = () => ({ executablePath: findLightChromium(), args: launchArguments });

function dropBadge(): void {
  const { Navigator, WorkerNavigator } = globalThis as unknown as Record<string, { prototype: object } | undefined>;
  const owner = (Navigator ?? WorkerNavigator)?.prototype;
  for (const method of ['setAppBadge', 'clearAppBadge']) if (owner) Reflect.deleteProperty(owner, method);
}

/** The browser without a window has nothing behind these methods, and falls over them: as in one that has no such methods. */
export async function withoutBadge(context: BrowserContext): Promise<void> {
  await context.addInitScript(dropBadge);
  const drop = async (worker: Worker): Promise<void> => {
    try {
      await worker.evaluate(dropBadge);
    } catch (error) {
      if (/restarted/.test(String(error))) await drop(worker);
    }
  };
  context.on('serviceworker', drop);
}

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

/** Pages as slow as on a slower machine, by `ETAL_BROWSER_SLOWER` times: a test that does not wait for what it means shows itself. */
export function slowDown(context: BrowserContext): void {
  const rate = Number(process.env.ETAL_BROWSER_SLOWER ?? 1);
  if (rate <= 1) return;
  const slow = async (page: Page) => {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate });
  };
  // A page may be closed before it could be slowed down.
  context.on('page', (page) => void slow(page).catch(() => undefined));
  for (const page of context.pages()) void slow(page).catch(() => undefined);
}

/** Whole browsers for the market at `baseURL`, or windows of a browser that is there already. */
export async function createDevices(
  baseURL: string,
  { shared, installs = true }: { shared?: () => Promise<Browser>; installs?: boolean } = {},
): Promise<Devices> {
  const executablePath = findChromium();
  const profiles: string[] = [];
  const contexts = new Set<BrowserContext>();
  const noise: string[] = [];
  return {
    async device() {
      const profile = await mkdtemp(join(tmpdir(), 'etal-profile-'));
      profiles.push(profile);
      let context: BrowserContext | null = null;
      let opens = 0;
      return {
        profile,
        async open({
          offline = false,
          workers = installs,
          touch = false,
          density = 1,
          size = phoneSize,
          camera = '',
          scheme = 'light',
        } = {}) {
          const person = {
            baseURL,
            colorScheme: scheme,
            viewport: size,
            deviceScaleFactor: density,
            hasTouch: touch,
            locale: 'fr-FR',
            timezoneId: 'Europe/Paris',
            offline,
            serviceWorkers: workers ? 'allow' : 'block',
          } as const;
          const args = camera ? [...launchArguments, ...filming(camera)] : launchArguments;
          if (shared && opens > 0)
            throw new Error('This device does not outlive its window: `test.use({ lasting: true })`.');
          opens += 1;
          const opened =
            shared && !camera
              ? await (await shared()).newContext(person)
              : await chromium.launchPersistentContext(profile, { executablePath, args, ...person });
          context = opened;
          contexts.add(opened);
          if (shared && !camera) await withoutBadge(opened);
          opened.on('close', () => contexts.delete(opened));
          listenForNoise(opened, noise);
          slowDown(opened);
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

export const test = playwrightTest.extend<Journeys, OfWorker>({
  lasting: [true, { option: true }],
  installs: [true, { option: true }],
  shared: [
    async ({ browserName: _ }, use) => {
      let browser = null as Browser | null;
      await use(async () => {
        if (!browser?.isConnected()) {
          browser = await chromium.launch(lightBrowser());
        }
        return browser;
      });
      await browser?.close();
    },
    { scope: 'worker' },
  ],
  // Playwright reads from this pattern which fixtures a fixture needs; naming one it has anyway costs nothing.
  market: async ({ browserName: _ }, use) => {
    const market = await startMarketServer();
    await use(market);
    await market.stop();
  },
  device: async ({ market, lasting, installs, shared }, use) => {
    const devices = await createDevices(market.url, { installs, ...(!lasting && { shared }) });
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
  await expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true);
}

export { expect };
