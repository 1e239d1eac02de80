// What the screens are looked at on: one market and one browser for each worker, a fresh window for each test, and no
// service worker, so that what a test holds back or breaks off is what the page gets. Nothing here outlives its window:
// whoever writes to the market uses an account or a cart that no other test looks at.
import { type Browser, type BrowserContextOptions, type Page, test as playwrightTest } from '@playwright/test';
import { expect, lightBrowser, listenForNoise, password, slowDown, withoutBadge } from '../journey.ts';
import { type MarketServer, startMarketServer } from '../market-server.ts';

export type Account =
  | 'client@etal.test'
  | 'fromagerie@etal.test'
  | 'preparation@etal.test'
  | 'salon@etal.test'
  | 'admin@etal.test';
type Pocket = BrowserContextOptions['storageState'];

interface OfTest {
  /** Whose device it is; nobody's unless said. */
  who: Account | undefined;
  quiet: undefined;
}
interface OfWorker {
  market: MarketServer;
  /** What the device of somebody holds who has just logged in: a session of its own, since copies of one would end it. */
  pockets: (account: Account) => Promise<Pocket>;
}

export const phone = { width: 360, height: 740 };
export const desk = { width: 1280, height: 800 };

const here = { locale: 'fr-FR', timezoneId: 'Europe/Paris', serviceWorkers: 'block' } as const;

export const test = playwrightTest.extend<OfTest, OfWorker>({
  market: [
    async ({ browserName: _ }, use) => {
      const market = await startMarketServer();
      await use(market);
      await market.stop();
    },
    { scope: 'worker' },
  ],
  launchOptions: [async ({ browserName: _ }, use) => use(lightBrowser()), { scope: 'worker' }],
  pockets: [
    async ({ browser, market }, use) => {
      await use((account) => fillPocket(browser, market.url, account));
    },
    { scope: 'worker' },
  ],
  ...here,
  baseURL: ({ market }, use) => use(market.url),
  viewport: desk,
  who: [undefined, { option: true }],
  storageState: async ({ who, pockets }, use) => use(who && (await pockets(who))),
  /** An uncaught error or a violation of the content policy fails the test. */
  quiet: [
    async ({ context }, use) => {
      await withoutBadge(context);
      const noise: string[] = [];
      listenForNoise(context, noise);
      slowDown(context);
      await use(undefined);
      expect(noise).toEqual([]);
    },
    { auto: true },
  ],
});

async function fillPocket(browser: Browser, baseURL: string, account: Account): Promise<Pocket> {
  const context = await browser.newContext({ ...here, baseURL });
  const page = await context.newPage();
  await page.goto('/authentication/connexion');
  await page.getByLabel('Adresse e-mail').fill(account);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page).not.toHaveURL(/authentication/);
  const pocket = await context.storageState({ indexedDB: true });
  await context.close();
  return pocket;
}

/** Opens an address and waits until the page answers to taps: React has taken over what the server drew. */
export async function visit(page: Page, to: string): Promise<void> {
  await page.goto(to);
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => /^__react/.test(key)),
  );
}

/** Follows an address as a link of the page does: no new document. */
export async function follow(page: Page, to: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState({ idx: (history.state?.idx ?? 0) + 1, key: address, usr: null }, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, to);
}

export { expect };
