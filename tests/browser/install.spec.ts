// The invitation to install: at the first order or the first offline bundle, once on a device, never in the installed app.
import type { Page } from '@playwright/test';
import { expect, installed, test } from './journey.ts';
import type { MarketServer } from './market-server.ts';
import { newShopper } from './other-device.ts';
import { axeFindings } from './screens/inspection.ts';
import { addProduct, chooseShipping, fillPerson, logIn, offerInstallation, order, pay, shopSection } from './steps.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Installer Étal Meuse' });

const prompted = (page: Page) => page.evaluate(() => sessionStorage.getItem('prompted'));

async function loggedIn(page: Page, market: MarketServer): Promise<void> {
  const { email } = await newShopper(market);
  await page.goto('/authentication/connexion');
  await installed(page);
  await logIn(page, email);
}

async function buyCheese(page: Page): Promise<void> {
  await addProduct(page, 'tomme-de-meuse', { quantity: 2 });
  await order(page);
  await chooseShipping(shopSection(page, 'Fromagerie du Châtel'), 'Retrait en magasin');
  await fillPerson(page);
  await page.getByLabel('Payer en ligne').check({ force: true });
  await pay(page, 'Accepter le paiement');
  await expect(page.getByRole('heading', { name: 'Paiement accepté' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Votre commande, par boutique' })).toBeVisible();
}

test('after the first order one button opens the browser’s dialog, and the next order does not invite again', async ({
  device,
  market,
}) => {
  const page = await (await device()).open();
  await offerInstallation(page);
  await loggedIn(page, market);
  await buyCheese(page);
  await expect(card(page)).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  expect(await prompted(page)).toBeNull();
  await card(page).getByRole('button', { name: 'Installer Étal Meuse' }).click();
  await expect.poll(() => prompted(page)).toBe('yes');
  await expect(card(page)).toHaveCount(0);
  await buyCheese(page);
  await expect(card(page)).toHaveCount(0);
});

test('on iOS the steps are named; dismissed, it stays away, also when a store is downloaded', async ({
  device,
  market,
}) => {
  const page = await (await device()).open();
  await page.addInitScript(() => Object.assign(navigator, { standalone: false }));
  await loggedIn(page, market);
  await buyCheese(page);
  await expect(card(page).getByRole('listitem')).toHaveText([
    'Touchez Partager dans la barre de Safari.',
    'Choisissez Sur l’écran d’accueil, puis Ajouter.',
  ]);
  await card(page).getByRole('button', { name: 'J’ai compris' }).click();
  await expect(card(page)).toHaveCount(0);
  await page.goto('/boutique/salon-belle-rive');
  await page.getByRole('button', { name: 'Garder hors connexion' }).click();
  await page.getByRole('button', { name: 'Garder', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Gardé le/ })).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Installer Étal Meuse' })).toHaveCount(0);
});

test('who downloads a store is invited, and an installed app invites nobody', async ({ device }) => {
  const phone = await device();
  const page = await phone.open();
  await offerInstallation(page);
  await page.goto('/boutique/salon-belle-rive');
  await installed(page);
  await page.getByRole('button', { name: 'Garder hors connexion' }).click();
  await page.getByRole('button', { name: 'Garder', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Installer Étal Meuse' });
  await dialog.getByRole('button', { name: 'Non merci' }).click();
  await expect(dialog).toBeHidden();
  expect(await prompted(page)).toBeNull();

  const app = await (await device()).open();
  await offerInstallation(app);
  await app.addInitScript(() => {
    const { matchMedia } = window;
    window.matchMedia = (query) =>
      query.includes('standalone')
        ? { ...matchMedia.call(window, query), matches: true }
        : matchMedia.call(window, query);
  });
  await app.goto('/boutique/salon-belle-rive');
  await installed(app);
  await app.getByRole('button', { name: 'Garder hors connexion' }).click();
  await app.getByRole('button', { name: 'Garder', exact: true }).click();
  await expect(app.getByRole('button', { name: /^Gardé le/ })).toBeVisible();
  await expect(app.getByRole('dialog', { name: 'Installer Étal Meuse' })).toHaveCount(0);
  expect(await app.evaluate(() => localStorage.getItem('etal.install-invited'))).toBeNull();
});
