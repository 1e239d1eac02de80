// A shop gives back a part of an order: one of three articles after the shipment, without a network; and an amount.
import type { Page } from '@playwright/test';
import type { Cart } from '#contract/orders/carts.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { expect, installed, proxiedTest as test } from './journey.ts';
import type { MarketServer } from './market-server.ts';
import { checkOut, newShopper, otherDevice, pay, productOf } from './other-device.ts';
import { logIn } from './steps.ts';

const tablet = { width: 820, height: 1180 };
const store = 'fromagerie@etal.test';

/** Three of a product, paid and handed over. */
async function shipped(market: MarketServer) {
  const { email, device: shopper } = await newShopper(market);
  const product = await productOf(market, 'coffret-de-noel');
  const cart = await shopper.call<Cart>('POST', '/carts', {});
  await shopper.call('PUT', `${cart['@id']}/add`, { id: product.id, quantity: 3, optionValues: [] });
  const purchase = await checkOut(shopper);
  await pay(market, purchase);
  const part = purchase.order.storeOrders[0];
  if (!part) throw new Error('no part');
  const merchant = await otherDevice(market, store);
  await merchant.call<StoreOrder>('PUT', `/store_orders/${part.id}/validate`, {});
  await merchant.call<StoreOrder>('PUT', `/store_orders/${part.id}/ship`, {});
  const { amount } = part.total;
  return { email, orderId: purchase.order.id, part, each: (amount - part.shippingFees.amount) / 3 };
}

async function openOrder(page: Page, id: number): Promise<void> {
  await page.goto('/authentication/connexion');
  await installed(page);
  await logIn(page, store);
  await expect(page.getByRole('navigation', { name: 'Gestion de ma boutique' })).toBeVisible();
  await page.goto(`/admin/boutique/store/commandes/${id}`);
}

const euros = (cents: number) => new RegExp(`${(cents / 100).toFixed(2).replace('.', ',')}\\s€`);

test('one of three articles is given back without a network; its customer sees it, with the credit note', async ({
  device,
  market,
  network,
}) => {
  const { email, orderId, part, each } = await shipped(market);
  const page = await (await device()).open({ size: tablet });
  await openOrder(page, part.id);
  await page.getByRole('button', { name: 'Rembourser' }).click();
  const dialog = page.getByRole('dialog', { name: /^Rembourser la commande/ });
  await dialog.getByRole('button', { name: 'Augmenter la quantité' }).click();
  await expect(dialog.getByText(/sont remboursés à votre client/)).toHaveText(euros(each));
  await dialog.getByLabel('Un mot pour votre client').fill('Le coffret était abîmé.');
  network.cut();
  await dialog.getByRole('button', { name: /^Rembourser/ }).click();
  await expect(dialog).toBeHidden();
  const list = page.getByRole('region', { name: /^Remboursements/ });
  await expect(list).toContainText('en attente d’envoi');
  await expect(list).toContainText(euros(each));
  // Not a second time while it waits.
  await expect(page.getByRole('button', { name: 'Rembourser' })).toHaveCount(0);
  network.heal();
  await expect(list).toContainText('Remboursé sur le moyen de paiement');
  await expect(page.getByRole('button', { name: 'Rembourser' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Articles de la commande' })).toContainText('1 remboursé');
  await expect(page.getByRole('button', { name: /^Avoir/ })).toBeVisible();

  const phone = await (await device()).open();
  await phone.goto('/authentication/connexion');
  await logIn(phone, email);
  await phone.goto(`/compte/commande/${orderId}`);
  const seen = phone.getByRole('region', { name: /^Remboursements/ });
  await expect(seen).toContainText(/1\s× /);
  await expect(seen).toContainText(euros(each));
  await expect(seen).toContainText(euros(part.total.amount - each));
  await expect(phone.getByRole('button', { name: /^Avoir/ })).toBeVisible();
});

test('an amount needs a reason and is not more than what is left; the keyboard suffices', async ({
  device,
  market,
}) => {
  const { part } = await shipped(market);
  const page = await (await device()).open({ size: tablet });
  await openOrder(page, part.id);
  await page.getByRole('button', { name: 'Rembourser' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Rembourser la commande/ });
  // What was typed is still there after a look at something else.
  const message = dialog.getByLabel('Un mot pour votre client');
  await message.fill('Toutes nos excuses.');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Rembourser' }).press('Enter');
  await expect(message).toHaveValue('Toutes nos excuses.');
  await dialog.getByRole('tab', { name: 'Des articles' }).press('ArrowRight');
  const amount = dialog.getByRole('textbox', { name: 'Montant' });
  await amount.fill('9999');
  await amount.press('Enter');
  await expect(dialog.getByText(/^Il reste .* à rembourser\.$/)).toBeVisible();
  await expect(dialog.getByText('Dites pourquoi.')).toBeVisible();
  await amount.fill('2€50');
  await dialog.getByLabel('Motif').fill('Geste commercial');
  await dialog.getByLabel('Motif').press('Enter');
  await expect(dialog).toBeHidden();
  const list = page.getByRole('region', { name: /^Remboursements/ });
  await expect(list).toContainText('Geste commercial');
  await expect(list).toContainText(euros(250));
});

test('articles whose price was given back as an amount are said to bring nothing more', async ({ device, market }) => {
  const { part } = await shipped(market);
  const merchant = await otherDevice(market, store);
  const whole = { amount: { amount: part.total.amount }, reason: 'Geste commercial' };
  await merchant.call('POST', `/store_orders/${part.id}/refunds`, whole);
  const page = await (await device()).open({ size: tablet });
  await openOrder(page, part.id);
  await page.getByRole('button', { name: 'Rembourser' }).click();
  const dialog = page.getByRole('dialog', { name: /^Rembourser la commande/ });
  await expect(dialog.getByText('Rien n’est encore choisi.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Augmenter la quantité' }).click();
  await expect(dialog.getByText(/^Ces articles sont déjà remboursés/)).toBeVisible();
  await expect(dialog.getByText('Rien n’est encore choisi.')).toHaveCount(0);
});
