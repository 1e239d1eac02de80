// What a merchant changes of the shop on a tablet: each part with its texts, with and without a network, with what is wrong
// said at its field, and beside another device that changes the same.
import type { Page } from '@playwright/test';
import type { MerchantStore } from '#contract/stores.ts';
import type { Device } from './journey.ts';
import { expect, installed, proxiedTest as test } from './journey.ts';
import { privateReadsKept } from './kept.ts';
import type { MarketServer } from './market-server.ts';
import { otherDevice } from './other-device.ts';
import { logIn } from './steps.ts';

const tablet = { width: 820, height: 1180 };
const waiting = "en attente d'envoi";
const kept = 'Enregistré sur cet appareil, envoyé dès que possible.';
const saved = 'Boutique enregistrée avec succès';
const failed = 'Erreur lors de la validation du formulaire';

async function open(device: Device, at: string, account = 'fromagerie@etal.test'): Promise<Page> {
  const page = await device.open({ size: tablet });
  await page.goto('/authentication/connexion');
  await installed(page);
  await logIn(page, account);
  await page.goto(at);
  return page;
}

const save = (page: Page, name = 'Enregistrer') => page.getByRole('button', { name, exact: true }).click();

/** The shop as the server has it. */
async function shopOf(market: MarketServer, account = 'fromagerie@etal.test') {
  const { call } = await otherDevice(market, account);
  const { '@id': iri } = await call<{ '@id': string }>('GET', '/stores/by_slug/fromagerie-du-chatel');
  return {
    now: () => call<MerchantStore>('GET', iri),
    change: (changes: object) => call<MerchantStore>('PUT', iri, changes),
  };
}

