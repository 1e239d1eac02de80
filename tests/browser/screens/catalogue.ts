// The screens of the shop window: products, stores, pages, search.
import type { Page } from '@playwright/test';
import type { Screen } from './screen.ts';

const withMenu = async (page: Page) => {
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Boissons' }).click();
};
const withAddition = async (page: Page) => {
  await page.getByRole('button', { name: 'Ajouter au panier' }).click();
  await page.getByRole('dialog', { name: 'Article ajouté au panier' }).waitFor();
};
const sentEmpty =
  (part: string, mistake: string) =>
  async (page: Page): Promise<void> => {
    const form = page.locator(part);
    await form.getByRole('button', { name: 'Envoyer' }).click();
    await form.getByText(mistake).first().waitFor();
    await form.getByText(/^Erreur lors de/).waitFor();
  };
const sentForThePast = async (page: Page) => {
  await page.getByRole('tab', { name: 'prendre rdv' }).click();
  await page.getByLabel('Jour', { exact: true }).fill('2026-01-05');
  await sentEmpty('#contact', 'Ce créneau est déjà passé.')(page);
};
const withLine = async (page: Page) => {
  await page.getByRole('tab', { name: 'demander un devis' }).click();
  const wanted = page.getByLabel('Décrivez ce que vous cherchez');
  await wanted.fill('Un chignon');
  await wanted.press('Enter');
  await page.getByLabel('Commentaire sur Un chignon').waitFor();
};
const withMap = async (page: Page) => {
  await page.getByRole('link', { name: 'Voir la carte' }).click();
  await page.getByRole('region', { name: 'Carte des boutiques' }).getByRole('button').first().waitFor();
};
const withLargePicture = async (page: Page) => {
  await page
    .getByRole('button', { name: /^Agrandir/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('img').first().waitFor();
};

export const ofCatalogue: readonly Screen[] = [
  { name: 'accueil', at: '/', shows: 'Tomme de Meuse', asks: true },
  { name: 'categorie', at: '/categorie/fromages', shows: 'Label fermier', asks: true },
  { name: 'categorie-vide', at: '/categorie/fromages?page=99', shows: /Il n‘y a pour l'instant pas de produit/ },
  { name: 'produit', at: '/produit/tomme-de-meuse', shows: 'Vous aimerez aussi', asks: true },
  { name: 'produit-image', at: '/produit/tomme-de-meuse', shows: 'Vous aimerez aussi', opened: withLargePicture },
  { name: 'produit-epuise', at: '/produit/beurre-de-baratte', shows: 'M’avertir' },
  { name: 'produit-adultes', at: '/produit/biere-ambree-des-ponts', shows: /vendu aux mineurs/ },
  { name: 'produit-en-boutique', at: '/produit/fauteuil-voltaire-refait', shows: 'Retrouvez ce produit en boutique !' },
  { name: 'produit-inconnu', at: '/produit/jamais-vu', shows: /plus proposé/ },
  { name: 'nouveautes', at: '/nouveautes', shows: /\d+ produits/, asks: true },
  { name: 'promotions', at: '/promotions', shows: /\d+ produits/ },
  { name: 'evenement', at: '/evenement/marche-de-noel', shows: /\d+ produits/, asks: true },
  { name: 'evenement-vide', at: '/evenement/marche-de-noel?page=9', shows: 'Aucun résultat' },
  { name: 'boutiques', at: '/boutiques', shows: 'Fromagerie du Châtel', asks: true },
  { name: 'boutiques-carte', at: '/boutiques', shows: 'Fromagerie du Châtel', led: withMap },
  { name: 'boutique', at: '/boutique/fromagerie-du-chatel', shows: 'Bons plans', asks: true },
  { name: 'boutique-produits', at: '/boutique/fromagerie-du-chatel/produits', shows: 'Tomme de Meuse' },
  { name: 'boutique-a-propos', at: '/boutique/fromagerie-du-chatel/a-propos', shows: /Lundi/i },
  { name: 'boutique-avis', at: '/boutique/fromagerie-du-chatel/avis', shows: /\d+ avis/ },
  { name: 'boutique-services', at: '/boutique/salon-belle-rive', shows: 'Salon Belle Rive' },
  {
    name: 'boutique-message',
    at: '/boutique/salon-belle-rive',
    shows: 'Votre Message :',
    who: 'client@etal.test',
    led: sentEmpty('#contact', 'Champ obligatoire'),
  },
  {
    name: 'boutique-rdv',
    at: '/boutique/salon-belle-rive',
    shows: 'Votre Message :',
    who: 'client@etal.test',
    led: sentForThePast,
  },
  {
    name: 'boutique-devis',
    at: '/boutique/salon-belle-rive',
    shows: 'Votre Message :',
    who: 'client@etal.test',
    led: withLine,
  },
  {
    name: 'produit-avis',
    at: '/produit/tomme-de-meuse',
    shows: 'Votre Commentaire',
    who: 'client@etal.test',
    led: sentEmpty('#reviews', 'Champ obligatoire'),
  },
  { name: 'recherche', at: '/recherche', shows: /./ },
  { name: 'recherche-trouvee', at: '/recherche?q=fromage', shows: /\d+ résultat/, asks: true },
  { name: 'recherche-vide', at: '/recherche?q=zzzzz', shows: /résultat/ },
  { name: 'favoris-aucun', at: '/favoris', shows: 'Aucun favori' },
  { name: 'page', at: '/page/livraison-et-retrait', shows: 'Livraison', asks: true },
  {
    name: 'signaler',
    at: '/signaler?contenu=/products/00000000-0000-4000-8000-000000000000',
    shows: 'Signaler un contenu illégal',
  },
  { name: 'contact', at: '/contact', shows: 'Contact Plateforme' },
  { name: 'contact-refuse', at: '/contact', shows: 'Contact Plateforme', led: sentEmpty('main', 'Champ obligatoire') },
  { name: 'menu', at: '/contact', shows: 'Contact Plateforme', opened: withMenu },
  { name: 'article-ajoute', at: '/produit/tomme-de-meuse', shows: 'Ajouter au panier', opened: withAddition },
  { name: 'introuvable', at: '/nulle-part', shows: 'Page introuvable' },
];
