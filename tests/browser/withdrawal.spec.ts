// Withdrawal from a contract: by a guest, from the footer to the refund.

import type { Cart } from '#contract/orders/carts.ts';
import { expect, proxiedTest as test } from './journey.ts';
import { checkOut, newShopper, pay, productOf } from './other-device.ts';
import { mailsTo } from './outbox-mails.ts';
import { logIn } from './steps.ts';

test('a guest declares from the footer, reads the acknowledgement, and the store refunds', async ({
  device,
  market,
  network,
}) => {
  const { email, device: shopper } = await newShopper(market);
  const product = await productOf(market, 'coffret-de-noel');
  const optionValues = product.options.flatMap(({ values }) => values.slice(0, 1).map(({ id }) => id));
  const cart = await shopper.call<Cart>('POST', '/carts', {});
  await shopper.call('PUT', `${cart['@id']}/add`, { id: product.id, quantity: 2, optionValues });
  const bought = await checkOut(shopper);
  await pay(market, bought);
  const { order } = bought;
  const page = await (await device()).open();
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Renoncer au contrat ici' }).click();
  await page.getByLabel('Numéro de commande').fill(String(order.id));
  await page.getByLabel('Votre nom').fill('Camille Lorrain');
  await page.getByLabel('Adresse e-mail').fill('autre@etal.test');
  const confirm = page.getByRole('button', { name: 'Confirmer la rétractation' });
  await confirm.click();
  await expect(page.getByText('Aucune commande confirmée ne correspond')).toBeVisible();
  await page.getByLabel('Adresse e-mail').fill(email);
  network.cut();
  await confirm.click();
  await expect(page.getByText('Pas encore de réponse du marché.')).toBeVisible();
  network.heal();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Votre rétractation est reçue' })).toBeVisible();
  const acknowledged = async () =>
    (await mailsTo(market.data, email)).filter((mail) => mail.includes('déclaration de rétractation')).length;
  await expect.poll(acknowledged).toBe(1);

  const [part] = order.storeOrders;
  const office = await (await device()).open();
  await office.goto('/authentication/connexion');
  await logIn(office, 'fromagerie@etal.test');
  await office.goto(`/admin/boutique/store/commandes/${part?.id}`);
  const notice = office.getByRole('region', { name: 'Votre client s’est rétracté' });
  await expect(notice.getByText(/^2 × Coffret/)).toBeVisible();
  await notice.getByRole('button', { name: 'Rembourser' }).click();
  const total = `${((part?.total.amount ?? 0) / 100).toFixed(2).replace('.', ',')}\u00a0€`;
  await office
    .getByRole('dialog')
    .getByRole('button', { name: `Rembourser ${total}` })
    .click();
  await expect(office.getByText('Remboursement fait, votre client est prévenu.')).toBeVisible();
  await expect
    .poll(async () => (await mailsTo(market.data, email)).some((mail) => mail.includes('rembours')))
    .toBe(true);
});
