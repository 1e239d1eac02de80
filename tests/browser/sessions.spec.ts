import { expect, test } from './screens/ground.ts';
import { logIn } from './steps.ts';

test('a token with a wrong signature fails the login with a message', { tag: '@essential' }, async ({ page }) => {
  await page.route('**/api/login_check', async (route) => {
    const answer = await route.fetch();
    const pair = await answer.json();
    const [head, content, signature] = pair.token.split('.');
    const forged = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    await route.fulfill({ response: answer, json: { ...pair, token: `${head}.${content}.${forged}` } });
  });
  await page.goto('/authentication/connexion');
  await page.getByLabel('Adresse e-mail').fill('client@etal.test');
  await page.getByLabel('Mot de passe', { exact: true }).fill('Etal-demo-2026');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page.getByText('Vérification JWT échouée').first()).toBeVisible();
  await page.goto('/compte');
  await expect(page).toHaveURL(/\/$/);
});

test('a wrong password is reported on the form and in a message, and the correct one logs in', {
  tag: '@essential',
}, async ({ page }) => {
  await page.goto('/authentication');
  await expect(page).toHaveURL(/\/authentication\/connexion$/);
  await page.getByLabel('Adresse e-mail').fill('client@etal.test');
  await page.getByLabel('Mot de passe', { exact: true }).fill('pas-le-bon');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page.getByText('Adresse e-mail ou mot de passe incorrect')).toBeVisible();
  await expect(page.getByText('Connexion échouée')).toBeVisible();
  await logIn(page, 'client@etal.test');
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/compte');
  await expect(page).toHaveURL(/\/compte\/informations$/);
  await expect(page.getByText('Bienvenue')).toBeVisible();
});

test('an account is created during the checkout, and the visitor’s cart remains', { tag: '@essential' }, async ({
  page,
}) => {
  await page.goto('/produit/tomme-de-meuse');
  await page.getByRole('button', { name: 'Ajouter au panier' }).click();
  await page.getByRole('dialog').getByText('Voir mon panier').click();
  await expect(page).toHaveURL(/\/commande\/panier/);
  await page.getByRole('link', { name: 'commander' }).click();
  await page
    .getByRole('link', { name: /Créer un compte|Inscription/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/authentication\/inscription\?ordering=1/);
  // The page before it asks for an e-mail and a password, too.
  const create = page.getByRole('button', { name: 'Créer mon compte' });
  await expect(create).toBeVisible();
  await page.getByLabel('Adresse e-mail').fill('nouvelle@etal.test');
  await page.getByLabel('Mot de passe', { exact: true }).fill('court');
  await create.click();
  await expect(page.getByText('Le mot de passe doit compter au moins 8 caractères.')).toBeVisible();
  await page.getByLabel('Mot de passe', { exact: true }).fill('assez-long-2026');
  await create.click();
  await expect(page).toHaveURL(/\/commande\/livraison/);
  await expect(page.getByText(/Tomme de Meuse/).first()).toBeVisible();
});
