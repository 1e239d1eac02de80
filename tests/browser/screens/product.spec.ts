// The product page: what it says, what can be chosen, how many there are, and what the cart answers.
import type { Page } from '@playwright/test';
import { choose } from '../steps.ts';
import { expect, follow, test, visit } from './ground.ts';

// A dialog takes no tap while it moves in.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const main = (page: Page) => page.getByRole('main');
const form = (page: Page) => page.locator('form[data-purchase]');
const count = (page: Page) => form(page).getByRole('textbox', { name: 'Quantité' });
const more = (page: Page) => form(page).getByRole('button', { name: 'Augmenter la quantité' });
const fewer = (page: Page) => form(page).getByRole('button', { name: 'Diminuer la quantité' });
const added = (page: Page) => page.getByRole('dialog', { name: 'Article ajouté au panier' });

test('a product page shows breadcrumb, description, store and related products', async ({ page }) => {
  await visit(page, '/produit/tomme-de-meuse');
  const way = main(page).getByRole('navigation', { name: 'Fil d’Ariane' });
  await expect(way.getByRole('link')).toHaveText([
    'Accueil',
    'Épicerie et produits frais',
    'Fromages',
    'Fromages à pâte pressée',
  ]);
  await expect(way.locator('[aria-current="page"]')).toHaveText('Tomme de Meuse');
  await expect(main(page).getByRole('link', { name: /7 avis/ })).toHaveAttribute('href', '#reviews');
  await expect(main(page).getByRole('region', { name: 'Description' })).toContainText('La tomme de la maison');
  const outside = main(page).getByRole('region', { name: 'Description' }).getByRole('link');
  await expect(outside).toHaveAttribute('href', /^https:\/\//);
  await expect(outside).toHaveAttribute('rel', /noopener/);
  const technical = main(page).getByRole('region', { name: 'Caractéristiques' });
  await expect(technical.getByRole('term').first()).toHaveText('Lait');
  await expect(technical.getByRole('definition').first()).toHaveText('Vache, cru, entier');
  await expect(technical.getByRole('img')).toBeVisible();
  await expect(main(page).getByRole('complementary', { name: 'Boutique' }).getByRole('link')).toHaveAttribute(
    'href',
    '/boutique/fromagerie-du-chatel',
  );
  await expect(main(page).getByRole('list', { name: 'Produits associés' }).getByRole('article')).toHaveCount(4);
  const related = main(page).getByRole('list', { name: 'Vous aimerez aussi' }).getByRole('article');
  await expect(related).toHaveCount(4);
  await expect(related.filter({ hasText: /^Tomme de Meuse/ })).toHaveCount(0);

  // Each choice begins with its first value, and what it costs is in the price and in the price per kilo.
  await expect(main(page).getByText(/^400\sg · 31,25\s€ le kilo$/)).toBeVisible();
  for (const name of ['Douce, 3 mois', 'En une part']) await expect(page.getByRole('radio', { name })).toBeChecked();
  await expect(
    main(page)
      .getByText(/12,50\s€/)
      .first(),
  ).toBeVisible();
  await choose(page, 'Corsée, 8 mois');
  await expect(
    main(page)
      .getByText(/14,50\s€/)
      .first(),
  ).toBeVisible();
  await expect(main(page).getByText(/^400\sg · 36,25\s€ le kilo$/)).toBeVisible();
  await visit(page, '/categorie/fromages');
  const card = main(page)
    .getByRole('article')
    .filter({ hasText: /^.*Tomme de Meuse/ });
  await expect(card.first()).toContainText(/31,25\s€ le kilo/);
});

test('an addition opens a dialog, closed by a click outside or its button, with a link to the cart', async ({
  page,
}) => {
  await visit(page, '/produit/tomme-de-meuse');
  const add = form(page).getByRole('button', { name: 'Ajouter au panier' });
  await expect(fewer(page)).toBeDisabled();
  await more(page).click();
  await more(page).click();
  await fewer(page).click();
  await expect(count(page)).toHaveValue('2');
  await add.click();
  await expect(added(page)).toBeVisible();
  await expect(added(page)).toContainText('Produit ajouté au panier');
  // A dialog that has just opened lets the second half of a double tap pass.
  await expect(async () => {
    await page.mouse.click(20, 400);
    await expect(added(page)).toBeHidden({ timeout: 500 });
  }).toPass();
  await expect(add).toBeFocused();
  await expect(count(page)).toHaveValue('1');
  await expect(page.getByRole('link', { name: /^Panier, 2 articles/ })).toBeVisible();

  await add.click();
  await added(page).getByText('Continuer mon shopping').click();
  await expect(added(page)).toBeHidden();
  await expect(page).toHaveURL(/tomme-de-meuse$/);
  await add.click();
  await added(page).getByText('Voir mon panier').click();
  await expect(page).toHaveURL(/\/commande\/panier$/);
  await expect(page.getByRole('link', { name: /^Panier, 4 articles/ })).toBeVisible();
});

test('the quantity is limited to the stock, across page and cart', async ({ page }) => {
  await visit(page, '/produit/brie-de-meaux-fermier');
  await expect(main(page).getByText('Plus que 3 exemplaire(s) disponible(s) !')).toBeVisible();
  await expect(main(page).locator('s').filter({ hasText: /9,90/ }).first()).toBeVisible();
  await more(page).click();
  await expect(count(page)).toHaveValue('2');
  await form(page).getByRole('button', { name: 'Ajouter au panier' }).click();
  await added(page).getByText('Continuer mon shopping').click();
  await expect(more(page)).toBeDisabled();
  await form(page).getByRole('button', { name: 'Ajouter au panier' }).click();
  await added(page).getByText('Continuer mon shopping').click();
  await page.goto('/commande/panier');
  await expect(page.getByRole('link', { name: /^Panier, 3 articles/ })).toBeVisible();
  await page.goBack();
  await form(page).getByRole('button', { name: 'Ajouter au panier' }).click();
  await expect(page.getByText('Produit en rupture de stock')).toBeVisible();
  await expect(added(page)).toBeHidden();
});

test('a product out of stock accepts an email address, reports problems, and shows a confirmation for three seconds', async ({
  page,
}) => {
  await page.clock.install();
  await visit(page, '/produit/beurre-de-baratte');
  await expect(main(page).getByText('Rupture de stock').first()).toBeVisible();
  await expect(form(page)).toHaveCount(0);
  await expect(main(page).getByRole('group', { name: 'Quantité' })).toHaveCount(0);
  const email = main(page).getByLabel('Adresse e-mail');
  const send = main(page).getByRole('button', { name: 'M’avertir' });
  await send.click();
  await expect(main(page).getByText('Veuillez saisir un email')).toBeVisible();
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await email.fill('pas une adresse');
  await send.click();
  await expect(main(page).getByText('Veuillez saisir un email')).toBeHidden();
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await email.fill(`${'r'.repeat(180)}@etal.test`);
  await send.click();
  await expect(main(page).getByText('Cette adresse e-mail est trop longue.')).toBeVisible();
  await email.fill('retour@etal.test');
  await send.click();
  const thanks = main(page).getByText('Commande mise à jour !');
  await expect(thanks).toBeVisible();
  await expect(email).toHaveValue('');
  await page.clock.fastForward(2500);
  await expect(thanks).toBeVisible();
  await page.clock.fastForward(1000);
  await expect(thanks).toBeHidden();
});

test('a product shows its availability date, age restriction and external links', async ({ page }) => {
  await visit(page, '/produit/coffret-de-noel');
  await expect(main(page).getByText(/Produit en précommande, disponible le \d+ \S+ \d{4}/)).toBeVisible();
  await expect(form(page)).toBeVisible();

  await follow(page, '/produit/biere-ambree-des-ponts');
  await expect(main(page).getByText('Ce produit ne peut pas être vendu aux mineurs.')).toBeVisible();
  await follow(page, '/produit/fauteuil-voltaire-refait');
  await expect(main(page).getByText('Retrouvez ce produit en boutique !')).toBeVisible();
  await expect(main(page).getByText('À partir de').first()).toBeVisible();
  await expect(form(page)).toHaveCount(0);
  await follow(page, '/produit/table-sur-mesure');
  const elsewhere = main(page).getByRole('link', { name: 'acheter en ligne' });
  await expect(elsewhere).toHaveAttribute('href', 'https://www.atelier-de-la-vigne.example/configurateur');
  await expect(elsewhere).toHaveAttribute('rel', /noopener/);
  await expect(main(page).getByText('Retrouvez ce produit en boutique !')).toHaveCount(0);
});
