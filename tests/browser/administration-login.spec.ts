// The second factor of operators in a browser: set up, asked for at each login, a wrong and a used code, a lost phone, and a
// colleague who removes it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Page, test } from '@playwright/test';
import { TOTP } from 'otpauth';
import { createDevices, expect } from './journey.ts';
import { startMarketServer } from './market-server.ts';
import { axeFindings } from './screens/inspection.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Wherever the operator was before. */
const isIn = (page: Page) => expect(page.getByRole('banner')).toBeVisible();
const widths = [1440, 820, 360];

async function isReadable(page: Page, step: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    expect(await axeFindings(page), `${step} at ${width}`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${step} at ${width}`).toBe(0);
  }
}

async function give(page: Page, code: string): Promise<void> {
  const field = page.getByRole('textbox', { name: /^Code/ });
  await field.fill(code);
  await field.press('Enter');
}

/** @returns codes of the app for now and the next half minutes, and the recovery codes */
async function setUp(page: Page): Promise<{ code: (ahead: number) => string; recovery: string[] }> {
  await expect(page.getByRole('img', { name: /^Code QR/ })).toBeVisible();
  const secret = (await page.locator('strong').textContent())?.replaceAll(' ', '') ?? '';
  const app = new TOTP({ secret });
  const code = (ahead: number) => app.generate({ timestamp: Date.now() + ahead * 30_000 });
  await isReadable(page, 'setting up');
  await give(page, '000 000');
  await expect(page.getByText('Ce code ne convient pas')).toBeVisible();
  await give(page, code(0));
  await expect(page.getByRole('heading', { name: 'Vos codes de secours' })).toBeVisible();
  const recovery = await page.getByRole('listitem').allTextContents();
  await isReadable(page, 'recovery codes');
  await expect(page.getByRole('button', { name: 'Entrer' })).toBeDisabled();
  await page.getByLabel('Je les ai notés').check();
  await page.getByRole('button', { name: 'Entrer' }).press('Enter');
  await isIn(page);
  return { code, recovery };
}

const chosen = 'Bien-choisi-2030';

async function logIn(page: Page, email: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByLabel('Adresse e-mail').fill(email);
  await page.getByLabel('Mot de passe').fill(chosen);
  await page.getByLabel('Mot de passe').press('Enter');
}

async function logOut(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name }).click();
  await page.getByRole('menuitem', { name: 'Déconnexion' }).click();
  await expect(page.getByLabel('Mot de passe')).toBeVisible();
}

/** A market of one's own with two administrators: one with a published password asks for no code. */
async function ownMarket() {
  const data = await mkdtemp(join(tmpdir(), 'etal-codes-'));
  const market = await startMarketServer({ dataDirectory: data, demo: false });
  const env = { ...process.env, DEMO: '0', DATA_DIR: data, DATABASE_URL: '' };
  const addAdministrator = async (email: string) => {
    const script = ['--import', 'tsx', 'server/market/cli.ts', 'user', 'add', email, '--admin'];
    const asked = spawn(process.execPath, script, { cwd: root, env, stdio: ['pipe', 'ignore', 'inherit'] });
    asked.stdin.end(`${chosen}\n`);
    expect(await once(asked, 'close')).toEqual([0, null]);
  };
  const end = async () => {
    await market.stop();
    await rm(data, { recursive: true, force: true });
  };
  return { market, addAdministrator, end };
}

test('an operator sets up one-time codes, and enters with them, or without the phone', async () => {
  const { market, addAdministrator, end } = await ownMarket();
  await addAdministrator('anne@causse.example');
  await addAdministrator('lea@causse.example');
  const devices = await createDevices(market.url);
  const page = await (await devices.device()).open();
  const [anne, lea] = ['anne@causse.example', 'lea@causse.example'];
  await page.goto('/administration');
  await isReadable(page, 'login');
  await logIn(page, anne);
  const { code, recovery } = await setUp(page);
  expect(recovery).toHaveLength(10);

  await logOut(page, 'anne');
  await logIn(page, anne);
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused();
  await isReadable(page, 'one-time code');
  const next = code(1);
  await give(page, '123456');
  await expect(page.getByRole('alert')).toContainText('Ce code ne convient pas');
  await give(page, next);
  await isIn(page);

  // The phone is lost: the code that has been used opens nothing, a recovery code opens one session.
  await logOut(page, 'anne');
  await logIn(page, anne);
  await give(page, next);
  await expect(page.getByRole('alert')).toContainText('Ce code ne convient pas');
  await give(page, recovery[0] ?? '');
  await isIn(page);
  await logOut(page, 'anne');
  await logIn(page, anne);
  await give(page, recovery[0] ?? '');
  await expect(page.getByRole('alert')).toContainText('Ce code ne convient pas');
  await give(page, (recovery[1] ?? '').toLowerCase());
  await isIn(page);

  // A colleague has lost both.
  const other = await (await devices.device()).open();
  await other.goto('/administration');
  await logIn(other, lea);
  await setUp(other);
  await page.getByRole('menuitem', { name: 'Personnes' }).click();
  await page.getByLabel('Chercher').fill(lea);
  await page.getByRole('row').filter({ hasText: lea }).getByRole('link').click();
  await page
    .locator('section')
    .filter({ hasText: 'Retirer sa double authentification' })
    .getByLabel('Raisons')
    .fill('Téléphone perdu, reconnue de vive voix.');
  await page.getByRole('button', { name: 'Retirer' }).click();
  await expect(page.getByText('La double authentification est retirée.')).toBeVisible();
  await other.setViewportSize({ width: 1440, height: 900 });
  await other.getByRole('menuitem', { name: 'Journal' }).click();
  await logIn(other, lea);
  await setUp(other);

  expect(devices.noise()).toEqual([]);
  await devices.end();
  await end();
});
