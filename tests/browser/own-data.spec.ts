// What the market keeps about a person: taken as a file, and ended with the account.
import { readFile } from 'node:fs/promises';
import { expect, proxiedTest as test } from './journey.ts';
import { newShopper } from './other-device.ts';
import { addProduct, expectLoggedIn, logIn } from './steps.ts';

test('a shopper exports the personal data, and deletes the account locally and on the market', async ({
  device,
  market,
  network,
}) => {
  const { email } = await newShopper(market);
  const page = await (await device()).open();
  await page.goto('/authentication/connexion');
  await logIn(page, email);
  await addProduct(page, 'tomme-de-meuse', { quantity: 2 });
  await page.goto('/compte/informations');

  const take = page.getByRole('button', { name: 'Télécharger mes données' });
  network.cut();
  await take.click();
  await expect(page.getByRole('status').filter({ hasText: /^Il faut du réseau\s: réessayez/ })).toBeVisible();
  network.heal();
  const coming = page.waitForEvent('download');
  await take.click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe('mes-donnees.json');
  const stored = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(stored).toMatchObject({ account: { email }, cart: [{ quantity: 2 }], orders: [] });

  await page.getByRole('button', { name: 'Supprimer mon compte' }).click();
  const asked = page.getByRole('dialog', { name: 'Supprimer mon compte' });
  const end = asked.getByRole('button', { name: 'Supprimer définitivement' });
  await end.click();
  await expect(asked.getByText('Champ obligatoire')).toBeVisible();
  await asked.getByLabel('Mot de passe').fill('Faux-mot-de-passe');
  await end.click();
  await expect(asked.getByText('Mot de passe incorrect')).toBeVisible();
  await asked.getByRole('button', { name: 'Garder mon compte' }).click();
  await expect(asked).toHaveCount(0);

  await page.getByRole('button', { name: 'Supprimer mon compte' }).click();
  await asked.getByLabel('Mot de passe').fill('Etal-demo-2026');
  await end.click();
  await expect(page.getByRole('status').filter({ hasText: 'Votre compte est supprimé.' })).toBeVisible();
  await expectLoggedIn(page, false);
  await page.goto('/commande/panier');
  await expect(page.getByText('Votre panier est vide')).toBeVisible();
  await page.goto('/authentication/connexion');
  await page.getByLabel('Adresse e-mail').fill(email);
  await page.getByLabel('Mot de passe', { exact: true }).fill('Etal-demo-2026');
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
  await expect(page.getByText('Adresse e-mail ou mot de passe incorrect')).toBeVisible();
});
