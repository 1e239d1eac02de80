// A browser that keeps a page whole while another is shown, and shows it again as it was left.
import { type Browser, chromium, type Page } from '@playwright/test';
import { findChromium } from '../support/chromium.ts';
import { expect, launchArguments, test } from './journey.ts';
import { newShopper } from './other-device.ts';
import { addProduct, chooseShipping, fillPerson, logIn, order, shopSection } from './steps.ts';

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

/** Without the pointer, which waits for frames that a page shown again may not have drawn yet. */
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).dispatchEvent('click');

/** Away to the payment page by this button, and back to the page as it was left. */
async function thereAndBack(page: Page, button: string | RegExp): Promise<void> {
  await page.evaluate(() => Object.assign(window, { isAsLeft: true }));
  await press(page, button);
  await expect(page).toHaveURL(paymentPage);
  // A page that is shown again does not load.
  await page.goBack({ waitUntil: 'commit' });
  await expect(page).not.toHaveURL(paymentPage);
  expect(await page.evaluate(() => 'isAsLeft' in window)).toBe(true);
  await expect(page.getByRole('button', { name: button })).not.toHaveAttribute('aria-busy', 'true');
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
  await thereAndBack(page, /^VALIDER/);
  await press(page, /^VALIDER/);
  await expect(page.getByRole('button', { name: 'Reprendre le paiement' })).toBeVisible();
  await thereAndBack(page, 'Reprendre le paiement');
  await press(page, 'Reprendre le paiement');
  await page.getByRole('button', { name: 'Refuser le paiement' }).click();
  await expect(page.getByRole('heading', { name: 'Paiement refusé' })).toBeVisible();
  await thereAndBack(page, 'réessayer');
  await press(page, 'réessayer');
  await expect(page).toHaveURL(paymentPage);
});
