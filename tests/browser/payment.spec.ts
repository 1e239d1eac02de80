import type { Page } from '@playwright/test';
import type { Order } from '#contract/orders/orders.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { createDevices, expect, test } from './journey.ts';
import { startMarketServer } from './market-server.ts';
import { newShopper, otherDevice, productOf } from './other-device.ts';
import { productNamed } from './own-products.ts';
import {
  addProduct,
  cartLines,
  chooseShipping,
  contact,
  fillPerson,
  logIn,
  ofAge,
  order,
  pay,
  shopSection,
} from './steps.ts';

test.use({ installs: false });

const fromagerie = 'Fromagerie du Châtel';

/** The number in the address of the page after the payment. */
const orderAt = (page: Page) => Number(new URL(page.url()).searchParams.get('Id'));

async function loggedInWithCheese(page: Page): Promise<void> {
  await page.goto('/authentication/connexion');
  await logIn(page, 'client@etal.test');
  await withCheese(page);
}

/** Two cheeses at the last step, to be collected. */
async function withCheese(page: Page): Promise<void> {
  await addProduct(page, 'tomme-de-meuse', { quantity: 2 });
  await order(page);
  const section = shopSection(page, fromagerie);
  await chooseShipping(section, 'Retrait en magasin');
  await fillPerson(page);
}

