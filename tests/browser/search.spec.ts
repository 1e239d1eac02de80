// The search: in the header of wide screens, and on its page.
import type { Locator, Page } from '@playwright/test';
import { MAX_FINDINGS } from '#domain/search/search.ts';
import { foldText } from '#domain/search/search-words.ts';
import { expect, test } from './journey.ts';
import { axeFindings } from './screens/inspection.ts';
import { typeOnAsAddressFollows, warmedUp } from './steps.ts';

test.use({ installs: false });

const desk = { width: 1280, height: 900 };
const field = (page: Page) => page.getByRole('combobox', { name: 'Rechercher' });
const list = (page: Page) => page.getByRole('listbox', { name: 'Résultats de la recherche' });
const group = (page: Page, name: string) => list(page).getByRole('group', { name, exact: true });
const texts = (found: Locator) => found.evaluateAll((all) => all.map((each) => each.textContent ?? ''));

/** The choice that a screen reader says while the field keeps the focus. */
async function expectAt(page: Page, name: RegExp | null): Promise<void> {
  await expect(field(page)).toBeFocused();
  if (name === null) return expect(field(page)).not.toHaveAttribute('aria-activedescendant');
  const selected = list(page).getByRole('option', { selected: true });
  await expect(selected).toHaveText(name);
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await selected.getAttribute('id')) ?? '');
}

test('typing shows suggestions and three blocks: requested once, after a pause, and announced to screen readers', async ({
  device,
}) => {
  const page = await (await device()).open({ size: desk });
  await page.goto('/');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/search') asked.push(searchParams.get('q') ?? '');
  });
  await expect(field(page)).toHaveAttribute('aria-expanded', 'false');
  await field(page).pressSequentially('ma');
  await expect(list(page)).toBeVisible();
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(field(page)).toHaveAttribute('aria-controls', (await list(page).getAttribute('id')) ?? '');
  expect(asked).toEqual(['ma']);

  const suggestions = group(page, 'Suggestions').getByRole('option');
  const names = await texts(suggestions.locator('span:last-of-type'));
  expect(names).toHaveLength(9);
  for (const name of names) expect(foldText(name)).toContain('ma');
  expect(await texts(suggestions.last())).toEqual(['Plus de résultats...']);
  const products = group(page, 'Suggestion de produits').getByRole('option');
  await expect(products).toHaveCount(8);
  expect(await group(page, 'Catégories').getByRole('option').count()).toBeLessThanOrEqual(8);
  expect(await group(page, 'Découvrir les boutiques').getByRole('option').count()).toBeLessThanOrEqual(4);
  // Nothing stands there twice, and what is sold has its picture and its price.
  const all = list(page)
    .getByRole('option')
    .and(page.getByRole('link').or(page.locator('a')));
  const addresses = await all.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(addresses.length).toBeGreaterThan(16);
  expect(new Set(addresses).size).toBe(addresses.length);
  await expect(products.first()).toHaveText(/\d,\d\d\u00a0€$/);
  await expect(products.first().locator('img')).toHaveJSProperty('complete', true);
  await expect(page.getByRole('search').getByRole('status')).toHaveText(
    `9\u00a0suggestions, ${addresses.length - 9}\u00a0résultats`,
  );
  expect(await axeFindings(page)).toEqual([]);
});

test('the keyboard walks through the results, follows, submits and closes them', async ({ device }) => {
  const page = await (await device()).open({ size: desk });
  await page.goto('/');
  await field(page).pressSequentially('fromage');
  await expect(group(page, 'Suggestions')).toBeVisible();
  await expectAt(page, null);
  await page.keyboard.press('ArrowDown');
  await expectAt(page, /^Fromages$/);
  await page.keyboard.press('ArrowDown');
  await expectAt(page, /^Fromages de chèvre$/);
  await page.keyboard.press('End');
  const last = new RegExp(`^${await group(page, 'Suggestion de produits').getByRole('option').last().textContent()}$`);
  await expectAt(page, last);
  await page.keyboard.press('ArrowDown');
  await expectAt(page, null);
  await page.keyboard.press('ArrowUp');
  await expectAt(page, last);
  await page.keyboard.press('Home');
  await expectAt(page, /^Fromages$/);

  await page.keyboard.press('Escape');
  await expect(list(page)).toBeHidden();
  await expect(field(page)).toHaveValue('');
  await expectAt(page, null);

  // It opens again without leaving the field, and a choice is followed.
  await field(page).pressSequentially('tomme de meuse');
  await expect(group(page, 'Suggestions').getByRole('option').first()).toHaveText(/^Tomme de Meuse/);
  await page.keyboard.press('ArrowDown');
  await expectAt(page, /^Tomme de Meuse/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/produit\/tomme-de-meuse$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Tomme de Meuse' })).toBeVisible();
  await expect(list(page)).toBeHidden();
  await expect(field(page)).toHaveValue('');

  await field(page).focus();
  await page.keyboard.type('miel');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/recherche\?q=miel$/);
  await expect(page.getByText(/^\d+ résultat\(s\)$/)).toBeVisible();
});

