// The administration: a page of its own, that an operator goes through from a notice to the author's answer. A violation of the
// content policy fails each journey.
import type { Page } from '@playwright/test';
import { expect, proxiedTest as test } from './journey.ts';
import { mailsTo } from './outbox-mails.ts';
import { axeFindings } from './screens/inspection.ts';
import { logInToAdministration, warmedUp } from './steps.ts';

const widths = [1440, 820];
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

async function enter(page: Page): Promise<void> {
  await page.goto('/administration');
  await logInToAdministration(page, 'admin@etal.test');
  await expect(heading(page, 'À faire')).toBeVisible();
}

test('an operator hides a reported product with the keyboard, its merchant answers, and it is shown again', async ({
  device,
  market,
}) => {
  const product = (await (await fetch(`${market.direct}/api/products/by_slug/tomme-de-meuse`)).json()) as {
    '@id': string;
  };
  const notice = {
    ...{ subject: product['@id'], reason: 'misleading', explanation: 'Elle ne vient pas de Meuse.' },
    ...{ name: 'Jeanne', email: 'jeanne@etal.test', goodFaith: true },
  };
  await fetch(`${market.direct}/api/notices`, {
    method: 'POST',
    headers: { Accept: 'application/ld+json', 'Content-Type': 'application/ld+json' },
    body: JSON.stringify(notice),
  });

  const page = await (await device()).open({ size: { width: 1440, height: 900 } });
  await enter(page);
  await page.getByRole('link', { name: /^Signalements/ }).press('Enter');
  await page.getByRole('link', { name: /^n°/ }).last().press('Enter');
  await expect(page.getByText('Elle ne vient pas de Meuse.')).toBeVisible();
  await page.getByRole('button', { name: 'Masquer le contenu' }).press('Enter');
  await expect(page.getByText('Écrivez vos raisons.')).toBeVisible();
  await page.getByLabel('Raisons').fill('L’origine est fausse.');
  await page.getByRole('button', { name: 'Masquer le contenu' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Le contenu a été masqué' })).toBeVisible();
  expect((await fetch(`${market.direct}/produit/tomme-de-meuse`)).status).toBe(404);

  // The merchant answers on the page of the mail, without a login.
  await expect.poll(async () => (await mailsTo(market.data, 'jeanne@etal.test')).length).toBeGreaterThan(1);
  const link = await contestLink(market.data);
  const merchant = await (await device()).open();
  await merchant.goto(link);
  await expect(merchant.getByText('L’origine est fausse.')).toBeVisible();
  expect(await axeFindings(merchant, 'main')).toEqual([]);
  await merchant.getByLabel('Vous n’êtes pas d’accord').fill('Nos vaches sont à Hannonville.');
  await merchant.getByRole('button', { name: 'Envoyer ma réponse' }).click();
  await expect(merchant.getByText('Une personne de l’équipe l’examine.')).toBeVisible();

  await page.getByRole('menuitem', { name: 'Contestations' }).click();
  await page.getByRole('link', { name: /Tomme de Meuse/ }).click();
  await expect(page.getByText('Nos vaches sont à Hannonville.')).toBeVisible();
  await page.getByLabel('Raisons').fill('Vous avez raison.');
  await page.getByRole('button', { name: 'Rétablir le contenu' }).click();
  await expect(page.getByText('Contenu rétabli')).toBeVisible();
  expect((await fetch(`${market.direct}/produit/tomme-de-meuse`)).status).toBe(200);

  await page.getByRole('menuitem', { name: 'Journal' }).click();
  await expect(page.getByText(/a de nouveau montré le produit «\sTomme de Meuse\s»/)).toBeVisible();
  await expect(page.getByText(/a masqué le produit «\sTomme de Meuse\s»/)).toBeVisible();
});

/** In the newest mail that has one. */
async function contestLink(data: string): Promise<string> {
  const mails = await mailsTo(data, 'fromagerie@etal.test');
  const found = mails.map((mail) => /(\/contestation\?lien=[\w.-]+)/.exec(mail)?.[1]).findLast(Boolean);
  if (!found) throw new Error('No mail has the link.');
  return found;
}

test('each of its pages is readable by everybody at each width, and the content policy holds', async ({ device }) => {
  const page = await (await device()).open({ size: { width: 1440, height: 900 } });
  await page.goto('/administration');
  await expect(heading(page, 'Administration du marché')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await enter(page);
  for (const [entry, title] of [
    ['À faire', 'À faire'],
    ['Commandes', 'Commandes'],
    ['Boutiques', 'Boutiques'],
    ['Chiffres', 'Chiffres'],
    ['Courriels', 'Courriels'],
    ['Tâches', 'Tâches'],
    ['Signalements', 'Signalements'],
    ['Contestations', 'Contestations'],
    ['Contenus', 'Contenus'],
    ['Personnes', 'Personnes'],
    ['Journal', 'Journal'],
  ] as const) {
    await page.getByRole('menuitem', { name: entry }).click();
    await expect(heading(page, title)).toBeVisible();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    // Away from what a hint hangs over.
    await page.mouse.move(700, 880);
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect(await axeFindings(page), `${entry} at ${width}`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    }
  }
  await page.getByRole('menuitem', { name: 'Contenus' }).click();
  await page.getByRole('row').getByRole('link').first().click();
  await expect(page.getByRole('button', { name: 'Masquer' })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
});

test('its lists fit a phone, and are readable there', async ({ device }) => {
  const page = await (await device()).open({ size: { width: 360, height: 800 } });
  await enter(page);
  for (const [path, title, shown] of [
    ['orders', 'Commandes', 'Total'],
    ['stores', 'Boutiques', 'En ligne'],
    ['figures', 'Chiffres', 'Panier moyen'],
    ['mails', 'Courriels', 'Tous les courriels sont partis.'],
    ['jobs', 'Tâches', 'Envoyer les courriels'],
    ['stores/create', 'Inviter un commerçant', 'Créer la boutique et inviter'],
  ] as const) {
    await page.goto(`/administration#/${path}`);
    await expect(heading(page, title)).toBeVisible();
    await expect(page.getByText(shown).first()).toBeVisible();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    expect(await axeFindings(page), title).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  }
});

test('the service worker neither keeps nor answers it', async ({ device, network }) => {
  const page = await (await device()).open();
  await page.goto('/');
  await warmedUp(page);
  await page.goto('/administration');
  await expect(heading(page, 'Administration du marché')).toBeVisible();
  const kept = await page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map(({ url }) => url);
  });
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.filter((url) => /administration/.test(url))).toEqual([]);
  network.cut();
  await page.goto('/administration');
  await expect(heading(page, 'Administration du marché')).toHaveCount(0);
});