test('what the shop says of itself: mistakes at their fields, kept without a network, sent once there is one', async ({
  device,
  network,
  market,
}) => {
  const shop = await shopOf(market);
  const page = await open(await device(), '/admin/boutique');
  await page.getByRole('link', { name: 'Informations de la boutique' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Informations de la boutique' })).toBeVisible();

  await page.getByLabel('Nom', { exact: true }).fill('  ');
  await page.getByLabel('Site web').fill('javascript:alert(1)');
  await save(page);
  await expect(page.getByText('Nom requis')).toBeVisible();
  await expect(page.getByText(failed)).toBeVisible();
  await page.getByLabel('Nom', { exact: true }).fill('Fromagerie du Pont');
  await save(page);
  await expect(page.getByText('Adresse https:// attendue.')).toBeVisible();
  await expect(page.getByText(failed).first()).toBeVisible();
  expect((await shop.now()).name).toBe('Fromagerie du Châtel');
  await page.getByLabel('Site web').fill('www.fromagerie.example');
  await save(page);
  await expect(page.getByText(saved)).toBeVisible();
  expect(await shop.now()).toMatchObject({ name: 'Fromagerie du Pont', website: 'https://www.fromagerie.example' });
  await expect(page.getByLabel('Site web')).toHaveValue('https://www.fromagerie.example');

  // Typed, and not sent: a page that dies takes none of it along.
  await page.getByLabel('Description').fill('Au lait cru.');
  await page.reload();
  await expect(page.getByLabel('Description')).toHaveValue('Au lait cru.');
  await expect.poll(() => privateReadsKept(page)).toEqual(expect.arrayContaining(['stores.mine']));

  network.cut();
  await save(page);
  await expect(page.getByText(kept)).toBeVisible();
  await expect(page.getByRole('main').getByText(waiting)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Description')).toHaveValue('Au lait cru.');
  await expect(page.getByRole('main').getByText(waiting)).toBeVisible();
  await page.getByLabel('Description').fill('Au lait cru, comme avant.');
  await save(page);
  await page.getByRole('link', { name: 'Informations de contact' }).click();
  await expect(page.getByRole('main').getByText(waiting)).toHaveCount(0);
  await page.goto('/en-attente');
  await expect(page.getByText('Enregistrer les informations de la boutique')).toHaveCount(2);
  await page.goBack();

  network.heal();
  await expect.poll(async () => (await shop.now()).description, { timeout: 20_000 }).toBe('Au lait cru, comme avant.');
  await page.getByRole('link', { name: 'Informations de la boutique' }).click();
  await expect(page.getByLabel('Description')).toHaveValue('Au lait cru, comme avant.');
  await expect(page.getByRole('main').getByText(waiting)).toHaveCount(0);
});

test('where the shop is and how it is called: what is no number is refused, and customers see what was saved', async ({
  device,
  market,
}) => {
  const shop = await shopOf(market);
  const page = await open(await device(), '/admin/boutique/store/edit/contact');
  await page.getByLabel('Téléphone').fill('demain');
  await page.getByLabel('Code postal').fill('?');
  await save(page);
  await expect(page.getByText('Numéro de téléphone incorrect.')).toBeVisible();
  await expect(page.getByText('Code postal incorrect.')).toBeVisible();
  await page.getByLabel('Téléphone').fill('03 29 86 00 00');
  await page.getByLabel('Code postal').fill('55100');
  await page.getByLabel('Adresse', { exact: true }).fill('1 place de la Roche');
  await page.getByLabel('Lieu de vente').fill('Sous la halle, le samedi.');
  await page.getByLabel('Informations complémentaires').fill('Sonnez deux fois.');
  await save(page);
  await expect(page.getByText(saved)).toBeVisible();
  expect(await shop.now()).toMatchObject({
    address: { address1: '1 place de la Roche', postalCode: '55100', city: 'Verdun' },
    phoneNumber: { value: '03 29 86 00 00' },
    additionalInformation: 'Sonnez deux fois.',
  });
  await page.goto('/boutique/fromagerie-du-chatel/a-propos');
  await expect(page.getByText('1 place de la Roche')).toBeVisible();
  await expect(page.getByText('Sous la halle, le samedi.')).toBeVisible();

  await page.goto('/admin/boutique/store/edit/contact');
  await page.getByLabel('Téléphone').fill('');
  await page.getByLabel('Ville').fill('Étain');
  await page.getByRole('button', { name: 'Annuler', exact: true }).click();
  await expect(page.getByLabel('Ville')).toHaveValue('Verdun');
  await page.getByLabel('Téléphone').fill('');
  await save(page);
  await expect(page.getByText(saved)).toBeVisible();
  expect(await shop.now()).toMatchObject({ phoneNumber: null, address: { city: 'Verdun' } });
});

test('two devices: other fields go together, the same field is chosen where it was written', async ({
  device,
  market,
}) => {
  const shop = await shopOf(market);
  const desk = await open(await device(), '/admin/boutique/store/edit/infos');
  const page = await open(await device(), '/admin/boutique/store/edit/infos');
  await expect(page.getByLabel('Description')).toHaveValue(/Hélène et Rémi/);

  await desk.getByLabel('À propos').fill('Depuis 1987.');
  await save(desk);
  await expect(desk.getByText(saved)).toBeVisible();
  await page.getByLabel('Description').fill('Sur la tablette.');
  await save(page);
  await expect(page.getByText(saved)).toBeVisible();
  expect(await shop.now()).toMatchObject({ description: 'Sur la tablette.', aboutText: 'Depuis 1987.' });
  await expect(page.getByLabel('À propos')).toHaveValue('Depuis 1987.');

  // The desk still shows the description of before.
  await desk.getByLabel('Description').fill('Au bureau.');
  await save(desk);
  const card = desk.getByRole('list', { name: 'Changements à revoir' });
  await expect(card.getByText('La boutique a été modifiée sur un autre appareil.')).toBeVisible();
  await expect(card).toContainText('Au bureau.');
  await expect(card).toContainText('Sur la tablette.');
  await expect(desk.getByRole('main').getByText(waiting)).toHaveCount(0);
  expect((await shop.now()).description).toBe('Sur la tablette.');
  await card.getByRole('button', { name: 'Garder ce qui est sur l’autre appareil' }).click();
  await expect(card).toHaveCount(0);
  await expect(desk.getByLabel('Description')).toHaveValue('Sur la tablette.');

  await page.getByLabel('Description').fill('Encore la tablette.');
  await save(page);
  await expect.poll(async () => (await shop.now()).description).toBe('Encore la tablette.');
  await desk.getByLabel('Description').fill('Encore au bureau.');
  await save(desk);
  await card.getByRole('button', { name: 'Garder ce que j’ai écrit ici' }).click();
  await expect(card).toHaveCount(0);
  await expect.poll(async () => (await shop.now()).description).toBe('Encore au bureau.');
  await expect(desk.getByLabel('Description')).toHaveValue('Encore au bureau.');
  await desk.goto('/admin/boutique/store/edit/contact');
  await expect(desk.getByLabel('Adresse', { exact: true })).toBeVisible();
  await expect(card).toHaveCount(0);
});

test('typed before the page was loaded anew, and changed elsewhere meanwhile: asked on each page where it was typed', async ({
  device,
  market,
}) => {
  const shop = await shopOf(market);
  const page = await open(await device(), '/admin/boutique');
  const card = page.getByRole('list', { name: 'Changements à revoir' });
  const parts = [
    { at: 'infos', label: 'Description', mine: 'Tapé ici.', theirs: { description: 'Écrit ailleurs.' } },
    { at: 'contact', label: 'Lieu de vente', mine: 'Au marché.', theirs: { placeOfSales: 'À la ferme.' } },
    { at: 'shipping', label: 'Minimum de commande', mine: '18', theirs: { minimumDelivery: { amount: 2100 } } },
  ];
  for (const { at, label, mine, theirs } of parts) {
    await page.goto(`/admin/boutique/store/edit/${at}`);
    await expect(page.getByLabel(label)).not.toHaveValue('');
    await page.getByLabel(label).fill(mine);
    await expect(page.getByRole('button', { name: 'Annuler' })).toBeVisible();
    await shop.change(theirs);
    await page.reload();
    await expect(page.getByLabel(label)).toHaveValue(mine);
    await page
      .locator('form', { has: page.getByLabel(label) })
      .getByRole('button', { name: 'Enregistrer' })
      .click();
    await expect(card.getByText('La boutique a été modifiée sur un autre appareil.')).toBeVisible();
    expect(await shop.now()).toMatchObject(theirs);
    await card.getByRole('button', { name: 'Garder ce que j’ai écrit ici' }).click();
    await expect(card).toHaveCount(0);
  }
  await expect
    .poll(shop.now)
    .toMatchObject({ description: 'Tapé ici.', placeOfSales: 'Au marché.', minimumDelivery: { amount: 1800 } });
});

test('what delivery costs: chosen, typed and saved, without a network too', async ({ device, network, market }) => {
  const shop = await shopOf(market);
  const page = await open(await device(), '/admin/boutique');
  await page.getByRole('link', { name: 'Livraison', exact: true }).click();
  const form = page.getByRole('form', { name: 'Livraison', exact: true });
  await expect(form.getByLabel('Livraison par le commerçant')).toBeChecked();
  await form.getByLabel('Retrait en point relais').uncheck();
  await form.getByLabel('Prix de livraison').fill('cinq');
  await form.getByLabel('Distance maximale').fill('2,5');
  await form.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(form.getByText('Montant incorrect.')).toBeVisible();
  await expect(form.getByText('Nombre entier de kilomètres attendu.')).toBeVisible();
  await form.getByLabel('Prix de livraison').fill('200000');
  await form.getByLabel('Distance maximale').fill('5000');
  await form.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(form.getByText('1000 km au maximum.')).toBeVisible();
  await form.getByLabel('Distance maximale').fill('');
  await form.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(form.getByText('Montant trop élevé.')).toBeVisible();
  await expect(form.getByText(failed)).toBeVisible();
  await form.getByLabel('Prix de livraison').fill('0');
  await form.getByLabel('Livraison offerte à partir de').fill('');
  await form.getByLabel('Accepter le paiement à la livraison').uncheck();
  await expect(form.getByLabel('Informations de paiement à la livraison')).toHaveCount(0);
  await form.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText(saved)).toBeVisible();
  const taken = await shop.now();
  expect(taken).toMatchObject({
    customShippingPrice: { amount: 0 },
    freeDeliveryPriceFromAmount: null,
    customShippingMaxDistance: null,
    paymentOnDelivery: false,
    minimumDelivery: { amount: 1500 },
  });
  expect(taken.deliveryMethods).not.toContain('relay');
  const modes = form.getByRole('group', { name: 'Modes de livraison' }).getByRole('checkbox');
  for (const box of await modes.all()) await box.uncheck();
  await form.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(form.getByText('Choisissez au moins un mode de livraison.')).toBeVisible();
  await form.getByRole('button', { name: 'Annuler' }).click();
  await expect(form.getByLabel('Retrait en magasin')).toBeChecked();

  const tiers = page.getByRole('form', { name: 'Modifier les paliers de distances' });
  const rows = tiers.getByRole('list', { name: 'Paliers' }).getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await tiers.getByRole('button', { name: 'Ajouter palier' }).click();
  await expect(rows).toHaveCount(4);
  await expect(rows.last().getByLabel('Distance')).toHaveValue('0');
  await expect(rows.last().getByLabel('Prix')).toHaveValue('0');
  await rows.last().getByLabel('Distance').fill('10');
  await tiers.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(tiers.getByText('Cette distance a déjà un palier.').first()).toBeVisible();
  await tiers.getByLabel('Distance').nth(1).fill('2');
  await tiers.getByRole('button', { name: 'Supprimer le palier 1' }).click();
  await tiers.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText(saved)).toBeVisible();
  await expect(tiers.getByText('Paliers enregistrés')).toBeVisible();
  const distances = async () => (await shop.now()).distancePriceLevels.map(({ distance }) => distance);
  expect(await distances()).toEqual([2, 10, 20]);
  await expect(rows.first().getByLabel('Distance')).toHaveValue('2');

  network.cut();
  await tiers.getByRole('button', { name: 'Supprimer le palier 3' }).click();
  await expect(tiers.getByText('Paliers enregistrés')).toHaveCount(0);
  await tiers.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText(kept)).toBeVisible();
  await expect(page.getByRole('main').getByText(waiting)).toBeVisible();
  await expect(rows).toHaveCount(2);
  network.heal();
  await expect.poll(distances, { timeout: 20_000 }).toEqual([2, 10]);
  await expect(page.getByRole('main').getByText(waiting)).toHaveCount(0);
  await page.reload();
  await expect(rows).toHaveCount(2);
});

