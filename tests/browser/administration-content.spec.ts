// The market's content in the administration: an operator writes a page, changes a setting, an event and a relay point, and the
// market shows it. The screens are readable at each width and in large letters.
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { axeFindings } from './screens/inspection.ts';
import { logIn, logInToAdministration } from './steps.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Enregistrer' }).click();
const picture = fileURLToPath(new URL('../../docs/market-example/pictures/causse.webp', import.meta.url));

async function choose(page: Page, field: string | RegExp, option: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).click();
}

async function open(page: Page, entry: string): Promise<void> {
  await page.getByRole('menuitem', { name: entry }).click();
  await expect(heading(page, entry)).toBeVisible();
}

test('an operator writes a page and changes settings, and the market shows them', async ({ device, market }) => {
  const page = await (await device()).open({ size: { width: 1440, height: 900 } });
  await page.goto('/administration');
  await logInToAdministration(page, 'admin@etal.test');
  await expect(heading(page, 'À faire')).toBeVisible();

  await open(page, 'Pages');
  await page.getByRole('link', { name: 'Écrire une page' }).click();
  await page.getByLabel('Titre').fill('Notre charte');
  await page.getByLabel('Adresse').fill('conditions-generales-de-vente');
  await page.getByLabel('Texte').fill('Des produits **d’ici**.');
  await save(page);
  await expect(page.getByText('Une page a déjà cette adresse.').first()).toBeVisible();
  await page.getByLabel('Adresse').fill('charte');
  await save(page);
  await page.getByRole('link', { name: 'Notre charte' }).click();
  await page.getByLabel('Texte').fill('Des produits **de Meuse**.');
  await save(page);
  await expect(heading(page, 'Pages')).toBeVisible();
  const shopper = await (await device()).open();
  await shopper.goto('/page/charte');
  await expect(shopper.getByRole('heading', { level: 1, name: 'Notre charte' })).toBeVisible();
  await expect(shopper.getByText('Des produits de Meuse.')).toBeVisible();

  await open(page, 'Réglages');
  await page.getByRole('link', { name: 'Couleur', exact: true }).click();
  await page.getByLabel('Couleur').fill('#ffffff');
  await save(page);
  await expect(page.getByText(/Couleur trop claire/).first()).toBeVisible();
  await page.getByLabel('Couleur').fill('#7a3e1d');
  await save(page);
  await expect(heading(page, 'Réglages')).toBeVisible();
  await expect(async () => {
    expect(await (await fetch(`${market.direct}/manifest.webmanifest`)).json()).toMatchObject({
      theme_color: '#7a3e1d',
    });
  }).toPass();

  await open(page, 'Événements');
  await page.getByRole('link', { name: 'Annoncer un événement' }).click();
  await page.getByLabel('Nom').fill('Fête des bergers');
  await page.getByLabel('Adresse').fill('fete-des-bergers');
  await page.getByLabel('Image').setInputFiles(picture);
  await expect(page.getByRole('button', { name: 'Retirer l’image' })).toBeVisible();
  await save(page);
  await expect(page.getByRole('link', { name: 'Fête des bergers' })).toBeVisible();
  const event = await fetch(`${market.direct}/api/events/by_slug/fete-des-bergers`);
  expect(await event.json()).toMatchObject({ name: 'Fête des bergers', images: [expect.anything()] });

  await open(page, 'Points relais');
  await page.getByRole('row').getByRole('link').first().click();
  await page.getByLabel('Horaires').fill('le lundi');
  await save(page);
  await expect(page.getByText(/Horaires attendus/).first()).toBeVisible();
  await page.getByLabel('Horaires').fill('lun-sam 09:00-12:00');
  await save(page);
  await expect(heading(page, 'Points relais')).toBeVisible();

  await open(page, 'Pages');
  await page.getByRole('link', { name: 'Notre charte' }).click();
  await page.getByRole('button', { name: 'Supprimer' }).click();
  await page.getByRole('button', { name: 'Confirmer' }).click();
  await expect(heading(page, 'Pages')).toBeVisible();
  await expect.poll(async () => (await fetch(`${market.direct}/page/charte`)).status).toBe(404);
  await open(page, 'Journal');
  await expect(page.getByText(/a supprimé la page «\sNotre charte\s»/)).toBeVisible();
});

