// Orders in the administration: found, given back with the keyboard, and seen on the shopper's page.
import type { Cart } from '#contract/orders/carts.ts';
import { expect, test } from './journey.ts';
import { checkOut, newShopper, pay, productOf } from './other-device.ts';
import { axeFindings } from './screens/inspection.ts';
import { logIn, logInToAdministration } from './steps.ts';

test('an operator finds an order and gives back one of two articles; its shopper sees it', async ({
  device,
  market,
}) => {
  const { email, device: shopper } = await newShopper(market);
  const product = await productOf(market, 'coffret-de-noel');
  const cart = await shopper.call<Cart>('POST', '/carts', {});
  await shopper.call('PUT', `${cart['@id']}/add`, { id: product.id, quantity: 2, optionValues: [] });
  const purchase = await checkOut(shopper);
  await pay(market, purchase);

  const page = await (await device()).open({ size: { width: 1440, height: 900 } });
  await page.goto('/administration');
  await logInToAdministration(page, 'admin@etal.test');
  await page.getByRole('menuitem', { name: 'Commandes' }).press('Enter');
  await page.getByLabel('Chercher').fill(email.slice(0, -4));
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('link', { name: `n° ${purchase.order.id}` }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: `Commande n° ${purchase.order.id}` })).toBeVisible();
  const form = page.getByRole('form', { name: 'Rembourser' });
  const send = form.getByRole('button', { name: /^Rembourser/ });
  await send.press('Enter');
  await expect(form.getByText('Choisissez ce que vous remboursez.')).toBeVisible();
  await form.getByRole('button', { name: 'Un montant' }).press('Enter');
  const amount = form.getByLabel('Montant en euros');
  await amount.fill('12€50 environ');
  await send.press('Enter');
  await expect(amount).toHaveAccessibleDescription('Indiquez un montant, par exemple 12,50.');
  await amount.fill('99999');
  await send.press('Enter');
  await expect(amount).toHaveAccessibleDescription(/^Il reste .+ à rembourser\.$/);
  await expect(form.getByLabel('Raisons')).toHaveAccessibleDescription('Écrivez vos raisons.');
  await form.getByRole('button', { name: 'Des articles' }).press('Enter');
  await form.getByRole('spinbutton').fill('1');
  await send.press('Enter');
  await expect(form.getByText('Écrivez vos raisons.')).toBeVisible();
  await form.getByLabel('Raisons').fill('Le coffret est arrivé ouvert.');
  for (const width of [1440, 820]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await axeFindings(page), `at ${width}`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  }
  await send.press('Enter');
  const refunds = page.getByRole('table', { name: 'Remboursements' });
  await expect(refunds).toContainText('Le coffret est arrivé ouvert.');
  await expect(refunds).toContainText('admin@etal.test');
  await expect(page.getByRole('button', { name: /^Avoir .+ \(PDF\)/ })).toBeVisible();

  const phone = await (await device()).open();
  await phone.goto('/authentication/connexion');
  await logIn(phone, email);
  await phone.goto(`/compte/commande/${purchase.order.id}`);
  await expect(phone.getByRole('region', { name: /^Remboursements/ })).toContainText(/1\s× /);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('menuitem', { name: 'Journal' }).click();
  await expect(page.getByText(/a remboursé .+ de la commande n°\s/)).toBeVisible();
});
