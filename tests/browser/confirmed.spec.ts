// Orders that are confirmed without a payment page: to whom that is said, and that nothing is asked for where nothing is to pay.

import type { Order } from '#contract/orders/orders.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { expect, test } from './journey.ts';
import { newShopper, otherDevice } from './other-device.ts';
import { addProduct, chooseShipping, fillPerson, logIn, order, shopSection } from './steps.ts';

test.use({ installs: false });

test('the confirmation page confirms nothing without an order, for any order in the address', async ({
  device,
  market,
}) => {
  const somebody = await newShopper(market);
  const theirs = await (await device()).open();
  await theirs.goto('/authentication/connexion');
  await logIn(theirs, somebody.email);
  await addProduct(theirs, 'tomme-de-meuse', { quantity: 2 });
  await order(theirs);
  await chooseShipping(shopSection(theirs, 'Fromagerie du Châtel'), 'Retrait en magasin');
  await fillPerson(theirs);
  await theirs.getByLabel('Payer à la livraison').check({ force: true });
  await theirs.getByRole('button', { name: 'VALIDER' }).click();
  await expect(theirs.getByRole('heading', { name: /paiement à la livraison confirmée/ })).toBeVisible();
  const { 'hydra:member': orders } = await somebody.device.call<Collection<Order>>(
    'GET',
    `/users/${somebody.device.id}/orders`,
  );

  const page = await (await device()).open();
  await page.goto('/authentication/connexion');
  await logIn(page, (await newShopper(market)).email);
  for (const named of ['', `?order=${orders[0]?.id}`, `?Id=${orders[0]?.id}`]) {
    await page.goto(`/commande/paiement-a-la-livraison${named}`);
    await expect(page).toHaveURL(/\/compte\/commandes$/);
    await expect(page.getByRole('main')).not.toContainText('confirmée');
  }
});

test('an order that costs nothing is confirmed by VALIDER, without a payment page', async ({ device, market }) => {
  const shop = await otherDevice(market, 'fromagerie@etal.test');
  const values = { code: 'OFFERT100', discount: 100, discountType: 'relative', expirationDate: null, active: true };
  await shop.call('POST', '/coupons', values);
  const { email } = await newShopper(market);
  const page = await (await device()).open();
  await page.goto('/authentication/connexion');
  await logIn(page, email);
  await addProduct(page, 'carte-cadeau-fromagerie');
  await page.goto('/commande/panier');
  await page.getByLabel(/code promo/i).fill('OFFERT100');
  await page.getByRole('button', { name: 'VALIDER', exact: true }).click();
  await expect(page.getByText('Coupon OFFERT100 appliqué')).toBeVisible();
  await order(page);
  const validate = page.getByRole('button', { name: /^VALIDER/ });
  await expect(validate).toHaveAccessibleName(/0,00\s€$/);
  await validate.click();
  await expect(page.getByRole('heading', { name: 'Paiement accepté' })).toBeVisible();
  await page.getByRole('link', { name: 'Voir ma commande' }).click();
  await expect(page.getByRole('main')).toContainText(/Prix total\s*30,00\s€\s*Prix final\s*0,00\s€/);
});
