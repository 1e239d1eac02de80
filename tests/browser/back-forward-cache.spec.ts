// A browser that keeps a page whole while another is shown, and shows it again as it was left.
import { type Browser, chromium, type Page } from '@playwright/test';
import { findChromium } from '../support/chromium.ts';
import { expect, launchArguments, test } from './journey.ts';
import { newShopper } from './other-device.ts';
import { addProduct, cartLines, chooseShipping, fillPerson, holdOutbox, logIn, order, shopSection } from './steps.ts';

let browser: Browser;
test.beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: findChromium(),
    args: launchArguments,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
});
test.afterAll(() => browser.close());

const paymentPage = /\/paiement\//;

/** Of the delivery page, of an order whose payment is open, or of a declined payment. */
const payButton = (page: Page) => page.getByRole('button', { name: /^VALIDER|^Reprendre le paiement|^réessayer/ });

/** Without the pointer, which waits for frames that a page shown again may not have drawn yet. */
async function toThePayment(page: Page): Promise<void> {
  await expect(async () => {
    // The delivery page offers another button first if the payment is open already.
    if (!paymentPage.test(page.url())) await payButton(page).dispatchEvent('click');
    await expect(page).toHaveURL(paymentPage, { timeout: 10_000 });
  }).toPass();
}

/** Away to the payment page, and back to the page as it was left: one that was left during a write loads anew. */
async function thereAndBack(page: Page): Promise<void> {
  for (let isAsLeft = false; !isAsLeft; ) {
    await page.evaluate(() => Object.assign(window, { isAsLeft: true }));
    await toThePayment(page);
    await page.goBack({ waitUntil: 'commit' });
    await expect(page).not.toHaveURL(paymentPage);
    await expect(payButton(page)).toBeVisible();
    isAsLeft = await page.evaluate(() => 'isAsLeft' in window);
  }
  await expect(payButton(page)).not.toHaveAttribute('aria-busy', 'true');
}

test('after a return from the payment page every payment button works again', async ({ market }) => {
  const { email } = await newShopper(market);
  const page = await browser.newPage({ baseURL: market.url, locale: 'fr-FR', serviceWorkers: 'block' });
  await page.goto('/authentication/connexion');
  await logIn(page, email);
  await addProduct(page, 'tomme-de-meuse', { quantity: 2 });
  await order(page);
  await chooseShipping(shopSection(page, 'Fromagerie du Châtel'), 'Retrait en magasin');
  await fillPerson(page);
  await page.getByLabel('Payer en ligne').check({ force: true });
  await thereAndBack(page);
  await toThePayment(page);
  await page.getByRole('button', { name: 'Refuser le paiement' }).click();
  await expect(page.getByRole('heading', { name: 'Paiement refusé' })).toBeVisible();
  await thereAndBack(page);
  await toThePayment(page);
});

test('a page set aside before its change is stored: the next page stores it, and the page itself shows it later', async ({
  market,
}) => {
  const context = await browser.newContext({ baseURL: market.url, locale: 'fr-FR', serviceWorkers: 'block' });
  const [page, other] = [await context.newPage(), await context.newPage()];
  await addProduct(page, 'tomme-de-meuse', { quantity: 2 });
  await page.goto('/commande/panier');
  await expect.poll(() => cartLines(page)).toEqual(['Tomme de Meuse × 2']);
  const release = await holdOutbox(other);
  await page.getByRole('button', { name: /^Augmenter/ }).click();
  await expect.poll(() => cartLines(page)).toEqual(['Tomme de Meuse × 3']);
  await page.goBack({ waitUntil: 'commit' });
  await release();
  await expect(page.getByRole('link', { name: /Panier.*3/ })).toBeVisible();
  await page.goForward({ waitUntil: 'commit' });
  await expect.poll(() => cartLines(page)).toEqual(['Tomme de Meuse × 3']);
  await context.close();
});
