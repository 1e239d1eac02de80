// The directory of shops: its filters in the address, the device's position, and the map beside the cards.
import type { Locator, Page } from '@playwright/test';
import { expect, installed, test } from './journey.ts';
import { looksWell } from './looks.ts';

const desk = { width: 1280, height: 800 };

const cards = (page: Page) => page.getByRole('list', { name: 'Boutiques' }).getByRole('article');
const cardOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Boutiques' }).getByRole('listitem').filter({ hasText: name });
const map = (page: Page) => page.getByRole('region', { name: 'Carte des boutiques' });
const pin = (page: Page, name: string) => map(page).getByRole('button', { name, exact: true });
const firstName = (page: Page) => cards(page).first().getByRole('heading');

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

  await page.getByLabel('Ville').focus();
  await page.getByLabel('Ville').selectOption('Stenay');
  await expect(page).toHaveURL(/\?position=49\.4917%2C5\.1856%2CStenay$/);
  await expect(firstName(page)).not.toHaveText('Atelier de la Vigne');
  await expect(cards(page).first()).toContainText(/Stenay · \d+\sm|Stenay · \d+,\d\skm/);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await expect(page.getByLabel('Ville')).toBeFocused();

  await page.getByLabel('Catégorie', { exact: true }).selectOption('fromages');
  await expect(page).toHaveURL(/category=fromages/);
  await expect(cards(page).filter({ hasText: 'Fromagerie du Châtel' })).toBeVisible();
  await expect.poll(() => cards(page).count()).toBeLessThan(everything);

  await page.getByLabel('Trier par').selectOption('Les mieux notées');
  await expect(page).toHaveURL(/position=.*category=fromages.*rating=DESC/);

  await page.goBack();
  await expect(page.getByLabel('Trier par')).toHaveValue('');
  await page.goBack();
  await expect(page.getByLabel('Catégorie', { exact: true })).toHaveValue('');
  await expect.poll(() => cards(page).count()).toBe(everything);
  await page.goBack();
  await expect(page).toHaveURL(/\/boutiques$/);
  await expect(page.getByLabel('Ville')).toHaveValue('');
  await expect(firstName(page)).toHaveText('Atelier de la Vigne');

  await page.goto('/boutiques?position=49.4917,5.1856,Stenay&rating=DESC&category=livres-et-papeterie');
  await expect(page.getByLabel('Ville')).toHaveValue('Stenay');
  await expect(page.getByLabel('Trier par')).toHaveValue('DESC');
});

test('a category that no shop sells in says so and leads back to all of them', async ({ device }) => {
  const page = await (await device()).open();
  await page.goto('/boutiques?category=rien-de-tel');
  await expect(page.getByText('Aucun résultat')).toBeVisible();
  await page.getByRole('button', { name: 'Voir toutes les boutiques' }).click();
  await expect(page).toHaveURL(/\/boutiques$/);
  await expect(cards(page).first()).toBeVisible();
});

test('the directory goes by where the device is, asked again on each choice', async ({ device, market }) => {
  const phone = await device();
  const page = await phone.open();
  await phone.context().grantPermissions(['geolocation'], { origin: market.url });
  await phone.context().setGeolocation({ latitude: 49.52, longitude: 5.37 });
  await page.goto('/boutiques');
  await page.getByLabel('Ville').selectOption('Ma position');
  await expect(page).toHaveURL(/position=49\.52%2C5\.37%2CMa\+position/);
  await expect(cards(page).first()).toContainText('Montmédy');
  await expect(page.getByLabel('Ville')).toHaveValue('Ma position');

  await page.getByLabel('Ville').selectOption('Verdun');
  await expect(cards(page).first()).toContainText('Verdun');
  await phone.context().setGeolocation({ latitude: 49.49, longitude: 5.19 });
  await expect(async () => {
    await page.getByLabel('Ville').selectOption('');
    await page.getByLabel('Ville').selectOption('Ma position');
    await expect(page).toHaveURL(/position=49\.49%2C5\.19%2CMa\+position/, { timeout: 2000 });
  }).toPass();
  await expect(cards(page).first()).toContainText('Stenay');
});

