// A shopper orders without a network: the order waits on the device, is placed once the market is back, and never otherwise
// than agreed.
import { expect, type Page } from '@playwright/test';
import type { Cart } from '#contract/orders/carts.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import type { Device } from './journey.ts';
import { installed, test } from './journey.ts';
import type { MarketServer } from './market-server.ts';
import { newShopper, type OtherDevice, otherDevice } from './other-device.ts';
import { productNamed } from './own-products.ts';
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

// Closed and opened again.
test.use({ lasting: true });

const fromagerie = 'Fromagerie du Châtel';
const stored = (page: Page) => page.getByRole('region', { name: 'Commande en attente' });
const validate = (page: Page) => page.getByRole('button', { name: /^VALIDER/ });

interface AtDelivery {
  page: Page;
  phone: Device;
  account: OtherDevice;
}

/** Two cheeses, their delivery chosen to the end; then the network goes. */
async function readyToOrder(
  market: MarketServer,
  device: () => Promise<Device>,
  { quantity = 2, size = { width: 360, height: 740 } } = {},
): Promise<AtDelivery> {
  const phone = await device();
  const { email, device: account } = await newShopper(market);
  const page = await phone.open({ size });
  await page.goto('/authentication/connexion');
  await installed(page);
  await logIn(page, email);
  await addProduct(page, 'tomme-de-meuse', { quantity });
  await order(page);
  const section = shopSection(page, fromagerie);
  await chooseShipping(section, 'Retrait en magasin');
  await fillPerson(page);
  await page.getByLabel('Payer à la livraison').check({ force: true });
  await phone.context().setOffline(true);
  await expect(page.getByText(/Hors connexion.*[Vv]ous pouvez commander quand même/)).toBeVisible();
  return { page, phone, account };
}

const ordersOf = async ({ call, id }: OtherDevice) =>
  (await call<Collection<Order>>('GET', `/users/${id}/orders`))['hydra:member'];

/** As the order of the open cart has it. */
async function wayAtMarket({ call }: OtherDevice): Promise<string | null | undefined> {
  const { '@id': cart } = await call<Cart>('POST', '/carts', {});
  return (await call<Order>('GET', `${cart}/order`)).storeOrders[0]?.shippingType;
}

/** The price of the cheese, for as long as `work` takes. */
async function atPrice(market: MarketServer, price: string, work: () => Promise<void>): Promise<void> {
  const desk = await otherDevice(market, 'fromagerie@etal.test');
  const { '@id': at, price: before } = await productNamed(desk, 'Tomme de Meuse');
  await desk.call('PUT', at, { price: { stringValue: price } });
  try {
    await work();
  } finally {
    await desk.call('PUT', at, { price: { stringValue: before?.stringValue ?? '' } });
  }
}

test('submitted without a network, through a closed browser, it is placed once later', async ({ market, device }) => {
  const { page, phone, account } = await readyToOrder(market, device);
  await expect(validate(page)).toHaveAccessibleName(/VALIDER\s*Commande avec obligation de paiement · [\d,]+\s€/);
  await validate(page).click();
  await expect(page).toHaveURL(/\/commande\/en-attente$/);
  await expect(stored(page).getByText('à envoyer')).toBeVisible();
  await expect(stored(page).getByText(/2\s× Tomme de Meuse/)).toBeVisible();
  await expect(stored(page).getByText(/même si vous fermez cette page/)).toBeVisible();

  await market.kill();
  await phone.close();
  const again = await phone.open({ offline: true, size: { width: 360, height: 740 } });
  await again.goto('/commande/panier');
  await expect(again.getByText('Votre panier est vide !')).toBeVisible();
  await again.goto('/commande/en-attente');
  await expect(stored(again).getByText(/2\s× Tomme de Meuse/)).toBeVisible();

  await market.restart();
  await phone.context().setOffline(false);
  const card = again.getByRole('article', { name: /Commande n°\s\d+ confirmée/ });
  await expect(card).toBeVisible();
  const [placed, ...others] = await ordersOf(account);
  expect(others).toEqual([]);
  expect(placed).toMatchObject({ paymentOnDelivery: true, storeOrders: [{ state: 'payed', firstName: 'Camille' }] });
  await card.getByRole('link', { name: 'Voir' }).click();
  await expect(again.getByRole('heading', { name: `Commande N° ${placed?.id}` })).toBeVisible();
});

