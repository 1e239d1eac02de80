// A session that the market has ended while somebody was filling in a form.
import type { Page } from '@playwright/test';
import type { Order } from '#contract/orders/orders.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { expect, password, test } from './journey.ts';
import type { MarketServer } from './market-server.ts';
import { newShopperOn } from './other-device.ts';
import { addProduct, chooseShipping, contact, fillPerson, logIn, order, shopSection } from './steps.ts';

/** As a new password chosen on another device does. */
async function endSession(page: Page, market: MarketServer): Promise<void> {
  const { refreshToken } = await page.evaluate(() => JSON.parse(localStorage.getItem('etal.session') ?? '{}'));
  const ended = await fetch(`${market.direct}/api/token/revoke`, {
    method: 'POST',
    body: new URLSearchParams({ refresh_token: refreshToken }),
  });
  expect(ended.ok).toBe(true);
}

const shown = 'Votre session est terminée';
const logInAgain = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Me reconnecter' });

test('a session expired during the checkout is announced, and a login continues with all typed text', {
  tag: '@essential',
}, async ({ device, market }) => {
  const { email, device: account, page } = await newShopperOn(await device(), market);
  await addProduct(page, 'tomme-de-meuse', { quantity: 2 });
  await order(page);
  await chooseShipping(shopSection(page, 'Fromagerie du Châtel'), 'Retrait en magasin');
  await fillPerson(page);
  await page.getByLabel('Payer à la livraison').check({ force: true });

  await endSession(page, market);
  await page.getByRole('button', { name: /^VALIDER/ }).click();
  await expect(page.getByRole('main').getByText(shown)).toBeVisible();
  await expect(page.getByText('à corriger')).toBeHidden();
  await expect(contact(page).getByLabel('Prénom')).toHaveValue('Camille');

  // A reload does not make it an empty cart.
  await page.reload();
  await expect(page.getByRole('main').getByText(shown)).toBeVisible();
  await page.goto('/commande/panier');
  await expect(page.getByRole('link', { name: 'Tomme de Meuse' }).first()).toBeVisible();
  await page.goBack();
  await logInAgain(page).click();
  await expect(page.getByLabel('Adresse e-mail')).toHaveValue(email);
  await logIn(page, email);
  await expect(page).toHaveURL(/\/commande\/livraison$/);
  await expect(contact(page).getByLabel('Prénom')).toHaveValue('Camille');
  await expect(contact(page).getByLabel('Téléphone')).toHaveValue('06 12 34 56 78');
  expect((await account.call<Collection<Order>>('GET', `/users/${account.id}/orders`))['hydra:member']).toEqual([]);
  await page.getByLabel('Payer à la livraison').check({ force: true });
  await page.getByRole('button', { name: /^VALIDER/ }).click();
  await expect(page.getByRole('heading', { name: 'Commande avec paiement à la livraison confirmée' })).toBeVisible();
  const orders = (await account.call<Collection<Order>>('GET', `/users/${account.id}/orders`))['hydra:member'];
  expect(orders).toHaveLength(1);
});

test('a form sent directly to the market announces the expired session, and its text is restored after the login', async ({
  device,
  market,
}) => {
  const { email, page } = await newShopperOn(await device(), market);
  await page.goto('/compte/informations');
  await page.getByLabel('Adresse e-mail').fill(`neuve-${email}`);
  await page.getByLabel('Mot de passe actuel').fill(password);
  await endSession(page, market);
  await page.getByRole('button', { name: 'Mettre à jour les informations' }).click();
  const sentence = page.getByRole('main').getByText('Votre session est terminée. Reconnectez-vous pour continuer.');
  await expect(sentence).toBeVisible();
  await page.getByRole('link', { name: 'Me reconnecter' }).click();
  await logIn(page, email);
  await expect(page).toHaveURL(/\/compte\/informations$/);
  await expect(page.getByLabel('Adresse e-mail')).toHaveValue(`neuve-${email}`);
  await expect(page.getByText('Votre session est terminée')).toBeHidden();
});

test('a login in another tab suffices: the delivery page continues', async ({ device, market }) => {
  const phone = await device();
  const { email, page } = await newShopperOn(phone, market);
  await addProduct(page, 'tomme-de-meuse');
  await order(page);
  await endSession(page, market);
  await page.reload();
  await expect(page.getByRole('main').getByText(shown)).toBeVisible();
  const other = await phone.context().newPage();
  await other.goto('/authentication/connexion');
  await logIn(other, email);
  await expect(contact(page).getByLabel('Prénom')).toBeVisible();
  await expect(page.getByText(shown)).toBeHidden();
});
