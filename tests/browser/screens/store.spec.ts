// The pages of a shop: who it is, what it sells, where it stands, what is thought of it.
import type { Page } from '@playwright/test';
import { expect, follow, phone, test, visit } from './ground.ts';
import { movesOf } from './moves.ts';

const SHOP = '/boutique/fromagerie-du-chatel';
const main = (page: Page) => page.getByRole('main');
const part = (page: Page, title: string) =>
  main(page)
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) });

test('a store shows its presentation, collapses long texts, and shows its three selections', async ({ page }) => {
  await visit(page, SHOP);
  await expect(page).toHaveTitle('Fromagerie du Châtel — Étal Meuse');
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', /720_inset/);
  const head = main(page).locator('header');
  await expect(head.getByRole('heading', { level: 1 })).toHaveText('Fromagerie du Châtel');
  await expect(head.getByText('20 produits')).toBeVisible();
  await expect(head.getByRole('link', { name: /12 avis/ })).toHaveAttribute('href', `${SHOP}/avis`);
  await expect(head.getByRole('link', { name: '03 53 01 21 04' })).toHaveAttribute('href', 'tel:+33353012104');
  for (const name of ['Site internet', 'Facebook', 'Instagram', 'Twitter', 'Snapchat']) {
    await expect(head.getByRole('link', { name })).toHaveAttribute('href', /^https:\/\//);
  }
  await expect(
    main(page)
      .getByText('un comptoir')
      .or(main(page).getByText(/comptoir de chêne/)),
  ).toBeVisible();

  // Longer than 400 characters.
  await expect(main(page).getByText(/Hélène et Rémi affinent/)).toBeVisible();
  await expect(main(page).getByText(/vos préférences d.une fois sur l.autre/)).toBeHidden();
  const more = main(page).getByRole('button', { name: 'Voir plus' });
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  await more.press('Enter');
  await expect(main(page).getByText(/vos préférences d.une fois sur l.autre/)).toBeVisible();
  await main(page).getByRole('button', { name: 'Voir moins' }).press('Enter');
  await expect(main(page).getByText(/vos préférences d.une fois sur l.autre/)).toBeHidden();

  for (const title of ['Nouveautés', 'Les incontournables', 'Bons plans']) {
    const shown = await part(page, title).getByRole('article').count();
    expect(shown, title).toBeGreaterThan(0);
    expect(shown, title).toBeLessThanOrEqual(5);
  }
  await expect(main(page).getByRole('link', { name: 'Voir les 20 produits' })).toHaveAttribute(
    'href',
    `${SHOP}/produits`,
  );

  await head.getByRole('link', { name: 'Nous contacter' }).click();
  await expect(page).toHaveURL(/#contact$/);
  await expect(part(page, 'Contact').getByRole('heading', { name: 'Contact' })).toBeInViewport();
  await expect(part(page, 'Contact').getByRole('tab')).toHaveText([
    'nous contacter',
    'prendre rdv',
    'demander un devis',
  ]);
  await expect(part(page, 'Contact').getByRole('tab', { selected: true })).toHaveText('nous contacter');

  await expect(part(page, 'Avis').getByRole('listitem')).toHaveCount(8);
  await part(page, 'Avis').getByRole('button', { name: 'Voir les 12 avis' }).click();
  await expect(part(page, 'Avis').getByRole('listitem')).toHaveCount(12);
  await expect(part(page, 'Avis').getByText('Vous devez vous connecter pour laisser un avis')).toBeVisible();
});

test('a store without appointments and estimates offers neither, and short texts are not collapsed', async ({
  page,
}) => {
  await visit(page, '/boutique/boulangerie-aux-epis');
  await expect(part(page, 'Contact').getByRole('tab')).toHaveText(['nous contacter']);
  await visit(page, '/boutique/salon-belle-rive');
  await expect(main(page).getByText(/Coiffure et soins, face à la Meuse/)).toBeVisible();
  await expect(main(page).getByRole('button', { name: 'Voir plus' })).toHaveCount(0);
  await expect(main(page).getByRole('link', { name: /Voir les \d+ produits/ })).toHaveCount(0);
});

test('the store’s video contacts the video site after a click only', async ({ page }) => {
  const asked: string[] = [];
  await page.route(/youtube/, (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  await visit(page, SHOP);
  const pictures = main(page).getByRole('region', { name: 'Photos de Fromagerie du Châtel' });
  await expect(pictures.getByRole('group', { name: '1 sur 5' })).toBeVisible();
  await pictures.getByRole('button', { name: 'Précédent' }).click();
  await expect(pictures.getByText('5 / 5')).toBeVisible();
  expect(asked).toEqual([]);
  await pictures.getByRole('button', { name: 'Voir la vidéo de Fromagerie du Châtel' }).click();
  await expect.poll(() => asked).toEqual([expect.stringContaining('youtube-nocookie.com/embed/aqz-KE-bpKQ')]);
});

test('the store’s products are sorted and filtered through the address; a store without products leads to its about page', async ({
  page,
}) => {
  await visit(page, `${SHOP}/produits`);
  await expect(page).toHaveTitle('Fromagerie du Châtel - produits — Étal Meuse');
  const cards = main(page).getByRole('article');
  await expect(cards).toHaveCount(20);
  await main(page).getByLabel('Trier par').selectOption({ label: 'Prix croissant' });
  await expect(page).toHaveURL(/\?price=ASC$/);
  await expect(cards.first()).toContainText('3,20 €'.replace(' ', '\u00a0'));
  await main(page).getByLabel('Catégorie').selectOption({ label: 'Fromages' });
  await expect(page).toHaveURL(/price=ASC&category_slug=fromages$/);
  await expect(cards).toHaveCount(13);
  await page.reload();
  await expect(main(page).getByLabel('Catégorie')).toHaveValue('fromages');
  await expect(main(page).getByLabel('Trier par')).toHaveValue('price=ASC');
  await expect(cards).toHaveCount(13);

  await visit(page, '/boutique/salon-belle-rive/produits');
  await expect(page).toHaveURL(/\/boutique\/salon-belle-rive\/a-propos$/);
});

test('the about page shows location, hours and delivery modes; the map loads on demand', async ({ page }) => {
  const tiles: string[] = [];
  await page.route(/tile/, (route) => {
    tiles.push(route.request().url());
    return route.abort();
  });
  await visit(page, `${SHOP}/a-propos`);
  await expect(page).toHaveTitle('Fromagerie du Châtel - à propos — Étal Meuse');
  await expect(part(page, 'Où nous trouver')).toContainText('12 rue Châtel');
  await expect(part(page, 'Où nous trouver')).toContainText('55100 Verdun');
  await expect(part(page, 'Où nous trouver')).toContainText('au marché couvert de Verdun le vendredi matin');
  const hours = part(page, 'Horaires').locator('dl > div');
  await expect(hours).toHaveCount(7);
  await expect(hours.first()).toHaveText(/^Lundi\s*fermé$/i);
  await expect(hours.nth(1)).toHaveText(
    /^Mardi\s*9\u00a0h\u00a000 – 12\u00a0h\u00a030, 14\u00a0h\u00a030 – 19\u00a0h\u00a000$/i,
  );
  await expect(hours.nth(4)).toHaveText(/^Vendredi\s*8\u00a0h\u00a030 – 19\u00a0h\u00a000$/i);
  await expect(part(page, 'Retrait et livraison').getByRole('listitem')).toHaveCount(6);
  await expect(part(page, 'Bon à savoir')).toContainText('La cave se visite sur rendez-vous');
  expect(tiles).toEqual([]);
  await main(page).getByRole('button', { name: 'Afficher la carte' }).click();
  await expect(
    main(page).getByRole('link', { name: 'Fromagerie du Châtel' }).or(main(page).locator('canvas')).first(),
  ).toBeVisible();
  await expect.poll(() => tiles.length).toBeGreaterThan(0);
});

test('its first page begins its list, narrowed and ordered there, and leads on to all of it with the same choice', async ({
  page,
}) => {
  await visit(page, SHOP);
  const list = part(page, 'Produits');
  await expect(list.getByRole('article')).toHaveCount(8);
  await list.getByLabel('Trier par').selectOption({ label: 'Prix croissant' });
  await expect(page).toHaveURL(/\/boutique\/fromagerie-du-chatel\?price=ASC$/);
  await expect(list.getByRole('article').first()).toContainText('3,20\u00a0€');
  await list.getByLabel('Catégorie').selectOption({ label: 'Fromages' });
  await expect(list.getByRole('link', { name: 'Voir les 13 produits' })).toHaveAttribute(
    'href',
    `${SHOP}/produits?price=ASC&category_slug=fromages`,
  );
  // What the shop has chosen stays as it is.
  await expect(part(page, 'Bons plans').getByRole('article').first()).toBeVisible();
  await list.getByRole('link', { name: 'Voir les 13 produits' }).click();
  await expect(main(page).getByRole('article')).toHaveCount(13);
  await expect(main(page).getByLabel('Trier par')).toHaveValue('price=ASC');

  await visit(page, '/boutique/salon-belle-rive');
  await expect(part(page, 'Contact')).toBeVisible();
  await expect(list).toHaveCount(0);
});

test('opening states follow the clock, and their late arrival causes no layout shift', async ({ page }) => {
  await page.setViewportSize(phone);
  const row = () => main(page).getByRole('article').filter({ hasText: 'Fromagerie du Châtel' });
  // A Tuesday: 9 h 00 – 12 h 30, 14 h 30 – 19 h 00; Mondays it is closed. Winter time.
  for (const [at, word] of [
    ['2026-11-24T10:00:00+01:00', 'Ouvert'],
    ['2026-11-24T13:00:00+01:00', 'Ouvre à 14\u00a0h\u00a030'],
    ['2026-11-24T19:30:00+01:00', 'Ouvre demain à 9\u00a0h'],
    ['2026-11-23T10:00:00+01:00', 'Ouvre demain à 9\u00a0h'],
  ] as const) {
    await page.clock.setFixedTime(new Date(at));
    await visit(page, '/boutiques');
    await expect(row().getByText(word, { exact: true }), at).toBeVisible();
    expect(await movesOf(page), at).toBe(0);
  }
  await expect(row()).toContainText('Verdun');
  await expect(row()).toContainText(/Retrait\s· Livraison/);
  await expect(row()).toContainText('Fromages');

  await visit(page, `${SHOP}/a-propos`);
  const days = part(page, 'Horaires').locator('dl > div');
  await expect(days.locator('xpath=self::*[@aria-current="date"]')).toHaveText(/^Lundi/i);
  await page.clock.setFixedTime(new Date('2026-11-27T10:00:00+01:00'));
  await visit(page, `${SHOP}/a-propos`);
  await expect(days.locator('xpath=self::*[@aria-current="date"]')).toHaveText(/^Vendredi/i);
});

test('on a wide screen location and hours are beside the store’s forms', async ({ page }) => {
  await visit(page, SHOP);
  const contact = part(page, 'Contact');
  const hours = contact.getByRole('heading', { level: 3, name: 'Horaires' });
  await expect(hours).toBeVisible();
  await expect(contact.getByText('12 rue Châtel')).toBeVisible();
  const tabs = await contact.getByRole('tablist').boundingBox();
  expect((await hours.boundingBox())?.x).toBeGreaterThan((tabs?.x ?? Number.NaN) + (tabs?.width ?? 0));
  await page.setViewportSize(phone);
  await expect(hours).toBeHidden();
});

/** Until what lay far from the screen has been laid out, too. */
async function heightOf(page: Page): Promise<number> {
  await expect(main(page).getByLabel(/^Chargement/)).toHaveCount(0);
  return page.evaluate(async () => {
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y);
      await drawn();
    }
    scrollTo(0, 0);
    await drawn();
    return document.documentElement.scrollHeight;
  });
}

test('on a phone directory, store and category are short, and a store shows products on its second screen', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await visit(page, '/boutiques');
  const directory = await heightOf(page);
  const rows = await main(page).getByRole('list', { name: 'Boutiques' }).getByRole('listitem').count();
  await visit(page, SHOP);
  const shop = await heightOf(page);
  const first = await main(page)
    .getByRole('article')
    .first()
    .evaluate((card) => card.getBoundingClientRect().top + scrollY);
  await visit(page, '/categorie/fromages');
  const category = await heightOf(page);
  process.stdout.write(
    `    at 360 px: directory ${directory} px (${rows} shops), shop ${shop} px (first product at ${Math.round(first)}), category ${category} px\n`,
  );
  expect(rows).toBeGreaterThan(25);
  expect(directory).toBeLessThan(6200);
  expect(shop).toBeLessThan(4000);
  expect(first).toBeLessThan(1480);
  // Thirteen products in two columns.
  expect(category).toBeLessThan(3300);
});

test('on a phone the store’s texts are collapsed together, few reviews are shown, and the open tab is visible', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await visit(page, SHOP);
  await expect(main(page).getByText(/comptoir de chêne/)).toBeHidden();
  await main(page).getByRole('button', { name: 'Voir plus' }).click();
  await expect(main(page).getByText(/comptoir de chêne/)).toBeVisible();
  await expect(main(page).getByText(/vos préférences d.une fois sur l.autre/)).toBeVisible();
  await main(page).getByRole('button', { name: 'Voir moins' }).click();
  await expect(main(page).getByText(/comptoir de chêne/)).toBeHidden();
  await expect(part(page, 'Avis').getByRole('listitem').filter({ visible: true })).toHaveCount(2);
  await part(page, 'Avis').getByRole('button', { name: 'Voir les 12 avis' }).click();
  await expect(part(page, 'Avis').getByRole('listitem').filter({ visible: true })).toHaveCount(12);

  const tab = main(page)
    .getByRole('navigation', { name: 'Pages de Fromagerie du Châtel' })
    .getByRole('link', { name: /^Avis/ });
  await tab.click();
  await expect(page).toHaveURL(`${SHOP}/avis`);
  await expect(tab).toBeInViewport({ ratio: 1 });
  await visit(page, `${SHOP}/avis`);
  await expect(tab).toBeInViewport({ ratio: 1 });
});

