// Screens at a moment of their own: an order that is too small, a line just removed, suggestions, a filtered list, no
// network.
import type { Page } from '@playwright/test';
import { addProduct, order } from '../steps.ts';

const client = 'client@etal.test';

const withTooLittle = (page: Page) => addProduct(page, 'tomme-de-meuse');
const withTwoLines = async (page: Page) => {
  await addProduct(page, 'tomme-de-meuse', { quantity: 2 });
  await addProduct(page, 'miel-d-acacia');
};
const withoutLine = async (page: Page) => {
  await page.getByRole('button', { name: /^Retirer Miel/ }).click();
  await page.getByText(/^Article retiré/).waitFor();
};
const withSuggestions = async (page: Page) => {
  await page.getByRole('combobox').filter({ visible: true }).first().fill('fro');
  await page.getByRole('option').first().waitFor();
};
const estimated = async (page: Page) => {
  await page.context().setOffline(true);
  await page.getByText(/[Vv]ous pouvez commander quand même/).waitFor();
};
/** Its card is known, its own page is not. */
const openedFromCard = async (page: Page) => {
  await page.getByRole('link', { name: 'Crottins des Éparges, par trois' }).waitFor();
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
  await page.getByRole('link', { name: 'Crottins des Éparges, par trois' }).click();
  await page.getByText(/s’afficheront\s+dès le retour du réseau/).waitFor();
};

/** A product and a store. */
const withFavourites = async (page: Page) => {
  await page.goto('/produit/tomme-de-meuse');
  await page
    .getByRole('button', { name: /^Favori : Tomme/ })
    .first()
    .click();
  await page.locator('[aria-pressed="true"]').first().waitFor();
  await page.goto('/boutique/brasserie-des-trois-ponts');
  await page.getByRole('button', { name: /^Favori : Brasserie/ }).click();
  await page.locator('[aria-pressed="true"]').first().waitFor();
};
const withMapOffline = async (page: Page) => {
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Voir la carte' }).click();
  await page.getByRole('region', { name: 'Carte des boutiques' }).getByRole('button').first().waitFor();
};

export const ofMoments = [
  { name: 'favoris', at: '/favoris', shows: 'Mes produits', before: withFavourites },
  { name: 'panier-minimum', at: '/commande/panier', shows: /^Encore/, before: withTooLittle },
  { name: 'panier-article-retire', at: '/commande/panier', shows: 'total ttc', before: withTwoLines, led: withoutLine },
  { name: 'recherche-propositions', at: '/', shows: 'Tomme de Meuse', led: withSuggestions, isOverPage: true },
  { name: 'categorie-filtree', at: '/categorie/maison?available=true&delivery=store', shows: '17 produit(s)' },
  { name: 'categorie-filtree-vide', at: '/categorie/meubles?available=true', shows: 'Aucun produit avec ces filtres' },
  { name: 'carte-hors-ligne', at: '/boutiques', shows: 'Galerie Marchande', led: withMapOffline },
  { name: 'produit-connu', at: '/categorie/fromages', shows: 'Label fermier', led: openedFromCard },
  {
    name: 'livraison-hors-ligne',
    at: '/commande/livraison',
    shows: 'FRAIS DE PORT',
    who: client,
    before: async (page: Page) => {
      await withTwoLines(page);
      await order(page);
    },
    led: estimated,
  },
] as const;
