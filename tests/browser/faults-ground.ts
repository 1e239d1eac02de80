// What the faults in the browser stand on: one market behind one faulty network and one browser for all of them, and for
// each a person who was never here before. Guarantee: a fault ends with its test; a page may not make noise.
import { type Browser, type BrowserContext, chromium, type Page, test as playwrightTest } from '@playwright/test';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts';
import {
  createDevices,
  type Device,
  expect,
  installed,
  lightBrowser,
  listenForNoise,
  withoutBadge,
} from './journey.ts';
import { type MarketServer, startMarketServer } from './market-server.ts';

interface Shared {
  ground: { network: FaultyProxy; market: MarketServer; browser: Browser };
}

export interface Person {
  /** Their browser window: the pages of one person share their storage. */
  context: BrowserContext;
  /** Opens another page. */
  page(): Promise<Page>;
}

interface Faults {
  network: FaultyProxy;
  market: MarketServer;
  /** Someone new: nothing of the app is on their device. */
  person: (options?: PersonOptions) => Promise<Person>;
  /** A browser of its own whose profile outlives it. */
  device: () => Promise<Device>;
}
interface PersonOptions {
  size?: { width: number; height: number };
  /** Without it the app lives as in a browser that has no service worker. */
  serviceWorkers?: 'allow' | 'block';
}

export const test = playwrightTest.extend<Faults, Shared>({
  ground: [
    async ({ browserName: _ }, use) => {
      const network = await startFaultyProxy();
      const market = await startMarketServer({ publicUrl: network.url });
      network.target(market.direct);
      const browser = await chromium.launch(lightBrowser());
      await use({ network, market, browser });
      await browser.close();
      await market.stop();
      await network.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  network: async ({ ground: { network } }, use) => {
    network.reset();
    await use(network);
    network.reset();
  },
  market: async ({ ground }, use) => use(ground.market),
  person: async ({ ground, network }, use) => {
    const contexts: BrowserContext[] = [];
    const noise: string[] = [];
    await use(async ({ size = { width: 412, height: 860 }, serviceWorkers = 'allow' } = {}) => {
      const context = await ground.browser.newContext({
        baseURL: network.url,
        viewport: size,
        locale: 'fr-FR',
        timezoneId: 'Europe/Paris',
        serviceWorkers,
      });
      contexts.push(context);
      await withoutBadge(context);
      listenForNoise(context, noise);
      return { context, page: () => context.newPage() };
    });
    for (const context of contexts) await context.close();
    expect(noise).toEqual([]);
  },
  device: async ({ network }, use) => {
    const devices = await createDevices(network.url);
    await use(devices.device);
    await devices.end();
    expect(devices.noise()).toEqual([]);
  },
});

export const oneBeer = ['Bière ambrée des Ponts × 1'];
export const adding = { method: 'PUT', path: /\/add$/ };

/** On the page of the beer, with all that the app needs to go on without a network. */
export async function atTheBeer(page: Page): Promise<void> {
  await page.goto('/produit/biere-ambree-des-ponts');
  await expect(page.getByRole('button', { name: 'Ajouter au panier' })).toBeEnabled();
  await installed(page);
}

/** By the basket of the header or of the bar under the thumb: the page is not loaded anew. */
export async function toTheCart(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Panier/ }).click();
  await expect(page).toHaveURL(/\/commande\/panier$/);
}

export { expect, installed };
