// An order is put into the cart again with one tap, at today's prices, with and without a network; what is gone is named.
import type { Page } from '@playwright/test';
import type { Cart } from '#contract/orders/carts.ts';
import { expect, installed, proxiedTest as test } from './journey.ts';
import type { MarketServer } from './market-server.ts';
import { checkOut, newShopper, type OtherDevice, otherDevice, pay, productOf } from './other-device.ts';
import { cartLines, logIn } from './steps.ts';

const phone = { width: 360, height: 780 };

interface Bought {
  email: string;
  device: OtherDevice;
  order: number;
}

/** A Christmas box, and two cheeses with choices. */
async function bought(market: MarketServer): Promise<Bought> {
  const { email, device } = await newShopper(market);
  const cart = await device.call<Cart>('POST', '/carts', {});
  for (const [slug, quantity] of [
    ['coffret-de-noel', 1],
    ['tomme-de-meuse', 2],
  ] as const) {
    const { id, options } = await productOf(market, slug);
    const optionValues = options.flatMap(({ values }) => values.slice(0, 1).map((value) => value.id));
    await device.call('PUT', `${cart['@id']}/add`, { id, quantity, optionValues });
  }
  const purchase = await checkOut(device);
  await pay(market, purchase);
  return { email, device, order: purchase.order.id };
}

async function atTheOrder(page: Page, { email, order }: Bought): Promise<void> {
  await page.goto('/authentication/connexion');
  await installed(page);
  await logIn(page, email);
  await page.goto(`/compte/commande/${order}`);
  await expect(again(page)).toBeVisible();
}
const again = (page: Page) => page.getByRole('button', { name: 'Commander à nouveau' });
const whole = ['Coffret de Noël × 1', 'Tomme de Meuse × 2'];
const cartOnServer = async ({ device }: Bought) =>
  (await device.call<Cart>('POST', '/carts', {})).items.map(({ product, quantity }) => `${product.name} × ${quantity}`);

test('two taps fill the cart once, and open it', async ({ device, market }) => {
  const was = await bought(market);
  const page = await (await device()).open({ size: phone });
  await atTheOrder(page, was);
  await again(page).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expect(page).toHaveURL(/\/commande\/panier$/);
  await expect.poll(() => cartLines(page)).toEqual(whole);
  await expect.poll(async () => (await cartOnServer(was)).sort()).toEqual(whole);
});

test('without a network the articles are pending in the cart, and added once later', async ({
  device,
  market,
  network,
}) => {
  const was = await bought(market);
  const page = await (await device()).open({ size: phone });
  const known = page.waitForResponse(/by_slug\/tomme-de-meuse/);
  await atTheOrder(page, was);
  await known;
  // Kept, what was asked for ahead answers without a network.
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const keys = await (await caches.open('etal-answers')).keys();
        return keys.filter(({ url }) => /by_slug\/(tomme-de-meuse|coffret-de-noel)/.test(url)).length;
      }),
    )
    .toBe(2);
  network.cut();
  await again(page).click();
  await expect(page).toHaveURL(/\/commande\/panier$/);
  await expect.poll(() => cartLines(page)).toEqual(whole);
  expect(await cartOnServer(was)).toEqual([]);
  network.heal();
  await expect.poll(async () => (await cartOnServer(was)).sort(), { timeout: 60_000 }).toEqual(whole);
  expect(await cartLines(page)).toEqual(whole);
});

test('discontinued articles are named, the others are added', async ({ device, market }) => {
  const was = await bought(market);
  const merchant = await otherDevice(market, 'fromagerie@etal.test');
  const { id } = await productOf(market, 'coffret-de-noel');
  await merchant.call('DELETE', `/products/${id}`);
  const page = await (await device()).open({ size: phone });
  await atTheOrder(page, was);
  await again(page).click();
  const shown = page.getByRole('dialog', { name: 'Tout n’est pas dans votre panier' });
  await expect(shown.getByRole('listitem')).toHaveText(/^Coffret de Noël\s: ce produit n’est plus vendu en ligne\.$/);
  // Closed and tapped again, what went in does not go in once more.
  await page.keyboard.press('Escape');
  await expect(shown).toBeHidden();
  await expect(again(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Voir mon panier' }).click();
  await expect(page).toHaveURL(/\/commande\/panier$/);
  await expect.poll(() => cartLines(page)).toEqual(['Tomme de Meuse × 2']);
});
