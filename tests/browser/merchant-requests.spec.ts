// What people ask of a shop, seen and answered on its tablet, with and without a network, and what becomes of it on both sides.
import { randomUUID } from 'node:crypto';
import type { StoreSummary } from '#contract/catalogue/stores.ts';
import type { OwnAppointment } from '#contract/merchant/received-requests.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { storedPrivateReads } from './cached.ts';
import { expect, installed, proxiedTest as test } from './journey.ts';
import { newShopper, otherDevice } from './other-device.ts';
import { logIn } from './steps.ts';

const tablet = { width: 820, height: 1180 };

test('an appointment is answered without a network, and the answer reaches the customer later', async ({
  device,
  network,
  market,
}) => {
  const shopper = await newShopper(market);
  const store = await shopper.device.call<StoreSummary>('GET', '/stores/by_slug/salon-belle-rive');
  const subject = `Une coupe ${randomUUID().slice(0, 6)}`;
  await shopper.device.call('POST', '/store_appointments', {
    store: store['@id'],
    message: subject,
    timeSlots: [
      { date: '2099-12-01', beginHour: '10:00', endHour: '11:00' },
      { date: '2099-12-02', beginHour: '14:00', endHour: '15:30' },
    ],
  });

  const owner = await device();
  const page = await owner.open({ size: tablet });
  await page.goto('/authentication/connexion');
  await installed(page);
  await logIn(page, 'salon@etal.test');
  await page.goto('/admin/boutique/store/appointments');
  const rows = page.getByRole('list', { name: 'Demande de RDV' }).getByRole('listitem');
  await expect(rows.first()).toContainText('En attente de confirmation');
  // What is shown is kept a moment later.
  await expect
    .poll(() => storedPrivateReads(page))
    .toEqual(expect.arrayContaining(['stores.mine', 'appointments.ofStore']));

  network.cut();
  await page.reload();
  await rows.first().getByRole('link').click();
  await expect(page.getByText(subject)).toBeVisible();
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByRole('dialog', { name: 'Aucun créneau choisi' })).toBeVisible();
  await page.getByRole('button', { name: 'Choisir un créneau' }).click();
  await page.getByLabel('Le 02/12/2099 de 14:00 à 15:30').check();
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page).toHaveURL(/store\/appointments$/);
  await expect(rows.first()).toContainText('Rendez-vous confirmé pour le 02/12/2099 de 14:00 à 15:30');
  await expect(rows.first()).toContainText('en attente d’envoi');
  const asked = () =>
    shopper.device.call<{ 'hydra:member': { state: string }[] }>('GET', `/users/${shopper.device.id}/appointments`);
  expect((await asked())['hydra:member']).toMatchObject([{ state: 'pending' }]);

  network.heal();
  await expect(rows.first()).not.toContainText('en attente d’envoi');
  await page.reload();
  await expect(rows.first()).toContainText('Rendez-vous confirmé pour le 02/12/2099');
  await expect(rows.first().getByRole('link')).toHaveCount(0);

  const phone = await (await device()).open({ size: { width: 360, height: 740 } });
  await phone.goto('/authentication/connexion');
  await logIn(phone, shopper.email);
  await phone.goto('/compte/rdv');
  const answer = phone.getByRole('row').filter({ hasText: 'Salon Belle Rive' });
  await expect(answer).toContainText('Rendez-vous accepté');
  await expect(answer).toContainText('Le 02/12/2099 de 14:00 à 15:30');
});

test('an appointment is refused with the network, and the customer reads the typed text', async ({
  device,
  market,
}) => {
  const shopper = await newShopper(market);
  const store = await shopper.device.call<StoreSummary>('GET', '/stores/by_slug/salon-belle-rive');
  const { '@id': iri } = await shopper.device.call<{ '@id': string }>('POST', '/store_appointments', {
    store: store['@id'],
    message: '',
    timeSlots: [{ date: '2099-12-01', beginHour: '10:00', endHour: '11:00' }],
  });
  const page = await (await device()).open({ size: tablet });
  await page.goto('/authentication/connexion');
  await logIn(page, 'salon@etal.test');
  await page.goto(`/admin/boutique${iri}`);
  await page.getByLabel('Pas de créneau disponible').check();
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('Réponse RDV enregistrée avec succès', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/store\/appointments$/);
  const row = page.getByRole('list', { name: 'Demande de RDV' }).getByRole('listitem').first();
  await expect(row).toContainText('Rendez-vous annulé');
  await expect(row.getByRole('link')).toHaveCount(0);
  const own = await shopper.device.call<Collection<OwnAppointment>>('GET', `/users/${shopper.device.id}/appointments`);
  expect(own['hydra:member']).toMatchObject([
    { state: 'canceled', response: 'Pas de disponibilité pour les créneaux choisis' },
  ]);
});

