// The screens of the back office: orders, products, coupons.
import type { Page } from '@playwright/test';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { asks } from './asked.ts';
import type { Screen } from './screen.ts';

const orderToSend = async (page: Page): Promise<string> => {
  const { user, read } = await asks(page, 'fromagerie@etal.test');
  const path = `/stores/${user.ownedStore}/store_orders?state[]=validated`;
  const [found] = (await read<Collection<StoreOrder>>(path))['hydra:member'];
  if (!found) throw new Error('The fromagerie has nothing to send.');
  return `/admin/boutique/store/commandes/${found.id}`;
};
const sentWithoutProductName = async (page: Page) => {
  for (const part of await page.locator('summary').all()) await part.click();
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByText('Nom requis').waitFor();
  await page.getByRole('status').filter({ hasText: 'Erreur' }).getByRole('button', { name: 'Fermer' }).click();
};
const publishedEmpty = async (page: Page) => {
  await page.getByRole('button', { name: 'Publier' }).click();
  await page.getByText('Nom requis').waitFor();
};
const withProductChosen = async (page: Page) => {
  await page.getByRole('checkbox', { name: 'Choisir Coffret de Noël' }).check();
  await page.getByRole('region', { name: 'Produits sélectionnés' }).waitFor();
};
const withWrongTable = async (page: Page) => {
  const buffer = Buffer.from(
    'Adresse;Nom;Prix;Couleur\r\ntomme-de-meuse;Tomme;cher;bleu\r\nbeurre-de-baratte;Beurre;4,20;jaune\r\n',
  );
  await page.getByLabel('Choisir un fichier CSV').setInputFiles({ name: 'produits.csv', mimeType: 'text/csv', buffer });
  await page.getByText('Rien n’a été modifié.').waitFor();
};
const sentWithoutCode = async (page: Page) => {
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByText('Code requis').waitFor();
};

const refundWithoutChoice = async (page: Page) => {
  await page.getByRole('button', { name: 'Rembourser', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Rembourser', exact: true }).click();
  await dialog.getByText('Choisissez ce que vous remboursez.').waitFor();
};

export const ofMerchantSales: readonly Screen[] = [
  { name: 'magasin', at: '/admin/boutique', shows: 'Fromagerie du Châtel', who: 'fromagerie@etal.test' },
  {
    name: 'magasin-commandes',
    at: '/admin/boutique/store/commandes',
    shows: /n°\s5\d{3}/,
    who: 'fromagerie@etal.test',
    asks: true,
  },
  {
    name: 'magasin-feuille',
    at: '/admin/boutique/store/commandes/feuille',
    shows: 'Par article',
    who: 'fromagerie@etal.test',
    asks: true,
  },
  {
    name: 'magasin-remise',
    at: '/admin/boutique/store/commandes/remise',
    shows: 'Tapez le code court de votre client.',
    who: 'fromagerie@etal.test',
  },
  {
    name: 'magasin-commande',
    at: orderToSend,
    shows: /Commande n°/,
    who: 'fromagerie@etal.test',
  },
  {
    name: 'magasin-remboursement',
    at: orderToSend,
    shows: /Commande n°/,
    who: 'fromagerie@etal.test',
    opened: refundWithoutChoice,
  },
  { name: 'magasin-services', at: '/admin/boutique', shows: 'à confirmer', who: 'salon@etal.test' },
  {
    name: 'magasin-codes-promo',
    at: '/admin/boutique/store/coupons',
    shows: 'Actif',
    who: 'fromagerie@etal.test',
    asks: true,
  },
  {
    name: 'magasin-code-promo',
    at: '/admin/boutique/coupons_new',
    shows: 'Remise fixe',
    who: 'fromagerie@etal.test',
    led: sentWithoutCode,
  },
  {
    name: 'magasin-produits',
    at: '/admin/boutique/store/products/page/1',
    shows: 'Coffret de Noël',
    who: 'fromagerie@etal.test',
    asks: true,
    led: withProductChosen,
  },
  {
    name: 'magasin-tableau',
    at: '/admin/boutique/store/products/import',
    shows: 'Exporter mes produits',
    who: 'fromagerie@etal.test',
    led: withWrongTable,
  },
  {
    name: 'magasin-ajout-rapide',
    at: '/admin/boutique/products_quick',
    shows: 'Prendre une photo',
    who: 'fromagerie@etal.test',
    led: publishedEmpty,
  },
  {
    name: 'magasin-produit',
    at: '/admin/boutique/products_new',
    shows: 'Stock et disponibilité',
    who: 'fromagerie@etal.test',
    led: sentWithoutProductName,
  },
  { name: 'magasin-introuvable', at: '/admin/boutique/rien', shows: 'Page introuvable', who: 'fromagerie@etal.test' },
];
