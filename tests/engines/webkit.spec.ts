import { expect, test as playwrightTest } from '@playwright/test';
import { type MarketServer, startMarketServer } from '../browser/market-server.ts';
import { openWebKit, type WebKitBrowser } from './webkit-browser.ts';

const test = playwrightTest.extend<{ market: MarketServer; browserOfWebKit: WebKitBrowser }>({
  market: async ({ browserName: _ }, use) => {
    const market = await startMarketServer();
    await use(market);
    await market.stop();
  },
  browserOfWebKit: async ({ browserName: _ }, use) => {
    const browser = await openWebKit();
    await use(browser);
    await browser.close();
  },
});

const inLine = (text: string) => text.replaceAll(/\s+/g, ' ');

test('in a private window of WebKit a cart filled without a network is stored, shown as pending, and sent once', async ({
  market,
  browserOfWebKit: browser,
}) => {
  const shown = async (selector?: string) => inLine(await browser.text(selector));
  const putInCart = async () => {
    await expect.poll(() => browser.click('form[data-purchase] button', 'Ajouter au panier')).toBe(true);
    // Said once it is on the device.
    const visibleText = () => browser.run("return document.querySelector('dialog[open]')?.textContent");
    await expect.poll(visibleText).toContain('Article ajouté au panier');
  };
  await browser.goto(market.url);
  await expect
    .poll(() => browser.run('return Boolean(navigator.serviceWorker?.controller)'), { timeout: 60_000 })
    .toBe(true);
  await browser.goto(`${market.url}/produit/brie-de-meaux-fermier`);
  await putInCart();
  await browser.goto(`${market.url}/commande/panier`);
  await expect.poll(() => shown('main')).toContain('Brie de Meaux fermier');
  await expect.poll(() => shown('main')).not.toContain('en attente d’envoi');

  await browser.goto(`${market.url}/produit/biere-ambree-des-ponts`);
  await expect.poll(() => shown('main')).toContain('Ce produit ne peut pas être vendu aux mineurs.');
  await market.kill();
  await putInCart();
  await expect.poll(() => shown()).toContain('Hors connexion');
  await browser.goto(`${market.url}/commande/panier`);
  await expect.poll(() => shown('main')).toContain('2 produits · 2 boutiques');
  await expect.poll(() => shown('main')).toContain('en attente d’envoi');

  await market.restart();
  await expect.poll(() => shown()).not.toContain('Hors connexion');
  await expect.poll(() => shown('main')).not.toContain('en attente d’envoi');
  await expect.poll(() => shown('main')).toContain('2 produits · 2 boutiques');
  await expect.poll(() => shown('main')).toContain('11,10 €');
});