test('a store with a failed request retains the page gutters', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.route('**/api/stores/by_slug/**', (route) => route.abort());
  await visit(page, '/contact');
  await follow(page, SHOP);
  const retry = main(page).getByRole('button', { name: 'Réessayer' });
  await expect(retry).toBeVisible();
  const gutter = await main(page)
    .locator('.wrap')
    .first()
    .evaluate((wrap) => Number.parseFloat(getComputedStyle(wrap).paddingLeft));
  expect(gutter).toBeGreaterThan(10);
  const words = main(page).getByRole('heading', { level: 1 });
  expect((await words.boundingBox())?.x).toBeGreaterThanOrEqual(gutter);
});

test('a selection with a failed request is omitted without a message', async ({ page }) => {
  await page.route(/[?&](news|inevitable)=true/, (route) => route.abort());
  await visit(page, '/contact');
  await follow(page, SHOP);
  await expect(part(page, 'Bons plans').getByRole('article').first()).toBeVisible();
  await expect(part(page, 'Nouveautés')).toHaveCount(0);
  await expect(part(page, 'Les incontournables')).toHaveCount(0);
  await expect(main(page).getByRole('button', { name: 'Réessayer' })).toHaveCount(0);
});

test('a visit of a store is counted once, anonymously', async ({ page }) => {
  const views: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/views')) views.push(request.postDataJSON());
  });
  await visit(page, SHOP);
  await expect.poll(() => views).toHaveLength(1);
  expect(views[0]).toEqual({
    uniqueId: expect.any(String),
    type: 'store',
    store: expect.stringMatching(/^\/stores\//),
  });
  await main(page).getByRole('link', { name: 'À propos', exact: true }).click();
  await expect(part(page, 'Horaires')).toBeVisible();
  await main(page).getByRole('link', { name: 'La boutique', exact: true }).click();
  await expect(part(page, 'Bons plans')).toBeVisible();
  // Views go one after the other: had there been a second one, it would stand before that of the next shop.
  await follow(page, '/boutique/salon-belle-rive');
  await expect.poll(() => views).toHaveLength(2);
  expect(new Set(views.map((view) => (view as { store: string }).store)).size).toBe(2);
});

test('a store removed from the market shows a message and leads to the other stores', async ({ page }) => {
  await page.setViewportSize(phone);
  await visit(page, '/boutique/jamais-vue');
  await expect(main(page).getByText('Cette boutique n’est plus sur le marché.')).toBeVisible();
  await expect(main(page).getByRole('link', { name: 'Galerie Marchande' })).toHaveAttribute('href', '/boutiques');
});
