// Lists of products: a category, an event, what is new, what is reduced, what a cart holds and offers. What one chooses stands in the address.
import type { Locator, Page } from '@playwright/test';
import { addProduct } from '../steps.ts';
import { expect, phone, test, visit } from './ground.ts';

const cards = (page: Page) => page.getByRole('main').getByRole('article');
/** What each card costs, in cents; null where it shows no price. */
const prices = (page: Page) =>
  cards(page).evaluateAll((all) =>
    all.map((card) => {
      const amounts = [...(card.textContent ?? '').matchAll(/(\d[\d\s]*),(\d\d)\s€(?! l[ea] )/g)].at(-1);
      return amounts ? Number(`${amounts[1]?.replaceAll(/\s/g, '')}${amounts[2]}`) : null;
    }),
  );
const rising = (numbers: readonly (number | null)[]) => [...numbers].sort((a, b) => (a ?? 0) - (b ?? 0));

test('a category shows its label, its way, its children, and its products in the order chosen', async ({ page }) => {
  await visit(page, '/categorie/fromages');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Fromages');
  await expect(main.getByText('13 produit(s)')).toBeVisible();
  await expect(main.locator('header img')).toBeVisible();
  const label = main.getByRole('complementary', { name: 'Label fermier' });
  await expect(label).toContainText('Le label fermier distingue');
  await expect(label.getByRole('link', { name: 'Découvrir' })).toHaveAttribute('href', /^https:\/\//);
  await expect(main.getByRole('navigation', { name: 'Fil d’Ariane' })).toContainText('Épicerie et produits frais');
  await expect(main.getByRole('navigation', { name: 'Sous-catégories' }).getByRole('link')).toHaveCount(4);
  await expect(cards(page)).toHaveCount(13);

  const sort = main.getByLabel('Trier par');
  await expect(sort.getByRole('option')).toHaveText([
    'Par défaut',
    'Prix croissant',
    'Prix décroissant',
    'Pas de prix',
    'Les mieux notés',
    'Nouveautés',
  ]);
  await sort.selectOption({ label: 'Prix croissant' });
  await expect(page).toHaveURL(/\?price=ASC$/);
  await expect.poll(async () => (await prices(page))[0]).toBe(450);
  const ascending = await prices(page);
  expect(ascending).toEqual(rising(ascending));
  await sort.selectOption({ label: 'Prix décroissant' });
  await expect.poll(() => prices(page)).toEqual([...ascending].reverse());
  await page.reload();
  await expect(sort).toHaveValue('price=DESC');
  expect(await prices(page)).toEqual([...ascending].reverse());
  await sort.selectOption({ label: 'Les mieux notés' });
  await expect(page).toHaveURL(/\?rating=DESC$/);
  await sort.selectOption({ label: 'Nouveautés' });
  await expect(page).toHaveURL(/\?order%5BcreatedAt%5D=DESC$/);
  // Every cheese has a price.
  await sort.selectOption({ label: 'Pas de prix' });
  await expect(
    main.getByText("Il n‘y a pour l'instant pas de produit associé à cette catégorie.", { exact: true }),
  ).toBeVisible();
  await expect(main.getByText('0 produit(s)', { exact: true })).toBeVisible();
});

test('on a phone the label of a category is one line, which opens', async ({ page }) => {
  await page.setViewportSize(phone);
  await visit(page, '/categorie/fromages');
  const label = page.getByRole('complementary', { name: 'Label fermier' });
  const fold = label.getByRole('button', { name: 'Label fermier' });
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect(label.getByText('Le label fermier distingue')).toBeHidden();
  expect((await label.boundingBox())?.height).toBeLessThan(60);
  await fold.press('Enter');
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await expect(label.getByText('Le label fermier distingue')).toBeVisible();
  await expect(label.getByRole('link', { name: 'Découvrir' })).toBeVisible();
  await fold.click();
  await expect(label.getByText('Le label fermier distingue')).toBeHidden();
});

test('a category is narrowed to what can be ordered or collected, in its address, and both can be taken back', async ({
  page,
}) => {
  await visit(page, '/categorie/maison');
  const counted = () => page.getByRole('main').getByRole('status').filter({ hasText: 'produit(s)' });
  const filters = page.getByRole('list', { name: 'Filtres rapides' });
  const available = filters.getByRole('button', { name: 'Disponible' });
  const collected = filters.getByRole('button', { name: 'Retrait' });
  await expect(counted()).toHaveText('32 produit(s)');
  await available.click();
  await expect(page).toHaveURL(/\?available=true$/);
  await expect(available).toHaveAttribute('aria-pressed', 'true');
  await expect(counted()).toHaveText('17 produit(s)');
  await expect(cards(page)).toHaveCount(17);
  await collected.click();
  await page.getByLabel('Trier par').selectOption('price=ASC');
  await expect(page).toHaveURL(/\?available=true&delivery=store&price=ASC$/);
  await page.reload();
  await expect(collected).toHaveAttribute('aria-pressed', 'true');
  await expect(counted()).toHaveText('17 produit(s)');

  await available.press('Enter');
  await expect(page).toHaveURL(/\?price=ASC&delivery=store$/);
  await expect(available).toHaveAttribute('aria-pressed', 'false');
  await expect(counted()).toHaveText('17 produit(s)');
  await collected.click();
  await expect(page).toHaveURL(/\?price=ASC$/);
  await expect(counted()).toHaveText('32 produit(s)');
});

test('two choices in the same moment both count, and a second tap takes the first one back', async ({ page }) => {
  const press = (...names: string[]) =>
    page.evaluate((names) => {
      const buttons = [...document.querySelectorAll('main button')];
      for (const name of names) {
        const chip = buttons.find((button) => button.textContent === name && button.ariaPressed !== null);
        if (chip instanceof HTMLElement) chip.click();
      }
    }, names);
  for (const path of ['/categorie/maison', '/recherche?q=miel']) {
    await visit(page, path);
    await expect(page.getByRole('main').getByRole('button', { name: 'Retrait', exact: true })).toBeVisible();
    await press('Disponible', 'Retrait');
    await expect(page).toHaveURL(/available=true&delivery=store$/);
    await press('Retrait', 'Disponible', 'Disponible');
    await expect(page).toHaveURL(/[?&]available=true$/);
    await expect(page.getByRole('main').getByRole('button', { name: 'Disponible', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  }
});

test('filters that leave nothing of a category can be cleared there', async ({ page }) => {
  await visit(page, '/categorie/meubles?available=true');
  const main = page.getByRole('main');
  await expect(main.getByText('Aucun produit avec ces filtres')).toBeVisible();
  await main.getByRole('button', { name: 'Tout effacer' }).click();
  await expect(page).toHaveURL(/\/meubles\??$/);
  await expect(cards(page)).toHaveCount(7);
  // Without a network it is this list that was not seen, not the category.
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
  await main.getByRole('button', { name: 'Retrait' }).click();
  await expect(main.getByText(/^Cette liste n’a pas encore été vue/)).toBeVisible();
  await main.getByRole('button', { name: 'Retrait' }).click();
  await expect(cards(page)).toHaveCount(7);
});

test('the page of a category is in its address, its descendants are included, and the last page offers no next one', async ({
  page,
}) => {
  await visit(page, '/categorie/epicerie-et-produits-frais?price=ASC&page=2');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(pages.getByText('Page 2 sur 3')).toBeVisible();
  await expect(cards(page)).toHaveCount(36);
  await expect(page.getByLabel('Trier par')).toHaveValue('price=ASC');
  await pages.getByRole('link', { name: 'Dernière page' }).click();
  await expect(page).toHaveURL(/price=ASC&page=3$/);
  await expect(cards(page)).toHaveCount(12);
  for (const name of ['Page suivante', 'Dernière page'])
    await expect(pages.getByRole('button', { name })).toBeDisabled();
  await pages.getByRole('link', { name: 'Première page' }).click();
  await expect(page).toHaveURL(/\?price=ASC$/);
  for (const name of ['Première page', 'Page précédente']) {
    await expect(pages.getByRole('button', { name })).toBeDisabled();
  }
  await page.goBack();
  await expect(pages.getByText('Page 3 sur 3')).toBeVisible();
});

test('an event is filtered by categories of level 2 and sorted, and both are read back from the address', async ({
  page,
}) => {
  await visit(page, '/evenement/marche-de-noel');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Marché de Noël');
  await expect(main.locator('header img')).toBeVisible();
  await expect(main.getByText('52 produits')).toBeVisible();
  const category = main.getByLabel('Catégorie');
  const options = await category.getByRole('option').allTextContents();
  expect(options).toContain('Bières');
  expect(options).not.toContain('Boissons');
  expect(options).not.toContain('Bières artisanales');
  await expect(main.getByLabel('Trier par').getByRole('option')).toHaveText([
    'Par défaut',
    'Prix croissant',
    'Prix décroissant',
    'Les mieux notés',
  ]);
  await category.selectOption({ label: 'Bières' });
  await expect(main.getByText('3 produits')).toBeVisible();
  await main.getByLabel('Trier par').selectOption({ label: 'Prix décroissant' });
  await expect(page).toHaveURL(/\?category_slug=bieres&sort%5Bprice%5D=DESC$/);
  const falling = () => prices(page).then((all) => all.toReversed());
  await expect.poll(async () => JSON.stringify(await falling())).toBe(JSON.stringify(rising(await prices(page))));
  await page.reload();
  await expect(category).toHaveValue('bieres');
  await expect(main.getByLabel('Trier par')).toHaveValue('sort[price]=DESC');
  await expect(cards(page)).toHaveCount(3);
  await category.selectOption({ label: 'Meubles' });
  await expect(main.getByText('1 produit', { exact: true })).toBeVisible();
  await category.selectOption({ label: 'Toutes les catégories' });
  const pages = main.getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('link', { name: 'Page suivante' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(cards(page)).toHaveCount(52 - 36);
  await expect(pages.getByRole('button', { name: 'Page suivante' })).toBeDisabled();
  await expect(pages.getByRole('button', { name: 'Dernière page' })).toBeDisabled();
});

test('new and reduced products are listed, thirty-six per page', async ({ page }) => {
  await visit(page, '/nouveautes');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nouveautés');
  await expect(cards(page)).toHaveCount(36);
  await expect(page.getByText(/^Page 1 sur \d+$/)).toBeVisible();
  await page.getByRole('link', { name: 'Dernière page' }).click();
  await expect(page.getByRole('button', { name: 'Page suivante' })).toBeDisabled();
  expect(await cards(page).count()).toBeLessThanOrEqual(36);

  await visit(page, '/promotions');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Promotions');
  await expect(cards(page)).toHaveCount(29);
  await expect(cards(page).filter({ has: page.locator('s') })).toHaveCount(29);
});

test('a category loads its first product picture with the page, its banner and other pictures when near', async ({
  page,
}) => {
  await visit(page, '/categorie/fromages');
  const loading = (at: Locator) => at.evaluateAll((all) => all.map((image) => image.getAttribute('loading')));
  const main = page.getByRole('main');
  const [first, ...others] = await loading(main.getByRole('article').locator('img'));
  expect(first).toBe('eager');
  expect(new Set(others)).toEqual(new Set(['lazy']));
  expect(await loading(main.locator('header img'))).toEqual(['lazy']);
});

test('under a cart the suggestions fill their row on a tablet', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1180 });
  await visit(page, '/commande/panier');
  const offered = page.getByRole('region', { name: 'Suggestions de produits' });
  await expect(offered.getByRole('article').filter({ visible: true })).toHaveCount(4);
  const right = (at: Locator) => at.evaluate((element) => Math.round(element.getBoundingClientRect().right));
  expect(await right(offered.getByRole('article').last())).toBe(await right(offered));
});

test('three lines of one store fit on a phone screen between header and total', async ({ page }) => {
  await page.setViewportSize(phone);
  await addProduct(page, 'tomme-de-meuse');
  await addProduct(page, 'tomme-de-meuse', { choices: ['Corsée'] });
  await addProduct(page, 'coffret-de-noel');
  await visit(page, '/commande/panier');
  const lines = page.getByRole('main').locator('tbody tr');
  await expect(lines).toHaveCount(3);
  const [first, last] = [await lines.first().boundingBox(), await lines.last().boundingBox()];
  const height = (last?.y ?? Number.NaN) + (last?.height ?? 0) - (first?.y ?? 0);
  const heightOf = async (at: Locator) => (await at.boundingBox())?.height ?? Number.NaN;
  const bars = [
    page.getByRole('banner'),
    page
      .getByRole('main')
      .locator('div:has(> dl)')
      .filter({ hasText: /total ttc\s*[\d,]+\s€/ }),
    page.getByRole('navigation', { name: 'Raccourcis' }),
  ];
  const [header = 0, total = 0, shortcuts = 0] = await Promise.all(bars.map(heightOf));
  process.stdout.write(`    three lines of a cart at 360 px: ${Math.round(height)} px\n`);
  expect(height).toBeLessThanOrEqual(phone.height - header - total - shortcuts);
});
