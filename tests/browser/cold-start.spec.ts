import type { Page } from '@playwright/test';
import { matchPath } from 'react-router-dom';
import { paths } from '#paths';
import { type Device, expect, test } from './journey.ts';
import type { MarketServer } from './market-server.ts';
import { twoHoursPass, warmedUp } from './steps.ts';

// Closed and opened again.
test.use({ lasting: true });

/** What must stand at an address without a network, after one visit of another page. */
interface Address {
  at: string;
  /** Level-1 heading. */
  heading: string | RegExp;
  /** Something kept, or the kind sentence. */
  says?: string | RegExp;
  /** Shown from the device: says since when. */
  aged?: true;
}

const age = /mis à jour il y a 2.h/;

/** The whole list: no shape that means 'loading', no failure, and what was asked for. */
async function expectStanding(page: Page, { at, heading, says, aged }: Address): Promise<void> {
  await page.goto(at, { waitUntil: 'commit' });
  await test.step(at, async () => {
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    const main = page.getByRole('main');
    if (says) await expect(main.getByText(says).first()).toBeVisible();
    if (aged) await expect(main.getByText(age).first()).toBeVisible();
    // What is further down shows as one comes to it.
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(main.getByLabel(/^Chargement/)).toHaveCount(0);
    await expect(main.locator('[aria-busy="true"]')).toHaveCount(0);
    await expect(page.getByText('Une erreur est survenue.')).toHaveCount(0);
    await expect(page.getByRole('complementary', { name: 'Démonstration' })).toBeVisible();
    await expect(page.getByText('Cette partie n’a pas pu être affichée.')).toHaveCount(0);
    // No broken picture: each either shows or has left its calm ground.
    await expect
      .poll(() =>
        page.evaluate(() =>
          [...document.images]
            .filter((image) => image.complete && image.currentSrc !== '' && image.naturalWidth === 0)
            .map((image) => image.currentSrc),
        ),
      )
      .toEqual([]);
  });
}

/** Of the home page. */
const promise = 'Les commerçants de Verdun et de la Meuse, dans un seul panier';

