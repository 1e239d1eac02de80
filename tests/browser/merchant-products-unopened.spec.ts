// A product that this device has seen in the list only, changed while there is no network.
import { expect, proxiedTest as test } from './journey.ts';
import { otherDevice } from './other-device.ts';
import { open, productNamed, rowOf, shop, tablet, toast } from './own-products.ts';

test('a product that was never opened is changed without a network, from what the list knows', async ({
  device,
  market,
  network,
}) => {
  const name = 'Meule de garde 18 mois';
  const desk = await otherDevice(market, shop);
  const before = await productNamed(desk, name);
  const page = await (await device()).open({ size: tablet });
  await open(page);
  await expect(rowOf(page, name)).toBeVisible();
  network.cut();
  await rowOf(page, name).getByRole('link', { name, exact: true }).click();
  await expect(page.getByLabel('Nom', { exact: true })).toHaveValue(name);
  await page.getByLabel('Prix', { exact: true }).fill('21,30');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await toast(page, 'Enregistré sur cet appareil, envoyé dès que possible.');
  expect((await productNamed(desk, name)).price).toEqual(before.price);
  network.heal();
  await expect.poll(async () => (await productNamed(desk, name)).price?.amount).toBe(2130);
});
