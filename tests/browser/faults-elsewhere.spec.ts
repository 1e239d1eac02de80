import type { Page } from '@playwright/test';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { adding, atTheBeer, expect, installed, type Person, test, toTheCart } from './faults-ground.ts';
import type { MarketServer } from './market-server.ts';
import { effectsOf, expectAllIsWell, expectFrozen, expectNothingWaits, expectQuiet, outboxOf } from './oracle.ts';
import { buy, checkOut, newShopper, otherDevice, paidOrder, pay, productOf } from './other-device.ts';
import { cartLines, logIn, putInCart } from './steps.ts';

const merchant = 'fromagerie@etal.test';

const card = (page: Page, words: RegExp) =>
  page
    .getByRole('main')
    .getByRole('list', { name: 'Modifications à vérifier' })
    .locator('> li')
    .filter({ hasText: words });

test('F22 · stock sold elsewhere meanwhile: the refusal names the remaining stock, other lines apply, and the remaining stock can be accepted', async ({
  person,
  network,
  market,
}) => {
  const page = await (await person()).page();
  await page.goto('/produit/brie-de-meaux-fermier');
  await installed(page);
  await expect(page.getByRole('button', { name: 'Ajouter au panier' })).toBeEnabled();
  network.cut();
  await putInCart(page, { quantity: 3 });
  await page.getByRole('link', { name: 'Fromagerie du Châtel' }).first().waitFor();
  await buy(market, 'brie-de-meaux-fermier', 2);
  network.heal();
  await expectNothingWaits(page);
  await toTheCart(page);
  await expect(card(page, /Produit en rupture de stock/)).toContainText(/Il en reste/);
  // The cart and nothing in it: what was refused had no effect.
  expect(effectsOf(network)).toHaveLength(1);
  await page.getByRole('button', { name: 'Mettre 1' }).click();
  await expectAllIsWell(page, network, { lines: ['Brie de Meaux fermier × 1'] });
});

test('F23 · price changed meanwhile: the addition applies at the new price, and both prices are shown', async ({
  person,
  network,
  market,
}) => {
  const page = await (await person()).page();
  await atTheBeer(page);
  network.cut();
  await putInCart(page);
  const shop = await otherDevice(market, 'brasserie-des-trois-ponts@etal.test');
  const beer = await productOf(market, 'biere-ambree-des-ponts');
  await shop.call('PUT', beer['@id'], { price: { amount: 345, currency: 'EUR' } });
  await expectAllIsWell(page, network, {
    lines: ['Bière ambrée des Ponts × 1'],
    refusals: [/Le prix de «.Bière ambrée des Ponts.» a changé/],
  });
  await expect(card(page, /a changé/)).toContainText(/3,20.€/);
  await expect(card(page, /a changé/)).toContainText(/3,45.€/);
  await shop.call('PUT', beer['@id'], { price: { amount: 320, currency: 'EUR' } });
});

test('F25 · cart ordered on another device: additions stop, and a new cart is offered and filled', async ({
  person,
  network,
  market,
}) => {
  const { email, device } = await newShopper(market);
  const page = await (await person()).page();
  await page.goto('/authentication/connexion');
  await logIn(page, email);
  await atTheBeer(page);
  await putInCart(page);
  await expectNothingWaits(page);
  network.cut();
  await putInCart(page, { choices: ['Le carton de 6'] });
  const bought = await checkOut(device);
  await pay(market, bought);
  network.heal();
  await toTheCart(page);
  await expect(card(page, /déjà été commandé sur un autre appareil/)).toBeVisible();
  await page.getByRole('button', { name: 'Recréer un panier avec ces articles' }).click();
  await expectNothingWaits(page);
  await expect.poll(() => cartLines(page)).toEqual(['Bière ambrée des Ponts × 1']);
  await expect(page.getByText('Le carton de 6')).toBeVisible();
  const ordered = await device.call<Order>('GET', bought.order['@id']);
  expect(ordered.storeOrders.flatMap(({ items }) => items.map(({ quantity }) => quantity))).toEqual([1]);
  expect(network.seen({ ...adding, when: ({ status }) => status === 200 })).toHaveLength(2);
  await expectQuiet(page);
});

/** The merchant on the page of an order just paid, at the moment the network goes. */
async function atTheDesk(person: () => Promise<Person>, market: MarketServer): Promise<{ desk: Page; id: number }> {
  const id = await paidOrder(market, 'coffret-de-noel');
  const desk = await (await person()).page();
  await desk.goto('/authentication/connexion');
  await installed(desk);
  await logIn(desk, merchant);
  await desk.goto(`/admin/boutique/store/commandes/${id}`);
  await expect(desk.getByRole('button', { name: /^Valider la commande/ })).toBeVisible();
  return { desk, id };
}

test('F26 · order validated and shipped on another device: identical writes end silently, once', async ({
  person,
  network,
  market,
}) => {
  const { desk, id } = await atTheDesk(person, market);
  network.log.length = 0;
  network.cut();
  await desk.getByRole('button', { name: /^Valider la commande/ }).click();
  await desk.getByRole('button', { name: /^Marquer comme (?!prête)/ }).click();
  await desk.getByRole('button', { name: 'Tout y est, continuer' }).click();
  await expect(desk.getByText('Envoyé', { exact: true }).first()).toBeVisible();
  const tablet = await otherDevice(market, merchant);
  await tablet.call('PUT', `/store_orders/${id}/validate`, {});
  const shipped = await tablet.call<StoreOrder>('PUT', `/store_orders/${id}/ship`, {});
  network.heal();
  await expectNothingWaits(desk);
  expectFrozen(network);
  await expect(desk.getByText('Déjà traité sur un autre appareil').first()).toBeVisible();
  await desk.reload();
  await expect(desk.getByText('Envoyé', { exact: true }).first()).toBeVisible();
  expect((await tablet.call<StoreOrder>('GET', `/store_orders/${id}`)).version).toBe(shipped.version);
  await expectQuiet(desk);
});

test('F27 · tracking code changed on another device: both codes are shown, and the chosen one applies', async ({
  person,
  network,
  market,
}) => {
  const { desk, id } = await atTheDesk(person, market);
  const tablet = await otherDevice(market, merchant);
  network.cut();
  await desk.getByLabel('Code de suivi').fill('ICI-1');
  await desk.getByRole('button', { name: 'Enregistrer le code' }).click();
  await expect.poll(async () => (await outboxOf(desk)).map(({ type }) => type)).toContain('storeOrders.tracking');
  await tablet.call('PUT', `/store_orders/${id}`, { trackingCode: 'LABAS-2' });
  network.heal();
  await expect(card(desk, /autre appareil/)).toContainText('ICI-1');
  await expect(card(desk, /autre appareil/)).toContainText('LABAS-2');
  expect((await tablet.call<StoreOrder>('GET', `/store_orders/${id}`)).trackingCode).toBe('LABAS-2');
  await desk.getByRole('button', { name: 'Garder le code de cet appareil' }).click();
  await expectNothingWaits(desk);
  await expect
    .poll(async () => (await tablet.call<StoreOrder>('GET', `/store_orders/${id}`)).trackingCode)
    .toBe('ICI-1');
  await expect(desk.getByLabel('Code de suivi')).toHaveValue('ICI-1');
  await expectQuiet(desk);
});
