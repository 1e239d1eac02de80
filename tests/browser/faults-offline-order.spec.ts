// What befalls an order between the moment it is committed without a network and the moment it arrives: stock, coupon and cart
// that are no longer as agreed, a person who has left, answers that are lost, a server that dies. One yes is one order.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeMail } from '../support/mails.ts';
import { expect, test } from './faults-ground.ts';
import { password } from './journey.ts';
import {
  commit,
  committed,
  newCoupon,
  newGoods,
  ordersOf,
  placedCard,
  quantitiesOf,
  readyToOrder,
  stored,
  withoutNetwork,
} from './offline-orders.ts';
import { effectsOf, expectFrozen, outboxOf } from './oracle.ts';
import { checkOut, pay, productOf } from './other-device.ts';
import { cartLines, expectLoggedIn, logIn } from './steps.ts';

const SOON = { timeout: 30_000 };

/** Every letter to this address. */
const mailsTo = (data: string, email: string) =>
  readdirSync(join(data, 'outbox'))
    .filter((name) => name.endsWith('.eml'))
    .map((name) => decodeMail(readFileSync(join(data, 'outbox', name), 'utf8')))
    .filter((mail) => mail.includes(`To: ${email}`));

test('F87 · sold-out articles: the order asks, omits them or is cancelled, as agreed by each shopper', {
  tag: '@essential',
}, async ({ person, market, network }) => {
  test.slow();
  const goods = [await newGoods(market, 'Bergues', 20), await newGoods(market, 'Maroilles', 20)] as const;
  const [out, left] = goods;
  const shoppers = [];
  for (const rule of ['Prévenez-moi', 'Retirez ce qui manque', 'Annulez tout']) {
    const shopper = await readyToOrder(market, await (await person()).page(), { goods });
    shoppers.push({ ...shopper, rule });
  }
  await withoutNetwork(network, ...shoppers.map(({ page }) => page));
  for (const { page, rule } of shoppers) {
    await page.getByLabel(rule).check({ force: true });
    await committed(page);
  }
  await out.set({ stock: 0 });
  const [asks, drops, cancels] = shoppers;
  if (!asks || !drops || !cancels) throw new Error('Three shoppers were wanted.');
  network.heal();

  await expect(placedCard(drops.page)).toBeVisible(SOON);
  expect((await ordersOf(drops.account)).map(quantitiesOf)).toEqual([[2]]);

  const gone = cancels.page.getByRole('article', { name: /Comme demandé, rien n’a été commandé/ });
  await expect(gone).toBeVisible(SOON);
  expect(await ordersOf(cancels.account)).toEqual([]);
  await cancels.page.goto('/commande/panier');
  await expect.poll(() => cartLines(cancels.page)).toEqual([`${out.name} × 2`, `${left.name} × 2`].sort());

  const { page } = asks;
  const card = page.getByRole('article', { name: new RegExp(`${out.name}.*il n’en reste plus`) });
  await expect(card).toBeVisible(SOON);
  await expect(stored(page).getByText('à décider')).toBeVisible();
  await expect(page.getByRole('button', { name: /vérifier\s: 1$/ })).toBeVisible();
  expect(await ordersOf(asks.account)).toEqual([]);
  await card.getByRole('button', { name: 'Commander ainsi' }).click();
  await expect(placedCard(page)).toBeVisible(SOON);
  expect((await ordersOf(asks.account)).map(quantitiesOf)).toEqual([[2]]);
  expect([await out.stock(), await left.stock()]).toEqual([0, 16]);
});

test('F88 F89 · an expired coupon: the order asks and the cart returns; a cart ordered elsewhere: no second order', {
  tag: '@essential',
}, async ({ person, market, network }) => {
  test.slow();
  const goods = [await newGoods(market, 'Langres', 20)];
  const code = `ETE${randomUUID().slice(0, 4).toUpperCase()}`;
  const coupon = await newCoupon(market, code);
  const saver = await readyToOrder(market, await (await person()).page(), { goods, coupon: code });
  const both = await readyToOrder(market, await (await person()).page(), { goods });
  await withoutNetwork(network, saver.page, both.page);
  for (const { page } of [saver, both]) await committed(page);

  await coupon.end();
  await pay(market, await checkOut(both.account));
  network.heal();
  const card = saver.page.getByRole('article', { name: new RegExp(`Le code promo ${code} n’est plus valable`) });
  await expect(card).toBeVisible(SOON);
  await expect(card.getByText(/^17,82\s€$/)).toBeVisible();
  await expect(card.getByText(/^19,80\s€$/)).toBeVisible();
  await card.getByRole('button', { name: 'Ne pas commander' }).click();
  await expect(saver.page.getByText('Aucune commande n’attend.')).toBeVisible();
  await saver.page.goto('/commande/panier');
  await expect.poll(() => cartLines(saver.page)).toEqual([`${goods[0]?.name} × 2`]);
  expect(await ordersOf(saver.account)).toEqual([]);

  await expect(both.page.getByRole('article', { name: /Ce panier a déjà été commandé/ })).toBeVisible(SOON);
  expect((await ordersOf(both.account)).map(quantitiesOf)).toEqual([[2]]);
  await both.page.goto('/commande/panier');
  await expect(both.page.getByText('Votre panier est vide !')).toBeVisible();
  expect(await goods[0]?.stock()).toBe(18);
});

