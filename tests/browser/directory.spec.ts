// The directory of shops: its filters in the address, the device's position, and the map beside the cards.
import type { Locator, Page } from '@playwright/test';
import { expect, installed, test } from './journey.ts';
import { looksWell } from './looks.ts';

test.use({ installs: false });

const desk = { width: 1280, height: 800 };

const cards = (page: Page) => page.getByRole('list', { name: 'Boutiques' }).getByRole('article');
const cardOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Boutiques' }).getByRole('listitem').filter({ hasText: name });
const map = (page: Page) => page.getByRole('region', { name: 'Carte des boutiques' });
const pin = (page: Page, name: string) => map(page).getByRole('button', { name, exact: true });
/** Of shops that stand too close together for pins of their own. */
const groupOf = (page: Page, name: string) =>
  map(page).getByRole('button', { name: new RegExp(`^\\d+ boutiques.*${name}`) });
const opener = (page: Page) => page.getByRole('button', { name: /^Filtrer et trier/ });
const firstName = (page: Page) => cards(page).first().getByRole('heading');
const chip = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Filtres rapides' }).getByRole('button', { name, exact: true });
const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true });

/** How many shops the map shows: a pin is one, a group as many as it says. */
const shownOnMap = (page: Page) =>
  map(page)
    .locator('[data-mark] button')
    .evaluateAll((marks) =>
      marks.map((mark) => Number.parseInt(mark.textContent ?? '', 10) || 1).reduce((sum, count) => sum + count, 0),
    );

/** Goes into the group in which a shop stands until it has a pin of its own. */
async function bringApart(page: Page, name: string, into: (group: Locator) => Promise<void>): Promise<void> {
  await expect(async () => {
    if (!(await pin(page, name).isVisible())) await into(groupOf(page, name));
    await expect(pin(page, name)).toBeVisible({ timeout: 2000 });
  }).toPass();
}

/** Wholly between the header (and the map on a phone) and the bottom edge. */
async function expectInSight(card: Locator): Promise<void> {
  await expect(card).toBeInViewport({ ratio: 0.6 });
}

test('the directory is narrowed and ordered through the address, and the way back undoes each choice', async ({
  device,
}) => {
  const page = await (await device()).open({ size: desk });
  await page.goto('/boutiques');
  await expect(firstName(page)).toHaveText('Atelier de la Vigne');
  const everything = await cards(page).count();

  await field(page, 'Autour de').focus();
  await field(page, 'Autour de').selectOption('Stenay');
  await expect(page).toHaveURL(/\?position=49\.4917%2C5\.1856%2CStenay$/);
  await expect(firstName(page)).not.toHaveText('Atelier de la Vigne');
  await expect(cards(page).first()).toContainText(/Stenay · \d+\sm|Stenay · \d+,\d\skm/);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await expect(field(page, 'Autour de')).toBeFocused();

  await field(page, 'Catégorie').selectOption('fromages');
  await expect(page).toHaveURL(/category=fromages/);
  await expect(cards(page).filter({ hasText: 'Fromagerie du Châtel' })).toBeVisible();
  await expect.poll(() => cards(page).count()).toBeLessThan(everything);

  await field(page, 'Trier par').selectOption('Les mieux notées');
  await expect(page).toHaveURL(/position=.*category=fromages.*rating=DESC/);

  await page.goBack();
  await expect(field(page, 'Trier par')).toHaveValue('');
  await page.goBack();
  await expect(field(page, 'Catégorie')).toHaveValue('');
  await expect.poll(() => cards(page).count()).toBe(everything);
  await page.goBack();
  await expect(page).toHaveURL(/\/boutiques$/);
  await expect(field(page, 'Autour de')).toHaveValue('');
  await expect(firstName(page)).toHaveText('Atelier de la Vigne');

  await page.goto('/boutiques?position=49.4917,5.1856,Stenay&rating=DESC&category=livres-et-papeterie');
  await expect(field(page, 'Autour de')).toHaveValue('Stenay');
  await expect(field(page, 'Trier par')).toHaveValue('DESC');
});

test('a step back that comes before a choice is shown leaves the earlier one', async ({ device }) => {
  const page = await (await device()).open({ size: desk });
  await page.goto('/boutiques?position=49.4917,5.1856,Stenay');
  const order = field(page, 'Trier par');
  await order.selectOption('Les mieux notées');
  await expect(page).toHaveURL(/rating=DESC/);
  await page.goBack();
  await expect(order).toHaveValue('');
  await order.evaluate((select: HTMLSelectElement) => {
    const before = location.href;
    select.value = 'DESC';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    // The browser has gone back, and React has not rendered yet.
    history.replaceState(history.state, '', before);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  });
  await expect(order).toHaveValue('');
});

