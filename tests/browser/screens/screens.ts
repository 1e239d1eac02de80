// Every screen of the app, once: a new one is a row here, and is then looked at by the accessibility sweep and drawn by
// `npm run screenshots`, in each of its states.
import type { Page } from '@playwright/test';
import type { StoreAppointment } from '#contract/merchant/received-requests.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { addProduct, order } from '../steps.ts';
import { ofAccounts } from './accounts.ts';
import { asks } from './asked.ts';
import type { Account } from './ground.ts';
import { ofMoments } from './moments.ts';
import { ofPayments } from './payments.ts';

export interface Screen {
  /** Names its pictures. */
  name: string;
  /** A number in it is another in each market, filled on whatever day: it is looked up by what it stands for. */
  at: string | ((page: Page) => Promise<string>);
  /** Words that stand on it once it is filled, of what it asks for. */
  shows: string | RegExp;
  who?: Account;
  /** Has to be done on the device first. */
  before?: (page: Page) => Promise<unknown>;
  /** Opens a dialog on it. */
  opened?: (page: Page) => Promise<unknown>;
  /** An open list lies over the page, outside a dialog. */
  isOverPage?: boolean;
  /** Brings it to where it is looked at. */
  led?: (page: Page) => Promise<unknown>;
  /** It asks the market for something: it is also looked at while that is awaited, refused, and without a network. */
  asks?: true;
}

const withCheese = (page: Page) => addProduct(page, 'tomme-de-meuse', { quantity: 2 });
const withMenu = async (page: Page) => {
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Boissons' }).click();
};
const withAddition = async (page: Page) => {
  await page.getByRole('button', { name: 'Ajouter au panier' }).click();
  await page.getByRole('dialog', { name: 'Article ajouté au panier' }).waitFor();
};
/** Sent as it is: each mistake stands on its field. */
const sentEmpty =
  (part: string, mistake: string) =>
  async (page: Page): Promise<void> => {
    const form = page.locator(part);
    await form.getByRole('button', { name: 'Envoyer' }).click();
    await form.getByText(mistake).first().waitFor();
    await form.getByText(/^Erreur lors de/).waitFor();
  };
