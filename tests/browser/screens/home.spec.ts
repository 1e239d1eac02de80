// The home page: what it invites to, and what it remembers of this device.
import type { Locator, Page } from '@playwright/test';
import { expect, follow, phone, test, visit } from './ground.ts';
import { show } from './states.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('home leads to the event, eight categories, a selection of eight products and the gallery', async ({ page }) => {
  await visit(page, '/');
  const event = section(page, 'Marché de Noël');
  await expect(event.getByRole('img')).toHaveCount(0);
  await expect(event.locator('img')).toBeVisible();
  await expect(event.getByRole('link', { name: 'Découvrir' })).toHaveAttribute('href', '/evenement/marche-de-noel');
  const categories = await section(page, 'Nos rayons')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(categories).toHaveLength(8);
  expect(categories.filter((to) => !/^\/categorie\/[a-z-]+$/.test(to ?? ''))).toEqual([]);
  await expect(section(page, 'Notre sélection de produits').getByRole('article')).toHaveCount(8);
  const gallery = page.locator('section').filter({ hasText: 'Venez découvrir notre galerie marchande !' });
  await gallery.getByRole('link', { name: 'Découvrir' }).click();
  await expect(page).toHaveURL(/\/boutiques$/);
});

test.describe('on a phone', () => {
  test.use({ viewport: phone });

  test('the first screen explains the market to a new visitor and shows its first products; stores follow', async ({
    page,
  }) => {
    await visit(page, '/');
    const main = page.getByRole('main');
    const topOf = async (what: Locator) => (await what.boundingBox())?.y ?? Number.NaN;
    const words = [
      main.getByText('Le shopping autrement'),
      main.getByRole('heading', { level: 1, name: 'Les commerçants de Verdun et de la Meuse, dans un seul panier' }),
      main.getByRole('combobox', { name: /^Que cherchez-vous/ }),
      main.getByText(/^29\s+boutiques$/),
      main.getByText('retrait, livraison, point relais'),
      main.getByText('fonctionne même sans réseau'),
    ];
    for (const each of words) expect(await topOf(each)).toBeLessThan(phone.height - 60);
    const stalls = main.getByRole('list', { name: 'Boutiques' }).getByRole('link');
    expect(await stalls.count()).toBeGreaterThan(4);
    expect(await topOf(stalls.first())).toBeLessThan(2 * phone.height);
    const first = section(page, 'Notre sélection de produits').getByRole('article').first();
    // With its picture and its price.
    expect((await topOf(first)) + 150).toBeLessThan(phone.height - 60);
    const event = section(page, 'Marché de Noël');
    expect((await event.boundingBox())?.height).toBeLessThan(160);

    const field = main.getByRole('combobox', { name: /^Que cherchez-vous/ });
    await field.fill('  tomme ');
    const suggestion = main.getByRole('option', { name: /^Tomme de Meuse/ });
    await expect(suggestion).toContainText('12,50\u00a0€');
    expect(await topOf(field)).toBeLessThan(phone.height / 3);
    await field.press('Enter');
    await expect(page).toHaveURL(/\/recherche\?q=tomme$/);
  });

  test('with a chosen town the nearest open stores are first, each with its hours', async ({ page }) => {
    // A Tuesday morning: some are open, some are not.
    await page.clock.setFixedTime(new Date('2026-11-24T10:00:00+01:00'));
    await visit(page, '/');
    const stalls = page.getByRole('main').getByRole('list', { name: 'Boutiques' }).getByRole('listitem');
    await expect(stalls.first()).toContainText(/Ouvert|Ouvre /);
    await page.getByRole('main').getByRole('combobox', { name: 'Autour de' }).selectOption('Stenay');
    await expect(page.getByRole('heading', { name: 'Près de Stenay' })).toBeVisible();
    await expect(stalls).toHaveCount(8);
    const shown = await stalls.allTextContents();
    const open = shown.filter((words) => words.endsWith('Ouvert'));
    expect(open.length).toBeGreaterThan(2);
    expect(shown.slice(0, open.length)).toEqual(open);
    const absent = open.map((words) => {
      const [, number = '', unit] = /([\d,]+)\s(km|m)/.exec(words) ?? [];
      return Number(number.replace(',', '.')) * (unit === 'm' ? 0.001 : 1);
    });
    expect(absent).toEqual(absent.toSorted((one, other) => one - other));
    expect(absent[0]).toBeLessThan(2);
  });
});

test('recent products appear on the home page from four on, the newest four, loaded in one request of twelve', async ({
  page,
}) => {
  const slugs = [
    ...['tomme-de-meuse', 'munster-fermier', 'plateau-decouverte', 'brie-de-meaux-fermier', 'beurre-de-baratte'],
    ...['coffret-de-noel', 'fauteuil-voltaire-refait', 'table-sur-mesure', 'biere-ambree-des-ponts', 'bol-du-matin'],
    ...['gelee-de-coings', 'savon-des-jardiniers', 'train-de-la-vallee'],
  ];
  const asked: number[] = [];
  page.on('request', (request) => {
    const ids = new URL(request.url()).searchParams.getAll('id[]');
    if (ids.length > 0) asked.push(ids.length);
  });
  const seen: string[] = [];
  const look = async (slug: string) => {
    await follow(page, `/produit/${slug}`);
    const heading = page.locator('main article h1');
    await expect(heading).not.toHaveText(seen.at(0) ?? 'Nouveautés');
    seen.unshift((await heading.textContent()) ?? '');
  };
  const recent = section(page, 'Consultations récentes').getByRole('article');
  const names = () => recent.locator('h3').allTextContents();

  await visit(page, '/nouveautes');
  for (const slug of slugs.slice(0, 3)) await look(slug);
  await follow(page, '/');
  await expect(section(page, 'Suggestions de produits').getByRole('article')).toHaveCount(4);
  await expect(recent).toHaveCount(0);
  for (const slug of slugs.slice(3, 4)) await look(slug);
  await follow(page, '/');
  await expect.poll(names).toEqual(seen);
  expect(asked).toEqual([4]);
  for (const slug of slugs.slice(4)) await look(slug);
  await follow(page, '/');
  await expect.poll(names).toEqual(seen.slice(0, 4));
  expect(asked).toEqual([4, 12]);
});

test('several unvisited parts report the missing network at once, each in place', async ({ page }) => {
  await show(page, { name: 'accueil', at: '/', shows: 'Tomme de Meuse', asks: true }, 'offline');
  const says = 'Cette partie n’a pas encore été vue sur cet appareil.';
  for (const name of ['Nos rayons', 'Suggestions de produits']) await expect(section(page, name)).toContainText(says);
  await expect(section(page, 'Notre sélection de produits')).toContainText('Cette liste n’a pas encore été vue');
});
