import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { addProduct, chooseShipping, fillPerson, logIn, order, pay, shopSection } from './steps.ts';

const fromagerie = 'Fromagerie du Châtel';

async function loggedInWithCheese(page: Page): Promise<void> {
  await page.goto('/authentication/connexion');
  await logIn(page, 'client@etal.test');
  await addProduct(page, 'tomme-de-meuse', { quantity: 2 });
  await order(page);
  const section = shopSection(page, fromagerie);
  await chooseShipping(section, 'Retrait en magasin');
  await fillPerson(section);
}

test('a declined payment says so, keeps the cart, and can be tried again to the end', async ({ device }) => {
  const page = await (await device()).open();
  await loggedInWithCheese(page);
  await page.getByLabel('Payer en ligne').check({ force: true });
  await pay(page, 'Refuser le paiement');
  await expect(page.getByRole('heading', { name: 'Paiement refusé' })).toBeVisible();

  await page.getByRole('button', { name: 'réessayer' }).click();
  await expect(page).toHaveURL(/\/commande\/livraison/);
  const section = shopSection(page, fromagerie);
  await chooseShipping(section, 'Retrait en magasin');
  await fillPerson(section);
  await page.getByLabel('Payer en ligne').check({ force: true });
  await pay(page, 'Accepter le paiement');
  await expect(page.getByRole('heading', { name: 'Paiement accepté' })).toBeVisible();
});

test('a pending payment waits for the bank, whatever the address claims', async ({ device }) => {
  const page = await (await device()).open();
  await loggedInWithCheese(page);
  await page.getByLabel('Payer en ligne').check({ force: true });
  await pay(page, 'Mettre en attente');
  await expect(page.getByRole('heading', { name: 'Paiment en attente de confirmation' })).toBeVisible();
  const forged = page.url().replace(/Result=\w+/, 'Result=accepted');
  await page.goto(forged);
  await expect(page.getByRole('heading', { name: 'Paiment en attente de confirmation' })).toBeVisible();
  await page.goto('/commande/panier');
  await expect(page.getByText('Votre panier est vide !')).toBeVisible();
});

test('paying on delivery confirms the order without a payment page, and the merchant is told to collect', async ({
  device,
}) => {
  const page = await (await device()).open();
  await loggedInWithCheese(page);
  await page.getByRole('button', { name: 'VALIDER' }).click();
  await expect(page.getByText('Veuillez choisir un mode de paiement.')).toBeVisible();
  await page.getByLabel('Payer à la livraison').check({ force: true });
  await page.getByRole('button', { name: 'VALIDER' }).click();
  await expect(page).toHaveURL(/\/commande\/paiement-a-la-livraison/);
  await expect(page.getByRole('heading', { name: 'Commande avec paiement à la livraison confirmée' })).toBeVisible();

  const desk = await (await device()).open({ size: { width: 1440, height: 900 } });
  await desk.goto('/authentication/connexion');
  await logIn(desk, 'fromagerie@etal.test');
  await desk.goto('/admin/boutique/store/commandes');
  const newest = desk.getByRole('article').first();
  await expect(newest.getByText('Oui')).toBeVisible();
});

test('what a delivery asks for is said on its field, and nothing typed is lost by a reload', async ({ device }) => {
  const page = await (await device()).open();
  await page.goto('/authentication/connexion');
  await logIn(page, 'client@etal.test');
  await addProduct(page, 'tomme-de-meuse', { quantity: 2 });
  await order(page);
  const section = shopSection(page, fromagerie);
  await chooseShipping(section, 'Livraison à domicile');
  const cleared = ['Prénom', 'Téléphone', 'Code postal'];
  const filled = ['Nom', 'Adresse', 'Ville'];
  const field = (label: string) => section.getByLabel(label, { exact: true });
  for (const label of filled) await field(label).fill('Verdun');
  for (const label of cleared) await field(label).fill('');
  await page.getByRole('button', { name: 'VALIDER' }).click();
  for (const label of cleared) await expect(field(label)).toHaveAccessibleDescription('Champ obligatoire');
  for (const label of filled) await expect(field(label)).toHaveAccessibleDescription('');
  await section.getByLabel('Ville').fill('Stenay');
  await page.reload();
  await expect(shopSection(page, fromagerie).getByLabel('Ville')).toHaveValue('Stenay');
});
