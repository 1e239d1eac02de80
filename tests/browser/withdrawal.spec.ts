// Withdrawal from a contract: by a guest and with an account, from the declaration to the refund.

import type { Cart } from '#contract/orders/carts.ts';
import { expect, proxiedTest as test } from './journey.ts';
import type { MarketServer } from './market-server.ts';
import { checkOut, newShopper, pay, productOf } from './other-device.ts';
import { mailsTo } from './outbox-mails.ts';
import { logIn } from './steps.ts';

/** Two of a product, paid online. */
async function buyTwo(market: MarketServer) {
  const { email, device: shopper } = await newShopper(market);
  const product = await productOf(market, 'coffret-de-noel');
  const optionValues = product.options.flatMap(({ values }) => values.slice(0, 1).map(({ id }) => id));
  const cart = await shopper.call<Cart>('POST', '/carts', {});
  await shopper.call('PUT', `${cart['@id']}/add`, { id: product.id, quantity: 2, optionValues });
  const bought = await checkOut(shopper);
  await pay(market, bought);
  const [part] = bought.order.storeOrders;
  if (!part) throw new Error('no part');
  return { email, order: bought.order, part };
}

test('a guest declares from the footer, reads the acknowledgement, and the store refunds', async ({
  device,
  market,
  network,
}) => {
  const { email, order, part } = await buyTwo(market);
  const page = await (await device()).open();
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Renoncer au contrat ici' }).click();
  // As the confirmation mail writes it.
  await page.getByLabel('Numéro de commande').fill(`n°\u00a0${order.id}`);
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

  const office = await (await device()).open();
  await office.goto('/authentication/connexion');
  await logIn(office, 'fromagerie@etal.test');
  await office.goto(`/admin/boutique/store/commandes/${part.id}`);
  const notice = office.getByRole('region', { name: 'Votre client s’est rétracté' });
  await expect(notice.getByText(/^2 × Coffret/)).toBeVisible();
  await notice.getByRole('button', { name: 'Rembourser' }).click();
  const total = `${(part.total.amount / 100).toFixed(2).replace('.', ',')}\u00a0€`;
  await office
    .getByRole('dialog')
    .getByRole('button', { name: `Rembourser ${total}` })
    .click();
  await expect(office.getByText('Remboursement fait, votre client est prévenu.')).toBeVisible();
  await expect
    .poll(async () => (await mailsTo(market.data, email)).some((mail) => mail.includes('rembours')))
    .toBe(true);
});

test('with an account one of two articles is given up, and the order says what is due, until it is refunded', async ({
  device,
  market,
}) => {
  const { email, order, part } = await buyTwo(market);
  const page = await (await device()).open();
  await page.goto('/authentication/connexion');
  await logIn(page, email);
  await page.goto(`/compte/commande/${order.id}`);
  await page.getByRole('main').getByRole('link', { name: 'Renoncer au contrat ici' }).click();
  await page.getByLabel('Votre nom').fill('Camille Lorrain');
  await page.getByLabel('Certains articles').check({ force: true });
  await page.getByRole('button', { name: 'Confirmer la rétractation' }).click();
  await expect(page.getByText('Choisissez au moins un article.')).toBeVisible();
  await page.getByRole('combobox', { name: /^Coffret/ }).selectOption('Je renonce à 1 sur 2');
  await page.getByRole('button', { name: 'Confirmer la rétractation' }).click();
  await expect(page.getByRole('heading', { name: 'Votre rétractation est reçue' })).toBeVisible();
  await expect(page.getByText(/1\s× Coffret/)).toBeVisible();
  // What follows comes into view, and the other article can be given up without a reload.
  await page.getByRole('button', { name: 'Voir la suite' }).click();
  await expect(page.getByRole('heading', { name: 'Vos rétractations' })).toBeFocused();
  await expect(page.getByText('En attente du commerçant')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Votre rétractation est reçue' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Confirmer la rétractation' })).toBeVisible();
  await page.goto(`/compte/commande/${order.id}`);
  await expect(page.getByText(/^Rétractation reçue par Fromagerie du Châtel/)).toBeVisible();

  const office = await (await device()).open();
  await office.goto('/authentication/connexion');
  await logIn(office, 'fromagerie@etal.test');
  await office.goto(`/admin/boutique/store/commandes/${part.id}`);
  const notice = office.getByRole('region', { name: 'Votre client s’est rétracté' });
  await expect(notice.getByText(/^1 × Coffret/)).toBeVisible();
  await notice.getByRole('button', { name: 'Rembourser' }).click();
  await office
    .getByRole('dialog')
    .getByRole('button', { name: /^Rembourser/ })
    .click();
  await expect(office.getByText('Remboursement fait, votre client est prévenu.')).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Rétractation reçue par/)).toHaveCount(0);
  await expect(page.getByRole('region', { name: /^Remboursements/ })).toContainText(/1\s× /);
});
