// What the cart, the order tunnel and the shopper's account say, letter for letter, each on its screen. The texts that another
// spec reads stand in `tests/shopper-texts.test.ts`, each with the name of that spec.
import type { Locator, Page } from '@playwright/test';
import type { Cart } from '#contract/orders/carts.ts';
import type { Order } from '#contract/orders/orders.ts';
import { newShopper } from '../other-device.ts';
import { addProduct, chooseShipping, contact, logIn, order, shopSection } from '../steps.ts';
import { asks } from './asked.ts';
import { expect, phone, test, visit } from './ground.ts';

const fromagerie = 'Fromagerie du Châtel';

async function says(where: Page | Locator, ...texts: (string | RegExp)[]): Promise<void> {
  for (const text of texts) await expect(where.getByText(text, { exact: true }).first(), String(text)).toBeVisible();
}

const validate = (page: Page) => page.getByRole('button', { name: /^VALIDER/ });
async function isRefusedFor(page: Page, why: string): Promise<void> {
  await expect(validate(page)).toBeDisabled();
  await expect(validate(page)).toHaveAttribute('title', why);
  await expect(validate(page)).toHaveAccessibleDescription(why);
}

test('the cart shows its columns, counts, coupon and limits', async ({ page }) => {
  await visit(page, '/produit/brie-de-meaux-fermier');
  await says(page, 'Plus que 3 exemplaire(s) disponible(s) !');
  await addProduct(page, 'brie-de-meaux-fermier', { quantity: 2 });
  await visit(page, '/commande/panier');
  const steps = page
    .getByRole('navigation', { name: /tape/ })
    .or(page.getByRole('list', { name: /tape/ }))
    .first();
  await says(steps, 'Mon Panier', 'Retrait / Livraison', 'Paiement');
  await expect(page.getByRole('columnheader')).toHaveText([
    'produits',
    'prix / u',
    'qté',
    'options',
    'total',
    'Retirer',
  ]);
  const summary = page.getByRole('complementary', { name: 'Récapitulatif du panier' });
  await says(summary, /^2\sproduits$/, /^1\sboutique$/, 'total ttc', /^15,80\s€$/);
  await expect(summary.getByRole('link', { name: 'commander', exact: true })).toHaveAttribute(
    'href',
    '/commande/livraison',
  );

  const code = summary.getByLabel('code promo', { exact: true });
  await expect(code).toHaveAttribute('placeholder', 'Saisir un coupon');
  const enter = summary.getByRole('button', { name: 'VALIDER', exact: true });
  for (const wrong of ['JAMAIS', 'PERIME', 'RACLETTE', 'HOUBLON']) {
    await code.fill(wrong);
    await enter.click();
    await expect(code).toHaveAccessibleDescription('Coupon invalide');
    await expect(code).toHaveValue(wrong);
    await says(summary, /^15,80\s€$/);
  }
  await code.fill('BIENVENUE10');
  await enter.dblclick();
  await says(summary, 'Coupon BIENVENUE10 appliqué', /^14,22\s€$/);
  await expect(summary.locator('s')).toHaveText(/15,80\s€$/);
  await summary.getByRole('button', { name: /^Retirer/ }).click();
  await expect(summary.locator('s')).toHaveCount(0);
  await says(summary, /^15,80\s€$/);

  const more = page.getByRole('button', { name: /^Augmenter/ });
  await more.click();
  await says(summary, /^3\sproduits$/, /^23,70\s€$/);
  await more.click();
  await says(page.getByRole('row'), 'Plus de produit en stock !');
  await says(summary, /^3\sproduits$/);
  await page.getByRole('button', { name: /^Retirer Brie/ }).click();
  await says(page, 'Votre panier est vide !');
});

