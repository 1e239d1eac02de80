// Names without a blank, as long as the forms take them: nothing of a page or a sheet of paper is pushed out of sight.
import type { Page } from '@playwright/test';
import type { Order } from '#contract/orders/orders.ts';
import { expect, test } from './journey.ts';
import { checkOut, newShopper, otherDevice, pay, productOf } from './other-device.ts';
import { shop } from './own-products.ts';
import { shapeOf } from './screens/inspection.ts';
import { addProduct, logIn, order } from './steps.ts';

const long = `Fromage${'interminable'.repeat(10)}`.slice(0, 120);
const word = 'Anticonstitutionnellement';
const person = {
  firstName: word,
  lastName: `Lorrain${'interminable'.repeat(6)}`.slice(0, 60),
  phoneNumber: '0329123456',
};

async function expectWhole(page: Page): Promise<void> {
  await expect(page.getByText(long).first()).toBeVisible();
  expect((await shapeOf(page)).cutOff).toEqual([]);
}

test('names of a hundred letters break in the cart, in orders, on the slip and on the day sheet, on a phone and on paper', async ({
  device,
  market,
}) => {
  const desk = await otherDevice(market, shop);
  for (const [slug, name] of [
    ['chevre-frais-aux-herbes', long],
    ['yaourts-a-la-mirabelle-par-quatre', word],
  ] as const) {
    await desk.call('PUT', `/products/${(await productOf(market, slug)).id}`, { name });
  }
  const { email, device: account } = await newShopper(market);
  const page = await (await device()).open({ size: { width: 360, height: 740 } });
  await page.goto('/authentication/connexion');
  await logIn(page, email);
  for (const slug of ['chevre-frais-aux-herbes', 'yaourts-a-la-mirabelle-par-quatre']) {
    await addProduct(page, slug, { quantity: 3 });
  }
  await page.goto('/commande/panier');
  await expectWhole(page);
  await order(page);
  expect((await shapeOf(page)).cutOff).toEqual([]);
  const purchase = await checkOut(account, async () => ({ shippingType: 'store', ...person }));
  await pay(market, purchase);
  const placed = await account.call<Order>('GET', `/orders/${purchase.order.id}`);
  await page.goto(`/compte/commande/${placed.id}`);
  await expectWhole(page);

  const merchant = await (await device()).open({ size: { width: 360, height: 740 } });
  await merchant.goto('/authentication/connexion');
  await logIn(merchant, shop);
  for (const address of [
    `/admin/boutique/store/commandes/${placed.storeOrders[0]?.id}`,
    '/admin/boutique/store/commandes/feuille',
  ]) {
    await merchant.goto(address);
    await expectWhole(merchant);
    await expect(merchant.getByText(person.lastName).first()).toBeVisible();
    await merchant.emulateMedia({ media: 'print' });
    await expectWhole(merchant);
    await merchant.emulateMedia({ media: null });
  }
  await merchant.goto('/admin/boutique/store/commandes');
  await expect(merchant.getByText(person.lastName).first()).toBeVisible();
  expect((await shapeOf(merchant)).cutOff).toEqual([]);
});
