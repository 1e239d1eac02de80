// What befalls a shop's products and pictures between its tablet and the market: a product edited on another device meanwhile,
// an upload that breaks off, pictures that arrive for a change that is refused.
import type { Locator, Page } from '@playwright/test';
import type { Image } from '#contract/fields/values.ts';
import type { MerchantProduct } from '#contract/merchant/own-products.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { photo } from '../support/pictures.ts';
import { expect, type Person, test } from './faults-ground.ts';
import type { MarketServer } from './market-server.ts';
import { effectsOf, expectFrozen, expectNothingWaits, expectQuiet } from './oracle.ts';
import { type OtherDevice, otherDevice } from './other-device.ts';
import {
  chooseCompanion,
  dropCompanion,
  GONE,
  makeCompanion,
  open,
  productNamed,
  rowOf,
  shop,
  tablet,
  toast,
  unique,
} from './own-products.ts';

const uploads = { method: 'POST', path: /\/images$/ };
const choices = (page: Page) => page.getByRole('list', { name: 'Modifications à vérifier' });
const captionsOf = ({ images }: MerchantProduct) => images.map(({ caption }) => caption);

/** A product of its own, so that each test edits what nobody else does. */
async function newProduct(desk: OtherDevice): Promise<MerchantProduct> {
  const { category } = await productNamed(desk, 'Munster fermier');
  return desk.call('POST', '/products', { name: unique('Bargkass'), category, price: { amount: 990 } });
}

async function library(desk: OtherDevice): Promise<string[]> {
  const { id } = await desk.call<{ id: string }>('GET', '/stores/by_slug/fromagerie-du-chatel');
  const images = await desk.call<Collection<Image>>('GET', `/stores/${id}/available_images`);
  return images['hydra:member'].map(({ caption }) => caption);
}

