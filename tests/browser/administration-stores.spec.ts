// Shops in the administration: a merchant is invited and logs in, the shop is published, then suspended.
import { linkOfMail } from '../support/mails.ts';
import { expect, test } from './journey.ts';
import { mailsTo } from './outbox-mails.ts';
import { axeFindings } from './screens/inspection.ts';
import { logInToAdministration } from './steps.ts';

const MERCHANT = 'potiere@etal.test';
const SHOP = 'La Poterie du Rû';

test('an invited merchant sets a password and is in the shop, which is published, then suspended and gone', async ({
  device,
  market,
}) => {
  const page = await (await device()).open({ size: { width: 1440, height: 900 } });
  await page.goto('/administration');
  await logInToAdministration(page, 'admin@etal.test');
  await page.getByRole('menuitem', { name: 'Boutiques' }).click();
  await page.getByRole('link', { name: 'Inviter un commerçant' }).press('Enter');
  const send = page.getByRole('button', { name: 'Créer la boutique et inviter' });
  await send.press('Enter');
  await expect(page.getByLabel('Nom de la boutique')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Nom de la boutique').fill(SHOP);
  await page.getByLabel('Commune').fill('Verdun');
  await page.getByLabel('Adresse e-mail du commerçant').fill(MERCHANT);
  await send.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: SHOP })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Pas encore publiée' })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);

  const tablet = await (await device()).open({ size: { width: 820, height: 1180 } });
  await expect.poll(async () => (await mailsTo(market.data, MERCHANT)).length).toBe(1);
  const { uuid, token } = linkOfMail(await mailsTo(market.data, MERCHANT), MERCHANT, '/invitation');
  await tablet.goto(`/invitation?uuid=${uuid}&token=${token}`);
  await tablet.getByLabel('Mot de passe', { exact: true }).fill('Une belle tomme 2026');
  await tablet.getByRole('button', { name: /^Créer mon compte/ }).click();
  await expect(tablet.getByRole('navigation', { name: 'Gestion de ma boutique' })).toBeVisible();

  const shown = async () => (await (await fetch(`${market.direct}/api/stores?itemsPerPage=200`)).text()).includes(SHOP);
  expect(await shown()).toBe(false);
  await page.reload();
  await expect(page.getByText(MERCHANT)).toBeVisible();
  await page.getByLabel('Message').fill('Bienvenue parmi nous.');
  await page.getByRole('button', { name: 'Publier' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'En ligne', exact: true })).toBeVisible();
  await expect.poll(shown).toBe(true);

  await page.getByLabel('Commission de cette boutique, en %').fill('sept');
  await page.getByRole('button', { name: 'Enregistrer la commission' }).press('Enter');
  await expect(page.getByText('Pourcentage attendu, par exemple 2,5.')).toBeVisible();
  await page.getByLabel('Commission de cette boutique, en %').fill('7,5');
  await page.getByRole('button', { name: 'Enregistrer la commission' }).press('Enter');
  await expect(page.getByRole('definition').filter({ hasText: /^7,5\s%$/ })).toBeVisible();

  await page.getByLabel('Raisons').fill('Les adresses sont fausses.');
  await page.getByRole('button', { name: 'Suspendre' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Suspendue', exact: true })).toBeVisible();
  await expect.poll(shown).toBe(false);
  await expect
    .poll(async () => (await mailsTo(market.data, MERCHANT)).filter((mail) => /suspendue/.test(mail)).length)
    .toBeGreaterThan(0);
  await page.getByRole('menuitem', { name: 'Journal' }).click();
  for (const done of ['a créé', 'a invité à tenir', 'a publié', 'a changé la commission de', 'a suspendu'])
    await expect(page.getByText(`${done} la boutique «\u00a0${SHOP}\u00a0»`)).toBeVisible();
});