test('F90 · its shopper logs out before it is sent: it is stored, hidden, and sent after their next login', async ({
  person,
  market,
  network,
}) => {
  test.slow();
  const goods = [await newGoods(market, 'Brouère', 20)];
  const { page, email, account } = await readyToOrder(market, await (await person()).page(), { goods });
  await withoutNetwork(network, page);
  await committed(page);
  await page.goto('/commande/panier');
  await expect(page.getByRole('link', { name: 'Voir ma commande en attente' })).toBeVisible();
  await page.goto('/compte/informations');
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  const leaving = page.getByRole('dialog', { name: /1\smodification non envoyée/ });
  await expect(leaving.getByText('Votre commande n’a pas encore atteint le marché.')).toBeVisible();
  await leaving.getByRole('button', { name: 'Les garder sur cet appareil' }).click();
  await expect(leaving).toBeHidden();
  await page.goto('/commande/en-attente');
  await expect(page.getByRole('heading', { name: 'Connectez-vous pour voir vos commandes.' })).toBeVisible();
  await expect(page.getByText(goods[0]?.name ?? '')).toHaveCount(0);

  network.heal();
  await page.goto('/authentication/connexion');
  await logIn(page, 'client@etal.test');
  await page.goto('/commande/en-attente');
  await expect(page.getByText('Aucune commande n’attend.')).toBeVisible();
  expect((await outboxOf(page)).map(({ type }) => type)).toEqual(['cart.commit']);
  expect(network.seen(commit).filter(({ status }) => status !== null)).toEqual([]);
  expect(await ordersOf(account)).toEqual([]);
  await page.goto('/compte/informations');
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await expectLoggedIn(page, false);
  await page.goto('/authentication/connexion');
  await page.getByLabel('Adresse e-mail').fill(email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect.poll(async () => (await ordersOf(account)).map(quantitiesOf), SOON).toEqual([[2]]);
  await page.goto('/commande/en-attente');
  await expect(placedCard(page)).toBeVisible(SOON);
  expect(await goods[0]?.stock()).toBe(18);
});

test('F91 · lost or truncated answer, server death after the commit, portal with status 200: one order', {
  tag: '@essential',
}, async ({ person, market, network }) => {
  test.slow();
  const goods = [await newGoods(market, 'Rollot', 20)];
  const { page, account } = await readyToOrder(market, await (await person()).page(), { goods });
  await withoutNetwork(network, page);
  await committed(page);
  network.heal();
  network.plan(
    { ...commit, times: 1, fault: 'portal' },
    { ...commit, times: 1, fault: 'json' },
    { ...commit, times: 1, fault: { kill: market.kill } },
  );
  await expect
    .poll(() => network.seen(commit).map(({ status }) => status), { timeout: 60_000 })
    .toEqual([null, null, 201]);
  network.plan({ ...commit, times: 1, fault: 'drop' }, { ...commit, times: 1, fault: 'half' });
  await market.restart();
  await expect(placedCard(page)).toBeVisible({ timeout: 90_000 });
  expect((await ordersOf(account)).map(quantitiesOf)).toEqual([[2]]);
  expect(
    network
      .seen(commit)
      .filter(({ status }) => status === 201)
      .map(({ replayed }) => replayed),
  ).toEqual([false, true, true, true]);
  effectsOf(network);
  expectFrozen(network);
  expect(await goods[0]?.stock()).toBe(18);
});

test('F92 · online payment: visible in each tab while pending, then reserved, announced in the app and by mail, and paid', {
  tag: '@essential',
}, async ({ person, market, network }) => {
  test.slow();
  const goods = [await newGoods(market, 'Chaource', 20)];
  const choice = { goods, payment: 'Payer en ligne' } as const;
  const { page, account, email, context } = await readyToOrder(market, await (await person()).page(), choice);
  const other = await context.newPage();
  await other.goto('/compte/commandes');
  await expect(other.getByRole('heading', { name: 'Récapitulatif commandes' })).toBeVisible();
  await withoutNetwork(network, page);
  await committed(page);
  const inList = other.getByRole('paragraph').filter({ hasText: /1\scommande sur cet appareil/ });
  await expect(inList.getByText('à envoyer')).toBeVisible();
  for (const tab of [page, other]) {
    await expect(tab.getByText(/Hors connexion · 1\smodification en attente/)).toBeVisible();
    await expect(tab.getByRole('button', { name: /^En attente d’envoi\s: 1$/ })).toBeVisible();
  }
  await other.getByRole('button', { name: /^En attente d’envoi\s: 1$/ }).click();
  await expect(other.getByRole('dialog').getByText(/Commander pour 19,80\s€/)).toBeVisible();
  await other.keyboard.press('Escape');

  network.heal();
  const card = page.getByRole('article', { name: /Commande n°\s\d+ réservée : il reste 19,80\s€ à payer/ });
  await expect(card).toBeVisible(SOON);
  await expect(inList).toBeHidden();
  await expect(other.getByRole('button', { name: /^À vérifier\s: 1$/ })).toBeVisible();
  expect(await goods[0]?.stock()).toBe(18);
  expect((await productOf(market, goods[0]?.slug ?? '')).stock).toBe(18);
  const asked = () => mailsTo(market.data, email).filter((mail) => mail.includes('Vos articles sont réservés pendant'));
  await expect.poll(() => asked().length).toBe(1);
  const [mail = ''] = asked();
  const number = /\/compte\/commande\/(\d+)/.exec(mail)?.[1];

  await card.getByRole('link', { name: 'Voir' }).click();
  await expect(page).toHaveURL(new RegExp(`/compte/commande/${number}$`));
  await page.getByRole('button', { name: /^Payer/ }).click();
  await expect(page).toHaveURL(/\/paiement\//);
  await page.getByRole('button', { name: 'Accepter le paiement' }).click();
  await expect(page.getByRole('heading', { name: 'Paiement accepté' })).toBeVisible();
  const placed = await ordersOf(account);
  expect(placed.map(({ id }) => String(id))).toEqual([number]);
  expect(placed[0]?.storeOrders.map(({ state }) => state)).toEqual(['payed']);
  expect(await goods[0]?.stock()).toBe(18);
});