test('an amount that the server refuses after it had waited comes back into its form', async ({
  device,
  network,
  market,
}) => {
  const shop = await shopOf(market);
  const page = await open(await device(), '/admin/boutique/store/edit/relay_point');
  await expect(page.getByText('Modifier le point relais commerçant')).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveAttribute('rows', '4');
  network.cut();
  await page.getByLabel('Titre').fill('Ferme du Rû');
  await page.getByLabel('Prix de livraison').fill('900000');
  await save(page);
  await expect(page.getByText(kept)).toBeVisible();
  network.heal();
  await expect(page.getByText('Montant trop élevé.')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByLabel('Titre')).toHaveValue('Ferme du Rû');
  await expect(page.getByLabel('Prix de livraison')).toHaveValue('900000,00');
  expect((await shop.now()).relayPoint).toBe('Ferme Saint-Airy, à Dieue-sur-Meuse');
  await page.getByLabel('Prix de livraison').fill('2,50');
  await save(page);
  await expect(page.getByText(saved)).toBeVisible();
  expect(await shop.now()).toMatchObject({ relayPoint: 'Ferme du Rû', relayPointPrice: { amount: 250 } });
});

test('a shop that sells nothing online has no delivery to set', async ({ device }) => {
  const page = await open(await device(), '/admin/boutique/store/edit/shipping', 'salon@etal.test');
  await expect(page.getByText('Votre boutique ne vend pas en ligne.')).toBeVisible();
  const sidebar = page.getByRole('navigation', { name: 'Gestion de ma boutique' });
  await expect(sidebar.getByRole('link', { name: 'Informations de contact' })).toBeVisible();
  for (const name of ['Livraison', 'Point relais', 'Commandes']) {
    await expect(sidebar.getByRole('link', { name, exact: true })).toHaveCount(0);
  }
});

