// A merchant's pictures on a tablet: chosen, brought in, framed, put in order, removed, with and without a network; what is
// no picture says why; and the shop's video.
import type { Locator, Page } from '@playwright/test';
import type { Image } from '#contract/fields/values.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { photo } from '../support/pictures.ts';
import { storedPrivateReads } from './cached.ts';
import { expect, proxiedTest as test } from './journey.ts';
import type { MarketServer } from './market-server.ts';
import { open, save, saved, shopOf, stored, waiting } from './shop-pages.ts';

const medias = '/admin/boutique/store/medias';

/** The shop and its library as the server has them. */
async function libraryOf(market: MarketServer) {
  const { iri, call, now } = await shopOf(market);
  return {
    now,
    library: async () => (await call<Collection<Image>>('GET', `${iri}/available_images`))['hydra:member'],
  };
}

const field = (page: Page, label: string) => page.getByRole('group', { name: label, exact: true });
const chosen = (group: Locator) => group.getByRole('listitem');
const adder = (page: Page, label: string) => field(page, label).getByRole('button', { name: /^(Ajouter|Changer)/ });
const library = (page: Page) => page.getByRole('dialog', { name: /^Médiathèque/ });
const jpeg = async (name: string, colour: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await photo({ side: 300, colour, exif: true }),
});