test('arrived while another page is open, it is announced once as a success with a link, and nothing is to review', async ({
  market,
  device,
}) => {
  const { page, phone, account } = await readyToOrder(market, device);
  await validate(page).click();
  await expect(stored(page)).toBeVisible();
  await page.getByRole('link', { name: 'Retour au marché' }).click();
  await phone.context().setOffline(false);
  const announced = page.getByRole('status').filter({ hasText: /Commande n°\s\d+ confirmée/ });
  await expect(announced).toBeVisible();
  await expect(page.getByRole('button', { name: /vérifier/ })).toHaveCount(0);
  await expect(page.getByText(/à vérifier/)).toHaveCount(0);
  await announced.getByRole('link', { name: 'voir' }).click();
  const [placed] = await ordersOf(account);
  await expect(page.getByRole('heading', { name: `Commande N° ${placed?.id}` })).toBeVisible();
  await expect(announced).toHaveCount(0);
  await page.goto('/en-attente');
  await expect(page.getByRole('article', { name: /Commande n°\s\d+ confirmée/ })).toHaveCount(0);
});

test('a price rise meanwhile waits for a confirmation, with both totals visible', async ({ market, device }) => {
  const { page, phone, account } = await readyToOrder(market, device);
  await validate(page).click();
  await expect(stored(page)).toBeVisible();
  await atPrice(market, '99,00', async () => {
    await phone.context().setOffline(false);
    const card = page.getByRole('article', { name: /le prix est maintenant de 99,00\s€/ });
    await expect(card).toBeVisible();
    await expect(card.getByText(/198,00\s€/)).toBeVisible();
    await expect(stored(page).getByText('à décider')).toBeVisible();
    expect(await ordersOf(account)).toEqual([]);
    await card.getByRole('button', { name: 'Commander ainsi' }).click();
    await expect(page.getByRole('article', { name: /Commande n°\s\d+ confirmée/ })).toBeVisible();
  });
  expect(await ordersOf(account)).toMatchObject([{ total: { amount: 19_800 } }]);
});

test('after a refusal its articles are in the cart again and nothing was ordered', async ({ market, device }) => {
  const { page, phone, account } = await readyToOrder(market, device);
  await validate(page).click();
  await expect(stored(page)).toBeVisible();
  await atPrice(market, '99,00', async () => {
    await phone.context().setOffline(false);
    await page.getByRole('button', { name: 'Ne pas commander' }).click();
    await expect(page.getByText('Aucune commande n’attend.')).toBeVisible();
  });
  await page.goto('/commande/panier');
  await expect.poll(() => cartLines(page)).toEqual(['Tomme de Meuse × 2']);
  expect(await ordersOf(account)).toEqual([]);
});

test('after a reload without a network the delivery choices remain, and the order can be cancelled before sending', async ({
  market,
  device,
}) => {
  const { page, phone, account } = await readyToOrder(market, device);
  await page.reload();
  const section = shopSection(page, fromagerie);
  await expect(contact(page).getByLabel('Prénom')).toHaveValue('Camille');
  await expect(section.getByRole('radio', { name: /^Retrait en magasin/ })).toBeChecked();
  await page.getByLabel('Annulez tout').check({ force: true });
  await page.reload();
  await expect(page.getByLabel('Annulez tout')).toBeChecked();
  await validate(page).click();
  await expect(stored(page).getByText('Si quelque chose a changé, rien n’est commandé.')).toBeVisible();
  await expect(stored(page).getByText('12 rue Châtel, 55100 Verdun')).toBeVisible();
  await stored(page).getByRole('button', { name: 'Annuler cette commande' }).click();
  await expect(page.getByText('Aucune commande n’attend.')).toBeVisible();
  await page.goto('/commande/panier');
  await expect.poll(() => cartLines(page)).toEqual(['Tomme de Meuse × 2']);
  await phone.context().setOffline(false);
  await expect(page.getByText(/Hors connexion/)).toBeHidden();
  expect(await ordersOf(account)).toEqual([]);
});

