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