test('a click follows a suggestion, the last entry shows all, and leaving the field hides them', async ({ device }) => {
  const page = await (await device()).open({ size: desk });
  await page.goto('/');
  await field(page).fill('fromagerie');
  await expect(group(page, 'Suggestions')).toBeVisible();
  await field(page).blur();
  await expect(list(page)).toBeHidden();
  await field(page).focus();
  await expect(list(page)).toBeVisible();
  await group(page, 'Suggestions').getByRole('option', { name: 'Fromagerie du Châtel' }).click();
  await expect(page).toHaveURL(/\/boutique\/fromagerie-du-chatel$/);

  await field(page).fill('fromages');
  await group(page, 'Suggestions').getByRole('option', { name: 'Plus de résultats...' }).click();
  await expect(page).toHaveURL(/\/recherche\?q=fromages$/);
  // Its page has a field of its own.
  await expect(field(page)).toBeHidden();
  await expect(page.getByRole('searchbox', { name: 'Rechercher' })).toHaveValue('fromages');
});

test('a typing error is tolerated, and each empty block has a message', async ({ device }) => {
  const page = await (await device()).open({ size: desk });
  await page.goto('/');
  await field(page).fill('salon bele rive');
  await expect(group(page, 'Découvrir les boutiques').getByRole('option')).toHaveText([/^Salon Belle Rive/]);
  await expect(group(page, 'Suggestion de produits').getByText('Aucun résultat trouvé')).toBeVisible();
  await field(page).fill('azertyuiop');
  const blocks = page.getByRole('search').getByRole('group');
  await expect(blocks).toHaveText([/^Catégories/, /^Suggestion de produits/, /^Découvrir les boutiques/]);
  for (const block of await blocks.all()) await expect(block.getByText('Aucun résultat trouvé')).toBeVisible();
  await expect(page.getByRole('search').getByRole('status')).toHaveText('Aucun résultat trouvé');
  expect(await axeFindings(page)).toEqual([]);
});

