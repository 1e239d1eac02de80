// One person's Firefox: its profile is kept on disk, so that it can be closed and opened again.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as playwrightTest } from '@playwright/test';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { type MarketServer, startMarketServer } from '../browser/market-server.ts';
import { engines, findEngine } from '../support/engines.ts';

export interface FirefoxDevice {
  open(path?: string): Promise<Page>;
  close(): Promise<void>;
}

export const test = playwrightTest.extend<{ market: MarketServer; device: () => Promise<FirefoxDevice> }>({
  market: async ({ browserName: _ }, use) => {
    const market = await startMarketServer();
    await use(market);
    await market.stop();
  },
  device: async ({ market }, use) => {
    const [executablePath] = findEngine(engines.firefox);
    const profiles: string[] = [];
    const browsers = new Set<Browser>();
    const noise: string[] = [];

    await use(async () => {
      const userDataDir = await mkdtemp(join(tmpdir(), 'etal-firefox-'));
      profiles.push(userDataDir);
      let browser: Browser | null = null;
      return {
        async open(path = '/') {
          browser ??= await puppeteer.launch({
            browser: 'firefox',
            executablePath: executablePath ?? '',
            userDataDir,
            headless: true,
            defaultViewport: { width: 412, height: 860 },
            extraPrefsFirefox: { 'intl.accept_languages': 'fr-FR, fr' },
          });
          browsers.add(browser);
          const page = await browser.newPage();
          page.on('pageerror', (error) => {
            // Firefox's word for a request without a network.
            if (
              !/respondWith\(\) that rejected with .(TypeError: NetworkError|Error: no-response)/.test(String(error)) &&
              // A picture that was never kept: the page shows its calm ground.
              !/Failed to load ‘[^’]*\/media\/images\/.*passed an Error Response/.test(String(error)) &&
              // A file whose load is broken off because the page is left or closed.
              !/Failed to load ‘[^’]*\/assets\/.*intercepted the request and encountered an unexpected error/.test(
                String(error),
              )
            ) {
              noise.push(String(error));
            }
          });
          await page.goto(market.url + path, { waitUntil: 'domcontentloaded' });
          return page;
        },
        async close() {
          if (!browser) return;
          browsers.delete(browser);
          await browser.close();
          browser = null;
        },
      };
    });

    for (const browser of browsers) await browser.close();
    for (const profile of profiles) await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    expect(noise).toEqual([]);
  },
});

/** Waits until the service worker holds what the app needs to open without a network. */
export async function installed(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller)), { timeout: 60_000 })
    .toBe(true);
}

export const text = (page: Page, selector = 'body') => page.$eval(selector, (element) => element.textContent);

export { expect };
