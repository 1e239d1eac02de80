// A change of the shop that only the server refuses, after it had waited: it stands in its form again, with what is wrong said at
// its field, until its merchant has dealt with it.

import type { Image } from '#contract/fields/values.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { photo } from '../support/pictures.ts';
import { storedPrivateReads } from './cached.ts';
import { expect, proxiedTest as test } from './journey.ts';
import { open, save, shopOf, stored } from './shop-pages.ts';

test('a picture deleted on another device while its choice is pending is refused at its field, and stays in the form', async ({
  device,
  network,
  market,
}) => {
  const shop = await shopOf(market);
  const library = async () =>
    (await shop.call<Collection<Image>>('GET', `${shop.iri}/available_images`))['hydra:member'];
  const before = await shop.now();
  const count = (await library()).length;
  const page = await open(await device(), '/admin/boutique/store/medias');
  const images = page.getByRole('group', { name: 'Images', exact: true });
  const chosen = images.getByRole('listitem');
  await expect(chosen).toHaveCount(before.images.length);
  await expect.poll(() => storedPrivateReads(page)).toEqual(expect.arrayContaining(['stores.mine']));
  await images.getByRole('button', { name: /^Ajouter/ }).click();
  const buffer = await photo({ side: 300, colour: '#ddccaa' });
  await page.getByLabel('Fichiers').setInputFiles([{ name: 'brie.jpg', mimeType: 'image/jpeg', buffer }]);
  await page.getByLabel('Légende de brie.jpg').fill('Un brie affiné');
  await page.getByLabel('Légende de brie.jpg').press('Enter');
  await expect.poll(async () => (await library()).length).toBe(count + 1);

  network.cut();
  await save(page);
  await expect(page.getByText(stored)).toBeVisible();
  const brie = (await library()).find(({ caption }) => caption === 'Un brie affiné');
  await shop.call('DELETE', brie?.['@id'] ?? '');
  network.heal();
  await expect(images.getByText('Cette image n’existe plus.')).toBeVisible();
  await expect(page.getByText('Erreur lors de la validation du formulaire').first()).toBeVisible();
  await expect(chosen).toHaveCount(before.images.length + 1);
  await page.reload();
  await expect(images.getByText('Cette image n’existe plus.')).toBeVisible();
  await expect(chosen).toHaveCount(before.images.length + 1);
  expect((await shop.now()).images).toEqual(before.images);

  await chosen
    .last()
    .getByRole('button', { name: /^Retirer/ })
    .click();
  await save(page);
  await expect(images.getByText('Cette image n’existe plus.')).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Modifications à vérifier' })).toHaveCount(0);
  await expect(chosen).toHaveCount(before.images.length);
});
