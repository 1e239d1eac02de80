// 'Ma tournée': what was bought in several shops is collected on one way, with and without a network; it is one person's alone.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { Cart } from '#contract/orders/carts.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { planRound } from '#domain/round/round-order.ts';
import { partsToCollect, stopsOf } from '#domain/round/round-stops.ts';
import { DEMO_TOWNS } from '../support/demo-towns.ts';
import { storedPrivateReads } from './cached.ts';
import { expect, installed, proxiedTest as test } from './journey.ts';
import type { MarketServer } from './market-server.ts';
import { checkOut, newShopper, type OtherDevice, pay, productOf } from './other-device.ts';
import { logIn } from './steps.ts';

// Closed and opened again.
test.use({ lasting: true });

const phone = { width: 360, height: 780 };
const FROMAGERIE = 'Fromagerie du Châtel';

interface Shopper {
  email: string;
  device: OtherDevice;
}

/** Bought, paid, and to be collected at the shop: an order for each. */
async function shopperWith(market: MarketServer, slugs: readonly string[]): Promise<Shopper> {
  const { email, device } = await newShopper(market);
  for (const slug of slugs) {
    const { id, options } = await productOf(market, slug);
    const optionValues = options.flatMap(({ values }) => values.slice(0, 1).map((value) => value.id));
    const cart = await device.call<Cart>('POST', '/carts', {});
    await device.call('PUT', `${cart['@id']}/add`, { id, quantity: 2, optionValues });
    await pay(market, await checkOut(device));
  }
  return { email, device };
}

/** As the rules say, setting out from a town. */
async function expectedFrom(town: string, { device }: Shopper): Promise<string[]> {
  const { 'hydra:member': orders } = await device.call<Collection<Order>>('GET', `/users/${device.id}/orders`);
  const now = new Date();
  const start = DEMO_TOWNS.find(({ name }) => name === town) ?? null;
  const days = planRound(stopsOf(partsToCollect(orders, now)), { start, now });
  return days.flatMap(({ stops }) => stops.map(({ name }) => name));
}

async function atTheRound(page: Page, { email }: Shopper): Promise<void> {
  await page.goto('/authentication/connexion');
  await installed(page);
  await logIn(page, email);
  await page.goto('/compte/commandes');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Ma tournée\s*\d+\sretraits? à faire/ })
    .click();
  await expect(page).toHaveURL(/\/compte\/tournee$/);
}

const stops = (page: Page): Locator => page.getByRole('main').getByRole('article');
const fetched = (name: string) => new RegExp(`^Récupéré\\s?, ${name}$`);
const namesOf = async (page: Page) =>
  (await stops(page).getByRole('heading').allTextContents()).map((text) => text.replace(/^Arrêt \d+\s: /, ''));

test('two orders at two stores are two stops in a sensible order, with hours, codes and distances', async ({
  device,
  market,
}) => {
  const shopper = await shopperWith(market, ['coffret-de-noel', 'biere-ambree-des-ponts', 'tomme-de-meuse']);
  const page = await (await device()).open({ size: phone });
  await atTheRound(page, shopper);
  await page.getByLabel('Partir de').selectOption('Commercy');
  const expected = await expectedFrom('Commercy', shopper);
  expect(expected).toHaveLength(2);
  await expect.poll(() => namesOf(page)).toEqual(expected);
  await expect(page.getByText(/^2\sarrêts, environ [\d,]+\sk?m à vol d’oiseau$/)).toBeVisible();

  const cheese = page.getByRole('article', { name: FROMAGERIE });
  await expect(cheese).toContainText(
    /(Ouvert|Ferme bientôt|Fermé)[\s\S]* \d{1,2}\u00a0h\u00a0\d\d – \d{1,2}\u00a0h\u00a0\d\d/,
  );
  await expect(cheese).toContainText(/\d{5} \S+/);
  await expect(cheese).toContainText(/à [\d,]+\sk?m (du départ|de l’arrêt 1)/);
  const used = cheese.getByRole('list', { name: 'À prendre' });
  await expect(used.getByRole('link', { name: /Commande N°\s\d+/ })).toHaveCount(2);
  await expect(used).toContainText('2\u00a0× Coffret de Noël');
  await expect(used).toContainText('2\u00a0× Tomme de Meuse');
  await used.getByText('Code de retrait').first().click();
  await expect(used.getByRole('img', { name: /^Code QR de retrait/ })).toBeVisible();
  await expect(cheese.getByRole('link', { name: /^Itinéraire/ })).toHaveAttribute(
    'href',
    /^https:\/\/www\.openstreetmap\.org\/directions\?from=48\.7614%2C5\.5906&to=49\.\d+%2C5\.\d+$/,
  );
});

