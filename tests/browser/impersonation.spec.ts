// Who runs the market helps someone: finds their account, acts in their name after a click, and leaves again.
import type { Page } from '@playwright/test';
import { expect, proxiedTest as test } from './journey.ts';
import { newShopper } from './other-device.ts';
import { axeFindings } from './screens/inspection.ts';
import { addProduct, logIn, logInToAdministration, warmedUp } from './steps.ts';

const tablet = { width: 820, height: 1180 };
const field = (page: Page) => page.getByRole('searchbox', { name: 'Chercher' });
const offer = (page: Page) => page.getByRole('dialog', { name: 'Agir au nom d’une autre personne' });
const banner = (page: Page) => page.getByRole('banner').getByText(/Vous agissez en tant que/);
const flash = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

async function enter(page: Page): Promise<void> {
  await page.goto('/administration');
  await logInToAdministration(page, 'admin@etal.test');
  await expect(page.getByRole('heading', { level: 1, name: 'À faire' })).toBeVisible();
}

async function askToActFor(page: Page, email: string): Promise<void> {
  await page.goto('/administration#/accounts');
  await field(page).fill(email);
  const name = email.split('@')[0] ?? '';
  const row = page.getByRole('row').filter({ hasText: email });
  await row.getByRole('button', { name: `Agir en tant que ${name}` }).click();
  await expect(offer(page)).toBeVisible();
}

