import { expect, installed, test } from './journey.ts';
import {
  addProduct,
  cartLines,
  chooseShipping,
  fillAddress,
  fillPerson,
  logIn,
  ofAge,
  pay,
  putInCart,
  shopSection,
} from './steps.ts';

const fromagerie = 'Fromagerie du Châtel';
const brasserie = 'Brasserie des Trois Ponts';

test('a cart with two stores, filled partly offline, is paid once, shipped by the merchants, and shown as shipped', {
  tag: '@essential',
}, async ({ market, device }) => {
  const phone = await device();
  let page = await phone.open();

  // A visitor walks from the home page to a product.
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Notre sélection de produits' })).toBeVisible();
  await installed(page);
  await page.goto('/categorie/fromages');
  await expect(page.getByRole('heading', { level: 1, name: 'Fromages' })).toBeVisible();
  await expect(page.getByText(/\d+ produits?/).first()).toBeVisible();
  await addProduct(page, 'tomme-de-meuse', { quantity: 2 });
  await page.goto('/commande/panier');
  await expect.poll(() => cartLines(page)).toEqual(['Tomme de Meuse × 2']);
  await expect(page.getByText('en attente d’envoi')).toHaveCount(0);

  // The second shop is seen with a network, and its beer is put in the cart without one.
  await page.goto('/produit/biere-ambree-des-ponts');
  await expect(page.getByText('Ce produit ne peut pas être vendu aux mineurs.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ajouter au panier' })).toBeEnabled();
  await phone.context().setOffline(true);
  await putInCart(page, { quantity: 3 });
  await expect(page.getByText(/Hors connexion/)).toBeVisible();
  await expect(page.getByText(/1.modification en attente/).first()).toBeVisible();

  // The browser is closed, and opened again without a network. The market itself is away meanwhile: a browser that
  // starts may otherwise send what waits before it is told to be offline.
  await market.kill();
  await phone.close();
  page = await phone.open({ offline: true });
  await page.goto('/commande/panier');
  await expect(page.getByText('total ttc')).toBeVisible();
  await expect.poll(() => cartLines(page)).toEqual(['Bière ambrée des Ponts × 3', 'Tomme de Meuse × 2']);
  await expect(page.getByText('en attente d’envoi').first()).toBeVisible();
  await expect(page.getByText('2 boutiques')).toBeVisible();

  // The network is back: what waited leaves, once.
  await market.restart();
  await phone.context().setOffline(false);
  await expect(page.getByText(/Hors connexion/)).toBeHidden();
  await expect(page.getByText('en attente d’envoi')).toHaveCount(0);
  await expect.poll(() => cartLines(page)).toEqual(['Bière ambrée des Ponts × 3', 'Tomme de Meuse × 2']);

  // Ordering asks who one is; the visitor's cart joins the user's.
  await page.getByRole('link', { name: 'commander' }).click();
  await expect(page.getByText('Vous devez vous connecter pour confirmer votre commande').first()).toBeVisible();
  await expect(page).toHaveURL(/\/authentication\/connexion\?ordering=1/);
  await logIn(page, 'client@etal.test');
  await expect(page).toHaveURL(/\/commande\/livraison/);
  await expect(shopSection(page, fromagerie)).toBeVisible();
  await page.goto('/commande/panier');
  await expect.poll(() => cartLines(page)).toEqual(['Bière ambrée des Ponts × 3', 'Tomme de Meuse × 2']);
  await expect(page.getByText('en attente d’envoi')).toHaveCount(0);

  // One section per shop: collected at one, brought home from the other.
  await page.getByRole('link', { name: 'commander' }).click();
  await expect(page).toHaveURL(/\/commande\/livraison/);
  const cheese = shopSection(page, fromagerie);
  const beer = shopSection(page, brasserie);
  await chooseShipping(cheese, 'Livraison à domicile');
  await fillAddress(cheese);
  await chooseShipping(beer, 'Retrait en magasin');
  await expect(beer.getByText(/^(Ouvert aujourd’hui|Ouvre) /)).toBeVisible();
  await expect(beer.getByText(/^Prêt à partir d/)).toBeVisible();
  // Who orders is asked once, whatever the shops.
  await expect(page.getByLabel('Prénom')).toHaveCount(1);
  await fillPerson(page);
  await ofAge(page).check();
  await expect(page.getByText('FRAIS DE PORT')).toBeVisible();
  await pay(page, 'Accepter le paiement');
  await expect(page.getByRole('heading', { name: 'Paiement accepté' })).toBeVisible();
  const orderId = new URL(page.url()).searchParams.get('Id') ?? '';

  // The cart starts anew, and the order is in the account.
  await page.goto('/commande/panier');
  await expect(page.getByText('Votre panier est vide !')).toBeVisible();
  await page.goto('/compte/commandes');
  await expect(page.getByRole('heading', { name: 'Récapitulatif commandes' })).toBeVisible();
  const row = page.getByRole('row', { name: new RegExp(`Commande N° ${orderId}`) });
  await expect(row.getByText('Paiement validé')).toBeVisible();
  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { name: `Commande N° ${orderId}` })).toBeVisible();

  // The merchant of the fromagerie finds it, validates, gives a tracking code and ships.
  const tablet = await device();
  const desk = await tablet.open({ size: { width: 820, height: 1100 } });
  await desk.goto('/authentication/connexion');
  await logIn(desk, 'fromagerie@etal.test');
  await desk.goto('/admin/boutique/store/commandes');
  await expect(desk.getByRole('heading', { level: 1, name: 'Commandes' })).toBeVisible();
  const newest = desk.getByRole('article').first();
  await expect(newest.getByText('Payé')).toBeVisible();
  await newest.getByRole('link').first().click();
  await expect(desk.getByText('Lambert').first()).toBeVisible();
  await expect(desk.getByText('3 rue des Rouyers')).toBeVisible();
  await desk.getByRole('button', { name: 'Valider la commande' }).click();
  await expect(desk.getByText('Traité').first()).toBeVisible();
  await desk.getByLabel('Code de suivi').fill('6A0123456789');
  await desk.getByRole('button', { name: 'Enregistrer le code' }).click();
  await expect(desk.getByText('Commande mise à jour !').first()).toBeVisible();
  await desk.getByRole('button', { name: 'Marquer comme envoyée' }).click();
  await desk.getByRole('button', { name: 'Tout y est, continuer' }).click();
  await expect(desk.getByText('Envoyé', { exact: true }).first()).toBeVisible();

  // The shopper sees it, once the merchant's tablet has been answered.
  await expect(async () => {
    await page.goto(`/compte/commande/${orderId}`);
    await expect(page.getByText('Expédiée', { exact: true }).first()).toBeVisible({ timeout: 3000 });
  }).toPass();
  await expect(page.getByRole('link', { name: /Suivre le colis/ })).toHaveAttribute('href', /6A0123456789/);
});
