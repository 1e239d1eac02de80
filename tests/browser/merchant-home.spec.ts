// The merchant's own house on a tablet: where a login leads, its header, its figures, its terms, and a handing-over that asks.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import type { MerchantStore } from '#contract/catalogue/stores.ts';
import type { StorePayouts } from '#contract/merchant/payouts.ts';
import { formatCents } from '#domain/money.ts';
import { expect, installed, proxiedTest as test } from './journey.ts';
import type { MarketServer } from './market-server.ts';
import { otherDevice, paidOrder } from './other-device.ts';
import { logIn } from './steps.ts';

const tablet = { width: 820, height: 1180 };
const root = fileURLToPath(new URL('../..', import.meta.url));

async function enter(page: Page, email: string): Promise<void> {
  await page.goto('/authentication/connexion');
  await installed(page);
  await logIn(page, email);
}

/** The market's operator writes a third version of the terms. */
async function newTerms(market: MarketServer, text: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'etal-terms-'));
  await cp(join(root, 'demo/terms'), join(folder, 'terms'), { recursive: true });
  await writeFile(join(folder, 'terms/003.md'), text);
  await market.kill();
  const command = ['--import', 'tsx', 'server/market/cli.ts', 'import', folder];
  await promisify(execFile)(process.execPath, command, {
    cwd: root,
    env: { ...process.env, DATA_DIR: market.data, DATABASE_URL: '' },
  });
  await market.restart();
  await rm(folder, { recursive: true });
}

test('a merchant starts in the store with its own header; a shopper does not', async ({ device }) => {
  const page = await (await device()).open({ size: tablet });
  await enter(page, 'fromagerie@etal.test');
  await expect(page).toHaveURL(/\/admin\/boutique$/);
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Gestion de ma boutique Fromagerie du Châtel' })).toBeVisible();
  await expect(header.getByRole('link', { name: 'Voir' })).toHaveAttribute('href', '/boutique/fromagerie-du-chatel');
  await expect(header.getByRole('button', { name: /^Votre compte/ })).toBeVisible();
  await expect(header.getByRole('search')).toHaveCount(0);
  await expect(header.getByRole('link', { name: /panier/i })).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);

  await header.getByRole('link', { name: 'Voir' }).click();
  await expect(page).toHaveURL(/\/boutique\/fromagerie-du-chatel$/);
  await expect(header.getByRole('link', { name: /panier/i })).toBeVisible();
  await expect(header.getByRole('link', { name: /^Gestion de ma boutique/ })).toHaveCount(0);

  const shopper = await (await device()).open({ size: tablet });
  await enter(shopper, 'client@etal.test');
  await expect(shopper).toHaveURL(/\/$/);
  await shopper.goto('/admin/boutique');
  await expect(shopper.getByText("Vous n'avez pas accès à la gestion des boutique")).toBeVisible();
  await expect(shopper.getByRole('banner').getByRole('link', { name: /panier/i })).toBeVisible();
});