test('the search page shows blocks of at most eight, products first, without duplicates, and follows the typed text', async ({
  device,
}) => {
  const page = await (await device()).open();
  await page.goto('/rechercher?q=ma');
  await expect(page).toHaveURL(/\/recherche\?q=ma$/);
  const block = (name: string) => page.getByRole('region', { name, exact: true });
  const most = MAX_FINDINGS.categories + MAX_FINDINGS.stores + MAX_FINDINGS.products;
  const count = page.getByText(/^\d+ résultat\(s\)$/);
  await expect(count).toBeVisible();
  expect(Number.parseInt((await count.textContent()) ?? '', 10)).toBeLessThanOrEqual(most);
  const titles = ['Suggestions de produits', 'Découvrir les boutiques', 'Categories'];
  expect(await texts(page.getByRole('main').getByRole('heading', { level: 2 }))).toEqual(titles);
  await expect(block('Suggestions de produits').getByRole('article')).toHaveCount(8);
  await page.getByRole('button', { name: 'Plus de résultats...' }).click();
  await expect(block('Suggestions de produits').getByRole('article')).toHaveCount(16);
  for (const name of titles) {
    const links = block(name).getByRole('listitem').locator('h3 a, :scope > a');
    const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(addresses.length).toBeGreaterThan(0);
    expect(addresses.length).toBeLessThanOrEqual(name === titles[0] ? 16 : 8);
    expect(new Set(addresses).size).toBe(addresses.length);
  }
  const typed = page.getByRole('searchbox', { name: 'Rechercher' });
  await typed.fill('beure');
  await expect(page).toHaveURL(/\/recherche\?q=beure$/);
  await expect(
    block('Suggestions de produits')
      .getByRole('link', { name: /Beurre de baratte/ })
      .first(),
  ).toBeVisible();
  await expect(block('Categories').getByRole('link', { name: 'Beurre et crème' })).toBeVisible();
  await typed.fill('table en chêne');
  await expect(
    page.getByText('Aucun résultat avec tous ces mots\u00a0: «\u00a0chêne\u00a0» a été laissé de côté.'),
  ).toBeVisible();
  await expect(block('Suggestions de produits').getByRole('heading', { name: 'Table sur mesure' })).toBeVisible();
  await typed.fill('');
  await expect(page.getByText('Que cherchez-vous ?')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Produits mis en avant' }).getByRole('article')).toHaveCount(8);
});

test('a search without results shows one message, with similar names, categories, and the whole market', async ({
  device,
}) => {
  const page = await (await device()).open();
  await page.goto('/recherche?q=azertyuiop');
  await expect(page.getByText('0 résultat(s)')).toBeVisible();
  await expect(page.getByText('Aucun résultat trouvé')).toHaveCount(1);
  await expect(page.getByRole('main').getByRole('link', { name: 'Maison et décoration' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Parcourir tout le marché' })).toHaveAttribute('href', '/nouveautes');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('searchbox', { name: 'Rechercher' }).fill('kinkaillerie');
  await page.getByRole('link', { name: 'Quincaillerie Thirion' }).click();
  await expect(page).toHaveURL(/\?q=Quincaillerie\+Thirion$/);
  await expect(page.getByRole('region', { name: 'Découvrir les boutiques' }).getByRole('article')).toHaveCount(1);
  await expect(page.getByText('Aucun résultat trouvé')).toHaveCount(0);
});

test('results are filtered in a sheet on phones, beside the list on desktops, and through the address', async ({
  device,
}) => {
  const phone = await (await device()).open();
  await phone.goto('/recherche?q=fraise');
  const cards = phone.getByRole('region', { name: 'Suggestions de produits' }).getByRole('article');
  await expect(phone.getByRole('heading', { name: 'Fraises du matin' })).toBeVisible();
  const before = await cards.count();
  await phone.getByRole('button', { name: 'Filtrer' }).click();
  const sheet = phone.getByRole('dialog', { name: 'Filtrer' });
  await sheet.getByRole('combobox', { name: 'Ville' }).selectOption('Souilly');
  await expect(phone).toHaveURL(/\?q=fraise&town=Souilly$/);
  await sheet.getByRole('textbox', { name: 'À' }).fill('50');
  await expect(phone).toHaveURL(/\?q=fraise&town=Souilly&priceMax=50$/);
  expect(await axeFindings(phone)).toEqual([]);
  await sheet.getByRole('button', { name: /^Voir \d+.résultats?$/ }).click();
  await expect(sheet).toBeHidden();
  await expect(cards).toHaveCount(1);
  expect(before).toBeGreaterThan(1);
  await phone.getByRole('searchbox', { name: 'Rechercher' }).fill('pain');
  await expect(phone).toHaveURL(/\?q=pain&town=Souilly&priceMax=50$/);
  await expect(phone.getByText('Aucun résultat trouvé')).toBeVisible();
  await phone.getByRole('button', { name: 'Retirer les filtres' }).click();
  await expect(phone).toHaveURL(/\?q=pain$/);
  await expect(phone.getByRole('heading', { name: 'Pain aux noix' })).toBeVisible();

  const desktop = await (await device()).open({ size: desk });
  await desktop.goto('/recherche?q=noel&delivery=relay&available=true&town=Verdun&colour=red&priceMin=x');
  const beside = desktop.getByRole('complementary', { name: 'Filtres' });
  await expect(beside.getByRole('combobox', { name: 'Livraison ou retrait' })).toHaveValue('relay');
  await expect(beside.getByRole('combobox', { name: 'Ville' })).toHaveValue('Verdun');
  await expect(beside.getByRole('switch', { name: 'Disponible tout de suite' })).toBeChecked();
  const narrowed = desktop.getByRole('region', { name: 'Suggestions de produits' }).getByRole('article');
  await expect(narrowed.first()).toContainText('Fromagerie du Châtel');
  await expect(desktop.getByRole('heading', { name: 'Bière de Noël' })).toBeHidden();
  // The quick filters are those of the panel.
  const quick = (name: string) =>
    desktop.getByRole('list', { name: 'Filtres rapides' }).getByRole('button', { name, exact: true });
  await expect(quick('Disponible')).toHaveAttribute('aria-pressed', 'true');
  await expect(quick('Retrait')).toHaveAttribute('aria-pressed', 'false');
  await quick('Retrait').click();
  await expect(desktop).toHaveURL(/delivery=store/);
  await expect(beside.getByRole('combobox', { name: 'Livraison ou retrait' })).toHaveValue('store');
  await quick('Disponible').click();
  await expect(beside.getByRole('switch', { name: 'Disponible tout de suite' })).not.toBeChecked();
  await expect(desktop).not.toHaveURL(/available/);
  await beside.getByRole('button', { name: 'Tout effacer' }).click();
  await expect(desktop).toHaveURL(/\?q=noel$/);
  await expect(desktop.getByRole('heading', { name: 'Bière de Noël' })).toBeVisible();
});

test('the search page waits for a text, and offers those of before until they are deleted', async ({ device }) => {
  const page = await (await device()).open();
  await page.goto('/recherche');
  const typed = page.getByRole('main').getByRole('searchbox', { name: 'Rechercher' });
  await expect(typed).toBeFocused();
  await expect(page.getByText('Que cherchez-vous ?')).toBeVisible();
  await typed.fill('miel de forêt');
  await typed.press('Enter');
  await expect(page).toHaveURL(/q=miel\+de\+for/);
  await page.goto('/recherche');
  const recent = page.getByRole('region', { name: 'Recherches récentes' });
  expect(await axeFindings(page)).toEqual([]);
  await recent.getByRole('button', { name: 'miel de forêt' }).click();
  await expect(page.getByRole('heading', { name: 'Miel de forêt', exact: true })).toBeVisible();
  await page.goto('/recherche');
  await recent.getByRole('button', { name: 'Effacer' }).click();
  await expect(recent).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('Que cherchez-vous ?')).toBeVisible();
});

test('what only some words match is separate, and for what nobody offers the nearest is named as such', async ({
  device,
}) => {
  const page = await (await device()).open();
  await page.goto('/recherche?q=miel+d%27acacia');
  const block = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(block('Suggestions de produits').getByRole('article')).toHaveCount(1);
  await expect(block('Avec une partie de ces mots').getByRole('heading', { name: 'Miel de forêt' })).toBeVisible();
  await page.goto('/recherche?q=plombier');
  await expect(page.getByText('Personne ne propose «\u00a0plombier\u00a0» sur ce marché.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Quincaillerie Thirion' })).toBeVisible();
});

test('a letter typed in the very moment in which its address is written stays', async ({ device }) => {
  const page = await (await device()).open({ workers: true });
  await page.goto('/recherche');
  await warmedUp(page);
  const typed = page.getByRole('main').getByRole('searchbox', { name: 'Rechercher' });
  await page.evaluate(() => {
    const before = history.replaceState.bind(history);
    history.replaceState = (...change) => {
      before(...change);
      if (!String(change[2]).endsWith('q=beur')) return;
      history.replaceState = before;
      const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
      if (!field) throw new Error('No field to type in');
      // As a key does: the browser's own value first, then the event.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'beurre');
      field.dispatchEvent(new Event('input', { bubbles: true }));
    };
  });
  await typed.fill('beur');
  await expect(page).toHaveURL(/\/recherche\?q=beurre$/);
  await expect(typed).toHaveValue('beurre');
});

test('any typed or pasted text gets an answer', async ({ device }) => {
  const page = await (await device()).open();
  await page.goto('/recherche');
  const typed = page.getByRole('searchbox', { name: 'Rechercher' });
  for (const unusual of ['%', '_', '\\', '💥', '<b>', "d'", 'a'.repeat(200)]) {
    await typed.fill('');
    await typed.pressSequentially(unusual.slice(0, 3));
    await typed.fill(unusual.slice(0, 100));
    await expect(page).toHaveURL((url) => url.searchParams.get('q') === unusual.slice(0, 100));
    await expect(page.getByText(/^\d+ résultat\(s\)$/)).toBeVisible();
  }
  await page.goto(`/recherche?q=${'é'.repeat(200)}`);
  await expect(page.getByText('0 résultat(s)')).toBeVisible();
  await typed.fill('');
  await typed.evaluate((input) => {
    (input as HTMLInputElement).focus();
    document.execCommand('insertText', false, 'fromage '.repeat(25));
  });
  expect(await typed.inputValue()).toHaveLength(100);
  await expect(page.getByText(/^\d+ résultat\(s\)$/)).toBeVisible();
});

test('the chosen town lists the nearest stores first, in the header and on the page', async ({ device }) => {
  const page = await (await device()).open({ size: desk });
  await page.goto('/');
  const town = page.getByRole('combobox', { name: 'Autour de' });
  await expect(town.locator('option')).toHaveCount(15);
  expect((await texts(town.locator('option'))).slice(0, 3)).toEqual(['Ma position', 'Verdun', 'Stenay']);
  await field(page).fill('rendez-vous');
  const stores = group(page, 'Découvrir les boutiques').getByRole('option');
  const kilometres = async () =>
    (await texts(stores)).map((text) => {
      const [, number = '', unit] = /([\d,]+).(k?m)$/.exec(text) ?? [];
      return Number(number.replace(',', '.')) / (unit === 'm' ? 1000 : 1);
    });
  await town.selectOption('Bar-le-Duc');
  await expect(stores.first()).toHaveText(/\d.k?m$/);
  const aroundBar = await texts(stores);
  await town.selectOption('Montmédy');
  await expect.poll(() => texts(stores)).not.toEqual(aroundBar);
  const absent = await kilometres();
  expect(absent).toEqual(absent.toSorted((a, b) => a - b));

  await field(page).press('Enter');
  const cards = page.getByRole('region', { name: 'Découvrir les boutiques' }).getByRole('heading', { level: 3 });
  await expect(cards).toHaveCount(7);
  const order = await texts(cards);
  await expect(town).toHaveValue('Montmédy');
  await town.selectOption('Bar-le-Duc');
  await expect.poll(() => texts(cards)).not.toEqual(order);
});

test('without a network the search uses stored content, tolerates typing errors, and names its source', async ({
  device,
}) => {
  const phone = await device();
  const page = await phone.open({ workers: true, size: desk });
  await page.goto('/produit/tomme-de-meuse');
  await warmedUp(page);
  await phone.context().setOffline(true);
  await page.goto('/recherche?q=tome%20de%20meuse');
  const stored = page.getByText(/^\d+ résultat\(s\) parmi ce qui est gardé sur cet appareil/);
  await expect(stored).toBeVisible();
  await expect(page.getByRole('link', { name: /Tomme de Meuse/ }).first()).toBeVisible();
  await page.getByRole('searchbox', { name: 'Rechercher' }).fill('fromge');
  await expect(page.getByRole('link', { name: 'Fromages', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /Fromagerie du Châtel/ }).first()).toBeVisible();
  await page.getByRole('searchbox', { name: 'Rechercher' }).fill('xyzzy');
  await expect(page.getByText('Aucun résultat parmi ce qui est gardé sur cet appareil.')).toBeVisible();

  await page.goto('/');
  await field(page).fill('brasserei');
  await expect(group(page, 'Découvrir les boutiques').getByRole('option')).toHaveText([/Brasserie des Trois Ponts/]);
  await expect(page.getByRole('search').getByText(/parmi ce qui est gardé sur cet appareil/)).toBeVisible();
  await field(page).fill('xyzzy');
  await expect(page.getByRole('search').getByRole('status')).toHaveText(
    'Hors connexion\u00a0: aucun résultat parmi ce qui est gardé sur cet appareil.',
  );
});

test('text typed while the address follows earlier text remains, in the field of the search and in a price', async ({
  device,
}) => {
  const page = await (await device()).open({ size: desk });
  await page.goto('/recherche?q=miel');
  const words = page.getByRole('searchbox', { name: 'Rechercher' });
  await expect(page.getByRole('textbox', { name: 'De', exact: true })).toBeVisible();
  await typeOnAsAddressFollows(words, 'mielleux');
  await words.fill('miell');
  await expect(page).toHaveURL(/q=mielleux/);
  await expect(words).toHaveValue('mielleux');

  await page.goto('/recherche?q=miel');
  const least = page.getByRole('textbox', { name: 'De', exact: true });
  await typeOnAsAddressFollows(least, '12,40');
  await least.fill('1');
  await expect(page).toHaveURL(/priceMin=12/);
  await expect(least).toHaveValue('12,40');
  await least.blur();
  await expect(least).toHaveValue('12');
  await page.getByRole('link', { name: /, accueil$/ }).click();
  await page.goBack();
  await expect(least).toHaveValue('12');
});
