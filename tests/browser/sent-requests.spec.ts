// 'Mes demandes': what a shopper asks of shops is listed in the account, from the device to the shop's answer.
import type { Page } from '@playwright/test';
import { expect, installed, test } from './journey.ts';
import { newShopper, otherDevice } from './other-device.ts';
import { logIn } from './steps.ts';

const soon = () => new Date(Date.now() + 3 * 24 * 3_600_000).toISOString().slice(0, 10);
const card = (page: Page, text: string) => page.getByRole('main').getByRole('article').filter({ hasText: text });

test('a message written without a network is listed as pending, then as sent; an accepted appointment with its answer', async ({
  device,
  market,
}) => {
  const shopper = await newShopper(market);
  const phone = await device();
  const page = await phone.open({ workers: true });
  await page.goto('/authentication/connexion?retour=/compte/demandes');
  await installed(page);
  await logIn(page, shopper.email);
  await expect(page.getByText('Aucune demande pour le moment.')).toBeVisible();
  await page.getByRole('link', { name: 'Découvrir les boutiques' }).click();
  await expect(page).toHaveURL(/\/boutiques$/);

  await page.goto('/boutique/salon-belle-rive');
  const contact = page.locator('#contact');
  await expect(contact.getByLabel('Sujet :')).toBeVisible();
  await phone.context().setOffline(true);
  await contact.getByLabel('Sujet :').fill('Horaires');
  await contact.getByLabel('Votre Message :').fill('Ouvrez-vous le lundi ?');
  await contact.getByRole('button', { name: 'Envoyer' }).click();
  await expect(contact.getByText('Gardé sur cet appareil')).toBeVisible();
  await page.goto('/compte/informations');
  await page.getByRole('navigation', { name: 'Mon compte' }).getByRole('link', { name: 'Mes demandes' }).click();
  const message = card(page, 'Horaires');
  await expect(message).toContainText('Salon Belle Rive');
  await expect(message).toContainText('en attente d’envoi');
  await expect(page.getByText('Aucune demande pour le moment.')).toHaveCount(0);

  await phone.context().setOffline(false);
  await expect(message).toContainText('Envoyé');
  await expect(message).toHaveCount(1);
  await expect(message).not.toContainText('en attente d’envoi');
  await expect(message).toContainText(`La boutique vous répond par e-mail, à ${shopper.email}.`);

  const store = await shopper.device.call<{ '@id': string }>('GET', '/stores/by_slug/salon-belle-rive');
  const slot = { date: soon(), beginHour: '10:00', endHour: '11:00' };
  const { '@id': iri } = await shopper.device.call<{ '@id': string }>('POST', '/store_appointments', {
    store: store['@id'],
    message: 'Une coupe, s’il vous plaît.',
    timeSlots: [slot],
  });
  await page.reload();
  await expect(card(page, 'Une coupe')).toContainText('En attente de confirmation');
  await expect(page.getByRole('main').getByRole('article').first()).toContainText('Une coupe');
  const salon = await otherDevice(market, 'salon@etal.test');
  await salon.call('PUT', `${iri}/confirm`, { response: 'À bientôt', timeSlots: [{ ...slot, accepted: true }] });
  await page.reload();
  await expect(card(page, 'Une coupe')).toContainText('Rendez-vous accepté');
  await expect(card(page, 'Une coupe')).toContainText('Réponse de la boutique : À bientôt');
  await expect(card(page, 'Une coupe').getByRole('button', { name: /Ajouter à l’agenda/ })).toBeVisible();

  // Read once, it is there without a network.
  await phone.context().setOffline(true);
  await page.reload();
  await expect(card(page, 'Une coupe')).toContainText('À bientôt');
  await expect(card(page, 'Horaires')).toContainText('Envoyé');
});