/** The merchant's tablet, on the form of a product that is on no other screen. */
async function atTheForm(person: () => Promise<Person>, market: MarketServer) {
  const desk = await otherDevice(market, shop);
  const [product, companion] = [await newProduct(desk), await makeCompanion(desk)];
  const page = await (await person()).page();
  await page.setViewportSize(tablet);
  await open(page, { worker: true });
  await rowOf(page, product.name).getByRole('link', { name: 'Modifier' }).click();
  await expect(field(page, 'Nom')).toHaveValue(product.name);
  return { page, desk, product, companion, now: () => desk.call<MerchantProduct>('GET', `/products/${product.id}`) };
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Enregistrer', exact: true }).click();

/** Brings a picture of its own into the library and chooses it, by the keyboard. */
async function addPicture(page: Page, group: Locator, caption: string, colour: string): Promise<void> {
  await group.getByRole('button', { name: /^Ajouter/ }).click();
  const buffer = await photo({ side: 900, colour });
  await page
    .getByRole('dialog', { name: /^Médiathèque/ })
    .getByLabel('Fichiers')
    .setInputFiles([{ name: 'photo.jpg', mimeType: 'image/jpeg', buffer }]);
  const label = page.getByRole('form', { name: 'Nouvelles images' }).getByLabel('Légende de photo.jpg');
  await label.fill(caption);
  await label.press('Enter');
  await expect(page.getByRole('dialog', { name: /^Médiathèque/ })).toHaveCount(0);
}

const images = (page: Page) => page.getByRole('group', { name: 'Images', exact: true });

test('F28 · other fields of the product edited on another device: both edits apply without a question', {
  tag: '@essential',
}, async ({ person, network, market }) => {
  const { page, desk, product, now } = await atTheForm(person, market);
  network.cut();
  await field(page, 'Description').fill('Affiné quatre mois.');
  await save(page);
  await expect(page.getByText('en attente d’envoi').first()).toBeVisible();
  await desk.call('PUT', `/products/${product.id}`, { price: { amount: 1090 } });
  network.heal();
  await expectNothingWaits(page);
  expect(await now()).toMatchObject({ description: 'Affiné quatre mois.', price: { amount: 1090 } });
  await expect(choices(page)).toHaveCount(0);
  await page.goto(`/admin/boutique/products/${product.id}`);
  await expect(field(page, 'Prix')).toHaveValue('10,90');
  await expect(field(page, 'Description')).toHaveValue('Affiné quatre mois.');
  expectFrozen(network);
  await expectQuiet(page);
});

test('F28 · the same field was edited on another device: nothing is written before the merchant has chosen', async ({
  person,
  network,
  market,
}) => {
  const { page, desk, product, now } = await atTheForm(person, market);
  network.cut();
  await field(page, 'Prix').fill('8,80');
  await save(page);
  await expect(page.getByText('en attente d’envoi').first()).toBeVisible();
  await desk.call('PUT', `/products/${product.id}`, { price: { amount: 1190 } });
  network.heal();
  await page.goto(`/admin/boutique/products/${product.id}`);
  await expect(choices(page)).toContainText('8,80\u00a0€');
  await expect(choices(page)).toContainText('11,90\u00a0€');
  expect((await now()).price?.amount).toBe(1190);
  await choices(page)
    .getByRole('button', { name: /autre appareil/ })
    .click();
  await expect(choices(page)).toHaveCount(0);
  await expectNothingWaits(page);
  expect((await now()).price?.amount).toBe(1190);
  await expect(field(page, 'Prix')).toHaveValue('11,90');
  await expectQuiet(page);
});

test('F28 · the product deleted on another device during editing: the refusal remains visible until the merchant has read it', async ({
  person,
  network,
  market,
}) => {
  const { page, desk, product } = await atTheForm(person, market);
  network.cut();
  await field(page, 'Prix').fill('8,80');
  await save(page);
  await expect(page.getByText('en attente d’envoi').first()).toBeVisible();
  await desk.call('DELETE', `/products/${product.id}`);
  network.heal();
  const refused = page.getByText(/1\u00a0modification à vérifier/).first();
  await page.reload();
  await expect(page.getByText('Ce produit n’existe pas dans votre boutique.')).toBeVisible();
  await expect(refused).toBeVisible();
  await expect(choices(page)).toContainText(product.name);
  await page.goto('/en-attente');
  await expect(choices(page)).toContainText(product.name);
  await choices(page).getByRole('button', { name: 'OK' }).click();
  await expect(choices(page)).toHaveCount(0);
  await expect(page.getByText('Tout est envoyé.')).toBeVisible();
});

test('F62 · an upload interrupted twice is sent again in full, and creates one picture', async ({
  person,
  network,
  market,
}) => {
  const { page, desk, now } = await atTheForm(person, market);
  const caption = unique('La meule');
  network.plan({ ...uploads, fault: 'torn', times: 2 });
  await addPicture(page, images(page), caption, '#cc8833');
  await save(page);
  await expect.poll(() => network.seen(uploads).filter(({ fault }) => fault === 'torn').length).toBe(2);
  await expectNothingWaits(page);
  const sent = network.seen(uploads);
  expect(sent.map(({ status }) => status)).toEqual([null, null, 201]);
  expect(new Set(sent.map(({ body }) => body.toString('latin1'))).size).toBe(1);
  expectFrozen(network);
  effectsOf(network);
  expect(captionsOf(await now())).toEqual([caption]);
  expect((await library(desk)).filter((one) => one === caption)).toHaveLength(1);
  await expectQuiet(page);
});

test('F63 · pictures uploaded and the product change refused: the corrected change includes them, and none is sent twice', async ({
  person,
  network,
  market,
}) => {
  const { page, desk, product, companion, now } = await atTheForm(person, market);
  const [first, second] = [unique('La croûte'), unique('La pâte')];
  await chooseCompanion(page, companion.name);
  network.cut();
  await addPicture(page, images(page), first, '#884422');
  await addPicture(page, images(page), second, '#eecc66');
  await save(page);
  await expect(page.getByText('en attente d’envoi').first()).toBeVisible();
  await companion.remove();
  network.heal();
  // Back in the form where it was made, with the reason at its field; what the form lacked meanwhile has come, too.
  await expect(page.getByText(GONE)).toBeVisible();
  await expect(field(page, 'Catégorie').locator('option:checked')).toHaveText('Fromages à pâte molle');
  expect(captionsOf(await now())).toEqual([]);
  await page.reload();
  await expect(images(page).getByRole('listitem')).toHaveCount(2);
  await expect(field(page, 'Nom')).toHaveValue(product.name);
  await page.getByText('Mise en avant').click();
  await dropCompanion(page);
  await save(page);
  await toast(page, 'Produit enregistré avec succès');
  await expectNothingWaits(page);
  expect(captionsOf(await now())).toEqual([first, second]);
  const there = await library(desk);
  expect(there.filter((one) => one === first || one === second)).toHaveLength(2);
  expect(network.seen({ ...uploads, when: ({ status }) => status === 201 })).toHaveLength(2);
  expectFrozen(network);
});
