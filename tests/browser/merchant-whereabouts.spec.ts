// When and where customers find the shop: opening hours, holidays, and its place on the map, set on a tablet.

import { storedPrivateReads } from './cached.ts';
import { expect, proxiedTest as test } from './journey.ts';
import { open, save, shopOf, stored, waiting } from './shop-pages.ts';

const failed = 'Erreur lors de la validation du formulaire';

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
  await expect.poll(() => storedPrivateReads(page)).toEqual(expect.arrayContaining(['stores.mine']));

  network.cut();
  await save(page);
  await expect(page.getByText(stored)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('main').getByText(waiting)).toBeVisible();
  await expect(closures).toHaveCount(2);
  network.heal();
  await expect
    .poll(async () => (await shop.now()).closedDays)
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
  await expect(main.getByText('9\u00a0h\u00a000 – 18\u00a0h\u00a000')).toBeVisible();
});

test('the store’s position: dragged or typed, stored without a network, limited to valid coordinates', async ({
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
  await expect(page.getByText(stored)).toBeVisible();
  await expect(page.getByRole('main').getByText(waiting)).toBeVisible();
  network.heal();
  await expect.poll(async () => (await shop.now()).geoCoordinates?.longitude).toBeGreaterThan(5.38);
  expect((await shop.now()).geoCoordinates?.latitude).toBeGreaterThan(49.2);

  // Said and taken back in one breath: the last word counts, and nobody is asked about their own change.
  for (const latitude of ['49,31', '49,32', '49,31']) {
    await page.getByLabel('Latitude').fill(latitude);
    await save(page, 'Confirmer la nouvelle position');
    await expect.poll(async () => written((await shop.now()).geoCoordinates?.latitude)).toBe(latitude);
    await expect(page.locator('form [aria-busy="true"], form [aria-disabled="true"]')).toHaveCount(0);
  }
  await expect(page.getByRole('list', { name: 'Modifications à vérifier' })).toHaveCount(0);

  // A store without a position is put where the pin is: at the middle of the market.
  await shop.change({ geoCoordinates: null });
  await page.reload();
  await expect(page.getByLabel('Latitude')).toHaveValue('');
  await save(page, 'Confirmer la nouvelle position');
  await expect.poll(async () => (await shop.now()).geoCoordinates).toEqual({ latitude: 49.16, longitude: 5.38 });
  await expect(page.getByLabel('Latitude')).toHaveValue('49,16');
});

const written = (degrees: number | undefined) => String(degrees).replace('.', ',');