const everyAddress: Address[] = [
  { at: '/', heading: promise, says: 'Notre sélection de produits', aged: true },
  { at: '/categorie/fromages', heading: 'Fromages', says: 'Tomme de Meuse', aged: true },
  {
    at: '/categorie/bieres',
    heading: /Bières/,
    says: 'Les produits de ce rayon n’ont pas encore été vus sur cet appareil.',
  },
  { at: '/produit/tomme-de-meuse', heading: 'Tomme de Meuse', says: 'Ajouter au panier', aged: true },
  {
    at: '/produit/jamais-vu',
    heading: 'Ce produit n’a pas encore été ouvert sur cet appareil.',
    says: 'En attendant, voici ce qui est là',
  },
  {
    at: '/boutique/fromagerie-du-chatel',
    heading: /La page de Fromagerie du Châtel n’est pas encore complète/,
    says: 'Déjà sur cet appareil',
  },
  { at: '/boutique/jamais-vue/produits', heading: 'Cette boutique n’a pas encore été ouverte sur cet appareil.' },
  { at: '/boutique/jamais-vue/a-propos', heading: 'Cette boutique n’a pas encore été ouverte sur cet appareil.' },
  { at: '/boutique/jamais-vue/avis', heading: 'Cette boutique n’a pas encore été ouverte sur cet appareil.' },
  { at: '/boutiques', heading: 'Galerie Marchande', says: 'Fromagerie du Châtel', aged: true },
  {
    at: '/evenement/jamais-vu',
    heading: 'Cet événement n’a pas encore été ouvert sur cet appareil.',
    says: 'Vous êtes hors connexion',
  },
  { at: '/nouveautes', heading: 'Nouveautés', aged: true },
  { at: '/promotions', heading: 'Promotions', aged: true },
  { at: '/recherche', heading: 'Recherche', says: 'Que cherchez-vous' },
  { at: '/favoris', heading: 'Mes favoris', says: 'Touchez le cœur d’un produit ou d’une boutique' },
  { at: '/recherche?q=tomme', heading: 'Recherche', says: 'parmi ce qui est gardé sur cet appareil' },
  {
    at: '/recherche?q=introuvable',
    heading: 'Recherche',
    says: 'Aucun résultat parmi ce qui est gardé sur cet appareil.',
  },
  { at: '/contact', heading: 'Contact Plateforme' },
  { at: '/commande', heading: 'Mon Panier', says: 'Votre panier est vide' },
  { at: '/commande/panier', heading: 'Mon Panier', says: 'Votre panier est vide' },
  { at: '/commande/livraison', heading: 'Authentification', says: 'il faut du réseau pour se connecter' },
  { at: '/commande/confirmer', heading: promise },
  { at: '/commande/confirmer?Id=1', heading: /./, says: 'Connectez-vous pour voir où en est votre paiement.' },
  {
    at: '/commande/paiement-a-la-livraison',
    heading: 'Authentification',
    says: 'la page demandée s’ouvrira ensuite',
  },
  { at: '/commande/en-attente', heading: 'Connectez-vous pour voir vos commandes.' },
  { at: '/authentication', heading: 'Authentification', says: 'il faut du réseau pour se connecter' },
  { at: '/authentication/connexion', heading: 'Authentification', says: 'il faut du réseau pour se connecter' },
  { at: '/authentication/inscription', heading: 'Authentification', says: 'il faut du réseau pour se connecter' },
  { at: '/authentication/forgot_password', heading: 'Authentification', says: 'Mot de passe oublié' },
  { at: '/reset_password', heading: 'Nouveau mot de passe', says: 'il faut du réseau pour changer de mot de passe' },
  { at: '/retablir-adresse', heading: 'Rétablir mon adresse', says: 'il faut du réseau pour rétablir l’adresse' },
  { at: '/confirmer-adresse', heading: 'Confirmer mon adresse', says: 'il faut du réseau pour confirmer l’adresse' },
  { at: '/invitation', heading: 'Rejoindre une boutique' },
  { at: '/signaler', heading: /./ },
  { at: '/retractation', heading: 'Renoncer au contrat', says: 'Confirmer la rétractation' },
  { at: '/authentication/rien', heading: 'Page introuvable' },
  { at: '/compte', heading: 'Authentification', says: 'la page demandée s’ouvrira ensuite' },
  { at: '/compte/informations', heading: 'Authentification', says: 'la page demandée s’ouvrira ensuite' },
  { at: '/compte/commandes', heading: 'Authentification', says: 'la page demandée s’ouvrira ensuite' },
  { at: '/compte/commande/1', heading: 'Authentification', says: 'la page demandée s’ouvrira ensuite' },
  { at: '/compte/rdv', heading: 'Authentification', says: 'la page demandée s’ouvrira ensuite' },
  { at: '/compte/demandes', heading: 'Authentification', says: 'la page demandée s’ouvrira ensuite' },
  { at: '/compte/tournee', heading: 'Authentification', says: 'la page demandée s’ouvrira ensuite' },
  { at: '/admin/boutique', heading: 'Authentification', says: 'la page demandée s’ouvrira ensuite' },
  { at: '/admin/boutique/store/commandes', heading: 'Authentification', says: 'la page demandée s’ouvrira ensuite' },
  {
    at: '/admin/boutique/store/commandes/feuille',
    heading: 'Authentification',
    says: 'la page demandée s’ouvrira ensuite',
  },
  {
    at: '/admin/boutique/store/commandes/remise',
    heading: 'Authentification',
    says: 'la page demandée s’ouvrira ensuite',
  },
  { at: '/admin/boutique/store/commandes/1', heading: 'Authentification', says: 'la page demandée s’ouvrira ensuite' },
  { at: '/admin/boutique/store/edit', heading: 'Authentification', says: 'la page demandée s’ouvrira ensuite' },
  {
    at: '/admin/boutique/store/edit/infos',
    heading: 'Authentification',
    says: 'la page demandée s’ouvrira ensuite',
  },
  {
    at: '/admin/boutique/store/edit/contact',
    heading: 'Authentification',
    says: 'la page demandée s’ouvrira ensuite',
  },
  { at: '/admin/boutique/store/medias', heading: 'Authentification', says: 'la page demandée s’ouvrira ensuite' },
  {
    at: '/admin/boutique/store/edit/hours',
    heading: 'Authentification',
    says: 'la page demandée s’ouvrira ensuite',
  },
  {
    at: '/admin/boutique/store/position',
    heading: 'Authentification',
    says: 'la page demandée s’ouvrira ensuite',
  },
  {
    at: '/admin/boutique/store/edit/shipping',
    heading: 'Authentification',
    says: 'la page demandée s’ouvrira ensuite',
  },
  {
    at: '/admin/boutique/store/edit/relay_point',
    heading: 'Authentification',
    says: 'la page demandée s’ouvrira ensuite',
  },
  { at: '/admin/boutique/store/versements', heading: 'Authentification', says: 'la page demandée s’ouvrira ensuite' },
  { at: '/admin/boutique/store/equipe', heading: 'Authentification', says: 'la page demandée s’ouvrira ensuite' },
  { at: '/admin/boutique/store/coupons', heading: 'Authentification', says: 'la page demandée s’ouvrira ensuite' },
  { at: '/admin/boutique/coupons_new', heading: 'Authentification', says: 'la page demandée s’ouvrira ensuite' },
  { at: '/admin/boutique/coupons/1', heading: 'Authentification', says: 'la page demandée s’ouvrira ensuite' },
  {
    at: '/admin/boutique/store/products/page/1',
    heading: 'Authentification',
    says: 'la page demandée s’ouvrira ensuite',
  },
  {
    at: '/admin/boutique/store/products/import',
    heading: 'Authentification',
    says: 'la page demandée s’ouvrira ensuite',
  },
  { at: '/admin/boutique/products', heading: 'Authentification', says: 'la page demandée s’ouvrira ensuite' },
  { at: '/admin/boutique/products_new', heading: 'Authentification', says: 'la page demandée s’ouvrira ensuite' },
  { at: '/admin/boutique/products/1', heading: 'Authentification', says: 'la page demandée s’ouvrira ensuite' },
  {
    at: '/admin/boutique/products/1/duplicate',
    heading: 'Authentification',
    says: 'la page demandée s’ouvrira ensuite',
  },
  { at: '/admin/boutique/products_quick', heading: 'Authentification', says: 'la page demandée s’ouvrira ensuite' },
  { at: '/admin/boutique/store/messages', heading: 'Authentification', says: 'la page demandée s’ouvrira ensuite' },
  { at: '/admin/boutique/store/appointments', heading: 'Authentification', says: 'la page demandée s’ouvrira ensuite' },
  {
    at: '/admin/boutique/store_appointments/1',
    heading: 'Authentification',
    says: 'la page demandée s’ouvrira ensuite',
  },
  { at: '/admin/boutique/store/estimations', heading: 'Authentification', says: 'la page demandée s’ouvrira ensuite' },
  {
    at: '/admin/boutique/store/estimations/1',
    heading: 'Authentification',
    says: 'la page demandée s’ouvrira ensuite',
  },
  { at: '/admin/boutique/rien', heading: 'Page introuvable' },
  { at: '/en-attente', heading: /./ },
  { at: '/nulle-part', heading: 'Page introuvable' },
  { at: '/panier', heading: 'Mon Panier' },
];