test('opening hours: rows, breaks and holidays are set without a network, and customers read them', async ({
  device,
  network,
  market,
}) => {
  const shop = await shopOf(market);
  const page = await open(await device(), '/admin/boutique');
  await page.getByRole('link', { name: "Horaires d'ouverture" }).click();
  await expect(page.getByRole('heading', { level: 1, name: "Horaires d'ouverture" })).toBeVisible();
  const row = (number: number) => page.getByRole('group', { name: `Horaires ${number}`, exact: true });
  await expect(row(3)).toBeVisible();
  await expect(row(1).getByRole('button', { name: /^Supprimer/ })).toHaveCount(0);
  for (const number of [3, 2])
    await row(number)
      .getByRole('button', { name: /^Supprimer/ })
      .click();

  await page.getByRole('button', { name: 'Ajouter des horaires' }).click();
  const added = row(2);
  await expect(added.getByLabel('Ouverture du matin')).toHaveValue('09:00');
  await expect(added.getByLabel('Fermeture du matin')).toHaveValue('12:00');
  await expect(added.getByLabel('Ouverture de l’après-midi')).toHaveValue('14:00');
  await expect(added.getByLabel('Fermeture de l’après-midi')).toHaveValue('18:00');
  await expect(added.getByRole('checkbox', { checked: true })).toHaveCount(0);
  await save(page);
  await expect(added.getByText('Cochez au moins un jour.')).toBeVisible();
  await expect(page.getByText(failed)).toBeVisible();
  await added.getByText('dim', { exact: true }).click();
  await added.getByLabel('Fermeture du matin').fill('27h');
  await save(page);
  await expect(added.getByText('Heure attendue, comme 09:30.')).toBeVisible();
  await added.getByLabel('Fermeture du matin').fill('12h45');
  await added.getByLabel('Ouverture de l’après-midi').fill('12:30');
  await save(page);
  await expect(added.getByText('L’après-midi commence avant la fin du matin.')).toBeVisible();
  await added.getByLabel('Sans interruption ?').check();
  await expect(added.getByLabel('Fermeture du matin')).toHaveValue('12:00');
  await expect(added.getByLabel('Ouverture de l’après-midi')).toHaveValue('14:00');

  const closures = page.getByRole('list', { name: 'Fermetures exceptionnelles' }).getByRole('listitem');
  for (const known of [3, 2, 1])
    await closures
      .nth(known - 1)
      .getByRole('button')
      .click();
  await page.getByRole('button', { name: 'Ajouter une fermeture' }).click();
  await save(page);
  await expect(closures.first().getByText('Date requise')).toBeVisible();
  await closures.first().getByLabel('Du').fill('2099-08-10');
  await closures.first().getByLabel('Au (inclus)').fill('2099-08-01');
  await save(page);
  await expect(closures.first().getByText('La fin vient avant le début.')).toBeVisible();
  await closures.first().getByLabel('Au (inclus)').fill('2099-08-20');
  await page.getByRole('button', { name: 'Ajouter une fermeture' }).click();
  await closures.nth(1).getByLabel('Du').fill('2099-12-25');
  await page.getByLabel('Temps de préparation').selectOption({ label: '1\u00a0jour' });

  // Typed, and not sent: rows that were added and taken away, too.
  await page.reload();
  await expect(added.getByLabel('Sans interruption ?')).toBeChecked();
  await expect(closures).toHaveCount(2);
  await expect(row(3)).toHaveCount(0);
  await expect.poll(() => privateReadsKept(page)).toEqual(expect.arrayContaining(['stores.mine']));

  network.cut();
  await save(page);
  await expect(page.getByText(kept)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('main').getByText(waiting)).toBeVisible();
  await expect(closures).toHaveCount(2);
  network.heal();
  await expect
    .poll(async () => (await shop.now()).closedDays, { timeout: 20_000 })
    .toEqual([
      { from: '2099-08-10', to: '2099-08-20' },
      { from: '2099-12-25', to: '2099-12-25' },
    ]);
  const { openingHours, preparationTime } = await shop.now();
  expect(preparationTime).toBe(1440);
  expect(openingHours).toEqual([
    expect.objectContaining({ days: ['tuesday', 'wednesday', 'thursday'] }),
    {
      days: ['sunday'],
      morningOpeningHour: '0900',
      morningCloseHour: '1200',
      afternoonOpeningHour: '1400',
      afternoonCloseHour: '1800',
      interrupt: true,
    },
  ]);

  await page.goto('/boutique/fromagerie-du-chatel/a-propos');
  const main = page.getByRole('main');
  await expect(main.getByText('Fermé du 10 août 2099 au 20 août 2099')).toBeVisible();
  await expect(main.getByText('Fermé le 25 décembre 2099')).toBeVisible();
  await expect(main.getByText('Temps de préparation : 1 jour')).toBeVisible();
  await expect(main.getByText('09h00 – 18h00')).toBeVisible();
});