test('the figures of a year are bars and tables, are stored on the device, and follow the chosen year', async ({
  device,
  market,
  network,
}) => {
  const desk = await otherDevice(market, 'fromagerie@etal.test');
  const page = await (await device()).open({ size: tablet });
  await enter(page, 'fromagerie@etal.test');
  const figures = page.getByRole('region', { name: 'Statistiques' });
  const year = figures.getByLabel('Année', { exact: true });
  const thisYear = new Intl.DateTimeFormat('fr-FR', { timeZone: 'Europe/Paris', year: 'numeric' }).format(new Date());
  await expect(year).toHaveValue(thisYear);
  await expect(year.getByRole('option')).toHaveCount(Number(thisYear) - 2017 + 1);
  await expect(year.getByRole('option').last()).toHaveText('2017');
  await expect(figures.getByText('Commission de la plateforme')).toBeVisible();
  const { id } = await desk.call<MerchantStore>('GET', '/stores/by_slug/fromagerie-du-chatel');
  const { months } = await desk.call<StorePayouts>('GET', `/stores/${id}/payouts`);
  const ofYear = months.filter(({ month }) => month.startsWith(thisYear));
  const commission = ofYear.reduce((sum, month) => sum + month.commission, 0);
  expect(commission, 'the demo has sold').toBeGreaterThan(0);
  await expect(figures.getByRole('definition').filter({ hasText: formatCents(commission) })).toBeVisible();
  await expect(figures.getByRole('img', { name: /^Ventes, en euros/ })).toBeVisible();
  await figures.getByText('Voir le tableau').first().click();
  await expect(figures.getByRole('table', { name: 'Ventes' }).getByRole('row')).toHaveCount(13);
  await figures.getByRole('tab', { name: 'Par année' }).click();
  await expect(figures.getByRole('img', { name: new RegExp(`${thisYear}|${Number(thisYear) - 1}`) })).toBeVisible();
  await expect(figures.getByRole('img', { name: /^Produits par catégorie/ })).toBeVisible();

  network.cut();
  await year.selectOption('2018');
  // What was never seen is not made up, and the figures of another year do not stand under its name.
  await expect(figures.getByText(/hors connexion|pas encore sur cet appareil|réseau/i).first()).toBeVisible();
  await year.selectOption(thisYear);
  await expect(figures.getByRole('img', { name: /^Ventes, en euros/ })).toBeVisible();
  network.heal();
  await year.selectOption('2018');
  await expect(figures.getByText('Visites de la boutique')).toBeVisible();
  await expect(figures.getByRole('definition').first()).toHaveText('0,00 €');
});

test('new terms cover every page until they are accepted, also without a network, and never return', async ({
  device,
  network,
  market,
}) => {
  const profile = await device();
  const page = await profile.open({ size: tablet });
  await enter(page, 'fromagerie@etal.test');
  await expect(page.getByRole('heading', { name: /^Bienvenue/ })).toBeVisible();
  await newTerms(market, '## Troisième version\n\nLes boutiques **répondent** sous deux jours.\n');
  await page.goto('/admin/boutique');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Troisième version' })).toBeVisible();
  await expect(dialog.locator('strong')).toHaveText('répondent');
  await expect(dialog.getByRole('button')).toHaveText(['Accepter']);
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape');
  await page.mouse.click(4, 4);
  await expect(dialog).toBeVisible();

  network.cut();
  await dialog.getByRole('button', { name: 'Accepter' }).click();
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: /^Bienvenue/ })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  network.heal();
  const desk = await otherDevice(market, 'fromagerie@etal.test');
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('etal.session') ?? '{}').token as string);
  const { ownedStore } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    ownedStore: string;
  };
  const accepted = async () =>
    (await desk.call<MerchantStore>('GET', `/stores/${ownedStore}`)).acceptedTermAndConditions.length;
  await expect.poll(accepted).toBe(3);
  await page.reload();
  await expect(page.getByRole('heading', { name: /^Bienvenue/ })).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test('an order is validated, ready and handed over by a tap each; unchecked articles cause a question first', async ({
  device,
  market,
}) => {
  const number = await paidOrder(market, 'coffret-de-noel');
  const page = await (await device()).open({ size: tablet });
  await enter(page, 'fromagerie@etal.test');
  await page.goto('/admin/boutique/store/commandes');
  const row = page.getByRole('article', { name: new RegExp(String(number)) });
  await expect(row).toContainText('1 article : Coffret de Noël');
  await row.getByRole('button', { name: /^Valider/ }).click();
  await row.getByRole('button', { name: /^Marquer prête/ }).click();
  const question = page.getByRole('dialog', { name: 'Un article n’est pas coché' });
  await expect(question).toContainText('1 × Coffret de Noël');
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await row.getByRole('button', { name: /^Marquer prête/ }).click();
  await question.getByRole('button', { name: 'Tout y est, continuer' }).click();
  await expect(row.getByText('Prête', { exact: true })).toBeVisible();
  await expect(row.getByText('en attente d’envoi')).toHaveCount(0);
  await row.getByRole('button', { name: /^Marquer remise/ }).click();
  await expect(row.getByText('Envoyé', { exact: true })).toBeVisible();
  await expect(page.getByText('Commande mise à jour !').last()).toBeVisible();
  await page.goto(`/admin/boutique/store/commandes/${number}`);
  await expect(page.getByText('Envoyé', { exact: true }).first()).toBeVisible();
});