/** One visit, two hours, the market gone, and a browser just started; with the market's texts, as they were kept. */
async function afterOneVisit(market: MarketServer, device: () => Promise<Device>) {
  const phone = await device();
  let page = await phone.open();
  await page.goto('/categorie/fromages');
  await expect(page.getByRole('heading', { level: 1, name: 'Fromages' })).toBeVisible();
  await warmedUp(page);
  const texts = await page.evaluate(async () => {
    const answer = await (await caches.open('etal-answers')).match('/api/pages', { ignoreVary: true });
    const list = (await answer?.json()) as { 'hydra:member': { slug: string; name: string }[] } | undefined;
    return (list?.['hydra:member'] ?? []).map(({ slug, name }) => ({ slug, name }));
  });
  expect(texts.length).toBeGreaterThan(2);
  await twoHoursPass(page);
  await market.kill();
  await phone.close();
  page = await phone.open();
  return { page, texts };
}
/** What only whoever has logged in sees. */
const isPrivate = ({ heading }: Address) => heading === 'Authentification';

test('after one visit every address of the market opens without a network in a browser just started', async ({
  market,
  device,
}) => {
  test.slow();
  const { page, texts } = await afterOneVisit(market, device);
  const ofTexts: Address[] = texts.map(({ slug, name }) => ({ at: `/page/${slug}`, heading: name, aged: true }));
  const addresses = [...everyAddress, ...ofTexts];
  const forgotten = Object.values(paths).filter(
    (pattern) => !addresses.some(({ at }) => matchPath(pattern, at.split('?')[0] ?? '')),
  );
  expect(forgotten).toEqual([]);
  for (const address of addresses.filter((one) => !isPrivate(one))) await expectStanding(page, address);

  // The foot of any page leads to the market's texts.
  const foot = page.getByRole('contentinfo');
  for (const name of ['La plateforme', 'Nous contacter', 'Aide', 'Informations légales'])
    await foot.getByRole('button', { name }).click();
  for (const { name } of texts) await expect(foot.getByRole('link', { name, exact: true }).first()).toBeVisible();
  await expect(page.getByText('Hors connexion').first()).toBeVisible();
});

test('after one visit private pages without a network announce that they open after a login', async ({
  market,
  device,
}) => {
  test.slow();
  const { page } = await afterOneVisit(market, device);
  const own = everyAddress.filter(isPrivate);
  expect(own.length).toBeGreaterThan(10);
  for (const address of own) await expectStanding(page, address);
});