test('an operator shapes the catalogue, and the market shows it', async ({ device, market }) => {
  const page = await (await device()).open({ size: { width: 1440, height: 900 } });
  await page.goto('/administration');
  await logInToAdministration(page, 'admin@etal.test');
  await expect(heading(page, 'À faire')).toBeVisible();
  const read = async (path: string) =>
    (await (await fetch(`${market.direct}/api${path}`, { headers: { accept: 'application/ld+json' } })).json())[
      'hydra:member'
    ];

  await open(page, 'Catégories');
  await page.getByRole('link', { name: 'Ajouter une catégorie' }).click();
  await page.getByRole('textbox', { name: /^Adresse(?! web)/ }).fill('fromages');
  await page.getByRole('textbox', { name: /^Nom/ }).fill('Tommes');
  await choose(page, 'Dans', /› Fromages$/);
  await save(page);
  await expect(page.getByText('Une catégorie a déjà cette adresse.').first()).toBeVisible();
  await page.getByRole('textbox', { name: /^Adresse(?! web)/ }).fill('tommes');
  await save(page);
  await page.getByRole('link', { name: 'Tommes' }).click();
  await expect(page.getByRole('combobox', { name: 'Dans' })).toHaveText(/› Fromages$/);
  await page.getByLabel('Place parmi ses voisines').fill('1');
  await save(page);
  await expect(heading(page, 'Catégories')).toBeVisible();
  await page.getByRole('link', { name: 'Fromages à pâte pressée' }).click();
  await page.getByRole('textbox', { name: /^Nom/ }).fill('Un nom en cours de frappe');
  await choose(page, 'Les mettre tous dans', /› Tommes$/);
  await page.getByRole('button', { name: 'Déplacer les produits' }).click();
  await expect(page.getByText('Les produits sont dans leur nouvelle catégorie.')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Les mettre tous dans' })).toBeHidden();
  await expect(page.getByRole('textbox', { name: /^Nom/ })).toHaveValue('Un nom en cours de frappe');
  await page.getByRole('button', { name: 'Supprimer' }).click();
  await page.getByRole('button', { name: 'Confirmer' }).click();
  await expect(heading(page, 'Catégories')).toBeVisible();
  const shopper = await (await device()).open();
  await shopper.goto('/categorie/tommes');
  await expect(shopper.getByRole('link', { name: /Tomme de Meuse/ }).first()).toBeVisible();

  await open(page, 'À la une');
  await page.getByRole('link', { name: 'Catégories à la une' }).click();
  await page.getByRole('button', { name: 'Ajouter une catégorie' }).click();
  await page.getByRole('combobox', { name: 'Catégorie' }).last().fill('tom');
  await page.getByRole('option', { name: 'Tommes' }).click();
  await save(page);
  await expect(heading(page, 'À la une')).toBeVisible();
  const featured: { category: { name: string } }[] = await read('/featured_categories/subset');
  expect(featured.at(-1)?.category.name).toBe('Tommes');

  await open(page, 'Taux de TVA');
  await page.getByRole('link', { name: 'Ajouter un taux' }).click();
  await page.getByLabel('Nom').fill('TVA 8,5 %');
  await page.getByLabel('Taux, en %').fill('huit');
  await save(page);
  await expect(page.getByText('Pourcentage attendu, par exemple 5,5.').first()).toBeVisible();
  await page.getByLabel('Taux, en %').fill('8,5 %');
  await save(page);
  await expect(page.getByRole('row', { name: /TVA 8,5 %/ })).toContainText('8,5');

  await open(page, 'Livraison');
  await page.getByRole('link', { name: 'Livraison à domicile' }).click();
  await page.getByLabel('Prix, en €').first().fill('gratuit');
  await save(page);
  await expect(page.getByText('Montant incorrect.').first()).toBeVisible();
  await page.getByLabel('Prix, en €').first().fill('4€50');
  await page.context().setOffline(true);
  await save(page);
  await expect(page.getByText('Le réseau ne répond pas')).toBeVisible();
  await expect(page.getByLabel('Prix, en €').first()).toHaveValue('4€50');
  await page.context().setOffline(false);
  await save(page);
  await expect(page.getByRole('row', { name: /Livraison à domicile/ })).toContainText('4,50');

  await open(page, 'Conditions');
  await page.getByRole('link', { name: 'Écrire une nouvelle version' }).click();
  await page.getByLabel('Texte').fill('Vendre **ici**, et nulle part plus cher.');
  await save(page);
  await page
    .getByRole('row', { name: /nulle part plus cher/ })
    .getByRole('link')
    .click();
  await expect(page.getByText('Vendre **ici**, et nulle part plus cher.')).toBeVisible();
  const merchant = await (await device()).open();
  await merchant.goto('/authentication/connexion');
  await logIn(merchant, 'fromagerie@etal.test');
  await merchant.goto('/admin/boutique');
  await expect(merchant.getByText('et nulle part plus cher.')).toBeVisible();
});

test('what someone else has saved meanwhile is replaced only by an operator who knows', async ({ device }) => {
  const openPage = async () => {
    const page = await (await device()).open({ size: { width: 1440, height: 900 } });
    await page.goto('/administration');
    await logInToAdministration(page, 'admin@etal.test');
    await expect(heading(page, 'À faire')).toBeVisible();
    await open(page, 'Pages');
    await page.getByRole('link', { name: 'Mentions légales' }).click();
    await expect(page.getByLabel('Texte')).toHaveValue(/./);
    return page;
  };
  const [first, second] = [await openPage(), await openPage()];
  await first.getByLabel('Texte').fill('Le texte de la première.');
  await second.getByLabel('Texte').fill('Le texte du second.');
  await save(first);
  await expect(heading(first, 'Pages')).toBeVisible();

  await save(second);
  await expect(second.getByText(/Quelqu’un d’autre a modifié cette fiche/)).toBeVisible();
  await expect(second.getByLabel('Texte')).toHaveValue('Le texte du second.');
  await first.getByRole('link', { name: 'Mentions légales' }).click();
  await expect(first.getByLabel('Texte')).toHaveValue('Le texte de la première.');

  await save(second);
  await expect(heading(second, 'Pages')).toBeVisible();
  await first.reload();
  await expect(first.getByLabel('Texte')).toHaveValue('Le texte du second.');
});

test('each screen of the administration is whole on a phone, in large letters, too', async ({ device }) => {
  const page = await (await device()).open({ size: { width: 1440, height: 900 } });
  await page.goto('/administration');
  await logInToAdministration(page, 'admin@etal.test');
  await expect(heading(page, 'À faire')).toBeVisible();
  /** The path of its first record. */
  const firstOf = async (list: string, way: 'show' | 'edit' = 'show', name = /./) => {
    await page.goto(`/administration#/${list}`);
    const link = page.getByRole('row').getByRole('link', { name }).first();
    await expect(link).toHaveAttribute('href', way === 'show' ? /\/show$/ : new RegExp(`#/${list}/[^/]+$`));
    return ((await link.getAttribute('href')) ?? '').replace(/^.*#\//, '');
  };
  const lists = [
    ...[
      'orders',
      await firstOf('orders'),
      'stores',
      await firstOf('stores'),
      'stores/create',
      'figures',
      'mails',
      'jobs',
    ],
    ...['notices', 'decisions', 'contents', 'accounts?filter=%7B"text"%3A"etal"%7D', 'pages', 'events', 'relayPoints'],
    ...[
      'categories',
      await firstOf('categories', 'edit'),
      await firstOf('categories', 'edit', /pâte molle/),
      'categories/create',
      'featured',
      'featured/products',
    ],
    ...['featured/categories', 'vatRates', 'vatRates/create', 'deliveries', 'deliveries/home', 'terms'],
    ...[
      await firstOf('terms'),
      'terms/create',
      'settings',
      'actions',
      'pages/create',
      'events/create',
      'relayPoints/create',
      'settings/headerImage',
    ],
  ];
  for (const [width, letters] of [
    [1440, 100],
    [820, 100],
    [360, 100],
    [360, 200],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.reload();
    for (const list of lists) {
      await page.goto(`/administration#/${list}`);
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = `${size}%`;
      }, letters);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('progressbar')).toHaveCount(0);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide, `${list} at ${width} px, ${letters} %`).toBe(0);
      expect(await axeFindings(page), `${list} at ${width} px`).toEqual([]);
    }
  }
});
