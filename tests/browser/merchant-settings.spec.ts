// What a merchant changes of the shop on a tablet: each part with its texts, with and without a network, with what is wrong
// said at its field, and beside another device that changes the same.

import { storedPrivateReads } from './cached.ts';
import { expect, proxiedTest as test } from './journey.ts';
import { open, save, saved, shopOf, stored, waiting } from './shop-pages.ts';

const failed = 'Erreur lors de la validation du formulaire';

test('the store’s presentation: mistakes at their fields, stored without a network, sent later', async ({
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
  await expect.poll(() => storedPrivateReads(page)).toEqual(expect.arrayContaining(['stores.mine']));

  network.cut();
  await save(page);
  await expect(page.getByText(stored)).toBeVisible();
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
  await expect.poll(async () => (await shop.now()).description).toBe('Au lait cru, comme avant.');
  await page.getByRole('link', { name: 'Informations de la boutique' }).click();
  await expect(page.getByLabel('Description')).toHaveValue('Au lait cru, comme avant.');
  await expect(page.getByRole('main').getByText(waiting)).toHaveCount(0);
});

test('the store’s location and name: invalid numbers are refused, and customers see the saved values', async ({
  device,
  market,
}) => {
  const shop = await shopOf(market);
  const page = await open(await device(), '/admin/boutique/store/edit/contact');
  await page.getByLabel('Téléphone').fill('demain');
  await page.getByLabel('Code postal').fill('?');
  await save(page);
  await expect(page.getByText('Numéro de téléphone incorrect.')).toBeVisible();
  await expect(page.getByText('Code postal à cinq chiffres attendu.')).toBeVisible();
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

test('text typed while the form is being sent remains, and is sent with the next save', async ({
  device,
  network,
  market,
}) => {
  const shop = await shopOf(market);
  const page = await open(await device(), '/admin/boutique/store/edit/contact');
  const saving = { method: 'PUT', path: `/api${shop.iri}` } as const;
  await page.getByLabel('Téléphone').fill('03 29 86 00 01');
  network.plan({ ...saving, times: 1, fault: 'hold' });
  await Promise.all([network.next(saving), save(page)]);
  await page.getByLabel('Lieu de vente').fill('Sous la halle.');
  await expect(page.getByText(stored)).toBeVisible();
  await expect(page.getByLabel('Lieu de vente')).toHaveValue('Sous la halle.');
  network.heal();
  await expect.poll(async () => (await shop.now()).phoneNumber?.value).toBe('03 29 86 00 01');
  await expect(page.getByRole('main').getByText(waiting)).toHaveCount(0);
  await expect(page.getByLabel('Lieu de vente')).toHaveValue('Sous la halle.');
  await save(page);
  await expect.poll(async () => (await shop.now()).placeOfSales).toBe('Sous la halle.');
  expect((await shop.now()).phoneNumber?.value).toBe('03 29 86 00 01');
});

test('the legal identity is checked where it is typed, and stands on the store’s page', async ({ device, market }) => {
  const shop = await shopOf(market);
  const page = await open(await device(), '/admin/boutique/store/edit/contact');
  const siret = page.getByLabel('Numéro SIRET');
  await siret.fill('732 829 320 00075');
  await page.getByLabel('Numéro de TVA').fill('');
  await save(page);
  await expect(page.getByText('Ce n’est pas un SIRET')).toBeVisible();
  await expect(siret).toBeFocused();
  await siret.fill('732 829 320 00074');
  await save(page);
  await expect(page.getByText(saved)).toBeVisible();
  const { slug, legalIdentity } = await shop.now();
  expect(legalIdentity).toMatchObject({ siret: '73282932000074', vatNumber: '' });
  await page.goto(`/boutique/${slug}/a-propos`);
  const main = page.getByRole('main');
  await expect(main.getByText('732 829 320 00074')).toBeVisible();
  await expect(main.getByText('non applicable, art. 293 B du CGI')).toBeVisible();
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
  // The desk is told nothing of it before something is typed there.
  await desk.context().setOffline(true);
  await page.getByLabel('Description').fill('Sur la tablette.');
  await save(page);
  await expect(page.getByText(saved)).toBeVisible();
  expect(await shop.now()).toMatchObject({ description: 'Sur la tablette.', aboutText: 'Depuis 1987.' });
  await expect(page.getByLabel('À propos')).toHaveValue('Depuis 1987.');

  await expect(desk.getByLabel('Description')).toHaveValue(/Hélène et Rémi/);
  await desk.getByLabel('Description').fill('Au bureau.');
  await desk.context().setOffline(false);
  await save(desk);
  const card = desk.getByRole('list', { name: 'Modifications à vérifier' });
  await expect(card.getByText('La boutique a été modifiée sur un autre appareil.')).toBeVisible();
  await expect(card).toContainText('Au bureau.');
  await expect(card).toContainText('Sur la tablette.');
  await expect(desk.getByRole('main').getByText(waiting)).toHaveCount(0);
  expect((await shop.now()).description).toBe('Sur la tablette.');
  await card.getByRole('button', { name: 'Garder ce qui est sur l’autre appareil' }).click();
  await expect(card).toHaveCount(0);
  await expect(desk.getByLabel('Description')).toHaveValue('Sur la tablette.');

  await desk.context().setOffline(true);
  await page.getByLabel('Description').fill('Encore la tablette.');
  await save(page);
  await expect.poll(async () => (await shop.now()).description).toBe('Encore la tablette.');
  await desk.getByLabel('Description').fill('Encore au bureau.');
  await desk.context().setOffline(false);
  await save(desk);
  await card.getByRole('button', { name: 'Garder ce que j’ai écrit ici' }).click();
  await expect(card).toHaveCount(0);
  await expect.poll(async () => (await shop.now()).description).toBe('Encore au bureau.');
  await expect(desk.getByLabel('Description')).toHaveValue('Encore au bureau.');
  await desk.goto('/admin/boutique/store/edit/contact');
  await expect(desk.getByLabel('Adresse', { exact: true })).toBeVisible();
  await expect(card).toHaveCount(0);
});

test('text typed before a reload and changed elsewhere meanwhile: each page asks about its own fields', async ({
  device,
  market,
}) => {
  const shop = await shopOf(market);
  const page = await open(await device(), '/admin/boutique');
  const card = page.getByRole('list', { name: 'Modifications à vérifier' });
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

test('delivery costs: chosen, typed and saved, also without a network', async ({ device, network, market }) => {
  const shop = await shopOf(market);
  const page = await open(await device(), '/admin/boutique');
  await page.getByRole('link', { name: 'Livraison', exact: true }).click();
  const form = page.getByRole('form', { name: 'Livraison', exact: true });
  await expect(form.getByLabel('Livraison par le commerçant')).toBeChecked();
  await form.getByLabel('Retrait en point relais').uncheck();
  await form.getByLabel('Prix de livraison').fill('cinq');
  await form.getByLabel('Distance maximale').fill('deux');
  await form.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(form.getByText('Montant incorrect.')).toBeVisible();
  await expect(form.getByText('Nombre entier de kilomètres attendu.')).toBeVisible();
  await form.getByLabel('Prix de livraison').fill('5');
  await form.getByLabel('Distance maximale').fill('5000');
  await form.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(form.getByText('1000 km au maximum.')).toBeVisible();
  await form.getByLabel('Distance maximale').fill('');
  await form.getByLabel('Prix de livraison').fill('200000');
  await form.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(form.getByText('Montant trop élevé.')).toBeVisible();
  await expect(form.getByText(failed)).toBeVisible();
  await form.getByLabel('Prix de livraison').fill('0');
  await form.getByLabel('Livraison offerte à partir de').fill('');
  await form.getByLabel('Accepter le paiement à la livraison').uncheck();
  await expect(form.getByLabel('Informations de paiement à la livraison')).toHaveCount(0);
  await form.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText(saved)).toBeVisible();
  const used = await shop.now();
  expect(used).toMatchObject({
    customShippingPrice: { amount: 0 },
    freeDeliveryPriceFromAmount: null,
    customShippingMaxDistance: null,
    paymentOnDelivery: false,
    minimumDelivery: { amount: 1500 },
  });
  expect(used.deliveryMethods).not.toContain('relay');
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
  await expect(page.getByText(stored)).toBeVisible();
  await expect(page.getByRole('main').getByText(waiting)).toBeVisible();
  await expect(rows).toHaveCount(2);
  network.heal();
  await expect.poll(distances).toEqual([2, 10]);
  await expect(page.getByRole('main').getByText(waiting)).toHaveCount(0);
  await page.reload();
  await expect(rows).toHaveCount(2);
});

test('excessive values are refused at their field, also without a network, and nothing is queued', async ({
  device,
  network,
  market,
}) => {
  const shop = await shopOf(market);
  const before = (await shop.now()).customShippingPrice;
  const page = await open(await device(), '/admin/boutique/store/edit/shipping');
  const form = page.getByRole('form', { name: 'Livraison', exact: true });
  await expect(form.getByLabel('Livraison par le commerçant')).toBeChecked();
  network.cut();
  await form.getByLabel('Prix de livraison').fill('900000');
  await form.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(form.getByText('Montant trop élevé.')).toBeVisible();
  await form.getByLabel('Prix de livraison').fill('2,50');
  await form.getByLabel('Distance maximale').fill('5000');
  await form.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(form.getByText('1000 km au maximum.')).toBeVisible();
  await expect(page.getByRole('main').getByText(waiting)).toHaveCount(0);
  network.heal();
  expect((await shop.now()).customShippingPrice).toEqual(before);
  await form.getByLabel('Distance maximale').fill('20');
  await form.getByRole('button', { name: 'Enregistrer' }).click();
  const now = async () => {
    const { customShippingMaxDistance, customShippingPrice } = await shop.now();
    return [customShippingMaxDistance, customShippingPrice.amount];
  };
  await expect.poll(now).toEqual([20, 250]);
});

test('the relay point is described, and its price is shown as read', async ({ device, market }) => {
  const shop = await shopOf(market);
  const page = await open(await device(), '/admin/boutique/store/edit/relay_point');
  await expect(page.getByText('Modifier le point relais commerçant')).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveAttribute('rows', '4');
  await page.getByLabel('Titre').fill('Ferme du Rû');
  const price = page.getByLabel('Prix de livraison');
  await price.fill('2 50');
  await save(page);
  await expect(page.getByText('Montant incorrect.')).toBeVisible();
  await price.fill('2€50');
  await expect(price).toHaveAccessibleDescription(/soit 2,50/);
  await save(page);
  await expect(page.getByText(saved)).toBeVisible();
  expect(await shop.now()).toMatchObject({ relayPoint: 'Ferme du Rû', relayPointPrice: { amount: 250 } });
});

test('a store without online sales has no delivery settings', async ({ device }) => {
  const page = await open(await device(), '/admin/boutique/store/edit/shipping', 'salon@etal.test');
  await expect(page.getByText('Votre boutique ne vend pas en ligne.')).toBeVisible();
  const sidebar = page.getByRole('navigation', { name: 'Gestion de ma boutique' });
  await expect(sidebar.getByRole('link', { name: 'Informations de contact' })).toBeVisible();
  for (const name of ['Livraison', 'Point relais', 'Commandes']) {
    await expect(sidebar.getByRole('link', { name, exact: true })).toHaveCount(0);
  }
});
