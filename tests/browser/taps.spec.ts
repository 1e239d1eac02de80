// How many taps the main ways take on a phone, beside typing: each is gone from the home page to its end, and counted.
import type { Locator, Page } from '@playwright/test';
import { type Device, expect, installed, password, test } from './journey.ts';
import type { MarketServer } from './market-server.ts';
import { newShopper } from './other-device.ts';
import { fillAddress, fillPerson, logIn, shopSection } from './steps.ts';

/** A finger that counts. What it types into is typing, and not counted. */
class Finger {
  taps = 0;

  async on(what: Locator): Promise<void> {
    await what.tap();
    this.taps += 1;
  }
}

const phone = { touch: true, size: { width: 360, height: 740 } } as const;
const inMain = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string | RegExp) => inMain(page).getByRole('button', { name });
const added = (page: Page) => page.getByRole('dialog', { name: 'Article ajouté au panier' });

/** Logged in, with an account of their own. */
async function someoneKnown(market: MarketServer, device: Device): Promise<Page> {
  const { email } = await newShopper(market);
  const page = await device.open(phone);
  await page.goto('/authentication/connexion');
  await installed(page);
  await logIn(page, email);
  return page;
}

/** From home: two cheeses that it shows, a honey that is looked for, and the cart of both. */
async function fillFromTwoShops(page: Page, finger: Finger): Promise<void> {
  await finger.on(inMain(page).getByRole('link', { name: 'Tomme de Meuse' }).first());
  await finger.on(
    inMain(page)
      .locator('form[data-purchase]')
      .getByRole('button', { name: /^Augmenter/ }),
  );
  await finger.on(button(page, 'Ajouter au panier'));
  await finger.on(added(page).getByRole('button', { name: 'Continuer mon shopping' }));
  await finger.on(page.getByRole('link', { name: 'Rechercher' }).filter({ visible: true }));
  await inMain(page).getByLabel('Rechercher', { exact: true }).fill('miel d’acacia');
  await finger.on(inMain(page).getByRole('link', { name: 'Miel d’acacia' }).first());
  await finger.on(button(page, 'Ajouter au panier'));
  await finger.on(added(page).getByRole('link', { name: 'Voir mon panier' }));
  await expect(page.getByText('2 boutiques')).toBeVisible();
}

/** The way of delivery of a shop, tapped unless it is chosen already. */
async function choose(page: Page, finger: Finger, shop: string, name: RegExp): Promise<void> {
  const way = shopSection(page, shop).getByRole('radio', { name });
  if (!(await way.isChecked())) {
    await finger.on(shopSection(page, shop).locator('label').filter({ hasText: name }));
  }
  await expect(way).toBeChecked();
}

/** From the delivery step on: one shop's goods are collected, the other's delivered, and all is paid at once. */
async function receiveAndPay(page: Page, finger: Finger): Promise<void> {
  await expect(page).toHaveURL(/\/commande\/livraison/);
  await choose(page, finger, 'Les Ruches de l’Argonne', /^Retrait en magasin/);
  await choose(page, finger, 'Fromagerie du Châtel', /^Livraison à domicile/);
  await fillPerson(page);
  await fillAddress(shopSection(page, 'Fromagerie du Châtel'));
  await pay(page, finger);
}

async function pay(page: Page, finger: Finger): Promise<void> {
  await finger.on(page.getByRole('button', { name: /^VALIDER/ }));
  await finger.on(page.getByRole('button', { name: 'Accepter le paiement' }));
  await expect(page.getByRole('heading', { name: 'Paiement accepté' })).toBeVisible();
}

test('an order at two stores by a new visitor, with a sign-up on the way, takes at most sixteen taps', async ({
  device,
}) => {
  const page = await (await device()).open(phone);
  await page.goto('/');
  await installed(page);
  const finger = new Finger();
  await fillFromTwoShops(page, finger);
  await finger.on(inMain(page).getByRole('link', { name: 'commander' }));
  await finger.on(page.getByRole('link', { name: /Créer un compte/ }).first());
  // Until then the log-in's own fields stand there.
  await expect(page.getByRole('button', { name: /compte/ })).toBeVisible();
  await page.getByLabel('Adresse e-mail').fill('deux-boutiques@etal.test');
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await finger.on(page.getByRole('button', { name: /compte/ }));
  await receiveAndPay(page, finger);
  process.stdout.write(`    bought at two shops by a stranger: ${finger.taps} taps\n`);
  expect(finger.taps).toBeLessThanOrEqual(16);
});

test('an order at two stores by a logged-in user takes at most fourteen taps', async ({ device, market }) => {
  const page = await someoneKnown(market, await device());
  await page.goto('/');
  const finger = new Finger();
  await fillFromTwoShops(page, finger);
  await finger.on(inMain(page).getByRole('link', { name: 'commander' }));
  await receiveAndPay(page, finger);
  process.stdout.write(`    bought at two shops by someone known: ${finger.taps} taps\n`);
  expect(finger.taps).toBeLessThanOrEqual(14);
});

test('who comes back buys as the last time, with at most seven taps and nothing to type', async ({
  device,
  market,
}) => {
  const page = await someoneKnown(market, await device());
  await page.goto('/');
  const first = new Finger();
  await fillFromTwoShops(page, first);
  await first.on(inMain(page).getByRole('link', { name: 'commander' }));
  await receiveAndPay(page, first);

  await page.goto('/');
  const finger = new Finger();
  await finger.on(
    inMain(page)
      .getByRole('button', { name: /^Ajouter ce produit.: Train de la vallée/ })
      .first(),
  );
  await finger.on(added(page).getByRole('link', { name: 'Voir mon panier' }));
  await finger.on(inMain(page).getByRole('link', { name: 'commander' }));
  await expect(page).toHaveURL(/\/commande\/livraison/);
  await choose(page, finger, 'Les Copeaux Joyeux', /^Livraison à domicile/);
  await pay(page, finger);
  process.stdout.write(`    bought by someone who comes back: ${finger.taps} taps\n`);
  expect(finger.taps).toBeLessThanOrEqual(7);
});

test('a request for a slot on a store’s page takes at most four taps', async ({ device, market }) => {
  const page = await someoneKnown(market, await device());
  await page.goto('/boutique/salon-belle-rive');
  const finger = new Finger();
  await finger.on(page.getByRole('tab', { name: 'prendre rdv' }));
  const form = page.locator('#contact');
  await form.getByLabel(/^Votre Message/).fill('Une coupe, s’il vous plaît.');
  await finger.on(form.getByRole('button', { name: 'Envoyer' }));
  await expect(page.getByText('Message envoyé avec succès').first()).toBeVisible();
  process.stdout.write(`    a slot asked for on a shop's page: ${finger.taps} taps\n`);
  expect(finger.taps).toBeLessThanOrEqual(4);
});