test('a category without stores shows a message and a link to all stores', async ({ device }) => {
  const page = await (await device()).open();
  await page.goto('/boutiques?category=rien-de-tel');
  await expect(page.getByText('Aucun résultat')).toBeVisible();
  await page.getByRole('button', { name: 'Voir toutes les boutiques' }).click();
  await expect(page).toHaveURL(/\/boutiques$/);
  await expect(cards(page).first()).toBeVisible();
});

test('the directory uses the device’s position, requested for each choice', async ({ device, market }) => {
  const phone = await device();
  const page = await phone.open({ size: desk });
  await phone.context().grantPermissions(['geolocation'], { origin: market.url });
  await phone.context().setGeolocation({ latitude: 49.52, longitude: 5.37 });
  await page.goto('/boutiques');
  await field(page, 'Autour de').selectOption('Ma position');
  await expect(page).toHaveURL(/position=49\.52%2C5\.37%2CMa\+position/);
  await expect(cards(page).first()).toContainText('Montmédy');
  await expect(field(page, 'Autour de')).toHaveValue('Ma position');

  await field(page, 'Autour de').selectOption('Verdun');
  await expect(cards(page).first()).toContainText('Verdun');
  await phone.context().setGeolocation({ latitude: 49.49, longitude: 5.19 });
  await expect(async () => {
    await field(page, 'Autour de').selectOption('');
    await field(page, 'Autour de').selectOption('Ma position');
    await expect(page).toHaveURL(/position=49\.49%2C5\.19%2CMa\+position/, { timeout: 2000 });
  }).toPass();
  await expect(cards(page).first()).toContainText('Stenay');
});

test('a refused position shows a friendly message, and the stores remain', async ({ device }) => {
  const page = await (await device()).open();
  await page.goto('/boutiques');
  await opener(page).click();
  await field(page, 'Autour de').selectOption('Ma position');
  await expect(page.getByText(/^Votre position n’est pas partagée avec ce site\. Choisissez une ville/)).toBeVisible();
  await expect(field(page, 'Autour de')).toHaveValue('');
  await expect(cards(page).first()).toBeVisible();
  await field(page, 'Autour de').selectOption('Verdun');
  await expect(page.getByText(/^Votre position n’est pas partagée/)).toBeHidden();
  await expect(cards(page).first()).toContainText('Verdun');
});

test('on a phone the filters are in a sheet with a count, and each chosen filter can be removed', async ({
  device,
}) => {
  const page = await (await device()).open();
  await page.goto('/boutiques');
  await expect(cards(page).first()).toBeVisible();
  const everything = await cards(page).count();
  const ofVerdun = await cards(page).filter({ hasText: 'Verdun' }).count();
  expect(ofVerdun).toBeGreaterThan(1);
  expect(ofVerdun).toBeLessThan(everything);
  await expect(opener(page)).toHaveAccessibleName('Filtrer et trier');
  await expect(field(page, 'Autour de')).toBeHidden();

  await opener(page).focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Filtrer et trier' });
  await expect(sheet.getByRole('button', { name: `Voir ${everything} boutiques` })).toBeVisible();
  await field(page, 'Autour de').selectOption('Verdun');
  await expect(page.getByText(`${everything} boutiques · ${ofVerdun} à Verdun`)).toBeVisible();
  await field(page, 'Catégorie').selectOption('fromages');
  await expect(sheet.getByRole('button', { name: /^Voir 1\sboutique$/ })).toBeVisible();
  await looksWell(page);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(opener(page)).toBeFocused();
  await expect(opener(page)).toHaveAccessibleName('Filtrer et trier 2 actifs');
  await expect(cards(page)).toHaveCount(1);
  await looksWell(page);

  const active = page.getByRole('list', { name: 'Filtres actifs' });
  await expect(active.getByRole('listitem')).toHaveText(['Fromages']);
  await expect(chip(page, 'Près de Verdun')).toHaveAttribute('aria-pressed', 'true');
  await active.getByRole('button', { name: /^Retirer\s: Fromages$/ }).press('Enter');
  await expect(page).toHaveURL(/position=[^&]*Verdun$/);
  await expect(opener(page)).toBeFocused();
  await expect(opener(page)).toHaveAccessibleName('Filtrer et trier 1 actif');
  await expect(cards(page)).toHaveCount(everything);
  await chip(page, 'Près de Verdun').click();
  await expect(page).toHaveURL(/\/boutiques$/);
  await expect(chip(page, 'Près de moi')).toHaveAttribute('aria-pressed', 'false');
  await expect(active).toBeHidden();
  await expect(firstName(page)).toHaveText('Atelier de la Vigne');

  // A town in which no shop stands still has shops around it.
  await page.goto('/boutiques?position=48.9,5.6,Ailleurs');
  await expect(chip(page, 'Près d’Ailleurs')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText(`${everything} boutiques`, { exact: true })).toBeVisible();
});

