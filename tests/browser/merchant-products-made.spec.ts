// Products in the making on a merchant's devices: quickly with a photo, with a PDF, and again after a refusal.
import type { Locator } from '@playwright/test';
import { photo } from '../support/pictures.ts';
import { expect, installed, proxiedTest as test } from './journey.ts';
import { otherDevice } from './other-device.ts';
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
import { logIn } from './steps.ts';

/** Taps as a thumb makes them; what is typed, and what the device's own camera asks, is not counted. */
function thumb() {
  let taps = 0;
  return {
    tap: async (what: Locator) => {
      taps += 1;
      await what.click();
    },
    count: () => taps,
  };
}

test('a new merchant publishes a first product with photo in eight taps, and continues without a network', async ({
  device,
  market,
  network,
}) => {
  const [first, second] = [unique('Confiture de quetsches'), unique('Gelée de coings')];
  const desk = await otherDevice(market, shop);
  const page = await (await device()).open({ size: { width: 360, height: 740 }, touch: true });
  await page.goto('/authentication/connexion');
  await installed(page);
  await logIn(page, shop);
  await page.goto('/admin/boutique');
  const { tap, count } = thumb();
  await tap(page.getByRole('button', { name: 'MENU' }));
  await tap(page.getByRole('dialog').getByRole('link', { name: 'Produits' }));
  await tap(page.getByRole('link', { name: 'Ajout rapide' }));
  const camera = page.locator('input[capture="environment"]');
  const chooser = page.waitForEvent('filechooser');
  await tap(page.locator('label').filter({ hasText: 'Prendre une photo' }));
  await (await chooser).setFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await photo({ side: 3000 }) });
  // The keyboard is there with the name, and goes on to the price.
  await expect(page.getByLabel('Nom', { exact: true })).toBeFocused();
  await page.keyboard.type(first);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Prix', { exact: true })).toBeFocused();
  await page.keyboard.type('4,50');
  await tap(page.getByLabel('Catégorie', { exact: true }));
  await tap(page.getByLabel('Catégorie', { exact: true }));
  await page.getByLabel('Catégorie', { exact: true }).selectOption({ label: 'Beurre et crème' });
  await tap(page.getByRole('button', { name: 'Publier' }));
  expect(count()).toBeLessThanOrEqual(8);
  await toast(page, 'Produit publié avec succès');
  const added = page.getByRole('region', { name: 'Produits ajoutés' });
  await expect(added).toContainText('1 produit ajouté');
  await expect(added.getByRole('listitem').filter({ hasText: first })).toContainText('Publié');
  const made = await productNamed(desk, first);
  expect(made).toMatchObject({ published: true, price: { amount: 450 } });
  expect(made.images).toHaveLength(1);

  // Straight on to the next, without a network; a file that is no picture is said, and keeps what was typed.
  await expect(camera).toBeFocused();
  await page.context().setOffline(true);
  network.cut();
  await page.getByLabel('Nom', { exact: true }).fill(second);
  await camera.setInputFiles({
    name: 'faux.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('Ce n’est pas une image.'),
  });
  await expect(page.getByText('Cette photo n’a pas pu être lue')).toBeVisible();
  await page.getByRole('button', { name: 'Publier' }).click();
  await expect(page.getByText('Prix requis')).toBeVisible();
  await expect(page.getByLabel('Nom', { exact: true })).toHaveValue(second);
  await camera.setInputFiles({
    name: 'IMG_2.png',
    mimeType: 'image/png',
    buffer: await photo({ format: 'png', side: 900 }),
  });
  await expect(page.getByText('Reprendre la photo')).toBeVisible();
  await page.getByLabel('Prix', { exact: true }).fill('3');
  await page.getByRole('button', { name: 'Publier' }).dblclick();
  await expect(added).toContainText('2 produits ajoutés');
  const waiting = added.getByRole('listitem').filter({ hasText: second });
  await expect(waiting).toContainText('en attente d’envoi');
  await page.getByRole('link', { name: 'Voir mes produits' }).click();
  await expect(rowOf(page, second)).toContainText('Publié');
  await expect(rowOf(page, second)).toContainText('en attente d’envoi');
  await page.reload();
  await expect(rowOf(page, second)).toContainText('en attente d’envoi');
  // Its picture is on this device only.
  await expect(rowOf(page, second).locator('img[src^="blob:"]')).toBeVisible();

  network.heal();
  await page.context().setOffline(false);
  await expect(rowOf(page, second)).not.toContainText('en attente d’envoi');
  await expect(rowOf(page, second)).toHaveCount(1);
  const sent = await productNamed(desk, second);
  expect(sent).toMatchObject({ published: true, price: { amount: 300 }, category: made.category });
  expect(sent.images).toHaveLength(1);
});