test('new pictures without a network: shown from this device, chosen, saved, and sent with the return', async ({
  device,
  network,
  market,
}) => {
  const shop = await libraryOf(market);
  const before = await shop.now();
  const current = (await shop.library()).length;
  const page = await open(await device(), '/admin/boutique');
  await page.getByRole('link', { name: 'Images de la boutique' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Images de la boutique' })).toBeVisible();
  const images = field(page, 'Images');
  await expect(chosen(images)).toHaveCount(before.images.length);
  await expect.poll(() => storedPrivateReads(page)).toEqual(expect.arrayContaining(['stores.mine']));

  network.cut();
  await adder(page, 'Images').click();
  await library(page)
    .getByLabel('Fichiers')
    .setInputFiles([
      await jpeg('comte.jpg', '#cc9933'),
      { name: 'facture.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('%PDF-1.7 ceci n’est pas une image') },
      { name: 'coupee.jpg', mimeType: 'image/jpeg', buffer: (await photo({ side: 300 })).subarray(0, 90) },
    ]);
  const form = page.getByRole('form', { name: 'Nouvelles images' });
  await expect(form.getByText('Format non accepté\u00a0: choisissez une image JPEG, PNG ou WebP.')).toBeVisible();
  await expect(form.getByText('Cette image est illisible.')).toBeVisible();
  await form.getByLabel('Légende de comte.jpg').fill('Un comté de dix-huit mois');
  await form.getByLabel('Légende de comte.jpg').press('Enter');

  await expect(library(page)).toHaveCount(0);
  await expect(chosen(images)).toHaveCount(before.images.length + 1);
  const fresh = chosen(images).last();
  await expect(fresh.getByText('Un comté de dix-huit…', { exact: true })).toBeVisible();
  await expect(fresh.getByText(waiting)).toBeVisible();
  await expect.poll(() => fresh.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(300);
  await save(page);
  await expect(page.getByText(stored)).toBeVisible();

  await page.reload();
  await expect(chosen(images)).toHaveCount(before.images.length + 1);
  await expect(chosen(images).last().getByText(waiting)).toBeVisible();
  expect(await shop.library()).toHaveLength(current);

  network.heal();
  await expect
    .poll(async () => (await shop.now()).images.map(({ caption }) => caption))
    .toEqual([...before.images.map(({ caption }) => caption), 'Un comté de dix-huit mois']);
  await expect(page.getByRole('main').getByText(waiting)).toHaveCount(0);
  await expect(chosen(images)).toHaveCount(before.images.length + 1);
  const served = chosen(images).last().locator('img');
  await expect(served).toHaveAttribute('src', /^\/media\//);
});

test('logo and order of the pictures: chosen, moved, removed, saved in order', async ({ device, market }) => {
  const shop = await libraryOf(market);
  const before = await shop.now();
  const page = await open(await device(), medias);
  const images = field(page, 'Images');
  const captions = before.images.map(({ caption }) => caption);
  await images.getByRole('button', { name: `Reculer l’image 1, ${captions[0]}` }).click();
  await expect(images.getByRole('button', { name: `Reculer l’image 2, ${captions[0]}` })).toBeFocused();
  await page.keyboard.press('Enter');
  await images.getByRole('button', { name: `Retirer l’image 1, ${captions[1]}` }).click();
  await expect(images.getByRole('button', { name: `Avancer l’image 1, ${captions[2]}` })).toBeDisabled();

  // Nothing is chosen before it is taken.
  await adder(page, 'Logo').click();
  await library(page).getByRole('button', { name: 'Annuler' }).click();
  await expect(library(page)).toHaveCount(0);
  await expect(chosen(field(page, 'Logo'))).toHaveCount(1);
  await adder(page, 'Logo').click();
  await library(page).getByRole('button', { name: 'Coffret de Noël', exact: true }).first().click();
  await expect(chosen(field(page, 'Logo')).getByText('Coffret de Noël')).toBeVisible();

  await adder(page, 'Images').click();
  await expect(library(page).getByRole('button', { pressed: true })).toHaveCount(captions.length - 1);
  await library(page).getByRole('button', { name: 'Enseigne', exact: true }).click();
  await library(page)
    .getByRole('button', { name: `Choisir ${captions.length}\u00a0images` })
    .click();
  await save(page);
  await expect(page.getByText(saved)).toBeVisible();
  const after = await shop.now();
  expect(after.logo?.caption).toBe('Coffret de Noël');
  expect(after.images.map(({ caption }) => caption)).toEqual([captions[2], captions[0], captions[3], 'Enseigne']);

  // Again at once, on top of one's own change.
  await field(page, 'Logo')
    .getByRole('button', { name: /^Retirer/ })
    .click();
  await save(page);
  await expect.poll(async () => (await shop.now()).logo).toBeNull();
  await expect(page.getByRole('list', { name: 'Modifications à vérifier' })).toHaveCount(0);
});

test('a dropped picture is cropped and sent as a JPEG without metadata; a deletion asks first', async ({
  device,
  network,
  market,
}) => {
  const shop = await libraryOf(market);
  const current = await shop.library();
  const page = await open(await device(), medias);
  const images = field(page, 'Images');
  const count = (await shop.now()).images.length;
  await expect(chosen(images)).toHaveCount(count);
  await adder(page, 'Images').click();
  const bytes = [...(await photo({ side: 300, exif: true }))];
  const dropped = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(all)], 'paysage.jpg', { type: 'image/jpeg' }));
    return transfer;
  }, bytes);
  await library(page)
    .getByRole('region', { name: 'Nouvelles images' })
    .dispatchEvent('drop', { dataTransfer: dropped });
  await page.getByRole('button', { name: 'Recadrer' }).click();
  const frame = page.getByRole('application', { name: /^Cadre/ });
  await expect(frame).toBeVisible();
  await frame.press('ArrowLeft');
  await page.getByText('Portrait', { exact: true }).click();
  await page.getByRole('button', { name: 'Appliquer le cadrage' }).click();
  await page.getByLabel('Légende de paysage.jpg').fill('Nos prés');
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/images'));
  await page.getByRole('button', { name: 'Ajouter 1\u00a0image' }).click();
  const body = (await sent).postDataBuffer() ?? Buffer.alloc(0);
  expect(body.includes('image/jpeg')).toBe(true);
  expect(body.includes('Le photographe')).toBe(false);
  await expect(chosen(images)).toHaveCount(count + 1);
  const picture = chosen(images).filter({ hasText: 'Nos prés' }).locator('img');
  await expect(picture).toHaveAttribute('src', /^\/media\//);
  const [newest] = await shop.library();
  expect(newest?.caption).toBe('Nos prés');
  // 300 × 200, cut to three by four.
  const size = await page.evaluate(
    async (path) => {
      const { width, height } = await createImageBitmap(await (await fetch(path)).blob());
      return [width, height];
    },
    `/${newest?.['1080_inset_path'].replace(/^\//, '')}`,
  );
  expect(size).toEqual([150, 200]);

  network.cut();
  await adder(page, 'Images').click();
  const grid = library(page).getByRole('list', { name: 'Images de la médiathèque' });
  await grid.getByRole('button', { name: 'Supprimer Nos prés' }).click();
  const question = page.getByRole('dialog', { name: 'Supprimer cette image ?' });
  await question.getByRole('button', { name: 'Garder l’image' }).click();
  await expect(grid.getByRole('button', { name: 'Supprimer Nos prés' })).toBeVisible();
  await grid.getByRole('button', { name: 'Supprimer Nos prés' }).click();
  await question.getByRole('button', { name: 'Supprimer', exact: true }).click();
  await expect(chosen(images)).toHaveCount(count);
  await adder(page, 'Images').click();
  await expect(grid.getByText('suppression en attente d’envoi')).toBeVisible();
  expect(await shop.library()).toHaveLength(current.length + 1);
  network.heal();
  await expect.poll(async () => (await shop.library()).length).toBe(current.length);
  await expect(grid.getByText('suppression en attente d’envoi')).toHaveCount(0);
});

test('the video: an address is required, an invalid one is refused, and YouTube is not contacted before a click', async ({
  device,
  network,
  market,
}) => {
  const shop = await libraryOf(market);
  const page = await open(await device(), medias);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.route(/youtube/, (route) => route.abort());
  const url = page.getByLabel('URL YouTube');
  const send = page.getByRole('button', { name: 'Enregistrer la vidéo' });
  await expect(url).toHaveValue('https://www.youtube.com/watch?v=aqz-KE-bpKQ');
  await url.fill('  ');
  await send.click();
  await expect(page.getByText('URL Requise')).toBeVisible();
  await url.fill('https://vimeo.com/1234567');
  await send.click();
  await expect(page.getByText('Vidéo YouTube inconnue.')).toBeVisible();
  expect((await shop.now()).youtubeVideoId).toBe('aqz-KE-bpKQ');
  await url.fill('https://youtu.be/dQw4w9WgXcQ?si=partage');
  await expect(page.getByRole('button', { name: 'Voir la vidéo de Fromagerie du Châtel' })).toBeVisible();
  await send.click();
  await expect(page.getByText(saved)).toBeVisible();
  expect((await shop.now()).youtubeVideoId).toBe('dQw4w9WgXcQ');
  await expect(url).toHaveValue('https://www.youtube.com/watch?v=dQw4w9WgXcQ');
  expect(asked.filter((one) => one.includes('youtube'))).toEqual([]);
  await page.getByRole('button', { name: 'Voir la vidéo de Fromagerie du Châtel' }).click();
  await expect
    .poll(() => asked.filter((one) => one.includes('youtube')))
    .toEqual([expect.stringContaining('youtube-nocookie.com/embed/dQw4w9WgXcQ')]);

  network.cut();
  await page.getByRole('button', { name: 'Retirer la vidéo' }).click();
  await expect(page.getByText(stored)).toBeVisible();
  await expect(url).toHaveValue('');
  await expect(page.getByRole('main').getByText(waiting)).toBeVisible();
  network.heal();
  await expect.poll(async () => (await shop.now()).youtubeVideoId).toBeNull();
});