test('quick filters are toggles in the address: back and a shared link keep them, and they work without a network', async ({
  device,
  market,
}) => {
  const phone = await device();
  const page = await phone.open({ workers: true });
  // A Saturday morning in Paris: some shops are open, others not.
  await page.clock.setFixedTime(new Date('2026-12-05T09:30:00Z'));
  await page.goto('/boutiques');
  await installed(page);
  const everything = await cards(page).count();
  const open = await cards(page)
    .filter({ hasText: /Ouvert(?!e)/ })
    .count();
  expect(open).toBeGreaterThan(0);
  expect(open).toBeLessThan(everything);

  await chip(page, 'Ouvert').focus();
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(/\?ouvert=1$/);
  await expect(chip(page, 'Ouvert')).toHaveAttribute('aria-pressed', 'true');
  await expect(cards(page)).toHaveCount(open);
  await expect(page.getByRole('status').filter({ hasText: new RegExp(`^${open}\\sboutiques?$`) })).toHaveCount(1);
  await chip(page, 'Retrait').click();
  await expect(page).toHaveURL(/\?ouvert=1&retrait=1$/);
  const both = await cards(page).count();
  expect(both).toBeLessThanOrEqual(open);
  for (const card of await cards(page).all()) await expect(card).toContainText('Retrait');
  await looksWell(page);

  await page.goBack();
  await expect(chip(page, 'Retrait')).toHaveAttribute('aria-pressed', 'false');
  await expect(cards(page)).toHaveCount(open);
  await page.goForward();
  // Rendered by the server with the same filters.
  await page.reload();
  await expect(chip(page, 'Retrait')).toHaveAttribute('aria-pressed', 'true');
  await expect(cards(page)).toHaveCount(both);
  await phone.context().setOffline(true);
  await page.reload();
  await expect(chip(page, 'Ouvert')).toHaveAttribute('aria-pressed', 'true');
  await expect(cards(page)).toHaveCount(both);
  await chip(page, 'Ouvert').click();
  await expect(page).toHaveURL(/\?retrait=1$/);
  await expect.poll(() => cards(page).count()).toBeGreaterThan(both);
  await phone.context().setOffline(false);

  // At night nothing is open, which is said, with a way back to everything.
  await page.clock.setFixedTime(new Date('2026-12-05T01:30:00Z'));
  await page.goto('/boutiques?ouvert=1');
  await expect(page.getByText('Aucune des boutiques cherchées n’est ouverte en ce moment.')).toBeVisible();
  await page.getByRole('button', { name: 'Voir toutes les boutiques' }).click();
  await expect(cards(page)).toHaveCount(everything);

  // The device is asked on the tap; refused, it is said.
  await chip(page, 'Près de moi').click();
  await expect(page.getByText(/^Votre position n’est pas partagée avec ce site/)).toBeVisible();
  await expect(chip(page, 'Près de moi')).toHaveAttribute('aria-pressed', 'false');
  await phone.context().grantPermissions(['geolocation'], { origin: market.url });
  await phone.context().setGeolocation({ latitude: 49.52, longitude: 5.37 });
  await chip(page, 'Près de moi').click();
  await expect(chip(page, 'Près de moi')).toHaveAttribute('aria-pressed', 'true');
  await expect(cards(page).first()).toContainText('Montmédy');
  await opener(page).click();
  await expect(field(page, 'Autour de')).toHaveValue('Ma position');
  await field(page, 'Autour de').selectOption('Etain');
  await page.keyboard.press('Escape');
  await expect(chip(page, 'Près d’Etain')).toHaveAttribute('aria-pressed', 'true');
  await chip(page, 'Près d’Etain').click();
  await expect(page).toHaveURL(/\/boutiques$/);
});

