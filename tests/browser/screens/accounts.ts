// The screens of an account: its address, its password, its appointments; and of who runs the market.
import type { Page } from '@playwright/test';
import type { Collection } from '#contract/wire/hydra.ts';
import type { Screen } from './screen.ts';

const sentWithoutPassword = async (page: Page) => {
  await page.getByRole('button', { name: 'Mettre à jour les informations' }).click();
  await page.getByText('Champ obligatoire').waitFor();
};
const withOldLink = async (page: Page) => {
  await page.getByRole('button', { name: 'Rétablir mon adresse' }).click();
  await page.getByText('Ce lien ne sert plus').waitFor();
};
/** The administration leaves the session in a cookie, and opens the shop. */
const withOffer = async (page: Page) => {
  const here = page.url();
  // A page of the market that is still starting would take the offer itself.
  await page.goto('about:blank');
  const accept = 'application/ld+json';
  const addressOf = (path: string) => new URL(`/api/${path}`, here).href;
  const login = { login: 'admin@etal.test', password: 'Etal-demo-2026' };
  const session = await page.request.post(addressOf('login_check'), { headers: { accept }, data: login });
  const headers = { accept, authorization: `Bearer ${(await session.json()).token}` };
  const answer = await page.request.get(addressOf('administration/accounts?text=client@etal.test'), { headers });
  const found: Collection<{ id: string }> = await answer.json();
  const path = `administration/accounts/${found['hydra:member'][0]?.id}/impersonation`;
  await page.request.post(addressOf(path), { headers });
  await page.goto(here);
  await page.getByRole('dialog', { name: 'Agir au nom d’une autre personne' }).waitFor();
};

/** Demo accounts have no second factor: the market's answers are exchanged for those of one that has. */
const withCode = async (page: Page) => {
  await page.route('**/api/login_check', async (route) => {
    const response = await route.fetch();
    const json = { ...(await response.json()), code: 'second-factor', 'hydra:description': 'Donnez d’abord le code.' };
    await route.fulfill({ response, status: 403, json });
  });
  await page.getByLabel('Adresse e-mail').fill(client);
  await page.getByLabel('Mot de passe', { exact: true }).fill('Un autre mot');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await page.getByLabel('Code à six chiffres').waitFor();
};
const withSecret = async (page: Page) => {
  const state = { '@type': 'SecondFactorState', state: 'off', recoveryCodes: 0 };
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  const uri = `otpauth://totp/Etal:fromagerie?issuer=Etal&secret=${secret}`;
  await page.route('**/second_factor', async (route) => {
    const response = await route.fetch();
    const isRead = route.request().method() === 'GET';
    await route.fulfill({ response, status: 200, json: isRead ? state : { '@type': 'SecondFactor', secret, uri } });
  });
  await page.reload();
  await page.getByRole('button', { name: 'Mettre en place' }).click();
  await page.getByLabel('Votre mot de passe').fill('Etal-demo-2026');
  await page.getByRole('button', { name: 'Continuer' }).click();
  await page.getByRole('img', { name: /^Code QR/ }).waitFor();
};

const client = 'client@etal.test';

const sentWithOldLink = async (page: Page) => {
  for (const label of ['Nouveau mot de passe', 'Le même, encore une fois'])
    await page.getByLabel(label, { exact: true }).fill('Une belle tomme 2026');
  await page.getByRole('button', { name: 'Réinitialiser mot de passe' }).click();
  await page.getByText('Ce lien ne sert plus').waitFor();
  await page.getByRole('status').filter({ hasText: 'Une erreur' }).getByRole('button', { name: 'Fermer' }).click();
};

export const ofAccounts: readonly Screen[] = [
  {
    name: 'invitation',
    at: '/invitation?uuid=3b2f3f0c-8a51-4d0f-9f7b-0c1d2e3f4a5b&token=perime',
    shows: 'Cette invitation ne sert plus',
  },
  { name: 'connexion', at: '/authentication/connexion', shows: 'Se connecter' },
  { name: 'connexion-code', at: '/authentication/connexion', shows: 'Se connecter', led: withCode },
  { name: 'inscription', at: '/authentication/inscription', shows: 'Mot de passe' },
  { name: 'mot-de-passe-oublie', at: '/authentication/forgot_password', shows: 'Mot de passe oublié' },
  {
    name: 'nouveau-mot-de-passe',
    at: '/reset_password?uuid=3b2f3f0c-8a51-4d0f-9f7b-0c1d2e3f4a5b&token=perime',
    shows: 'Nouveau mot de passe',
    opened: sentWithOldLink,
  },
  { name: 'compte', at: '/compte/informations', shows: 'Bienvenue', who: 'client@etal.test' },
  { name: 'rdv', at: '/compte/rdv', shows: 'Rendez-vous accepté', who: 'client@etal.test', asks: true },
  { name: 'demandes', at: '/compte/demandes', shows: 'Demande de RDV', who: 'client@etal.test', asks: true },
  {
    name: 'compte-codes',
    at: '/compte/informations',
    shows: 'Double authentification',
    who: 'fromagerie@etal.test',
    led: withSecret,
  },
  {
    name: 'compte-adresse',
    at: '/compte/informations',
    shows: 'Bienvenue',
    who: client,
    led: sentWithoutPassword,
  },
  {
    name: 'retablir-adresse',
    at: '/retablir-adresse?uuid=00000000-0000-4000-8000-000000000000&token=jamais-donne',
    shows: 'L’adresse e-mail de votre compte a été changée.',
    led: withOldLink,
  },
  { name: 'retablir-adresse-sans-lien', at: '/retablir-adresse', shows: 'Ouvrez le lien du message' },
  { name: 'agir-au-nom', at: '/promotions', shows: 'Promotions', opened: withOffer },
  {
    name: 'magasin-versements',
    at: '/admin/boutique/store/versements',
    shows: 'Relevés',
    who: 'fromagerie@etal.test',
    asks: true,
  },
];