test('in two tabs one of them orders, and the other reports a submitted cart', async ({ market, device }) => {
  const { page, phone, account } = await readyToOrder(market, device);
  const other = await phone.context().newPage();
  await other.goto('/commande/livraison');
  await expect(contact(other).getByLabel('Prénom')).toHaveValue('Camille');
  await validate(page).click();
  await expect(stored(page)).toBeVisible();
  await other.getByLabel('Payer à la livraison').check({ force: true });
  await validate(other).click();
  await expect(other.getByText(/Votre panier a changé entre-temps/)).toBeVisible();
  await phone.context().setOffline(false);
  await expect(page.getByRole('article', { name: /Commande n°\s\d+ confirmée/ })).toBeVisible();
  expect(await ordersOf(account)).toHaveLength(1);
});

test('missing values are reported at their fields, and nothing is sent', async ({ market, device }) => {
  const { page } = await readyToOrder(market, device);
  await contact(page).getByLabel('Téléphone').fill('');
  await validate(page).click();
  await expect(contact(page).getByText('Champ obligatoire')).toBeVisible();
  for (const wrong of ['12', 'x', '0'.repeat(500)]) {
    await contact(page).getByLabel('Téléphone').fill(wrong);
    await validate(page).click();
    await expect(contact(page).getByText('Numéro de téléphone incorrect.')).toBeVisible();
  }
  await expect(page).toHaveURL(/\/commande\/livraison/);
});

test('a delivery mode changed after a reload without a network is the one ordered later', async ({
  market,
  device,
}) => {
  const { page, phone, account } = await readyToOrder(market, device);
  await page.reload();
  await chooseShipping(shopSection(page, fromagerie), 'Point relais du commerçant');
  await page.reload();
  const relay = shopSection(page, fromagerie).getByRole('radio', { name: /^Point relais du commerçant/ });
  await expect(relay).toBeChecked();
  await phone.context().setOffline(false);
  await expect.poll(() => wayAtMarket(account)).toBe('custom_relay');
  await expect(relay).toBeChecked();
  await expect(validate(page)).toHaveAccessibleName(/obligation de paiement · 26,90\s€$/);
  await validate(page).click();
  await expect(page.getByText('Commande avec paiement à la livraison confirmée').first()).toBeVisible();
  expect(await ordersOf(account)).toMatchObject([
    { total: { amount: 2690 }, storeOrders: [{ shippingType: 'custom_relay' }] },
  ]);
});

test('a distance that was refused is not ordered, with the network or without', async ({ market, device }) => {
  const { page, phone, account } = await readyToOrder(market, device, { quantity: 3 });
  const offered = page.getByText(/Hors connexion.*[Vv]ous pouvez commander quand même/);
  await phone.context().setOffline(false);
  await expect(offered).toBeHidden();
  const section = shopSection(page, fromagerie);
  await chooseShipping(section, 'Livraison par le commerçant');
  await fillAddress(section);
  const distance = section.getByLabel('Distance');
  await distance.selectOption('10');
  await expect(validate(page)).toHaveAccessibleName(/42,00\s€$/);
  const refused = 'Le montant de votre commande est trop faible pour cette distance, le minimum est de 40€';
  for (const offline of [false, true]) {
    await phone.context().setOffline(offline);
    await expect(offered).toHaveCount(offline ? 1 : 0);
    await distance.selectOption('20');
    await expect(distance).toHaveAccessibleDescription(refused);
    await validate(page).click();
    await expect(distance).toBeFocused();
    await expect(distance).toHaveAccessibleDescription(refused);
    await expect(page).toHaveURL(/\/commande\/livraison/);
    await distance.selectOption('10');
    await expect(distance).toHaveAccessibleDescription('');
  }
  await phone.context().setOffline(false);
  await expect(offered).toBeHidden();
  expect(await ordersOf(account)).toEqual([]);
});