/** The hour proposed at first is one to come. */
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
const withTwoShops = async (page: Page) => {
  await withCheese(page);
  await addProduct(page, 'miel-d-acacia');
  await addProduct(page, 'biere-ambree-des-ponts', { quantity: 2 });
};
/** What is added then waits on the device. */
const withRowsWaiting = async (page: Page) => {
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
  await withTwoShops(page);
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
const withOrder = async (page: Page) => {
  await withCheese(page);
  await order(page);
};

const ownOrder = async (page: Page): Promise<string> => {
  const { user, read } = await asks(page, 'client@etal.test');
  const { 'hydra:member': orders } = await read<Collection<Order>>(`/users/${user.user_id}/orders`);
  const found = orders.find(({ storeOrders }) =>
    storeOrders.some(({ store, state }) => store.name === 'Fromagerie du Châtel' && state === 'validated'),
  );
  if (!found) throw new Error('Nothing of the shopper is being prepared at the fromagerie.');
  return `/compte/commande/${found.id}`;
};
const orderToSend = async (page: Page): Promise<string> => {
  const { user, read } = await asks(page, 'fromagerie@etal.test');
  const path = `/stores/${user.ownedStore}/store_orders?state[]=validated`;
  const [found] = (await read<Collection<StoreOrder>>(path))['hydra:member'];
  if (!found) throw new Error('The fromagerie has nothing to send.');
  return `/admin/boutique/store/commandes/${found.id}`;
};

const appointmentToAnswer = async (page: Page): Promise<string> => {
  const { user, read } = await asks(page, 'salon@etal.test');
  const list = await read<Collection<StoreAppointment>>(`/stores/${user.ownedStore}/appointments`);
  const found = list['hydra:member'].find(({ state }) => state === 'pending');
  if (!found) throw new Error('Nobody asks the salon for an appointment.');
  return `/admin/boutique/store_appointments/${found.id}`;
};
const openedOf = (list: string) => async (page: Page) => {
  await page.getByRole('list', { name: list }).getByRole('button').first().click();
  await page.getByRole('dialog').getByRole('link', { name: 'Répondre' }).waitFor();
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
const sentWithOldLink = async (page: Page) => {
  for (const label of ['Nouveau mot de passe', 'Le même, encore une fois'])
    await page.getByLabel(label, { exact: true }).fill('Une belle tomme 2026');
  await page.getByRole('button', { name: 'Réinitialiser mot de passe' }).click();
  await page.getByText('Ce lien ne sert plus').waitFor();
  await page.getByRole('status').filter({ hasText: 'Une erreur' }).getByRole('button', { name: 'Fermer' }).click();
};
const sentWithoutCode = async (page: Page) => {
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByText('Code requis').waitFor();
};
const sentWithoutName = async (page: Page) => {
  await page.getByLabel('Nom', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByText('Nom requis').waitFor();
};
const sentWithoutAmount = async (page: Page) => {
  const tiers = page.getByRole('form', { name: 'Modifier les paliers de distances' });
  await tiers.getByRole('button', { name: 'Ajouter palier' }).click();
  await tiers.getByLabel('Prix').last().fill('cher');
  await tiers.getByRole('button', { name: 'Enregistrer' }).click();
  await tiers.getByText('Montant incorrect.').waitFor();
};
const sentWithoutDay = async (page: Page) => {
  await page.getByRole('button', { name: 'Ajouter des horaires' }).click();
  await page.getByRole('button', { name: 'Ajouter une fermeture' }).click();
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByText('Cochez au moins un jour.').waitFor();
};
const sentWithoutSlot = async (page: Page) => {
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByRole('dialog', { name: 'Aucun créneau choisi' }).waitFor();
};

export const screens: readonly Screen[] = [
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
  { name: 'retractation', at: '/retractation', shows: 'Renoncer au contrat' },
  { name: 'contact', at: '/contact', shows: 'Contact Plateforme' },
  { name: 'contact-refuse', at: '/contact', shows: 'Contact Plateforme', led: sentEmpty('main', 'Champ obligatoire') },
  { name: 'panier', at: '/commande/panier', shows: 'total ttc', before: withCheese },
  { name: 'panier-boutiques', at: '/commande/panier', shows: '3 boutiques', before: withTwoShops },
  { name: 'panier-vide', at: '/commande/panier', shows: 'Votre panier est vide !' },
  { name: 'livraison', at: '/commande/livraison', shows: 'FRAIS DE PORT', who: 'client@etal.test', before: withOrder },
  {
    name: 'commande-en-attente',
    at: '/commande/en-attente',
    shows: 'Aucune commande n’attend.',
    who: 'client@etal.test',
  },
  ...ofPayments,
  ...ofMoments,
  { name: 'paiement-inconnu', at: '/commande/confirmer?Id=1', shows: /Connectez-vous/ },
  { name: 'connexion', at: '/authentication/connexion', shows: 'Se connecter' },
  { name: 'inscription', at: '/authentication/inscription', shows: 'Mot de passe' },
  { name: 'mot-de-passe-oublie', at: '/authentication/forgot_password', shows: 'Mot de passe oublié' },
  {
    name: 'nouveau-mot-de-passe',
    at: '/reset_password?uuid=3b2f3f0c-8a51-4d0f-9f7b-0c1d2e3f4a5b&token=perime',
    shows: 'Nouveau mot de passe',
    opened: sentWithOldLink,
  },
  { name: 'compte', at: '/compte/informations', shows: 'Bienvenue', who: 'client@etal.test' },
  ...ofAccounts,
  { name: 'commandes', at: '/compte/commandes', shows: 'Paiement validé', who: 'client@etal.test', asks: true },
  { name: 'tournee', at: '/compte/tournee', shows: /\d\sarrêt/, who: 'client@etal.test', asks: true },
  { name: 'en-attente', at: '/en-attente', shows: 'Tout est envoyé.' },
  { name: 'en-attente-lignes', at: '/en-attente', shows: /Bière ambrée des Ponts/, before: withRowsWaiting },
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
    name: 'commande',
    at: ownOrder,
    shows: 'Fromagerie du Châtel',
    who: 'client@etal.test',
  },
  {
    name: 'magasin-commande',
    at: orderToSend,
    shows: /Commande n°/,
    who: 'fromagerie@etal.test',
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
    name: 'magasin-informations',
    at: '/admin/boutique/store/edit/infos',
    shows: 'Présentation',
    who: 'fromagerie@etal.test',
    asks: true,
    led: sentWithoutName,
  },
  {
    name: 'magasin-contact',
    at: '/admin/boutique/store/edit/contact',
    shows: 'Lieu de vente',
    who: 'fromagerie@etal.test',
    asks: true,
  },
  {
    name: 'magasin-horaires',
    at: '/admin/boutique/store/edit/hours',
    shows: 'Fermetures exceptionnelles',
    who: 'salon@etal.test',
    asks: true,
    led: sentWithoutDay,
  },
  {
    name: 'magasin-images',
    at: '/admin/boutique/store/medias',
    shows: 'URL YouTube',
    who: 'fromagerie@etal.test',
    asks: true,
  },
  {
    name: 'magasin-position',
    at: '/admin/boutique/store/position',
    shows: 'Confirmer la nouvelle position',
    who: 'fromagerie@etal.test',
    asks: true,
  },
  {
    name: 'magasin-livraison',
    at: '/admin/boutique/store/edit/shipping',
    shows: 'Modifier les paliers de distances',
    who: 'fromagerie@etal.test',
    asks: true,
    led: sentWithoutAmount,
  },
  {
    name: 'magasin-point-relais',
    at: '/admin/boutique/store/edit/relay_point',
    shows: 'Modifier le point relais commerçant',
    who: 'fromagerie@etal.test',
    asks: true,
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
  {
    name: 'magasin-messages',
    at: '/admin/boutique/store/messages',
    shows: 'Visite de la cave',
    who: 'fromagerie@etal.test',
    asks: true,
  },
  {
    name: 'magasin-message',
    at: '/admin/boutique/store/messages',
    shows: 'Visite de la cave',
    who: 'fromagerie@etal.test',
    opened: openedOf('Messages'),
  },
  {
    name: 'magasin-rdv',
    at: '/admin/boutique/store/appointments',
    shows: 'En attente de confirmation',
    who: 'salon@etal.test',
    asks: true,
  },
  {
    name: 'magasin-rdv-semaine',
    at: '/admin/boutique/store/appointments?vue=semaine',
    shows: /^Semaine du /,
    who: 'salon@etal.test',
  },
  {
    name: 'magasin-reponse-rdv',
    at: appointmentToAnswer,
    shows: 'Pas de créneau disponible',
    who: 'salon@etal.test',
  },
  {
    name: 'magasin-refus-rdv',
    at: appointmentToAnswer,
    shows: 'Pas de créneau disponible',
    who: 'salon@etal.test',
    opened: sentWithoutSlot,
  },
  {
    name: 'magasin-devis',
    at: '/admin/boutique/store/estimations',
    shows: /\d × /,
    who: 'salon@etal.test',
    opened: openedOf('Demande de devis'),
  },
  { name: 'rdv', at: '/compte/rdv', shows: 'Rendez-vous accepté', who: 'client@etal.test', asks: true },
  { name: 'demandes', at: '/compte/demandes', shows: 'Demande de RDV', who: 'client@etal.test', asks: true },
  { name: 'menu', at: '/contact', shows: 'Contact Plateforme', opened: withMenu },
  { name: 'article-ajoute', at: '/produit/tomme-de-meuse', shows: 'Ajouter au panier', opened: withAddition },
  { name: 'introuvable', at: '/nulle-part', shows: 'Page introuvable' },
  { name: 'magasin-introuvable', at: '/admin/boutique/rien', shows: 'Page introuvable', who: 'fromagerie@etal.test' },
];