test('the map opens on demand and follows the active card', async ({ device }) => {
  const page = await (await device()).open({ workers: true, size: desk });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/boutiques');
  await installed(page);
  expect(asked.filter((url) => /maplibre|map-canvas|tile/.test(url))).toEqual([]);

  await page.getByRole('link', { name: 'Voir la carte' }).click();
  await expect(page).toHaveURL(/\/boutiques#carte$/);
  // It opens on all of them, wherever they stand; those of one town as a group that says how many.
  await expect.poll(() => shownOnMap(page)).toBe(await cards(page).count());
  for (const mark of await map(page).locator('[data-mark] button').all())
    await expect(mark).toBeInViewport({ ratio: 0.99 });
  await expect(groupOf(page, 'Fromagerie du Châtel')).toBeVisible();
  await expect(pin(page, 'Brasserie des Trois Ponts')).toBeHidden();
  const card = cardOf(page, 'Brasserie des Trois Ponts');
  await card.hover();
  await expect(pin(page, 'Brasserie des Trois Ponts')).toHaveAttribute('aria-pressed', 'true');
  await cardOf(page, 'Café Ligier').getByRole('link').focus();
  await expect(pin(page, 'Café Ligier')).toHaveAttribute('aria-pressed', 'true');
  await expect(pin(page, 'Brasserie des Trois Ponts')).toBeHidden();
  expect(await shownOnMap(page), 'one that is looked at leaves its group').toBe(await cards(page).count());
  await expect(pin(page, 'Café Ligier')).toBeInViewport();
  await looksWell(page);

  await page.goBack();
  await expect(page).toHaveURL(/\/boutiques$/);
  await expect(map(page)).toBeHidden();
});

test('a pin picked by mouse or key marks its card and brings it into sight', async ({ device }) => {
  const page = await (await device()).open({ size: desk });
  await page.goto('/boutiques#carte');
  const far = cardOf(page, 'Quincaillerie Thirion');
  await expect(groupOf(page, 'Quincaillerie Thirion')).toBeVisible();
  await expect(far).not.toBeInViewport();
  await bringApart(page, 'Quincaillerie Thirion', (group) => group.click({ timeout: 2000 }));
  await pin(page, 'Quincaillerie Thirion').click();
  await expect(far).toHaveAttribute('aria-current', 'true');
  await expectInSight(far);

  // By key: into the group, and on from the first of its pins.
  await page.getByRole('button', { name: 'Tout voir' }).press('Enter');
  // The map is on its way there: near the ground each shop stood alone.
  await expect(groupOf(page, 'Atelier de la Vigne')).toBeVisible();
  await bringApart(page, 'Atelier de la Vigne', async (group) => {
    await group.press('Enter', { timeout: 2000 });
    await expect(map(page).locator('[data-mark] button:focus')).toHaveCount(1);
  });
  await pin(page, 'Atelier de la Vigne').focus();
  await expect(pin(page, 'Atelier de la Vigne')).toBeInViewport();
  await page.keyboard.press('Enter');
  const first = cardOf(page, 'Atelier de la Vigne');
  await expect(first).toHaveAttribute('aria-current', 'true');
  await expect(far).not.toHaveAttribute('aria-current');
  await expectInSight(first);
  await expect(first.getByRole('link')).toBeFocused();
});

test('a pin tapped on a phone brings its card under the map', async ({ device }) => {
  const page = await (await device()).open({ touch: true });
  await page.goto('/boutiques?position=49.5192,5.3681,Montmédy#carte');
  await bringApart(page, 'Studio Vauban', (group) => group.tap({ timeout: 2000 }));
  await pin(page, 'Studio Vauban').tap();
  const card = cardOf(page, 'Studio Vauban');
  await expect(card).toHaveAttribute('aria-current', 'true');
  await expectInSight(card);
  await expect(map(page)).toBeInViewport();
});

test('without a network the stores are on a plain background with a message, with or without an earlier map', async ({
  device,
}) => {
  const phone = await device();
  const page = await phone.open({ workers: true });
  await page.goto('/boutiques');
  await installed(page);
  await expect(cards(page).first()).toBeVisible();
  await phone.context().setOffline(true);
  await page.getByRole('link', { name: 'Voir la carte' }).click();
  await expect(page.getByText(/Le fond de carte n’est pas encore sur cet appareil/)).toBeVisible();
  await pin(page, 'Fromagerie du Châtel').focus();
  await page.keyboard.press('Enter');
  await expect(cardOf(page, 'Fromagerie du Châtel')).toHaveAttribute('aria-current', 'true');
  await looksWell(page);

  await phone.context().setOffline(false);
  await expect(page.getByRole('button', { name: 'Tout voir' })).toBeVisible();
  const storedCode = () =>
    page.evaluate(async () => (await (await caches.open('etal-assets')).keys()).map(({ url }) => url).join(' '));
  // All of it: without its styles a part is not drawn.
  await expect.poll(storedCode).toMatch(/map-canvas\S*\.js/);
  await expect.poll(storedCode).toMatch(/map-canvas\S*\.css/);
  await expect.poll(storedCode).toMatch(/maplibre-gl-worker\S*\.js/);
  await phone.context().setOffline(true);
  await page.reload();
  await expect(page.getByText(/Le fond de carte n’est pas disponible/)).toBeVisible();
  await expect.poll(() => shownOnMap(page)).toBe(await cards(page).count());
});
