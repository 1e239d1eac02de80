// The pictures of a product on a tablet, from its own form: several at once with bad ones among them, framed, put in order,
// given other words and taken away, with and without a network; each reaches the shop once.
import type { Locator, Page } from '@playwright/test';
import type { Image } from '#contract/fields/values.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { photo } from '../support/pictures.ts';
import { expect, proxiedTest as test } from './journey.ts';
import { type OtherDevice, otherDevice } from './other-device.ts';
import { open, productNamed, rowOf, shop, tablet, toast, unique } from './own-products.ts';

const images = (page: Page) => page.getByRole('group', { name: 'Images', exact: true });
const chosen = (page: Page) => images(page).getByRole('listitem');
const library = (page: Page) => page.getByRole('dialog', { name: /^Médiathèque/ });
const adding = (page: Page) => page.getByRole('form', { name: 'Nouvelles images' });
const openLibrary = (page: Page) =>
  images(page)
    .getByRole('button', { name: /^Ajouter/ })
    .click();
const named = async (list: Locator) => (await list.allInnerTexts()).map((text) => text.split('\n')[0]);

const jpeg = async (name: string, colour: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await photo({ side: 300, colour, exif: true }),
});

async function libraryOf({ call }: OtherDevice): Promise<string[]> {
  const { '@id': at } = await call<{ '@id': string }>('GET', '/stores/by_slug/fromagerie-du-chatel');
  const current = await call<Collection<Image>>('GET', `${at}/available_images?itemsPerPage=200`);
  return current['hydra:member'].map(({ caption }) => caption);
}

test('several pictures at once, some invalid, are added in order; changed without a network, each exists once', async ({
  device,
  market,
  network,
}) => {
  const [name, mark] = [unique('Tomme grise'), unique('')];
  const captionOf = (words: string) => `${words}${mark}`;
  const desk = await otherDevice(market, shop);
  const page = await (await device()).open({ size: tablet });
  await open(page, { worker: true });
  await page.getByRole('link', { name: 'Créer un produit' }).click();
  await page.getByLabel('Nom', { exact: true }).fill(name);
  await page.getByLabel('Catégorie', { exact: true }).selectOption({ label: 'Fromages à pâte pressée' });
  await page.getByLabel('Prix', { exact: true }).fill('14');

  await openLibrary(page);
  const heavy = Buffer.concat([await photo({ side: 30 }), Buffer.alloc(31_000_000)]);
  await library(page)
    .getByLabel('Fichiers')
    .setInputFiles([
      await jpeg('un.jpg', '#cc9933'),
      { name: 'facture.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('%PDF-1.7 ceci n’est pas une image') },
      { name: 'affiche.jpg', mimeType: 'image/jpeg', buffer: heavy },
      await jpeg('deux.jpg', '#336699'),
    ]);
  const entries = adding(page).getByRole('listitem');
  await expect(entries.filter({ hasText: 'facture.jpg' })).toContainText('Format non accepté');
  await expect(entries.filter({ hasText: 'affiche.jpg' })).toContainText('trop lourde\u00a0: 30\u00a0Mo au maximum');
  await adding(page).getByLabel('Légende de un.jpg').fill(captionOf('Une'));
  await adding(page).getByLabel('Légende de deux.jpg').fill(captionOf('Deux'));
  await entries.filter({ hasText: 'un.jpg' }).getByRole('button', { name: 'Recadrer' }).click();
  await page.getByText('Portrait', { exact: true }).click();
  await page.getByRole('button', { name: 'Appliquer le cadrage' }).click();
  await expect(adding(page).getByLabel('Légende de deux.jpg')).toHaveValue(captionOf('Deux'));
  await page.getByRole('button', { name: 'Ajouter 2\u00a0images' }).click();
  await expect(chosen(page)).toHaveCount(2);
  await images(page)
    .getByRole('button', { name: `Avancer l’image 2, ${captionOf('Deux')}` })
    .click();
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await toast(page, 'Produit enregistré avec succès');
  const captions = async () => (await productNamed(desk, name)).images.map(({ caption }) => caption);
  await expect.poll(captions).toEqual([captionOf('Deux'), captionOf('Une')]);

  await expect(rowOf(page, name)).not.toContainText('en attente d’envoi');
  // Without a network: one more, other words for one, another order, and one taken away.
  await rowOf(page, name).getByRole('link', { name: 'Modifier' }).click();
  await expect(chosen(page)).toHaveCount(2);
  await openLibrary(page);
  const grid = library(page).getByRole('list', { name: 'Images de la médiathèque' });
  await expect(grid.getByRole('button', { name: captionOf('Une'), exact: true })).toBeVisible();
  network.cut();
  await grid.getByRole('button', { name: `Modifier la légende de ${captionOf('Une')}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Légende de l’image' });
  await expect(dialog.getByLabel('Légende', { exact: true })).toHaveValue(captionOf('Une'));
  await dialog.getByLabel('Légende', { exact: true }).fill(captionOf('De près'));
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(grid.getByText('légende en attente d’envoi')).toBeVisible();
  await library(page)
    .getByLabel('Fichiers')
    .setInputFiles([await jpeg('trois.jpg', '#669933')]);
  await adding(page).getByLabel('Légende de trois.jpg').fill(captionOf('Trois'));
  await page.getByRole('button', { name: 'Ajouter 1\u00a0image' }).click();
  await expect(chosen(page)).toHaveCount(3);
  for (const at of [3, 2]) {
    await images(page)
      .getByRole('button', { name: `Avancer l’image ${at}, ${captionOf('Trois')}` })
      .click();
  }
  await images(page)
    .getByRole('button', { name: `Retirer l’image 2, ${captionOf('Deux')}` })
    .click();
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.locator('p').filter({ hasText: 'Masqué' })).toContainText('en attente d’envoi');
  await expect(page.getByLabel('Catégorie', { exact: true })).not.toHaveValue('');

  await page.reload();
  await expect.poll(() => named(chosen(page))).toEqual([captionOf('Trois'), captionOf('De près')]);
  expect(await captions()).toEqual([captionOf('Deux'), captionOf('Une')]);

  network.heal();
  await expect.poll(captions).toEqual([captionOf('Trois'), captionOf('De près')]);
  const mine = async () => (await libraryOf(desk)).filter((caption) => caption.endsWith(mark)).sort();
  await expect.poll(mine).toEqual([captionOf('De près'), captionOf('Deux'), captionOf('Trois')].sort());
  await expect(chosen(page)).toHaveCount(2);
  await expect(page.getByText('légende en attente d’envoi')).toHaveCount(0);
});
