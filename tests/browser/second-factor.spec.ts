// The second factor of a merchant on a phone: set up in the account, asked for at the login, a lost phone, switched off.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Page, test } from '@playwright/test';
import { TOTP } from 'otpauth';
import { createDevices, expect } from './journey.ts';
import { startMarketServer } from './market-server.ts';
import { mailsTo } from './outbox-mails.ts';
import { axeFindings } from './screens/inspection.ts';
import { expectLoggedIn } from './steps.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const MARIE = 'marie@causse.example';
const chosen = 'Bien-choisi-2030';
const phone = { width: 360, height: 740 };

/** The market of the guide, with a password for its merchant: one with published passwords has no second factors. */
async function ownMarket() {
  const data = await mkdtemp(join(tmpdir(), 'etal-codes-'));
  const env = { ...process.env, DEMO: '0', DATA_DIR: data, DATABASE_URL: '' };
  const script = ['--import', 'tsx', 'server/market/cli.ts'];
  const run = (...command: string[]) =>
    promisify(execFile)(process.execPath, [...script, ...command], { cwd: root, env });
  await run('import', join(root, 'docs/market-example'));
  const asked = spawn(process.execPath, [...script, 'user', 'password', MARIE], {
    ...{ cwd: root, env },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  asked.stdin.end(`${chosen}\n`);
  expect(await once(asked, 'close')).toEqual([0, null]);
  const market = await startMarketServer({ dataDirectory: data, demo: false });
  const end = async () => {
    await market.stop();
    await rm(data, { recursive: true, force: true });
  };
  return { market, end };
}

async function isReadable(page: Page, step: string): Promise<void> {
  expect(await axeFindings(page), step).toEqual([]);
  for (const width of [1440, 820, 360]) {
    await page.setViewportSize({ ...phone, width });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${step} at ${width}`).toBe(0);
  }
}

async function givePassword(page: Page): Promise<void> {
  await page.goto('/authentication/connexion');
  await page.getByLabel('Adresse e-mail').fill(MARIE);
  await page.getByLabel('Mot de passe', { exact: true }).fill(chosen);
  await page.getByRole('button', { name: 'Se connecter' }).click();
}
const isIn = (page: Page) => expect(page).toHaveURL(/\/admin\/boutique$/);

async function give(page: Page, label: string, code: string): Promise<void> {
  const field = page.getByLabel(label);
  await field.fill(code);
  await field.press('Enter');
}

async function logOut(page: Page): Promise<void> {
  await page.goto('/compte/informations');
  await page.getByRole('button', { name: 'Déconnexion' }).first().click();
  await expectLoggedIn(page, false);
}

test('a merchant protects the account with one-time codes, enters with them or without the phone, and ends it', async () => {
  const { market, end } = await ownMarket();
  const devices = await createDevices(market.url);
  const page = await (await devices.device()).open({ size: phone });
  const refused = page.getByText('Ce code ne convient pas');
  await givePassword(page);
  await isIn(page);

  await page.goto('/compte/informations');
  await expect(page.getByRole('heading', { name: 'Double authentification' })).toBeVisible();
  await page.getByRole('button', { name: 'Mettre en place' }).click();
  await give(page, 'Votre mot de passe', 'Un autre mot');
  await expect(page.getByText('Mot de passe incorrect')).toBeVisible();
  await isReadable(page, 'password');
  await give(page, 'Votre mot de passe', chosen);
  await expect(page.getByRole('img', { name: /^Code QR/ })).toBeVisible();
  const secret = (await page.locator('strong[translate=no]').textContent())?.replaceAll(' ', '') ?? '';
  const app = new TOTP({ secret });
  const code = (ahead: number) => app.generate({ timestamp: Date.now() + ahead * 30_000 });
  await give(page, 'Code à six chiffres', '000 000');
  await expect(refused).toBeVisible();
  await isReadable(page, 'secret');
  await give(page, 'Code à six chiffres', code(0));
  await expect(page.getByRole('heading', { name: 'Vos codes de secours' })).toBeFocused();
  const recovery = await page.locator('ul[translate=no] li').allTextContents();
  expect(recovery).toHaveLength(10);
  await isReadable(page, 'recovery codes');
  await page.getByRole('button', { name: 'Terminer' }).click();
  await expect(page.getByText('Notez vos codes avant de continuer.')).toBeVisible();
  await page.getByLabel('Je les ai notés').check();
  await page.getByRole('button', { name: 'Terminer' }).click();
  await expect(page.getByText('Il vous reste 10 codes de secours')).toBeVisible();
  await isReadable(page, 'in place');

  // With the app; the password alone opens nothing.
  await logOut(page);
  await givePassword(page);
  const field = page.getByLabel('Code à six chiffres');
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('inputmode', 'numeric');
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await isReadable(page, 'code');
  await page.goto('/admin/boutique');
  await expect(page).toHaveURL(/\/authentication\/connexion/);
  await givePassword(page);
  await give(page, 'Code à six chiffres', '123456');
  await expect(refused).toBeVisible();
  const next = code(1);
  await give(page, 'Code à six chiffres', next);
  await isIn(page);

  // The phone is lost: a used code opens nothing, a recovery code one session.
  await logOut(page);
  await givePassword(page);
  await give(page, 'Code à six chiffres', next);
  await expect(refused).toBeVisible();
  await page.getByRole('button', { name: 'Je n’ai pas mon téléphone' }).click();
  await give(page, 'Code de secours', recovery[0]?.toLowerCase() ?? '');
  await isIn(page);
  await page.goto('/compte/informations');
  await expect(page.getByText('Il vous reste 9 codes de secours')).toBeVisible();

  await page.getByRole('button', { name: 'Retirer la double authentification' }).click();
  const question = page.getByRole('dialog', { name: 'Retirer la double authentification' });
  await question.getByLabel('Mot de passe').fill(chosen);
  await question.getByRole('button', { name: 'Retirer' }).click();
  await expect(page.getByText('La double authentification est retirée.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mettre en place' })).toBeVisible();
  await logOut(page);
  await givePassword(page);
  await isIn(page);
  const mails = (await mailsTo(market.data, MARIE)).join('\n');
  for (const words of ['vient d’être mise en place', 'vient d’être retirée']) expect(mails).toContain(words);

  expect(devices.noise()).toEqual([]);
  await devices.end();
  await end();
});