test('a custom order of stops is stored; collected stops can be hidden and restored', async ({ device, market }) => {
  const shopper = await shopperWith(market, ['coffret-de-noel', 'biere-ambree-des-ponts']);
  const page = await (await device()).open({ size: phone });
  await atTheRound(page, shopper);
  await page.getByLabel('Partir de').selectOption('Verdun');
  const [first = '', second = ''] = await expectedFrom('Verdun', shopper);
  await expect.poll(() => namesOf(page)).toEqual([first, second]);
  await page.getByRole('button', { name: `Reculer ${first}` }).press('Enter');
  await expect.poll(() => namesOf(page)).toEqual([second, first]);
  await expect(page.getByRole('button', { name: `Reculer ${first}` })).toBeFocused();
  await page.reload();
  await expect.poll(() => namesOf(page)).toEqual([second, first]);
  await expect(page.getByLabel('Partir de')).toHaveValue('Verdun');
  await page.getByRole('button', { name: 'Ordre conseillé' }).click();
  await expect.poll(() => namesOf(page)).toEqual([first, second]);

  await page.getByRole('button', { name: fetched(first) }).press('Enter');
  await expect.poll(() => namesOf(page)).toEqual([second]);
  await expect(page.getByRole('button', { name: 'Annuler' })).toBeFocused();
  await page.reload();
  await expect.poll(() => namesOf(page)).toEqual([second]);
  await page.getByRole('button', { name: `Remettre ${first} dans la tournée` }).click();
  await expect.poll(() => namesOf(page)).toEqual([first, second]);
  for (const name of [first, second]) await page.getByRole('button', { name: fetched(name) }).click();
  await expect(page.getByText('Votre tournée est terminée.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Découvrir les boutiques' })).toBeVisible();
});

test('the calendar gets an event for each stop', async ({ device, market }) => {
  const shopper = await shopperWith(market, ['coffret-de-noel', 'biere-ambree-des-ponts']);
  const page = await (await device()).open({ size: phone });
  await atTheRound(page, shopper);
  await expect(stops(page)).toHaveCount(2);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Ajouter à l’agenda' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('ma-tournee.ics');
  const text = await readFile(await file.path(), 'utf8');
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const lines = text.replaceAll('\r\n ', '').split('\r\n');
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(2);
  expect(lines).toContain(`SUMMARY:Retrait\u00a0: ${FROMAGERIE}`);
  expect(lines.filter((line) => /^DTSTART:\d{8}T\d{6}Z$/.test(line))).toHaveLength(2);
  expect(lines.find((line) => line.includes('Coffret de Noël'))).toMatch(
    /^DESCRIPTION:Commande N°\s\d+\s: 2\s× Coffret de Noël – code de retrait \S+$/,
  );
});

test('without a network the round opens on a logged-in device, shows its age, and is deleted on logout', async ({
  device,
  market,
  network,
}) => {
  const shopper = await shopperWith(market, ['coffret-de-noel', 'biere-ambree-des-ponts']);
  const phoneOfOne = await device();
  const first = await phoneOfOne.open({ size: phone });
  await first.goto('/authentication/connexion');
  await installed(first);
  await logIn(first, shopper.email);
  // The round was never opened there: what it needs is kept ahead.
  await first.goto('/compte/rdv');
  await expect(first.getByText('Aucun résultat')).toBeVisible();
  await expect
    .poll(() => storedPrivateReads(first))
    .toEqual(expect.arrayContaining(['users.appointments', 'users.orders']));
  await phoneOfOne.close();
  network.cut();
  const page = await phoneOfOne.open({ size: phone });
  await page.goto('/compte/tournee');
  await expect(stops(page)).toHaveCount(2);
  await expect(page.getByRole('main').getByText(/^mis à jour /)).toBeVisible();
  await page.getByLabel('Partir de').selectOption('Stenay');
  await expect(page.getByText(/environ [\d,]+\sk?m à vol d’oiseau/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Afficher la carte' }).click();
  await expect(
    page.getByRole('region', { name: 'Carte de la tournée' }).getByRole('button', { name: /^1\. / }),
  ).toBeVisible();
  await page
    .getByRole('button', { name: /^Récupéré\s?, / })
    .first()
    .click();
  await page.reload();
  await expect(stops(page)).toHaveCount(1);

  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await expect(page).toHaveURL(({ pathname }) => pathname === '/');
  await expect.poll(() => storedPrivateReads(page)).toEqual([]);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('round')))).toEqual([]);

  // Whoever comes next on this device has a round of their own: none.
  network.heal();
  const other = await newShopper(market);
  await page.goto('/authentication/connexion');
  await logIn(page, other.email);
  await page.goto('/compte/tournee');
  await expect(page.getByText('Rien à retirer pour l’instant.')).toBeVisible();
  await expect(page.getByText(FROMAGERIE)).toHaveCount(0);
});

test('on a wide screen the map is beside the list, and pins and cards are linked', async ({ device, market }) => {
  const shopper = await shopperWith(market, ['coffret-de-noel', 'biere-ambree-des-ponts']);
  const page = await (await device()).open({ size: { width: 1440, height: 900 } });
  await atTheRound(page, shopper);
  await page.getByLabel('Partir de').selectOption('Verdun');
  const map = page.getByRole('region', { name: 'Carte de la tournée' });
  const [first = ''] = await expectedFrom('Verdun', shopper);
  await stops(page).first().hover();
  const pin = map.getByRole('button', { name: `1. ${first}` });
  await expect(pin).toHaveAttribute('aria-pressed', 'true');
  const [card, ground] = [await stops(page).first().boundingBox(), await map.boundingBox()];
  expect(ground?.x).toBeGreaterThan((card?.x ?? 0) + (card?.width ?? 0));
});

test('stops a few streets apart are separate on the map, each with its number', async ({ device }) => {
  const page = await (await device()).open({ size: { width: 1440, height: 900 } });
  await page.goto('/authentication/connexion');
  await logIn(page, 'client@etal.test');
  await page.goto('/compte/tournee');
  const map = page.getByRole('region', { name: 'Carte de la tournée' });
  await expect(stops(page)).not.toHaveCount(0);
  const pins = map.getByRole('button', { name: /^\d\. / });
  await expect(pins).toHaveCount(await stops(page).count());
  const boxes = await pins.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
  for (const [at, one] of boxes.entries())
    for (const other of boxes.slice(at + 1)) expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(40);
});
