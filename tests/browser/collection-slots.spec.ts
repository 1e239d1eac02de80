// A shopper chooses when to collect, with and without a network; a slot that is lost meanwhile is asked for again.
import { expect, type Locator, type Page } from '@playwright/test';
import type { Store } from '#contract/catalogue/stores.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { type Device, installed, test } from './journey.ts';
import type { MarketServer } from './market-server.ts';
import { newShopper, type OtherDevice, otherDevice } from './other-device.ts';
import { addProduct, contact, fillPerson, logIn, order, putInCart, shopSection, warmedUp } from './steps.ts';

test.use({ lasting: true });

const traiteur = 'Traiteur des Remparts';
const slug = 'traiteur-des-remparts';
const validate = (page: Page) => page.getByRole('button', { name: /^VALIDER/ });
const days = (page: Page) =>
  shopSection(page, traiteur).getByRole('group', { name: 'Jour de retrait' }).getByRole('radio');
const hours = (page: Page) =>
  shopSection(page, traiteur).getByRole('group', { name: 'Heure de retrait' }).getByRole('radio');
const nameOf = async (radio: Locator) => (await radio.locator('xpath=following-sibling::span[1]').textContent()) ?? '';

const lastOrder = async ({ call, id }: OtherDevice) =>
  (await call<Collection<Order>>('GET', `/users/${id}/orders`))['hydra:member'][0]?.storeOrders[0];

/** So many orders of a slot. */
async function capacity(market: MarketServer, most: number): Promise<OtherDevice> {
  const desk = await otherDevice(market, `${slug}@etal.test`);
  const { '@id': at } = await desk.call<Store>('GET', `/stores/by_slug/${slug}`);
  await desk.call('PUT', at, { collectionSlots: { minutes: 30, capacity: most }, minimumDelivery: 0 });
  return desk;
}

async function atDelivery(market: MarketServer, device: () => Promise<Device>) {
  const phone = await device();
  const { email, device: account } = await newShopper(market);
  const page = await phone.open({ size: { width: 360, height: 740 } });
  await page.goto('/authentication/connexion');
  await installed(page);
  await logIn(page, email);
  await addProduct(page, 'blanquette-de-veau');
  await order(page);
  await fillPerson(page);
  await page.getByLabel('Payer à la livraison').check({ force: true });
  await expect(days(page).nth(2)).toBeEnabled();
  return { page, phone, account };
}

/** Its first slot, on the third day. */
async function chooseSlot(page: Page, at = 0): Promise<void> {
  await days(page).nth(2).focus();
  await page.keyboard.press('Space');
  await expect(days(page).nth(2)).toBeChecked();
  await hours(page).nth(at).focus();
  await page.keyboard.press('Space');
  await expect(hours(page).nth(at)).toBeChecked();
}

/** Another shopper, in the same slot. */
async function takeIt(market: MarketServer, slot: StoreOrder['slot']): Promise<void> {
  const { device } = await newShopper(market);
  const { '@id': cart } = await device.call<{ '@id': string }>('POST', '/carts', {});
  const { id } = await device.call<{ id: string }>('GET', '/products/by_slug/blanquette-de-veau');
  await device.call('PUT', `${cart}/add`, { id, optionValues: [], quantity: 1 });
  const made = await device.call<Order>('GET', `${cart}/order`);
  const person = { firstName: 'Zoé', lastName: 'Durand', phoneNumber: '06 11 22 33 44' };
  await device.call('PUT', made.storeOrders[0]?.['@id'] ?? '', { shippingType: 'store', ...person, slot });
  await device.call('PUT', made['@id'], { paymentOnDelivery: true });
}

