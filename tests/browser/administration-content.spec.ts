// The market's content in the administration: an operator writes a page, changes a setting, an event and a relay point, and the
// market shows it. The screens are readable at each width and in large letters.
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { axeFindings } from './screens/inspection.ts';
import { logInToAdministration } from './steps.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const save = (page: Page) => page.getByRole('button', { name: 'Enregistrer' }).click();
const picture = fileURLToPath(new URL('../../docs/market-example/pictures/causse.webp', import.meta.url));

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

test('each screen of the administration is whole on a phone, in large letters, too', async ({ device }) => {
  const page = await (await device()).open({ size: { width: 1440, height: 900 } });
  await page.goto('/administration');
  await logInToAdministration(page, 'admin@etal.test');
  await expect(heading(page, 'À faire')).toBeVisible();
  /** The path of its first record. */
  const firstOf = async (list: string) => {
    await page.goto(`/administration#/${list}`);
    const link = page.getByRole('row').getByRole('link').first();
    await expect(link).toHaveAttribute('href', /\/show$/);
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
    ...['settings', 'actions', 'pages/create', 'events/create', 'relayPoints/create', 'settings/headerImage'],
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
