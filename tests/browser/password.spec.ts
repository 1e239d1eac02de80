// A forgotten password, from the login page to the next login: with a network and without.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeMail } from '../support/mails.ts';
import { expect, proxiedTest as test } from './journey.ts';
import { newShopper } from './other-device.ts';
import { expectLoggedIn, logIn } from './steps.ts';

const NEW = 'Un nouveau mot de passe 2026';
const first = (page: import('@playwright/test').Page) => page.getByLabel('Nouveau mot de passe', { exact: true });
const again = (page: import('@playwright/test').Page) => page.getByLabel('Le même, encore une fois');
const flash = (page: import('@playwright/test').Page, text: string) =>
  page.getByRole('status').filter({ hasText: text });

/** Path and query of the newest link that was mailed to this address. */
async function linkTo(data: string, email: string, number = 1): Promise<string> {
  const folder = join(data, 'outbox');
  const links = () =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .map((name) => decodeMail(readFileSync(join(folder, name), 'utf8')))
      .filter((mail) => mail.includes(`To: ${email}`))
      .flatMap((mail) => /\/reset_password\?\S+/.exec(mail) ?? []);
  await expect.poll(() => links().length).toBe(number);
  return links().at(-1) ?? '';
}

test('a forgotten password: requested at the login, set from the mail, and the next login accepts the new one only', async ({
  device,
  market,
  network,
}) => {
  const { email } = await newShopper(market);
  const page = await (await device()).open();
  await page.goto('/authentication/connexion');
  await page.getByRole('link', { name: 'Mot de passe oublié' }).click();
  await expect(page).toHaveTitle(/^Authentification — /);

  const ask = page.getByRole('button', { name: 'Recevoir le lien' });
  await ask.click();
  await expect(page.getByText('Veuillez saisir un email')).toBeVisible();
  await page.getByLabel('Adresse e-mail').fill('pas une adresse');
  await ask.click();
  await expect(page.getByLabel('Adresse e-mail')).toHaveAttribute('aria-invalid', 'true');

  // Without a network it is said, and what was typed outlives a reload.
  await page.getByLabel('Adresse e-mail').fill(email);
  network.cut();
  await ask.click();
  await expect(page.getByText('Le marché est injoignable pour le moment.')).toBeVisible();
  network.heal();
  await page.reload();
  await expect(page.getByLabel('Adresse e-mail')).toHaveValue(email);
  await ask.click();
  await expect(flash(page, 'Demande de changement de mot de passe envoyée')).toBeVisible();
  await expect(page.getByText(`Si un compte existe à l’adresse ${email}`)).toBeVisible();

  await page.goto(await linkTo(market.data, email));
  await expect(page).toHaveTitle(/^Réinitialiser mot de passe — /);
  // What the link carries does not stay in the address.
  await expect(page).toHaveURL(/\/reset_password$/);
  const save = page.getByRole('button', { name: 'Réinitialiser mot de passe' });
  await save.click();
  await expect(page.getByText('Ce champ ne doit pas être vide !')).toBeVisible();
  await first(page).fill('court');
  await again(page).fill('autre');
  await save.click();
  await expect(page.getByText('Les mots de passe ne correspondent pas')).toBeVisible();
  await again(page).fill('court');
  await save.click();
  await expect(page.getByText('Le mot de passe doit compter au moins 8 caractères.')).toBeVisible();
  await first(page).fill(NEW);
  await again(page).fill(NEW);
  network.cut();
  await save.click();
  await expect(page.getByText('Le marché est injoignable pour le moment.')).toBeVisible();
  await expect(first(page)).toHaveValue(NEW);
  network.heal();
  // Whoever reads that the market is out of reach tries again.
  await expect(async () => {
    await save.click();
    await expect(flash(page, 'Le mot de passe a bien été mis à jour !')).toBeVisible();
  }).toPass();
  await expect(page).toHaveURL(/\/authentication\/connexion$/);

  await page.getByLabel('Adresse e-mail').fill(email);
  await page.getByLabel('Mot de passe', { exact: true }).fill('Etal-demo-2026');
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
  await expect(page.getByText('Adresse e-mail ou mot de passe incorrect')).toBeVisible();
  await page.getByLabel('Mot de passe', { exact: true }).fill(NEW);
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
  await expectLoggedIn(page, true);
});

test('a link can be requested from the account; the new password ends the session here, and the link works once', async ({
  device,
  market,
}) => {
  const { email } = await newShopper(market);
  const page = await (await device()).open();
  await page.goto('/authentication/connexion');
  await logIn(page, email);
  await page.goto('/compte/informations');
  await page.getByRole('button', { name: 'Réinitialiser le mot de passe' }).click();
  await expect(flash(page, 'Un message vient de vous être envoyé. Veuillez consulter votre boîte mail.')).toBeVisible();
  const link = await linkTo(market.data, email);
  await page.goto(link);
  await first(page).fill(NEW);
  await again(page).fill(NEW);
  await page.getByRole('button', { name: 'Réinitialiser mot de passe' }).click();
  await expect(page).toHaveURL(/\/authentication\/connexion$/);
  await expectLoggedIn(page, false);

  // The link was good once.
  await page.goto(link);
  await first(page).fill('Un troisième mot de passe');
  await again(page).fill('Un troisième mot de passe');
  await page.getByRole('button', { name: 'Réinitialiser mot de passe' }).click();
  await expect(flash(page, "Une erreur inattendue s'est produite !")).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Ce lien ne sert plus' })).toBeVisible();
  await page.getByRole('link', { name: 'En demander un nouveau' }).click();
  await expect(page.getByRole('heading', { name: 'Mot de passe oublié' })).toBeVisible();
});