test('a position that is refused is said kindly, and the shops stay', async ({ device }) => {
  const page = await (await device()).open();
  await page.goto('/boutiques');
  await page.getByLabel('Ville').selectOption('Ma position');
  await expect(page.getByText(/^Votre position n’est pas partagée avec ce site\. Choisissez une ville/)).toBeVisible();
  await expect(page.getByLabel('Ville')).toHaveValue('');
  await expect(cards(page).first()).toBeVisible();
  await page.getByLabel('Ville').selectOption('Verdun');
  await expect(page.getByText(/^Votre position n’est pas partagée/)).toBeHidden();
  await expect(cards(page).first()).toContainText('Verdun');
});

test('the map comes when it is wanted, and follows the card that is looked at', async ({ device }) => {
  const page = await (await device()).open({ size: desk });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/boutiques');
  await installed(page);
  expect(asked.filter((url) => /maplibre|map-canvas|tile/.test(url))).toEqual([]);

  await page.getByRole('link', { name: 'Voir la carte' }).click();
  await expect(page).toHaveURL(/\/boutiques#carte$/);
  await expect(pin(page, 'Fromagerie du Châtel')).toBeVisible();
  const card = cardOf(page, 'Brasserie des Trois Ponts');
  await card.hover();
  await expect(pin(page, 'Brasserie des Trois Ponts')).toHaveAttribute('aria-pressed', 'true');
  await cardOf(page, 'Café Ligier').getByRole('link').focus();
  await expect(pin(page, 'Café Ligier')).toHaveAttribute('aria-pressed', 'true');
  await expect(pin(page, 'Brasserie des Trois Ponts')).toHaveAttribute('aria-pressed', 'false');
  await expect(pin(page, 'Café Ligier')).toBeInViewport();
  await looksWell(page);

  await page.goBack();
  await expect(page).toHaveURL(/\/boutiques$/);
  await expect(map(page)).toBeHidden();
});

test('a pin picked by mouse or key marks its card and brings it into sight', async ({ device }) => {
  const page = await (await device()).open({ size: desk });
  await page.goto('/boutiques#carte');
  await expect(pin(page, 'Traiteur des Remparts')).toBeVisible();
  const far = cardOf(page, 'Traiteur des Remparts');
  await expect(far).not.toBeInViewport();
  // Pins of one town lie close together: what is under the pointer is asked for, and brought apart first.
  for (let steps = 0; steps < 4; steps += 1) await page.getByRole('button', { name: 'Agrandir' }).click();
  await pin(page, 'Traiteur des Remparts')
    .click({ timeout: 5000 })
    .catch(() => pin(page, 'Traiteur des Remparts').dispatchEvent('click', { detail: 1 }));
  await expect(far).toHaveAttribute('aria-current', 'true');
  await expectInSight(far);

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
  const tapped = pin(page, 'Studio Vauban');
  await tapped.tap();
  const card = cardOf(page, 'Studio Vauban');
  await expect(card).toHaveAttribute('aria-current', 'true');
  await expectInSight(card);
  await expect(map(page)).toBeInViewport();
});

test('without a network the shops stand on a plain ground, which says so, whether the map was ever opened or not', async ({
  device,
}) => {
  const phone = await device();
  const page = await phone.open();
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
  const keptCode = () =>
    page.evaluate(async () => (await (await caches.open('etal-assets')).keys()).map(({ url }) => url).join(' '));
  // All of it: without its styles a part is not drawn.
  await expect.poll(keptCode).toMatch(/map-canvas\S*\.js/);
  await expect.poll(keptCode).toMatch(/map-canvas\S*\.css/);
  await expect.poll(keptCode).toMatch(/maplibre-gl-worker\S*\.js/);
  await phone.context().setOffline(true);
  await page.reload();
  await expect(page.getByText(/Le fond de carte n'est pas disponible/)).toBeVisible();
  await expect(pin(page, 'Fromagerie du Châtel')).toBeVisible();
});