test('a slot is required, chosen by keyboard, and shown wherever the order is', async ({ market, device }) => {
  const desk = await capacity(market, 1);
  const { page, account } = await atDelivery(market, device);
  await validate(page).click();
  await expect(page.getByText('Choisissez un créneau de retrait.')).toBeVisible();
  await chooseSlot(page);
  const hour = await nameOf(hours(page).first());
  await expect(page.getByLabel('Récapitulatif de la commande').getByText(hour)).toBeVisible();
  await page.reload();
  await expect(hours(page).first()).toBeChecked();
  await validate(page).click();
  await expect(page).toHaveURL(/\/commande\/paiement-a-la-livraison$/);
  await expect(page.getByText(new RegExp(`Retrait prévu .*${hour}`)).first()).toBeVisible();
  const placed = await lastOrder(account);
  expect(placed?.slot).toBeTruthy();
  const listed = await desk.call<StoreOrder>('GET', placed?.['@id'] ?? '');
  expect(listed.slot).toEqual(placed?.slot);

  const { page: other } = await atDelivery(market, device);
  await days(other).nth(2).check({ force: true });
  await expect(hours(other).first()).toBeDisabled();
  await expect(hours(other).first().locator('xpath=..')).toContainText('Complet');
  await expect(hours(other).nth(1)).toBeEnabled();
});

test('without a network its slot may be full meanwhile: another one is asked for, and all else is as it was', async ({
  market,
  device,
}) => {
  await capacity(market, 1);
  const { page, phone, account } = await atDelivery(market, device);
  await phone.context().setOffline(true);
  await expect(page.getByText(/Hors connexion.*[Vv]ous pouvez commander quand même/)).toBeVisible();
  await chooseSlot(page, 2);
  const [hour, value] = [await nameOf(hours(page).nth(2)), await hours(page).nth(2).inputValue()];
  await validate(page).click();
  const stored = page.getByRole('region', { name: 'Commande en attente' });
  await expect(stored.getByText(hour)).toBeVisible();

  const [start = '', end = ''] = value.split('/');
  await takeIt(market, { start, end });
  await phone.context().setOffline(false);
  const card = page.getByRole('article', { name: /Ce créneau de retrait est complet/ });
  await expect(card).toBeVisible();
  expect(await lastOrder(account)).toBeUndefined();

  await card.getByRole('button', { name: 'Modifier ma commande' }).click();
  await expect(page).toHaveURL(/\/commande\/livraison$/);
  await expect(page.getByText('Ce créneau de retrait est complet, choisissez-en un autre.')).toBeVisible();
  await expect(page.getByLabel('Récapitulatif de la commande').getByText(hour)).toBeHidden();
  await validate(page).click();
  await expect(days(page).nth(2)).toBeFocused();
  await expect(contact(page).getByLabel('Prénom')).toHaveValue('Camille');
  await expect(contact(page).getByLabel('Téléphone')).toHaveValue('06 12 34 56 78');
  await expect(page.getByLabel('Payer à la livraison')).toBeChecked();
  await chooseSlot(page, 3);
  await validate(page).click();
  await expect(page).toHaveURL(/\/commande\/paiement-a-la-livraison$/);
  const placed = await lastOrder(account);
  expect(placed).toMatchObject({ state: 'payed', firstName: 'Camille', slot: { start: end } });
});

test('a store whose places were never read offers its slots from its known hours', async ({ market, device }) => {
  await capacity(market, 4);
  const phone = await device();
  const { email, device: account } = await newShopper(market);
  const page = await phone.open({ size: { width: 360, height: 740 } });
  await page.goto('/authentication/connexion');
  await installed(page);
  await logIn(page, email);
  await page.goto('/produit/potee-lorraine');
  await expect(page.getByRole('heading', { level: 1, name: 'Potée lorraine' })).toBeVisible();
  await warmedUp(page);
  await phone.context().setOffline(true);
  await putInCart(page);
  await order(page);
  await expect(page.getByText(/Il faut du réseau pour connaître les places restantes/)).toBeVisible();
  await fillPerson(page);
  await chooseSlot(page, 1);
  await page.getByLabel('Payer à la livraison').check({ force: true });
  await validate(page).click();
  await expect(page).toHaveURL(/\/commande\/en-attente$/);
  await phone.context().setOffline(false);
  await expect(page.getByRole('article', { name: /Commande n°\s\d+ confirmée/ })).toBeVisible();
  expect((await lastOrder(account))?.slot).toBeTruthy();
});
