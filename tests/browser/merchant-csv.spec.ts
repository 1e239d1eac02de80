// The shop's products as a table, on its tablet: taken away, changed, looked through, brought back; broken files, and the
// network away in the middle of it.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { MerchantProduct } from '#contract/merchant/own-products.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { expect, installed, proxiedTest as test } from './journey.ts';
import { type OtherDevice, otherDevice } from './other-device.ts';
import { logIn } from './steps.ts';

const shop = 'fromagerie@etal.test';
const tablet = { width: 820, height: 1180 };

async function open(page: Page): Promise<void> {
  await page.goto('/authentication/connexion');
  await installed(page);
  await logIn(page, shop);
  await page.goto('/admin/boutique/store/products/page/1');
  await page.getByRole('link', { name: 'Tableau CSV' }).click();
  await expect(page.getByRole('heading', { name: 'Importer des produits' })).toBeVisible();
}

async function exported(page: Page): Promise<{ name: string; text: string }> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporter mes produits' }).click();
  const download = await coming;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

const give = (page: Page, text: string | Buffer, name = 'produits.csv') =>
  page
    .getByLabel('Choisir un fichier CSV')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: typeof text === 'string' ? Buffer.from(text) : text });

const lineOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Lignes du tableau' }).getByRole('listitem').filter({ hasText: name });

async function productsNamed(desk: OtherDevice, name: string): Promise<MerchantProduct[]> {
  const { id } = await desk.call<{ id: string }>('GET', '/stores/by_slug/fromagerie-du-chatel');
  const path = `/stores/${id}/own_products?name=${encodeURIComponent(name)}`;
  return (await desk.call<Collection<MerchantProduct>>('GET', path))['hydra:member'];
}

test('an export can be imported into the same store; changed and new lines are previewed, then written once', async ({
  device,
  market,
}) => {
  const page = await (await device()).open({ size: tablet });
  const desk = await otherDevice(market, shop);
  await open(page);
  const { name, text } = await exported(page);
  expect(name).toMatch(/^produits-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(text.startsWith('\ufeffAdresse;Nom;')).toBe(true);
  const versions = async () => (await productsNamed(desk, '')).map(({ id, version }) => `${id} ${version}`).sort();
  const before = await versions();
  await give(page, text);
  await expect(page.getByText('Votre boutique correspond déjà à ce tableau')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Importer/ })).toHaveCount(0);
  expect(await versions()).toEqual(before);

  await page.getByRole('button', { name: 'Choisir un autre fichier' }).click();
  const called = `=Tomme du tableur ${randomUUID().slice(0, 6)}`;
  const table = `Adresse;Nom;Catégorie;Prix;Stock;Couleur\r\nbeurre-de-baratte;Beurre de baratte;;4,44;9;jaune\r\n;'${called};Inventée;cher;;\r\n`;
  await give(page, table);
  await expect(page.getByText('Rien n’a été modifié.')).toBeVisible();
  await expect(page.getByText('Colonne sans effet')).toContainText('Couleur');
  await expect(lineOf(page, 'Beurre de baratte')).toContainText('Catégorie requise');
  await expect(lineOf(page, called)).toContainText('Ligne 3');
  await expect(lineOf(page, called)).toContainText('Prix : Montant incorrect.');
  await expect(lineOf(page, called)).toContainText('Catégorie : Catégorie inconnue.');
  await expect(page.getByRole('button', { name: /^Importer/ })).toHaveCount(0);
  expect(await versions()).toEqual(before);

  // As a spreadsheet of the nineties writes it: œ is 9c, € is 80.
  await page.getByRole('button', { name: 'Choisir un autre fichier' }).click();
  await give(page, Buffer.from('Nom;Cat\xe9gorie;Prix\nC\x9cur \xe0 2\x80;Invent\xe9e;2\n', 'latin1'));
  await expect(lineOf(page, 'Cœur à 2€')).toContainText('Catégorie : Catégorie inconnue.');

  await page.getByRole('button', { name: 'Choisir un autre fichier' }).click();
  const category = text.split('\r\n')[1]?.split(';')[2] ?? '';
  const right = `Adresse;Nom;Catégorie;Prix;Stock\r\n;'${called};${category};"12,50";3\r\n`;
  await give(page, right);
  await expect(lineOf(page, called)).toContainText('Nouveau');
  expect(await productsNamed(desk, called)).toEqual([]);
  await page.getByRole('button', { name: 'Importer 1 produit' }).click();
  await expect(page.getByRole('heading', { name: 'Import terminé' })).toBeVisible();
  await expect(page.getByText("N'oubliez pas de publier vos produits récemment créés")).toBeVisible();
  expect(await productsNamed(desk, called)).toMatchObject([
    { name: called, published: false, stock: 3, price: { amount: 1250 } },
  ]);
  await page.getByRole('link', { name: 'Voir mes produits' }).click();
  await expect(page.getByRole('list', { name: 'Produits', exact: true })).toContainText(called);
});

test('a broken file is refused with a reason, and the next one is accepted', async ({ device }) => {
  const page = await (await device()).open({ size: { width: 360, height: 740 } });
  await open(page);
  for (const [file, words] of [
    [Buffer.from('PK\u0003\u0004'), 'Ce fichier est un classeur'],
    ['', 'Ce fichier est vide.'],
    ['Nom;Prix\n"Tomme;1\n', 'un guillemet n’est pas fermé'],
    ['Couleur\nbleu\n', 'La première ligne doit nommer les colonnes'],
  ] as const) {
    await give(page, file);
    await expect(page.getByText(words)).toBeVisible();
  }
  await give(page, 'Adresse;Stock\ntomme-de-meuse;beaucoup\n');
  await expect(lineOf(page, 'tomme-de-meuse')).toContainText('Stock : Nombre entier attendu.');
});

test('without a network the table waits, and an interrupted import resumes without duplicate products', async ({
  device,
  network,
  market,
}) => {
  const page = await (await device()).open({ size: tablet });
  const desk = await otherDevice(market, shop);
  await open(page);
  const category = (await exported(page)).text.split('\r\n')[1]?.split(';')[2] ?? '';
  const mark = randomUUID().slice(0, 6);
  const lines = Array.from({ length: 600 }, (_, at) => `Série ${mark} ${at};${category};1`);
  const table = `Nom;Catégorie;Prix\n${lines.join('\n')}\n`;
  network.cut();
  await give(page, table);
  await expect(page.getByText('Il faut du réseau pour importer')).toBeVisible();
  network.heal();
  await give(page, table);
  await expect(page.getByRole('button', { name: 'Importer 600 produits' })).toBeVisible();
  network.cut();
  await page.getByRole('button', { name: 'Importer 600 produits' }).click();
  await expect(page.getByRole('heading', { name: 'Import interrompu' })).toBeVisible();
  network.heal();
  await page.getByRole('button', { name: 'Reprendre l’import' }).click();
  await expect(page.getByText('600 produits créés')).toBeVisible();
  const { id } = await desk.call<{ id: string }>('GET', '/stores/by_slug/fromagerie-du-chatel');
  const found = await desk.call<Collection<MerchantProduct>>('GET', `/stores/${id}/own_products?name=${mark}`);
  expect(found['hydra:totalItems']).toBe(600);
});
