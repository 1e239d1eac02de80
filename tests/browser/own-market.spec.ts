// The guide of docs/market.md, followed to the letter in a terminal and three browsers: from an empty market to a first order, and
// a review that the operator hides.
import { execFile, spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, type Page, test } from '@playwright/test';
import { TOTP } from 'otpauth';
import { createDevices, installed } from './journey.ts';
import { startMarketServer } from './market-server.ts';
import { chooseShipping, fillPerson, shopSection } from './steps.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const chosen = 'Bien-choisi-2030';

const appearance = () => {
  const shortName = document.querySelector<HTMLMetaElement>('meta[name="apple-mobile-web-app-title"]')?.content;
  const color = getComputedStyle(document.documentElement).getPropertyValue('--green');
  return { shortName, color };
};

/** With and without a network: installed, every page has the market's name and colour, and so have its files. */
async function showsItsAppearance(page: Page): Promise<void> {
  const own = { shortName: 'Causse', color: '#7a3e1d' };
  expect(await page.evaluate(appearance)).toEqual(own);
  await installed(page);
  await page.context().setOffline(true);
  await page.goto('/commande/panier');
  expect(await page.evaluate(appearance)).toEqual(own);
  const manifest = await page.evaluate(async () => (await fetch('/manifest.webmanifest')).json());
  expect(manifest).toMatchObject({ name: 'Marché du Causse', short_name: 'Causse', theme_color: '#7a3e1d' });
  expect(await page.evaluate(async () => (await fetch('/icons/icon-192.png')).status)).toBe(200);
  await page.context().setOffline(false);
  await page.goto('/produit/tomme-du-causse');
}

const INSULT = 'Ce fromager est un voleur.';

/** The shopper reviews what she ordered, and somebody reports it. */
async function reviewAndReport(page: Page): Promise<void> {
  await page.goto('/produit/tomme-du-causse');
  const reviews = page.getByRole('region', { name: 'Avis' });
  await reviews.getByLabel('Votre Nom').fill('Jeanne L.');
  await reviews.getByRole('radio', { name: '1 étoile' }).check({ force: true });
  await reviews.getByLabel('Votre Commentaire').fill(INSULT);
  await reviews.getByRole('button', { name: 'Envoyer' }).click();
  await expect(reviews.getByRole('listitem').filter({ hasText: INSULT })).not.toContainText('en attente d’envoi');
  await page.reload();
  await page.getByRole('link', { name: 'Signaler l’avis de Jeanne L.' }).click();
  await page.getByLabel('Raison', { exact: true }).selectOption({ index: 1 });
  await page.getByLabel(/^Pourquoi/).fill('C’est une injure.');
  await page.getByLabel('Votre nom').fill('Paul');
  await page.getByLabel('Adresse e-mail').fill('paul@exemple.fr');
  await page.getByLabel(/^Je pense de bonne foi/).check();
  await page.getByRole('button', { name: 'Envoyer le signalement' }).click();
  await expect(page.getByText(/votre signalement n°\s\d+ est reçu/)).toBeVisible();
}

/** The first login of an operator sets up a one-time code. */
async function hideReportedReview(page: Page): Promise<void> {
  await page.goto('/administration');
  await page.getByLabel('Adresse e-mail').fill('gestion@causse.example');
  await page.getByLabel('Mot de passe').fill(chosen);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  const secret = (await page.locator('strong').textContent())?.replaceAll(' ', '') ?? '';
  await page.getByRole('textbox', { name: /^Code/ }).fill(new TOTP({ secret }).generate());
  await page.getByRole('textbox', { name: /^Code/ }).press('Enter');
  await page.getByLabel('Je les ai notés').check();
  await page.getByRole('button', { name: 'Entrer' }).click();
  await page.getByRole('link', { name: /^Signalements/ }).click();
  await page.getByRole('link', { name: /^n°/ }).click();
  await expect(page.getByText(INSULT)).toBeVisible();
  await page.getByLabel('Raisons').fill('Injure (loi de 1881).');
  await page.getByRole('button', { name: 'Masquer le contenu' }).click();
  await expect(page.getByRole('heading', { name: 'Le contenu a été masqué' })).toBeVisible();
}