test('the place of the shop: dragged or typed, kept without a network, and no place beyond the poles', async ({
  device,
  network,
  market,
}) => {
  const shop = await shopOf(market);
  const page = await open(await device(), '/admin/boutique');
  await page.getByRole('link', { name: 'Position du magasin' }).click();
  await page.getByLabel('Latitude').fill('95');
  await save(page, 'Confirmer la nouvelle position');
  await expect(page.getByText("La position du magasin n'a pas pu être mise à jour").first()).toBeVisible();
  await expect(page.getByText('Position incorrecte.')).toBeVisible();
  await page.getByLabel('Latitude').fill('49,2');
  await page.getByLabel('Longitude').fill('5,37');
  await save(page, 'Confirmer la nouvelle position');
  await expect(page.getByText('Position du magasin mise à jour')).toBeVisible();
  expect((await shop.now()).geoCoordinates).toEqual({ latitude: 49.2, longitude: 5.37 });

  // Tiles are away in every test: the pin can be dragged all the same.
  const pin = page.getByRole('region', { name: 'Position du magasin' }).getByRole('img', { name: /Châtel/ });
  await pin.scrollIntoViewIfNeeded();
  // The map follows the pin to where it was typed: taken hold of while that lasts, it slips.
  await expect(async () => {
    const box = await pin.boundingBox();
    if (!box) throw new Error('The pin is not on the map.');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y - 40, { steps: 6 });
    await page.mouse.up();
    await expect(page.getByLabel('Longitude')).not.toHaveValue('5,37', { timeout: 1000 });
  }).toPass();
  network.cut();
  await save(page, 'Confirmer la nouvelle position');
  await expect(page.getByText(kept)).toBeVisible();
  await expect(page.getByRole('main').getByText(waiting)).toBeVisible();
  network.heal();
  await expect
    .poll(async () => (await shop.now()).geoCoordinates?.longitude, { timeout: 20_000 })
    .toBeGreaterThan(5.38);
  expect((await shop.now()).geoCoordinates?.latitude).toBeGreaterThan(49.2);

  // Said and taken back in one breath: the last word counts, and nobody is asked about their own change.
  for (const latitude of ['49,31', '49,32', '49,31']) {
    await page.getByLabel('Latitude').fill(latitude);
    await save(page, 'Confirmer la nouvelle position');
    await expect.poll(async () => written((await shop.now()).geoCoordinates?.latitude)).toBe(latitude);
  }
  await expect(page.getByRole('list', { name: 'Changements à revoir' })).toHaveCount(0);

  // A shop that stands nowhere yet is put where the pin is.
  await shop.change({ geoCoordinates: null });
  await page.reload();
  await expect(page.getByLabel('Latitude')).toHaveValue('');
  await save(page, 'Confirmer la nouvelle position');
  await expect.poll(async () => (await shop.now()).geoCoordinates).toEqual({ latitude: 49.2, longitude: 5.37 });
  await expect(page.getByLabel('Latitude')).toHaveValue('49,2');
});

const written = (degrees: number | undefined) => String(degrees).replace('.', ',');
