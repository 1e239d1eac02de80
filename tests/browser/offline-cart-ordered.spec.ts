// A shopper fills a cart without a network and orders it, with the delivery priced from what the device knows.
import { expect } from '@playwright/test';
import { installed, test } from './journey.ts';
import { newGoods, ordersOf } from './offline-orders.ts';
import { newShopper } from './other-device.ts';
import { chooseShipping, fillAddress, fillPerson, logIn, putInCart, shopSection, warmedUp } from './steps.ts';

// Closed and opened again.
test.use({ lasting: true });

const fromagerie = 'Fromagerie du Châtel';
const size = { width: 360, height: 780 };

test('a cart that was filled without a network is ordered without one, and placed once', {
  tag: '@essential',
}, async ({ market, device }) => {
  const phone = await device();
  const { email, device: account } = await newShopper(market);
  const page = await phone.open({ size });
  await page.goto('/authentication/connexion');
  await installed(page);
  await logIn(page, email);
  const cheese = await newGoods(market, 'Bergues', 20);
  await page.goto('/nouveautes');
  await expect(page.getByRole('heading', { name: cheese.name })).toBeVisible();
  await warmedUp(page);
  await phone.context().setOffline(true);

  // Its page was never opened; the list shows it.
  await page.getByRole('link', { name: cheese.name }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: cheese.name })).toBeVisible();
  await expect(page.getByText('La description et les avis s’afficheront dès le retour du réseau.')).toBeVisible();
  await putInCart(page, { quantity: 3 });
  await page.goto('/commande/panier');
  await page.getByRole('link', { name: 'commander' }).click();
  await expect(page).toHaveURL(/\/commande\/livraison/);

  const section = shopSection(page, fromagerie);
  await expect(section.getByRole('radio', { name: /^Retrait en magasin/ })).toBeChecked();
  await expect(section.getByText(/Il faut du réseau pour le prix de ces modes\s: livraison à domicile/)).toBeVisible();
  await chooseShipping(section, 'Livraison par le commerçant');
  await section.getByLabel('Distance').selectOption('5');
  await fillPerson(page);
  await fillAddress(section);
  await page.getByLabel('Payer à la livraison').check({ force: true });
  await expect(page.getByText(/Estimation\s: [\d,]+\s€ maximum/)).toBeVisible();
  const most = await page.getByRole('button', { name: /^VALIDER/ }).textContent();
  await page.getByRole('button', { name: /^VALIDER/ }).click();
  await expect(page).toHaveURL(/\/commande\/en-attente$/);
  expect(await ordersOf(account)).toEqual([]);

  await phone.context().setOffline(false);
  await expect(page.getByRole('article', { name: /Commande n°\s\d+ confirmée/ })).toBeVisible();
  const [placed, ...others] = await ordersOf(account);
  expect(others).toEqual([]);
  expect(placed).toMatchObject({
    paymentOnDelivery: true,
    storeOrders: [{ state: 'payed', shippingType: 'custom_store', distance: 5, firstName: 'Camille' }],
  });
  const total = placed?.storeOrders[0]?.total.amount ?? 0;
  expect(most).toContain((total / 100).toFixed(2).replace('.', ','));
});

test('an estimate below the current price asks before anything is ordered', async ({ market, device }) => {
  const phone = await device();
  const { email, device: account } = await newShopper(market);
  const page = await phone.open({ size });
  await page.goto('/authentication/connexion');
  await installed(page);
  await logIn(page, email);
  const cheese = await newGoods(market, 'Maroilles', 20);
  await page.goto(`/produit/${cheese.slug}`);
  await expect(page.getByRole('heading', { level: 1, name: cheese.name })).toBeVisible();
  await warmedUp(page);
  await phone.context().setOffline(true);
  await putInCart(page, { quantity: 2 });
  await page.goto('/commande/panier');
  await page.getByRole('link', { name: 'commander' }).click();
  await chooseShipping(shopSection(page, fromagerie), 'Retrait en magasin');
  await fillPerson(page);
  await page.getByLabel('Payer à la livraison').check({ force: true });
  await cheese.set({ price: { amount: 1500 } });
  await page.getByRole('button', { name: /^VALIDER/ }).click();
  await expect(page).toHaveURL(/\/commande\/en-attente$/);
  await phone.context().setOffline(false);
  await expect(page.getByRole('article', { name: /le prix est maintenant de 15,00\s€/ })).toBeVisible();
  expect(await ordersOf(account)).toEqual([]);
});
