// The delivery page that was opened before the login, on a device that does not know the account's cart.
import { expect } from '@playwright/test';
import { installed, test } from './journey.ts';
import { newShopper } from './other-device.ts';
import { logIn, shopSection } from './steps.ts';

test('the delivery page opened before the login shows the cart of the account', async ({ market, device }) => {
  const { email, device: account } = await newShopper(market);
  const { '@id': cart } = await account.call<{ '@id': string }>('POST', '/carts', {});
  const { id } = await account.call<{ id: string }>('GET', '/products/by_slug/coffret-de-noel');
  await account.call('PUT', `${cart}/add`, { id, optionValues: [], quantity: 1 });

  const page = await (await device()).open({ size: { width: 360, height: 740 } });
  await page.goto('/commande/livraison');
  await expect(page).toHaveURL(/\/authentication\/connexion\?ordering=1$/);
  await installed(page);
  await logIn(page, email);
  await expect(shopSection(page, 'Fromagerie du Châtel').getByRole('link', { name: 'Coffret de Noël' })).toBeVisible();
  await expect(page).toHaveURL(/\/commande\/livraison$/);
});

test('with an empty account it leads to the cart', async ({ market, device }) => {
  const { email } = await newShopper(market);
  const page = await (await device()).open({ size: { width: 360, height: 740 } });
  await page.goto('/commande/livraison');
  await installed(page);
  await logIn(page, email);
  await expect(page).toHaveURL(/\/commande\/panier$/);
});