test('a declined payment shows a message, the cart remains, and a second attempt is paid as a new order of equal amount', async ({
  device,
  market,
}) => {
  const { email, device: account } = await newShopper(market);
  const phone = await device();
  const page = await phone.open();
  await page.goto('/authentication/connexion');
  await logIn(page, email);
  await withCheese(page);
  await page.getByLabel('Payer en ligne').check({ force: true });
  await pay(page, 'Refuser le paiement');
  await expect(page.getByRole('heading', { name: 'Paiement refusé' })).toBeVisible();
  const first = orderAt(page);

  // Two taps are one retry; its order has another number than the one in the address.
  await page.getByRole('button', { name: 'réessayer' }).dblclick();
  await expect(page).toHaveURL(/\/paiement\//);
  await expect(page.locator('.amount')).toHaveText(/^25,00\s€$/);
  await page.getByRole('button', { name: 'Refuser le paiement' }).click();
  await expect(page.getByRole('heading', { name: 'Paiement refusé' })).toBeVisible();
  const second = orderAt(page);
  expect(second).toBeGreaterThan(first);

  // Something is otherwise now: it is looked at before anything is paid.
  const shop = await otherDevice(market, 'fromagerie@etal.test');
  const cheese = await productNamed(shop, 'Tomme de Meuse');
  await shop.call('PUT', cheese['@id'], { price: { stringValue: '13,00' } });
  await page.getByRole('button', { name: 'réessayer' }).click();
  await expect(page).toHaveURL(/\/commande\/livraison/);
  await expect(
    page.getByText('Le montant de la commande a changé. Vérifiez-le, puis validez de nouveau.'),
  ).toBeVisible();
  await expect(contact(page).getByLabel('Prénom')).toHaveValue('Camille');
  await expect(
    page
      .getByRole('complementary')
      .getByText(/26,00\s€/)
      .first(),
  ).toBeVisible();
  await page.getByLabel('Payer en ligne').check({ force: true });
  await pay(page, 'Accepter le paiement');
  await expect(page.getByRole('heading', { name: 'Paiement accepté' })).toBeVisible();
  const third = orderAt(page);
  // Back at its delivery, there is nothing left to validate.
  await page.goBack();
  await page.goBack();
  await page.reload();
  await expect(page).toHaveURL(/\/compte\/commandes$/);
  await page.goto(`/commande/confirmer?Id=${third}`);

  // Coming back once more, and to the address of the refused one, pays nothing and undoes nothing.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Paiement accepté' })).toBeVisible();
  await page.goto(`/commande/confirmer?Id=${first}&Result=accepted`);
  await expect(page.getByRole('heading', { name: 'Paiement refusé' })).toBeVisible();
  await page.goto('/commande/panier');
  await expect(page.getByText('Votre panier est vide !')).toBeVisible();
  const { 'hydra:member': orders } = await account.call<Collection<Order>>('GET', `/users/${account.id}/orders`);
  expect(orders.map(({ id, total }) => [id, total.amount])).toEqual([[third, 2600]]);

  // Somebody else reads nothing of it, wherever they have its number from.
  const stranger = await (await device()).open();
  await stranger.goto(`/commande/confirmer?Id=${third}&Result=accepted`);
  await stranger.getByRole('main').getByRole('link', { name: 'Se connecter' }).click();
  await logIn(stranger, 'client@etal.test');
  for (const address of [`/commande/confirmer?Id=${third}&Result=accepted`, `/compte/commande/${third}`]) {
    await stranger.goto(address);
    await expect(stranger.getByText('Cette commande est introuvable.')).toBeVisible();
    await expect(stranger.getByRole('main')).not.toContainText('Fromagerie du Châtel');
  }
});

test('after a late refusal by the bank the cart contains the previous and the new articles', async ({
  device,
  market,
}) => {
  const { email } = await newShopper(market);
  const page = await (await device()).open();
  await page.goto('/authentication/connexion');
  await logIn(page, email);
  await withCheese(page);
  await page.getByLabel('Payer en ligne').check({ force: true });
  await page.getByRole('button', { name: 'VALIDER' }).click();
  await expect(page).toHaveURL(/\/paiement\//);
  const bank = page.url();
  await page.getByRole('button', { name: 'Mettre en attente' }).click();
  await expect(page.getByRole('heading', { name: 'Paiment en attente de confirmation' })).toBeVisible();
  const result = page.url();
  await addProduct(page, 'coffret-de-noel');
  await page.goto(bank);
  await page.getByRole('button', { name: 'Refuser le paiement' }).click();
  await expect(page.getByRole('heading', { name: 'Paiement refusé' })).toBeVisible();
  await page.goto(result);
  await page.getByRole('button', { name: 'réessayer' }).click();
  await expect(page).toHaveURL(/\/commande\/panier$/);
  await expect.poll(() => cartLines(page)).toEqual(['Coffret de Noël × 1', 'Tomme de Meuse × 2']);
});

test('an order closed on the payment page can be resumed; after its deadline it ends, and its stock is released', async () => {
  test.setTimeout(240_000);
  const market = await startMarketServer({ settings: { PAYMENT_MINUTES: '1' } });
  const devices = await createDevices(market.url);
  try {
    const { email } = await newShopper(market);
    const phone = await devices.device();
    let page = await phone.open();
    await page.goto('/authentication/connexion');
    await logIn(page, email);
    await addProduct(page, 'brie-de-meaux-fermier', { quantity: 3 });
    await order(page);
    await chooseShipping(shopSection(page, fromagerie), 'Retrait en magasin');
    await fillPerson(page);
    await page.getByLabel('Payer en ligne').check({ force: true });
    await page.getByRole('button', { name: 'VALIDER' }).click();
    await expect(page).toHaveURL(/\/paiement\//);
    const bank = page.url();
    await phone.close();
    // All three are held meanwhile.
    expect((await productOf(market, 'brie-de-meaux-fermier')).stock).toBe(0);

    page = await phone.open();
    await page.goto('/commande/livraison');
    await expect(page.getByRole('heading', { name: 'Le paiement de cette commande est ouvert' })).toBeVisible();
    await page.getByRole('button', { name: 'Reprendre le paiement' }).click();
    await expect(page).toHaveURL(bank);

    const choice = page.getByRole('button', { name: 'Accepter le paiement' });
    await expect(async () => {
      await page.reload();
      await expect(page.getByText('Le délai de paiement est dépassé.')).toBeVisible({ timeout: 2000 });
    }).toPass({ timeout: 100_000 });
    await expect(choice).toHaveCount(0);
    await page.getByRole('link', { name: 'Revenir à ma commande' }).click();
    await expect(page.getByRole('heading', { name: 'Paiement refusé' })).toBeVisible();
    const shown = /Le délai de paiement est dépassé.*vos articles ne sont plus réservés/;
    await expect(page.getByText(shown)).toBeVisible();
    // Also without what the payment page has put into the address.
    await page.goto(page.url().replace(/&Result=\w+/, ''));
    await expect(page.getByText(shown)).toBeVisible();
    expect((await productOf(market, 'brie-de-meaux-fermier')).stock).toBe(3);

    await page.getByRole('button', { name: 'réessayer' }).click();
    await expect(page).toHaveURL(/\/paiement\//);
    expect(page.url()).not.toBe(bank);
    await page.getByRole('button', { name: 'Accepter le paiement' }).click();
    await expect(page.getByRole('heading', { name: 'Paiement accepté' })).toBeVisible();
    expect((await productOf(market, 'brie-de-meaux-fermier')).stock).toBe(0);
  } finally {
    await devices.end();
    await market.stop();
  }
});

test('a pending payment waits for the bank, for any status in the address', async ({ device }) => {
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

test('payment on delivery confirms the order without a payment page, and the merchant sees the amount to collect', async ({
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

test('missing delivery values are reported at their fields, and typed text survives a reload', async ({ device }) => {
  const page = await (await device()).open();
  await page.goto('/authentication/connexion');
  await logIn(page, 'client@etal.test');
  await addProduct(page, 'tomme-de-meuse', { quantity: 2 });
  await order(page);
  const section = shopSection(page, fromagerie);
  await chooseShipping(section, 'Livraison à domicile');
  const cleared = ['Prénom', 'Téléphone', 'Code postal'];
  const filled = ['Nom', 'Adresse', 'Ville'];
  const field = (label: string) => contact(page).or(section).getByLabel(label, { exact: true });
  for (const label of filled) await field(label).fill('Verdun');
  for (const label of cleared) await field(label).fill('');
  await page.getByRole('button', { name: 'VALIDER' }).click();
  for (const label of cleared) await expect(field(label)).toHaveAccessibleDescription('Champ obligatoire');
  for (const label of filled) await expect(field(label)).toHaveAccessibleDescription('');
  await section.getByLabel('Ville').fill('Stenay');
  await page.reload();
  await expect(shopSection(page, fromagerie).getByLabel('Ville')).toHaveValue('Stenay');
});

test('on a phone the total to pay is in sight wherever the delivery is chosen', async ({ device, market }) => {
  const { email } = await newShopper(market);
  const page = await (await device()).open({ size: { width: 360, height: 740 } });
  await page.goto('/authentication/connexion');
  await logIn(page, email);
  await addProduct(page, 'tomme-de-meuse', { quantity: 2 });
  await addProduct(page, 'biere-ambree-des-ponts');
  await order(page);
  await chooseShipping(shopSection(page, fromagerie), 'Livraison à domicile');
  const shown = await page
    .getByRole('complementary')
    .getByText('TOTAL TTC')
    .locator('xpath=ancestor::div[1]/dd')
    .textContent();
  const inSight = (total: string) =>
    [...document.querySelectorAll('main *')].some((element) => {
      const box = element.getBoundingClientRect();
      if (element.children.length > 0 || !element.textContent?.includes(total) || box.height === 0) return false;
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      return document.elementFromPoint(x, y) === element;
    });
  const height = await page.evaluate(() => document.querySelector('main')?.getBoundingClientRect().height ?? 0);
  for (let top = 0; top < height; top += 300) {
    await page.evaluate((to) => scrollTo(0, to), top);
    const isLow = await page.evaluate(() => {
      const summary = document.querySelector('aside')?.getBoundingClientRect();
      return summary !== undefined && summary.bottom < 0;
    });
    if (isLow) break;
    expect(await page.evaluate(inSight, shown ?? 'nothing'), `${top} px down`).toBe(true);
  }
});

test('restricted products ask for the age once per order, and the store sees it', async ({ device, market }) => {
  const { email } = await newShopper(market);
  const page = await (await device()).open({ size: { width: 360, height: 740 } });
  await page.goto('/authentication/connexion');
  await logIn(page, email);
  await addProduct(page, 'biere-ambree-des-ponts', { quantity: 3 });
  await addProduct(page, 'blonde-du-quai', { quantity: 3 });
  await order(page);
  await chooseShipping(shopSection(page, 'Brasserie des Trois Ponts'), 'Retrait en magasin');
  await fillPerson(page);
  await page.getByLabel('Payer à la livraison').check({ force: true });
  await expect(ofAge(page)).toHaveCount(1);
  await expect(ofAge(page)).toHaveAccessibleDescription(/et 1\sautre article.*interdit à la vente aux mineurs/);
  await page.getByRole('button', { name: /^VALIDER/ }).click();
  await expect(page.getByText('Confirmez que vous avez 18 ans ou plus.')).toBeVisible();
  await expect(ofAge(page)).toBeFocused();
  await expect(page).toHaveURL(/\/commande\/livraison/);

  await ofAge(page).check();
  await page.reload();
  await expect(ofAge(page)).toBeChecked();
  await page.getByRole('button', { name: /^VALIDER/ }).click();
  await expect(page.getByText('Commande avec paiement à la livraison confirmée').first()).toBeVisible();

  const desk = await (await device()).open({ size: { width: 820, height: 1180 } });
  await desk.goto('/authentication/connexion');
  await logIn(desk, 'brasserie-des-trois-ponts@etal.test');
  await desk.goto('/admin/boutique/store/commandes');
  await desk.getByRole('article').first().getByRole('link').first().click();
  await expect(desk.getByText('Le client déclare avoir 18 ans ou plus. Vérifiez l’âge à la remise.')).toBeVisible();
});
