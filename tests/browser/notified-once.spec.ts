// What just happened is said in one place, and not again.
import { expect, test } from './journey.ts';
import { newShopper } from './other-device.ts';
import { addProduct } from './steps.ts';

test.use({ installs: false });

const loginFirst = 'Vous devez vous connecter pour confirmer votre commande';
/** Long before a message goes away by itself. */
const soon = { timeout: 1000 };
const added = 'Produit ajouté au panier';

test('an addition is announced by its sheet only, and no message covers a price after it is closed', async ({
  device,
}) => {
  const page = await (await device()).open({ size: { width: 360, height: 740 } });
  await page.goto('/produit/tomme-de-meuse');
  await page.getByRole('button', { name: 'Ajouter au panier' }).click();
  const sheet = page.getByRole('dialog', { name: 'Article ajouté au panier' });
  await expect(sheet.getByText(added)).toHaveCount(1);
  const bars = page.getByRole('paragraph').filter({ has: page.getByRole('button', { name: 'Fermer' }) });
  await expect(bars).toHaveCount(0, soon);
  await sheet.getByRole('button', { name: 'Continuer mon shopping' }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByText(added)).toHaveCount(0, soon);
});

test('a refused form shows the problem in place, and missing stock appears at its line only', async ({ device }) => {
  const page = await (await device()).open({ size: { width: 360, height: 740 } });
  const bars = page.getByRole('paragraph').filter({ has: page.getByRole('button', { name: 'Fermer' }) });
  await page.goto('/contact');
  const form = page.getByRole('main').locator('form');
  await form.getByRole('button', { name: 'Envoyer' }).click();
  await expect(form.getByText("Erreur lors de l'envoi du formulaire")).toBeVisible();
  await expect(page.getByText("Erreur lors de l'envoi du formulaire")).toHaveCount(1, soon);
  await expect(bars).toHaveCount(0, soon);

  await addProduct(page, 'brie-de-meaux-fermier', { quantity: 3 });
  await page.goto('/commande/panier');
  await page.getByRole('button', { name: /^Augmenter/ }).click();
  await expect(page.getByRole('row').getByText('Plus de produit en stock !')).toBeVisible();
  await expect(page.getByText('Plus de produit en stock !')).toHaveCount(1, soon);
  await expect(bars).toHaveCount(0, soon);
});

test('a required login is announced once, at the order button', async ({ device }) => {
  const page = await (await device()).open({ size: { width: 360, height: 740 } });
  await addProduct(page, 'tomme-de-meuse');
  await page.goto('/commande/panier');
  await page.getByRole('link', { name: 'commander' }).click();
  await expect(page).toHaveURL(/\/authentication\/connexion\?ordering=1/);
  await expect(page.getByText(loginFirst)).toHaveCount(1, soon);
  await expect(page.getByRole('button', { name: 'Fermer' })).toHaveCount(0, soon);
  await page.goto('/commande/livraison');
  await expect(page).toHaveURL(/\/authentication\/connexion\?ordering=1/);
  await expect(page.getByText(loginFirst)).toHaveCount(1, soon);
  await expect(page.getByRole('button', { name: 'Fermer' })).toHaveCount(0, soon);
});

test('an email address with an account offers a login, and the checkout continues afterwards', async ({
  device,
  market,
}) => {
  const { email } = await newShopper(market);
  const page = await (await device()).open({ size: { width: 360, height: 740 } });
  await page.goto('/authentication/inscription?ordering=1');
  await page.getByLabel('Adresse e-mail').fill(email);
  await page.getByLabel('Mot de passe', { exact: true }).fill('Une belle tomme 2026');
  await page.getByRole('button', { name: 'Créer mon compte' }).click();
  await expect(page.getByLabel('Adresse e-mail')).toHaveAccessibleDescription(
    'Cette adresse e-mail est déjà utilisée.',
  );
  await page.getByRole('link', { name: 'Se connecter avec cette adresse' }).click();
  await expect(page).toHaveURL(/\/authentication\/connexion\?ordering=1/);
  await expect(page.getByLabel('Adresse e-mail')).toHaveValue(email);

  await page.getByRole('link', { name: 'Créer un compte' }).last().click();
  await expect(page.getByRole('button', { name: 'Créer mon compte' })).toBeVisible();
  await page.getByLabel('Adresse e-mail').fill(`neuve-${Date.now()}@etal.test`);
  await expect(page.getByRole('link', { name: 'Se connecter avec cette adresse' })).toHaveCount(0);
});

test('an address typed into the wrong form is there in the right one, and no password is', async ({ device }) => {
  const page = await (await device()).open({ size: { width: 360, height: 740 } });
  const email = page.getByLabel('Adresse e-mail');
  const secret = page.getByLabel('Mot de passe', { exact: true });
  await page.goto('/authentication/connexion');
  await email.fill('odile@etal.test');
  await secret.fill('Une belle tomme 2026');
  await page.getByRole('link', { name: 'Créer un compte' }).last().click();
  await expect(page.getByRole('button', { name: 'Créer mon compte' })).toBeVisible();
  await expect(email).toHaveValue('odile@etal.test');
  await expect(secret).toHaveValue('');
  await page.getByLabel('Recevoir les nouvelles du marché').check();
  await email.fill('odile.meuse@etal.test');
  await page.getByRole('link', { name: 'Se connecter' }).last().click();
  await page.getByRole('link', { name: 'Mot de passe oublié ?' }).click();
  await expect(page.getByRole('button', { name: 'Recevoir le lien' })).toBeVisible();
  await expect(email).toHaveValue('odile.meuse@etal.test');
  await page.getByRole('link', { name: 'Créer un compte' }).click();
  await expect(page.getByRole('button', { name: 'Créer mon compte' })).toBeVisible();
  await expect(email).toHaveValue('odile.meuse@etal.test');
  await expect(page.getByLabel('Recevoir les nouvelles du marché')).toBeChecked();
});

test('a new account is greeted once', async ({ device }) => {
  const page = await (await device()).open({ size: { width: 360, height: 740 } });
  await page.goto('/authentication/inscription');
  await page.evaluate(() => {
    const greetings = new Set<Element>();
    const look = () => {
      for (const line of document.querySelectorAll('[role=status] p')) {
        if (line.textContent?.includes('Connexion réussie')) greetings.add(line);
      }
      Object.assign(globalThis, { greetings: greetings.size });
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await page.getByLabel('Adresse e-mail').fill(`neuve-${Date.now()}@etal.test`);
  await page.getByLabel('Mot de passe', { exact: true }).fill('Une belle tomme 2026');
  await page.getByRole('button', { name: 'Créer mon compte' }).click();
  await expect(page.getByText('Connexion réussie')).toBeVisible();
  await page.getByText('Connexion réussie').waitFor({ state: 'hidden' });
  expect(await page.evaluate(() => Object.getOwnPropertyDescriptor(globalThis, 'greetings')?.value)).toBe(1);
});
