// The order tunnel under rough hands: taps too many, tabs too many, reloads and cuts in every step, half a megabyte in every field.
import type { Page } from '@playwright/test';
import type { Order } from '#contract/orders/orders.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { expect, installed, test } from './journey.ts';
import { newShopper, type OtherDevice } from './other-device.ts';
import {
  addProduct,
  cartLines,
  chooseShipping,
  contact,
  fillAddress,
  fillPerson,
  logIn,
  order,
  shopSection,
} from './steps.ts';

const fromagerie = 'Fromagerie du Châtel';
const validate = (page: Page) => page.getByRole('button', { name: /^VALIDER/ });
const ordersOf = async ({ call, id }: OtherDevice) =>
  (await call<Collection<Order>>('GET', `/users/${id}/orders`))['hydra:member'];

test('two taps on VALIDER and the same form in another tab create one order, and the other tab reports it', async ({
  device,
  market,
}) => {
  const phone = await device();
  const { email, device: account } = await newShopper(market);
  const page = await phone.open();
  await page.goto('/authentication/connexion');
  await logIn(page, email);
  await addProduct(page, 'tomme-de-meuse', { quantity: 2 });
  await order(page);
  await chooseShipping(shopSection(page, fromagerie), 'Retrait en magasin');
  await fillPerson(page);
  await page.getByLabel('Payer à la livraison').check({ force: true });
  const other = await phone.context().newPage();
  await other.goto('/commande/livraison');
  await expect(contact(other).getByLabel('Prénom')).toHaveValue('Camille');
  await other.getByLabel('Payer à la livraison').check({ force: true });

  // A cart that changed elsewhere is another order: it is looked at before it is sent.
  await addProduct(other, 'coffret-de-noel');
  await order(other);
  await validate(page).click();
  await expect(
    page.getByText('Votre panier a changé entre-temps. Vérifiez la commande, puis validez de nouveau.'),
  ).toBeVisible();
  await expect(page.getByRole('complementary').getByText(/^3\sproduits$/)).toBeVisible();
  // The same while the order is on its way.
  await page.getByLabel('Payer à la livraison').check({ force: true });
  let isFirst = true;
  await page.route('**/api/orders/*', async (route) => {
    if (isFirst) {
      isFirst = false;
      await addProduct(other, 'coffret-de-noel');
      await order(other);
      await expect(other.getByRole('complementary').getByText(/^4\sproduits$/)).toBeVisible();
    }
    await route.continue();
  });
  await validate(page).click();
  await expect(page.getByRole('complementary').getByText(/^4\sproduits$/)).toBeVisible();
  await expect(
    page.getByText('Votre panier a changé entre-temps. Vérifiez la commande, puis validez de nouveau.'),
  ).toBeVisible();
  expect(isFirst).toBe(false);
  await other.getByLabel('Payer à la livraison').check({ force: true });

  await page.getByLabel('Payer à la livraison').check({ force: true });
  await validate(page).dblclick();
  await expect(page.getByRole('heading', { name: 'Commande avec paiement à la livraison confirmée' })).toBeVisible();
  await validate(other).click();
  const [placed, ...others] = await ordersOf(account);
  expect(others).toEqual([]);
  await expect(other).toHaveURL(`${market.url}/compte/commande/${placed?.id}`);
  await expect(other.getByText('à payer au retrait').first()).toBeVisible();
});

test('half a megabyte in each field is reported at the field, and nothing is lost or sent', async ({
  device,
  market,
}) => {
  const { email, device: account } = await newShopper(market);
  const page = await (await device()).open();
  await page.goto('/authentication/connexion');
  await logIn(page, email);
  await addProduct(page, 'tomme-de-meuse', { quantity: 2 });
  await order(page);
  const section = shopSection(page, fromagerie);
  await chooseShipping(section, 'Livraison à domicile');
  const fields = [
    ...['Prénom', 'Nom', 'Téléphone'].map((label) => contact(page).getByLabel(label, { exact: true })),
    ...['Adresse', 'Complément d’adresse (facultatif)', 'Code postal', 'Ville'].map((label) =>
      section.getByLabel(label, { exact: true }),
    ),
  ];
  for (const field of fields) await field.fill('9'.repeat(500_000));
  await validate(page).click();
  const phone = contact(page).getByLabel('Téléphone', { exact: true });
  const postalCode = section.getByLabel('Code postal', { exact: true });
  await expect(phone).toHaveAccessibleDescription('Numéro de téléphone incorrect.');
  await expect(postalCode).toHaveAccessibleDescription('Code postal à cinq chiffres attendu.');
  await phone.fill('06 98 76 54 32');
  await postalCode.fill('55100');
  await validate(page).click();
  const most = [80, 80, null, 120, 120, null, 80];
  for (const [at, field] of fields.entries()) {
    await expect(field).toHaveAccessibleDescription(most[at] ? `${most[at]} caractères au maximum.` : '');
  }
  await expect(page).toHaveURL(/\/commande\/livraison/);
  expect(await ordersOf(account)).toEqual([]);
  await page.reload();
  for (const [at, field] of fields.entries()) if (most[at]) await expect(field).toHaveValue('9'.repeat(500_000));
  await fillPerson(page);
  await fillAddress(section);
  await section.getByLabel(/^Complément/).fill('');
  await validate(page).click();
  await expect(page).toHaveURL(/\/paiement\//);
});

test('a reload and a lost network in each step lose nothing, and the payment state is checked by itself', async ({
  device,
  market,
}) => {
  const phone = await device();
  const { email } = await newShopper(market);
  const page = await phone.open();
  await page.goto('/authentication/connexion');
  await installed(page);
  await logIn(page, email);
  await addProduct(page, 'tomme-de-meuse', { quantity: 2 });
  await page.goto('/commande/panier');
  await expect.poll(() => cartLines(page)).toEqual(['Tomme de Meuse × 2']);
  await order(page);
  const section = shopSection(page, fromagerie);
  await chooseShipping(section, 'Livraison par le commerçant');
  await section.getByLabel('Distance').selectOption('5');
  await fillPerson(page);
  await fillAddress(section);
  await page.getByLabel('Payer en ligne').check({ force: true });
  await page.reload();
  await expect(section.getByLabel('Distance')).toHaveValue('5');
  await expect(page.getByLabel('Payer en ligne')).toBeChecked();
  const sums = page.getByRole('complementary').locator('dl');
  await expect(sums).toHaveText(/FRAIS DE PORT2,50\s€TOTAL TTC27,50\s€$/);
  await phone.context().setOffline(true);
  await page.reload();
  await expect(section.getByLabel('Distance')).toHaveValue('5');
  await expect(contact(page).getByLabel('Prénom')).toHaveValue('Camille');
  await expect(section.getByLabel('Ville')).toHaveValue('Verdun');
  await expect(sums).toHaveText(/FRAIS DE PORT2,50\s€TOTAL TTC27,50\s€$/);
  await phone.context().setOffline(false);
  await page.reload();
  await validate(page).click();
  await expect(page).toHaveURL(/\/paiement\//);
  await page.reload();
  await page.getByRole('button', { name: 'Mettre en attente' }).click();
  await expect(page.getByRole('heading', { name: 'Paiment en attente de confirmation' })).toBeVisible();
  await phone.context().setOffline(true);
  await page.reload();
  await expect(page.getByText(/Ne payez pas une seconde fois/)).toBeVisible();
  await phone.context().setOffline(false);
  await expect(page.getByRole('heading', { name: 'Paiment en attente de confirmation' })).toBeVisible();
});