test('from the folder of the guide to a first order and a moderated review, and a price changed afterwards', async () => {
  const work = await mkdtemp(join(tmpdir(), 'etal-guide-'));
  const folder = join(work, 'my-market');
  const data = join(work, 'data');
  const env = { ...process.env, DEMO: '0', DATA_DIR: data, DATABASE_URL: '' };
  const script = ['--import', 'tsx', 'server/market/cli.ts'];
  const market = async (...command: string[]) =>
    (await promisify(execFile)(process.execPath, [...script, ...command], { cwd: root, env })).stdout;
  const password = (email: string) =>
    new Promise<number | null>((resolve) => {
      const asked = spawn(process.execPath, [...script, 'user', 'password', email], { cwd: root, env });
      asked.stdin.end(`${chosen}\n`);
      asked.on('close', resolve);
    });
  await cp(join(root, 'docs/market-example'), folder, { recursive: true });

  // A mistake is named by its file and field, and nothing comes of it.
  const tomme = join(folder, 'shops/fromagerie-du-causse/products/tomme-du-causse.md');
  const asItWas = await readFile(tomme, 'utf8');
  await writeFile(tomme, asItWas.replace('price: 12,50', 'price: cher'));
  const refused: unknown = await market('check', folder).catch((failure: unknown) => failure);
  expect(refused).toMatchObject({ code: 1 });
  const shown = JSON.stringify(refused);
  for (const word of ['tomme-du-causse.md', 'price']) expect(shown).toContain(word);
  await writeFile(tomme, asItWas);

  await market('check', folder);
  expect(await market('import', folder, '--dry-run')).toContain('Fromagerie du Causse');
  await market('import', folder);
  expect(await password('marie@causse.example')).toBe(0);
  const server = await startMarketServer({ dataDirectory: data, demo: false });
  const devices = await createDevices(server.url);
  const phone = await devices.device();
  const page = await phone.open();

  await page.goto('/produit/tomme-du-causse');
  await expect(page.getByText('12,50 €').first()).toBeVisible();
  await showsItsAppearance(page);
  await page.getByLabel('Jeune').check({ force: true });
  await page.getByRole('button', { name: 'Ajouter au panier' }).click();
  await page.getByRole('dialog', { name: 'Article ajouté au panier' }).getByText('Continuer mon shopping').click();
  await page.goto('/commande/panier');
  await page.getByRole('link', { name: 'commander', exact: true }).click();
  await page.getByRole('main').getByRole('link', { name: 'Créer un compte' }).first().click();
  await page.getByLabel('Adresse e-mail').fill('jeanne@exemple.fr');
  await page.getByLabel('Mot de passe', { exact: true }).fill(chosen);
  await page
    .getByRole('button', { name: /compte/ })
    .last()
    .click();
  await expect(page).toHaveURL(/\/commande\/livraison/);
  const shop = shopSection(page, 'Fromagerie du Causse');
  await chooseShipping(shop, 'Retrait à la boutique');
  await fillPerson(page);
  await page
    .getByRole('button', { name: /VALIDER|livraison/i })
    .last()
    .click();
  await expect(page.getByText('Commande avec paiement à la livraison confirmée').first()).toBeVisible();

  const desk = await (await devices.device()).open({ size: { width: 820, height: 1180 } });
  await desk.goto('/authentication/connexion');
  await desk.getByLabel('Adresse e-mail').fill('marie@causse.example');
  await desk.getByLabel('Mot de passe', { exact: true }).fill(chosen);
  await desk.getByRole('button', { name: 'Se connecter' }).click();
  await expect(desk).toHaveURL(/\/admin\/boutique$/);
  await desk.getByRole('link', { name: 'Commandes', exact: true }).click();
  const order = desk.getByRole('article').first();
  await expect(order).toContainText('À encaisser');
  await expect(order).toContainText('Tomme du Causse');
  await order.getByRole('button', { name: /^Valider, à encaisser/ }).click();
  await expect(order).toContainText('Traité');
  expect(devices.noise()).toEqual([]);

  // The server runs the commands, passwords included, and shows what they change.
  await writeFile(tomme, asItWas.replace('price: 12,50', 'price: 13,90'));
  expect(await market('import', folder)).toMatch(/À changer\s: 1\./);
  expect(await market('import', folder)).toContain('Rien à changer');
  expect(await password('gestion@causse.example')).toBe(0);
  await reviewAndReport(page);
  const office = await (await devices.device()).open({ size: { width: 1440, height: 900 } });
  await hideReportedReview(office);
  await page.goto('/produit/tomme-du-causse');
  await expect(page.getByRole('heading', { name: 'Tomme du Causse' }).first()).toBeVisible();
  await expect(page.getByText(INSULT)).toHaveCount(0);
  await writeFile(tomme, asItWas.replace('price: 12,50', 'prix: 13,90'));
  const unknown: unknown = await market('import', folder).catch((failure: unknown) => failure);
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringMatching(/ligne 4, «\sprix\s»\s: Champ inconnu/) });
  await expect(async () => {
    const later = await (await devices.device()).open();
    await later.goto('/produit/tomme-du-causse');
    await expect(later.getByText('13,90 €').first()).toBeVisible({ timeout: 5000 });
  }).toPass();
  await devices.end();
  await server.stop();
  await rm(work, { recursive: true, force: true });
});
