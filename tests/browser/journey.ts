// What every journey stands on: a market of its own, browsers whose profile outlives them, and a page that may not
// make noise: an uncaught error or a violation of the content policy fails the journey.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, type Page, test as playwrightTest } from '@playwright/test';
import { findChromium } from '../support/chromium.ts';
import { type MarketServer, startMarketServer } from './market-server.ts';

export const password = 'Etal-demo-2026';

/** One person's device: its profile is kept on disk, so that the browser can be closed and opened again. */
export interface Device {
  /** Opens the browser (again), offline or not. */
  open(options?: { offline?: boolean; size?: { width: number; height: number } }): Promise<Page>;
  context(): BrowserContext;
  close(): Promise<void>;
}

interface Journeys {
  market: MarketServer;
  device: () => Promise<Device>;
}

const launchArguments = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const test = playwrightTest.extend<Journeys>({
  // Playwright reads from this pattern which fixtures a fixture needs; naming one it has anyway costs nothing.
  market: async ({ browserName: _ }, use) => {
    const market = await startMarketServer();
    await use(market);
    await market.stop();
  },
  device: async ({ market }, use) => {
    const executablePath = await findChromium();
    const profiles: string[] = [];
    const contexts = new Set<BrowserContext>();
    const noise: string[] = [];

    await use(async () => {
      const profile = await mkdtemp(join(tmpdir(), 'etal-profile-'));
      profiles.push(profile);
      let context: BrowserContext | null = null;
      return {
        async open({ offline = false, size = { width: 412, height: 860 } } = {}) {
          context = await chromium.launchPersistentContext(profile, {
            executablePath,
            args: launchArguments,
            baseURL: market.url,
            viewport: size,
            locale: 'fr-FR',
            timezoneId: 'Europe/Paris',
            offline,
          });
          contexts.add(context);
          context.on('weberror', (error) => noise.push(`uncaught: ${error.error().message}`));
          context.on('console', (message) => {
            if (/Content Security Policy|Trusted Type|Hydration|Minified React error/.test(message.text())) {
              noise.push(message.text());
            }
          });
          return context.pages()[0] ?? (await context.newPage());
        },
        context() {
          if (!context) throw new Error('The browser of this device is closed.');
          return context;
        },
        async close() {
          if (!context) return;
          contexts.delete(context);
          await context.close();
          context = null;
        },
      };
    });

    for (const context of contexts) await context.close();
    for (const profile of profiles) await rm(profile, { recursive: true, force: true });
    expect(noise).toEqual([]);
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
