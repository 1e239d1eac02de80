// What a merchant does with orders beside their next step: looking for one, taking them away as a table, printing.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Cart } from '#contract/orders/carts.ts';
import { expect, installed, proxiedTest as test } from './journey.ts';
import { checkOut, newShopper, paidOrder, pay, productOf } from './other-device.ts';
import { logIn } from './steps.ts';

const tablet = { width: 820, height: 1180 };

async function toTheOrders(page: Page): Promise<void> {
  await page.goto('/authentication/connexion');
  await installed(page);
  await logIn(page, 'fromagerie@etal.test');
  await page
    .getByRole('navigation', { name: 'Gestion de ma boutique' })
    .getByRole('link', { name: 'Commandes' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Commandes' })).toBeVisible();
}

test('an order is found by number or article, through the address; an empty result has a message', async ({
  device,
  market,
}) => {
  const number = await paidOrder(market, 'coffret-de-noel');
  const page = await (await device()).open({ size: tablet });
  await toTheOrders(page);
  const field = page.getByRole('searchbox', { name: 'Chercher une commande' });
  const rows = page.getByRole('article');
  await field.fill(`n° ${number}`);
  await field.press('Enter');
  await expect(page).toHaveURL(/[?]q=/);
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText(`n° ${number}`);
  await page.getByRole('link', { name: 'Envoyé', exact: true }).click();
  await expect(page.getByText('Aucune commande ne correspond.')).toBeVisible();
  await page.goBack();
  await expect(rows).toHaveCount(1);
  await field.fill('COFFRET de noel');
  await page.getByRole('button', { name: 'Chercher' }).click();
  await expect(rows.filter({ hasText: String(number) })).toBeVisible();
  await field.fill("%' or 1=1 --");
  await field.press('Enter');
  await expect(page.getByText('Aucune commande ne correspond.')).toBeVisible();
  await page.getByRole('button', { name: 'Tout voir' }).click();
  await expect(page).toHaveURL(/commandes$/);
  await expect(field).toHaveValue('');
  await expect(rows.nth(5)).toBeVisible();
});

test('the orders are exported as a table; without a network a message appears, and no file', async ({
  device,
  network,
}) => {
  const page = await (await device()).open({ size: tablet });
  await toTheOrders(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporter' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^commandes-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toMatch(/^\ufeffNuméro;Date;État;Livraison;Paiement à la livraison;/);
  expect(text.split('\r\n').length).toBeGreaterThan(100);
  network.cut();
  await page.getByRole('button', { name: 'Exporter' }).click();
  await expect(page.getByText('Il faut du réseau pour exporter')).toBeVisible();
});

test('the day sheet adds up the articles, is there without a network, and is alone on paper; so is an order’s slip', async ({
  device,
  market,
  network,
}) => {
  const first = await paidOrder(market, 'coffret-de-noel');
  const second = await paidOrder(market, 'coffret-de-noel');
  const page = await (await device()).open({ size: tablet });
  await toTheOrders(page);
  await expect(page.getByText(/gardée?s? sur cet appareil/).first()).toBeVisible();
  network.cut();
  await page.getByRole('link', { name: 'Feuille du jour' }).click();
  const sums = page.getByRole('region', { name: 'Par article' });
  const row = sums.getByRole('listitem').filter({ hasText: 'Coffret de Noël' });
  await expect(row).toHaveText(/^\s*[2-9]\s×\s*Coffret de Noël/);
  const slips = page.getByRole('region', { name: 'Par commande' });
  for (const number of [first, second]) await expect(slips.getByRole('link', { name: `n° ${number}` })).toBeVisible();

  await page.emulateMedia({ media: 'print' });
  await expect(row).toBeVisible();
  for (const name of ['Imprimer', /^Votre compte/]) await expect(page.getByRole('button', { name })).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('banner')).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
  await slips.getByRole('link', { name: `n° ${first}` }).click();
  await expect(page.getByRole('button', { name: 'Imprimer le bon de préparation' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Bon de préparation · Fromagerie du Châtel')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Articles de la commande' })).toBeVisible();
  await expect(page.getByText('Client et livraison')).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByText('Suivi du colis')).toBeHidden();
});

test('an order is cancelled without a network, with a word for the customer, who is refunded once it is back', async ({
  device,
  market,
  network,
}) => {
  const { email, device: shopper } = await newShopper(market);
  const product = await productOf(market, 'coffret-de-noel');
  const cart = await shopper.call<Cart>('POST', '/carts', {});
  await shopper.call('PUT', `${cart['@id']}/add`, { id: product.id, quantity: 1, optionValues: [] });
  const purchase = await checkOut(shopper);
  await pay(market, purchase);
  const number = purchase.order.storeOrders[0]?.id;

  const page = await (await device()).open({ size: tablet });
  await toTheOrders(page);
  await page.goto(`/admin/boutique/store/commandes/${number}`);
  await page.getByRole('button', { name: 'Annuler la commande' }).click();
  const question = page.getByRole('dialog', { name: /^Annuler la commande n°/ });
  await expect(question).toContainText(/sera remboursé/);
  await question.getByLabel('Un mot pour votre client').fill('Le fournisseur nous a fait faux bond.');
  await expect(page.getByText('Payé', { exact: true }).first()).toBeVisible();
  network.cut();
  await question.getByRole('button', { name: 'Annuler la commande' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByText('Annulé', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'remboursement' })).toContainText(
    /Enregistré sur cet appareil/,
  );
  await expect(page.getByText(/ont été remboursés à votre client/)).toHaveCount(0);
  network.heal();
  await expect(page.getByText(/ont été remboursés à votre client/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Annuler la commande' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Valider/ })).toHaveCount(0);

  const phone = await (await device()).open();
  await phone.goto('/authentication/connexion');
  await logIn(phone, email);
  await phone.goto('/compte/commandes');
  await expect(phone.getByText('Commande annulée').first()).toBeVisible();
  await phone.goto(`/compte/commande/${purchase.order.id}`);
  await expect(phone.getByText('Remboursé').first()).toBeVisible();
});