test('the PDF of a digital product: only a PDF, only with a network, and other fields save independently', async ({
  device,
  market,
  network,
}) => {
  const page = await (await device()).open({ size: tablet });
  const desk = await otherDevice(market, shop);
  await open(page, { worker: true });
  await rowOf(page, 'Carte cadeau').getByRole('link', { name: 'Modifier' }).click();
  await page.getByText('Livraison et vente').click();
  await expect(page.getByText('Un PDF est joint.')).toBeVisible();
  const name = await page.getByLabel('Nom', { exact: true }).inputValue();
  const before = await productNamed(desk, name);
  const pick = page.locator('input[type="file"][accept="application/pdf"]');
  const head = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n';
  const whole = Buffer.from(`${head}xref\n0 1\ntrailer<<>>\nstartxref\n${head.length}\n%%EOF\n`, 'latin1');

  await pick.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: await photo() });
  await toast(page, 'Erreur');
  await expect(page.getByText('Format non accepté : envoyez un fichier PDF.')).toBeVisible();
  await pick.setInputFiles({ name: 'carte.pdf', mimeType: 'application/pdf', buffer: await photo() });
  await expect(page.getByText('Format non accepté : envoyez un fichier PDF.')).toBeVisible();
  await pick.setInputFiles({ name: 'carte.pdf', mimeType: 'application/pdf', buffer: whole.subarray(0, 60) });
  await expect(page.getByText('Ce PDF est abîmé ou incomplet')).toBeVisible();

  network.cut();
  await pick.setInputFiles({ name: 'carte.pdf', mimeType: 'application/pdf', buffer: whole });
  await expect(page.getByText('Il faut du réseau pour envoyer un PDF').first()).toBeVisible({ timeout: 60_000 });
  network.heal();
  await pick.setInputFiles({ name: 'carte.pdf', mimeType: 'application/pdf', buffer: whole });
  await toast(page, 'PDF mis à jour avec succès');
  await expect(page.getByText('carte.pdf (1 ko)')).toBeVisible();
  expect((await productNamed(desk, name)).dematerializedFile).toEqual(before.dematerializedFile);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await toast(page, 'Produit enregistré avec succès');
  const after = await productNamed(desk, name);
  expect(after.dematerializedFile).toMatchObject({ size: whole.length });
  expect(after.dematerializedFile?.['@id']).not.toBe(before.dematerializedFile?.['@id']);
});

test('a product refused after waiting returns to its form, with the problem at its field', async ({
  device,
  market,
  network,
}) => {
  const name = unique('Miel de tilleul');
  const page = await (await device()).open({ size: tablet });
  const desk = await otherDevice(market, shop);
  const companion = await makeCompanion(desk);
  await open(page, { worker: true });
  await page.getByRole('link', { name: 'Créer un produit' }).click();
  await page.getByLabel('Nom', { exact: true }).fill(name);
  await page.getByLabel('Catégorie', { exact: true }).selectOption({ label: 'Fromages à pâte pressée' });
  await page.getByLabel('Prix', { exact: true }).fill('6');
  await chooseCompanion(page, companion.name);
  network.cut();
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(rowOf(page, name)).toContainText('en attente d’envoi');
  await companion.remove();
  network.heal();
  const refused = page.getByRole('list', { name: 'Modifications à vérifier' });
  await expect(refused).toContainText(name);
  await refused.getByRole('link', { name: 'Modifier' }).click();
  await expect(page.getByLabel('Nom', { exact: true })).toHaveValue(name);
  await expect(page.getByLabel('Prix', { exact: true })).toHaveValue('6,00');
  await expect(page.getByText('à corriger')).toBeVisible();
  await page.getByText('Mise en avant').click();
  await expect(page.getByText(GONE)).toBeVisible();
  await page.reload();
  await expect(page.getByText('à corriger')).toBeVisible();
  await expect(page.getByLabel('Nom', { exact: true })).toHaveValue(name);
  await page.getByText('Mise en avant').click();
  await expect(page.getByText(GONE)).toBeVisible();
  await dropCompanion(page);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await toast(page, 'Produit enregistré avec succès');
  await expect(rowOf(page, name)).toHaveCount(1);
  await expect(page.getByRole('list', { name: 'Modifications à vérifier' })).toHaveCount(0);
  expect(await productNamed(desk, name)).toMatchObject({ name, price: { amount: 600 }, associatedProducts: [] });
});

test('a product sent during editing continues under its server id, with the typed values', async ({
  device,
  network,
}) => {
  const name = unique('Faisselle');
  const page = await (await device()).open({ size: tablet });
  await open(page, { worker: true });
  await page.getByRole('link', { name: 'Créer un produit' }).click();
  await page.getByLabel('Nom', { exact: true }).fill(name);
  await page.getByLabel('Catégorie', { exact: true }).selectOption({ label: 'Fromages à pâte pressée' });
  await page.getByLabel('Prix', { exact: true }).fill('3');
  network.cut();
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await rowOf(page, name).getByRole('link', { name: 'Modifier' }).click();
  await expect(page).toHaveURL(/products\/temp(:|%3A)/);
  await page.getByLabel('Description', { exact: true }).fill('Du matin');
  network.heal();
  await expect(page).toHaveURL(/products\/[0-9a-f-]{36}$/);
  await expect(page.getByLabel('Nom', { exact: true })).toHaveValue(name);
  await expect(page.getByLabel('Description', { exact: true })).toHaveValue('Du matin');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await toast(page, 'Produit enregistré avec succès');
});
