// The screens of the back office: the store itself, and what is asked of it.
import type { Page } from '@playwright/test';
import type { StoreAppointment } from '#contract/merchant/received-requests.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { asks } from './asked.ts';
import type { Screen } from './screen.ts';

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

const sentWithoutAddress = async (page: Page) => {
  await page.getByRole('button', { name: 'Envoyer l’invitation' }).click();
  await page.getByText('Champ obligatoire').waitFor();
};
const withRoles = async (page: Page) => {
  await page
    .getByRole('button', { name: /^Changer de rôle/ })
    .first()
    .click();
  await page.getByRole('dialog', { name: /^Le rôle de/ }).waitFor();
};

export const ofMerchantStore: readonly Screen[] = [
  {
    name: 'magasin-equipe',
    at: '/admin/boutique/store/equipe',
    shows: 'Inviter une personne',
    who: 'fromagerie@etal.test',
    asks: true,
    led: sentWithoutAddress,
  },
  {
    name: 'magasin-role',
    at: '/admin/boutique/store/equipe',
    shows: 'Inviter une personne',
    who: 'fromagerie@etal.test',
    opened: withRoles,
  },
  {
    name: 'magasin-preparation',
    at: '/admin/boutique/store/versements',
    shows: 'Votre rôle ne permet pas d’ouvrir cette page.',
    who: 'preparation@etal.test',
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
];