test('an administrator finds a user, acts for them after a click, is refused their private actions, and leaves', async ({
  device,
  market,
  network,
}) => {
  const { email, device: own } = await newShopper(market);
  const username = email.split('@')[0] ?? '';
  const page = await (await device()).open({ size: tablet });
  await page.goto('/');
  await warmedUp(page);
  await enter(page);

  // Too little, nobody, one of their own, and no network: each is said, and nothing typed is lost.
  await page.getByRole('menuitem', { name: 'Personnes' }).click();
  await expect(page.getByText('Écrivez au moins deux lettres')).toBeVisible();
  await field(page).fill('personne de ce nom');
  await expect(page.getByText('Personne ne correspond.')).toBeVisible();
  await field(page).fill('admin@etal.test');
  await expect(page.getByRole('row').filter({ hasText: 'admin@etal.test' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Agir en tant que/ })).toHaveCount(0);
  network.cut();
  await field(page).fill(email);
  const again = page.getByRole('button', { name: 'Réessayer' });
  await expect(again).toBeVisible();
  await expect(page.getByRole('main').getByText('Le réseau ne répond pas : réessayez dès son retour.')).toBeVisible();
  await expect(field(page)).toHaveValue(email);
  network.heal();
  await again.click();

  // Declined, nobody has become anybody, and the cookie is gone.
  await askToActFor(page, email);
  expect(await page.evaluate(() => document.cookie)).not.toContain('impersonation');
  await offer(page).getByRole('button', { name: 'Ne pas continuer' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(banner(page)).toHaveCount(0);

  await askToActFor(page, email);
  await offer(page)
    .getByRole('button', { name: `Continuer comme ${username}` })
    .click();
  await expect(banner(page)).toContainText(username);
  await expect(page.getByRole('button', { name: `Votre compte, ${username}` })).toBeVisible();

  // What is done is the person's: it stands where they look.
  await addProduct(page, 'tomme-de-meuse', { quantity: 2 });
  const cart = async () => {
    const { cart: id } = await ownToken(market.direct, email);
    return id === null ? [] : (await own.call<{ items: { quantity: number }[] }>('GET', `/carts/${id}`)).items;
  };
  await expect.poll(async () => (await cart()).map(({ quantity }) => quantity)).toEqual([2]);

  await page.goto('/compte/informations');
  await page.getByRole('button', { name: 'Réinitialiser le mot de passe' }).click();
  await expect(flash(page, `Vous agissez au nom de ${username}`)).toBeVisible();
  await page.getByRole('button', { name: 'Télécharger mes données' }).click();
  await expect(flash(page, 'seule cette personne peut le faire elle-même')).not.toHaveCount(0);

  expect(await axeFindings(page, 'header')).toEqual([]);
  for (const width of [360, 1440, tablet.width]) {
    await page.setViewportSize({ ...tablet, width });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  }

  // It stays in sight through a reload, and without a network.
  await page.reload();
  await expect(banner(page)).toContainText(username);
  network.cut();
  await page.goto('/');
  await expect(banner(page)).toContainText(username);
  await expect(page.getByText('Hors connexion').first()).toBeVisible();
  network.heal();
  await page.goto('/compte/informations');

  await page.getByRole('button', { name: 'Quitter', exact: true }).click();
  await expect(page).toHaveURL(/\/administration/);
  await expect(page.getByRole('heading', { level: 1, name: 'À faire' })).toBeVisible();
  await page.goto('/');
  await expect(banner(page)).toHaveCount(0);
});

/** What a new token of this person says. */
async function ownToken(market: string, login: string): Promise<{ cart: string | null }> {
  const answer = await fetch(`${market}/api/login_check`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/ld+json', 'X-Forwarded-For': '203.0.113.9' },
    body: JSON.stringify({ login, password: 'Etal-demo-2026' }),
  });
  const { token } = (await answer.json()) as { token: string };
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

test('with pending writes, taking over another session requires a second click, and the writes remain', async ({
  device,
  market,
  network,
}) => {
  const { email } = await newShopper(market);
  const { email: other } = await newShopper(market);
  const phone = await device();
  const page = await phone.open({ size: { width: 360, height: 740 } });
  await page.goto('/authentication/connexion');
  await logIn(page, email);
  await page.goto('/produit/tomme-de-meuse');
  await expect(page.getByRole('button', { name: `Votre compte, ${email.split('@')[0]}` })).toBeVisible();
  await warmedUp(page);
  network.cut();
  await addProduct(page, 'tomme-de-meuse');
  await expect(page.getByText(/1\smodification en attente/)).toBeVisible();

  // A cookie that this person never asked for: the pair is a real one, of an administrator's making.
  const planted = await pairFor(market.direct, other);
  await phone
    .context()
    .addCookies([
      { name: 'impersonation', value: encodeURIComponent(JSON.stringify(planted)), url: new URL(page.url()).origin },
    ]);
  await page.reload();
  await expect(offer(page)).toBeVisible();
  await expect(page.getByRole('button', { name: `Votre compte, ${email.split('@')[0]}` })).toBeAttached();
  await offer(page)
    .getByRole('button', { name: /^Continuer comme/ })
    .click();
  const asked = page.getByRole('dialog', { name: '1 modification non envoyée' });
  await expect(asked).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  await asked.getByRole('button', { name: 'Ne pas continuer' }).click();
  await expect(asked).toHaveCount(0);
  await expect(page.getByText(/1\smodification en attente/)).toBeVisible();
  await expect(banner(page)).toHaveCount(0);

  // Said yes to, it goes on, and what waits goes out when its own person is back.
  await phone
    .context()
    .addCookies([
      { name: 'impersonation', value: encodeURIComponent(JSON.stringify(planted)), url: new URL(page.url()).origin },
    ]);
  await page.reload();
  await offer(page)
    .getByRole('button', { name: /^Continuer comme/ })
    .click();
  await asked.getByRole('button', { name: 'Continuer quand même' }).click();
  await expect(banner(page)).toContainText(other.split('@')[0] ?? '');
  await expect(page.getByText(/1\smodification en attente/)).toHaveCount(0);
  network.heal();
  await page.getByRole('button', { name: 'Quitter', exact: true }).click();
  await expect(page).toHaveURL(/\/administration/);
  await page.goto('/authentication/connexion');
  await logIn(page, email);
  await expect.poll(async () => (await ownToken(market.direct, email)).cart).not.toBeNull();
});

/** As the administrator's page gets it. */
async function pairFor(market: string, email: string): Promise<unknown> {
  const headers = {
    'Content-Type': 'application/ld+json',
    Accept: 'application/ld+json',
    'X-Forwarded-For': '203.0.113.9',
  };
  const login = { login: 'admin@etal.test', password: 'Etal-demo-2026' };
  const opened = await fetch(`${market}/api/login_check`, { method: 'POST', headers, body: JSON.stringify(login) });
  const { token } = (await opened.json()) as { token: string };
  const as = { ...headers, Authorization: `Bearer ${token}` };
  const found = await fetch(`${market}/api/administration/accounts?text=${encodeURIComponent(email)}`, { headers: as });
  const [account] = ((await found.json()) as { 'hydra:member': { id: string }[] })['hydra:member'];
  const path = `${market}/api/administration/accounts/${account?.id}/impersonation`;
  const left = await fetch(path, { method: 'POST', headers: { Accept: as.Accept, Authorization: as.Authorization } });
  const cookie = left.headers.get('set-cookie') ?? '';
  return JSON.parse(decodeURIComponent(/impersonation=([^;]+)/.exec(cookie)?.[1] ?? ''));
}

test('a user without the administrator role gets a message, and no results', async ({ device, market }) => {
  const { email } = await newShopper(market);
  const page = await (await device()).open();
  await page.goto('/administration');
  await logInToAdministration(page, email);
  await expect(page.getByText('Ce compte n’administre pas le marché.')).toBeVisible();
  await page.goto('/authentication/connexion');
  await logIn(page, email);
  await page.goto('/compte/informations');
  await expect(page.getByRole('heading', { name: /^Bienvenue/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Administrer le marché' })).toHaveCount(0);
});