test('the delivery page reports amounts too small, distances too far, missing values and missing choices, and refuses to submit', async ({
  page,
  market,
}) => {
  const { email, device } = await newShopper(market);
  await page.setViewportSize(phone);
  await visit(page, '/authentication/connexion');
  await logIn(page, email);
  await addProduct(page, 'tomme-de-meuse');
  await order(page);
  const section = shopSection(page, fromagerie);
  await chooseShipping(section, 'Retrait en magasin');
  await says(section, "La livraison pour cette boutique n'est disponible qu'à partir de 15 €");
  await isRefusedFor(page, "Augmenter les quantités ou voir la boutique pour commander d'autres produits");

  await addProduct(page, 'tomme-de-meuse');
  await order(page);
  await says(page.getByRole('complementary'), /^2\sproduits$/, /^1\sboutique$/, 'FRAIS DE PORT', 'TOTAL TTC');
  await chooseShipping(section, 'Livraison par le commerçant');
  const distance = section.getByLabel('Distance');
  await expect(distance.locator('option')).toHaveText([
    'Choisissez une distance',
    /^Jusqu’à 5\skm\s: 2,50\s€$/,
    /^Jusqu’à 10\skm\s: 4,50\s€$/,
    /^Jusqu’à 20\skm\s: 7,50\s€$/,
  ]);
  await distance.selectOption('10');
  const tooFar = 'Le montant de votre commande est trop faible pour cette distance, le minimum est de 25€';
  await expect(distance).toHaveAccessibleDescription(tooFar);
  await distance.selectOption('');
  await expect(distance).toHaveAccessibleDescription('Le champ distance est obligatoire');
  for (const kind of [/^Payer en ligne/, /^Payer à la livraison/]) {
    await expect(page.getByRole('radio', { name: kind })).not.toBeChecked();
  }

  await chooseShipping(section, 'Retrait en point relais');
  await isRefusedFor(page, 'Vous devez sélectionner un point relais');
  await section.getByRole('button', { name: 'Chercher les points relais' }).click();
  const asked = [
    ...['Prénom', 'Nom', 'Téléphone'].map((label) => contact(page).getByLabel(label, { exact: true })),
    ...['Adresse', 'Code postal', 'Ville'].map((label) => section.getByLabel(label, { exact: true })),
  ];
  for (const field of asked) await expect(field).toHaveAccessibleDescription('Champ obligatoire');
  await expect(section.getByLabel(/^Complément/)).toHaveAccessibleDescription('');

  // Nothing was paid: its own page says so, and the list does not hold it.
  const cart = await device.call<Cart>('POST', '/carts', {});
  const { id } = await device.call<Order>('GET', `${cart['@id']}/order`);
  await visit(page, `/compte/commande/${id}`);
  await says(page, `Commande N° ${id}`, 'En attente de paiement');
  await visit(page, '/compte/commandes');
  await says(page, 'Aucun résultat');
});

test.describe('the account', () => {
  test.use({ who: 'client@etal.test' });
  test('shows user, actions, and orders with totals', async ({ page }) => {
    await visit(page, '/compte');
    await expect(page).toHaveURL(/\/compte\/informations$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Bienvenue \S.* !$/);
    const menu = page.getByRole('navigation', { name: 'Mon compte' });
    await says(menu, 'Modifier vos informations', 'Gérer vos commandes', 'Gérer vos demandes de RDV', 'Déconnexion');
    await says(page, 'Réinitialiser le mot de passe');
    await page.getByLabel('Mot de passe actuel').fill('ce n’est pas lui');
    await page.getByLabel('Adresse e-mail').fill('autre@etal.test');
    await page.getByRole('button', { name: 'Mettre à jour les informations' }).click();
    await says(page.getByRole('status'), "Une erreur s'est produite");

    await visit(page, '/compte/commandes');
    await expect(page.getByRole('columnheader')).toHaveText(['Date', 'Produits', 'Total', 'Etat']);
    const { user, read } = await asks(page, 'client@etal.test');
    const { 'hydra:member': orders } = await read<{ 'hydra:member': { id: number }[] }>(
      `/users/${user.user_id}/orders`,
    );
    const id = orders[0]?.id ?? 0;
    await visit(page, `/compte/commande/${id}`);
    await says(page, `Commande N° ${id}`, 'Prix total', 'Prix final');

    await visit(page, '/compte/rdv');
    await expect(page.getByRole('columnheader')).toHaveText(['Date', 'Boutique', 'Statut']);
    await says(page, /^Le \d.* de \d\d.\d\d à \d\d.\d\d$/);
    await says(page, 'Rendez-vous accepté');
  });
});

test('a card shows that its product is not sold online, and its age restriction', async ({ page }) => {
  await visit(page, '/boutique/brasserie-des-trois-ponts/produits');
  const beer = page.getByRole('article').filter({ hasText: 'Bière ambrée des Ponts' });
  await expect(beer).toContainText('Produit disponible en ligne');
  await expect(beer).toContainText('Produit interdit aux moins de 18 ans');
  await visit(page, '/boutique/fromagerie-du-chatel/produits');
  const cheese = page.getByRole('article').filter({ hasText: 'Tomme de Meuse' });
  await expect(cheese).toContainText('Produit disponible en ligne');
  await expect(cheese).not.toContainText('Produit interdit aux moins de 18 ans');
});