test('an answer does not replace a newer one of another device, and both devices show the result', async ({
  device,
  network,
  market,
}) => {
  const shopper = await newShopper(market);
  const desk = await otherDevice(market, 'salon@etal.test');
  const store = await shopper.device.call<StoreSummary>('GET', '/stores/by_slug/salon-belle-rive');
  const { '@id': iri } = await shopper.device.call<{ '@id': string }>('POST', '/store_appointments', {
    store: store['@id'],
    message: '',
    timeSlots: [{ date: '2099-12-01', beginHour: '10:00', endHour: '11:00' }],
  });
  const page = await (await device()).open({ size: tablet });
  await page.goto('/authentication/connexion');
  await installed(page);
  await logIn(page, 'salon@etal.test');
  await page.goto(`/admin/boutique${iri}`);
  await page.getByLabel('Le 01/12/2099 de 10:00 à 11:00').check();

  network.cut();
  await desk.call('PUT', `${iri}/cancel`, { response: 'Fermé ce jour-là' });
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page).toHaveURL(/store\/appointments$/);
  network.heal();
  // The line that stays: what was answered within a moment is not told by a passing message, too.
  await expect(page.getByText(/1.modification à vérifier/).first()).toBeVisible();
  const row = page.getByRole('list', { name: 'Demande de RDV' }).getByRole('listitem').first();
  await expect(row).toContainText('Rendez-vous annulé');
  await page.goto('/en-attente');
  await expect(page.getByText('Une autre réponse a déjà été donnée à ce rendez-vous.').first()).toBeVisible();
});

test('messages and estimate requests are marked as read on all devices, and answered by mail', async ({
  device,
  market,
}) => {
  const shopper = await newShopper(market);
  const store = await shopper.device.call<StoreSummary>('GET', '/stores/by_slug/salon-belle-rive');
  const subject = `Question & réponse ${randomUUID().slice(0, 6)}`;
  await shopper.device.call('POST', '/store_messages', { store: store['@id'], subject, message: 'Ligne 1\nLigne 2' });
  const items = [{ label: 'Un chignon', quantity: 2, comment: 'avec des fleurs' }];
  const estimate = await shopper.device.call<{ '@id': string }>('POST', '/estimates', {
    store: store['@id'],
    message: 'Pour un mariage',
    items,
  });

  const page = await (await device()).open({ size: tablet });
  await page.goto('/authentication/connexion');
  await logIn(page, 'salon@etal.test');
  await page.goto('/admin/boutique/store/messages');
  const row = page.getByRole('listitem').filter({ hasText: subject });
  await expect(row).toContainText('non lu');
  await row.getByRole('button').click();
  const letter = page.getByRole('dialog', { name: subject });
  await expect(letter).toContainText('Ligne 2');
  const mail = await letter.getByRole('link', { name: 'Répondre' }).getAttribute('href');
  expect(mail).toBe(`mailto:${shopper.email}?subject=${encodeURIComponent(`RE: ${subject}`)}`);
  await letter.getByRole('button', { name: 'Fermer' }).last().click();
  await expect(row).not.toContainText('non lu');
  const desk = await otherDevice(market, 'salon@etal.test');
  const listed = () =>
    desk.call<{ 'hydra:member': { subject: string; read: boolean }[] }>('GET', `${store['@id']}/messages`);
  await expect
    .poll(async () => (await listed())['hydra:member'].find((one) => one.subject === subject)?.read)
    .toBe(true);

  await page.goto('/admin/boutique/store/estimations');
  const asked = page.getByRole('listitem').filter({ hasText: '2 × Un chignon' }).first();
  await expect(asked).toContainText('non lu');
  await asked.getByRole('button').click();
  const demand = page.getByRole('dialog', { name: 'Demande de devis' });
  await expect(demand).toContainText('avec des fleurs');
  expect(await demand.getByRole('link', { name: 'Répondre' }).getAttribute('href')).toBe(
    `mailto:${shopper.email}?subject=${encodeURIComponent('RE: Demande de devis')}`,
  );
  await expect(page).toHaveURL(new RegExp(`/admin/boutique/store/estimations/${estimate['@id'].split('/').at(-1)}$`));
  await page.reload();
  await expect(demand).toContainText('Pour un mariage');
  await page.keyboard.press('Escape');
  await expect(demand).toHaveCount(0);
  await expect(asked).not.toContainText('non lu');
});

test('a missing request has a message, and other stores’ requests stay private', async ({ device, market }) => {
  const shopper = await newShopper(market);
  const other = await shopper.device.call<StoreSummary>('GET', '/stores/by_slug/fromagerie-du-chatel');
  const page = await (await device()).open({ size: tablet });
  await page.goto('/authentication/connexion');
  await logIn(page, 'salon@etal.test');
  for (const id of [randomUUID(), 'rien']) {
    await page.goto(`/admin/boutique/store_appointments/${id}`);
    await expect(page).toHaveURL(/\/admin\/boutique$/);
  }
  await page.goto(`/admin/boutique/store/estimations/${randomUUID()}`);
  await expect(page.getByText('Cette demande de devis n’existe pas dans votre boutique.')).toBeVisible();
  const salon = await otherDevice(market, 'salon@etal.test');
  await expect(salon.call('GET', `${other['@id']}/messages`)).rejects.toThrow(/404/);
});
