// The shop's products on its tablet: found, published, hidden, deleted, made, changed and copied, with and without a network.
import { randomUUID } from 'node:crypto';
import type { MerchantProduct } from '#contract/merchant/own-products.ts';
import { expect, proxiedTest as test } from './journey.ts';
import { otherDevice } from './other-device.ts';
import {
  chooseCompanion,
  companionField,
  list,
  makeCompanion,
  open,
  productNamed,
  rowOf,
  rowsOf,
  shop,
  tablet,
  toast,
  unique,
} from './own-products.ts';
import { logIn, typeOnAsAddressFollows } from './steps.ts';

test('products are searched, filtered, published, hidden and deleted, each with its message', async ({
  device,
  market,
}) => {
  const page = await (await device()).open({ size: tablet });
  const desk = await otherDevice(market, shop);
  await open(page);
  await page.goto('/admin/boutique/products?page=1');
  await expect(page).toHaveURL(/store\/products\/page\/1$/);

  const search = page.getByRole('searchbox', { name: 'Rechercher un produit' });
  await expect(search).toBeVisible();
  await typeOnAsAddressFollows(search, 'CREME ep');
  await search.fill('CREME');
  await expect(search).toHaveValue('CREME ep');
  await expect(rowsOf(page)).toHaveCount(1);
  const row = rowOf(page, 'Crème épaisse crue');
  await expect(row).toContainText('€');
  await row.getByRole('button', { name: 'Masquer' }).click();
  await toast(page, 'Produit désactivé avec succès');
  await expect(row).toContainText('Masqué');
  await page.getByRole('link', { name: 'Masqués' }).click();
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: 'Publier' }).click();
  await toast(page, 'Produit publié avec succès');
  await expect(rowsOf(page)).toHaveCount(0);
  await expect(page.getByText('Aucun produit ne s’appelle')).toBeVisible();
  expect((await productNamed(desk, 'Crème épaisse crue')).published).toBe(true);

  await page.getByRole('link', { name: 'Voir tous les produits' }).click();
  const leaving = rowOf(page, 'Yaourts à la mirabelle');
  await leaving.getByRole('button', { name: 'Supprimer' }).click();
  const asked = page.getByRole('dialog');
  await asked.getByRole('button', { name: 'Garder' }).click();
  await expect(leaving).toBeVisible();
  await leaving.getByRole('button', { name: 'Supprimer' }).click();
  await asked.getByRole('button', { name: 'Supprimer' }).click();
  await toast(page, 'Produit supprimé avec succès');
  await expect(leaving).toHaveCount(0);
});

test('a product is made without a network, named as waiting, changed and published, and all of it is sent on return', async ({
  device,
  market,
  network,
}) => {
  const name = unique('Brie de printemps');
  const desk = await otherDevice(market, shop);
  const page = await (await device()).open({ size: tablet });
  await open(page, { worker: true });
  await page.getByRole('link', { name: 'Créer un produit' }).click();
  await expect(page.getByLabel('Catégorie', { exact: true }).locator('option').nth(5)).toBeAttached();

  await page.getByRole('button', { name: 'Enregistrer' }).click();
  for (const mistake of ['Nom requis', 'Catégorie requise', 'Prix requis']) {
    await expect(page.getByText(mistake, { exact: true })).toBeVisible();
  }
  await toast(page, 'Erreur lors de la validation du formulaire');
  await expect(page.getByLabel('Nom', { exact: true })).toBeFocused();

  await page.getByLabel('Nom', { exact: true }).fill(name);
  await page.getByLabel('Catégorie', { exact: true }).selectOption({ label: 'Fromages à pâte pressée' });
  await page.getByLabel('Prix', { exact: true }).fill('10');
  await page.getByText('Prix réduit, TVA').click();
  await page.getByLabel('Prix réduit', { exact: true }).fill('12');
  await page.getByText('Prix réduit, TVA').click();
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  // A part that was folded opens on its mistake.
  await expect(page.getByText('Le prix réduit doit être inférieur au prix.')).toBeVisible();
  await expect(page.getByLabel('Prix réduit', { exact: true })).toBeFocused();
  await page.getByRole('checkbox', { name: 'à partir de' }).check();
  await expect(page.getByLabel('Prix réduit', { exact: true })).toBeDisabled();
  await page.getByRole('checkbox', { name: 'à partir de' }).uncheck();
  await page.getByRole('checkbox', { name: 'Pas de prix' }).check();
  await expect(page.getByLabel('Prix', { exact: true })).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Pas de prix' }).uncheck();
  await page.getByLabel('Prix réduit', { exact: true }).fill('8,50');

  // What is typed outlives the page.
  await page.reload();
  await expect(page.getByLabel('Nom', { exact: true })).toHaveValue(name);
  await expect(page.getByLabel('Catégorie', { exact: true }).locator('option:checked')).toHaveText(
    'Fromages à pâte pressée',
  );

  network.cut();
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page).toHaveURL(/store\/products\/page\/1$/);
  await toast(page, "N'oubliez pas de publier vos produits récemment créés");
  const row = rowOf(page, name);
  await expect(rowsOf(page).first()).toContainText(name);
  await expect(row).toContainText('8,50 €');
  await expect(row).toContainText('en attente d’envoi');
  await row.getByRole('button', { name: 'Publier' }).click();
  await expect(row).toContainText('Publié');

  // It is not made yet, and can be changed all the same.
  await row.getByRole('link', { name, exact: true }).click();
  await expect(page.getByLabel('Prix', { exact: true })).toHaveValue('10,00');
  await page.getByText('Stock et disponibilité').click();
  await page.getByLabel('Gérer le stock').check();
  await page.getByLabel('Stock', { exact: true }).fill('7');
  await expect(page.getByLabel('Date de disponibilité')).toHaveValue('');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await toast(page, 'Enregistré sur cet appareil, envoyé dès que possible.');
  await page.getByRole('link', { name: 'Retour aux produits' }).click();
  await expect(row).toContainText('7 en stock');
  await page.getByRole('searchbox', { name: 'Rechercher un produit' }).fill('tomme');
  await expect(page.getByText('parmi ce qui est gardé sur cet appareil')).toBeVisible();
  await expect(rowOf(page, 'Tomme de Meuse')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Rechercher un produit' }).fill('');

  // A deletion that was never tried can be taken back.
  const staying = rowOf(page, 'Beurre de baratte');
  await expect(page.getByText('Hors connexion').first()).toBeVisible();
  await staying.getByRole('button', { name: 'Supprimer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
  await expect(staying).toContainText('suppression en attente d’envoi');
  await staying.getByRole('button', { name: 'Annuler' }).click();
  await expect(staying.getByRole('button', { name: 'Masquer' })).toBeVisible();

  network.heal();
  await expect(row).not.toContainText('en attente d’envoi');
  await expect(row).toContainText('Publié');
  const made = await productNamed(desk, name);
  expect(made).toMatchObject({
    name,
    published: true,
    stock: 7,
    price: { amount: 1000 },
    reducedPrice: { amount: 850 },
  });
});

test('a product is changed field by field, refusals appear at their fields, and empty options are dropped', async ({
  device,
  market,
}) => {
  const page = await (await device()).open({ size: { width: 360, height: 740 } });
  const desk = await otherDevice(market, shop);
  await page.goto('/authentication/connexion');
  await logIn(page, shop);
  await page.goto(list);
  await rowOf(page, 'Tomme de Meuse').getByRole('link', { name: 'Modifier' }).click();
  await expect(page.getByLabel('Nom', { exact: true })).toHaveValue('Tomme de Meuse');
  const before = await productNamed(desk, 'Tomme de Meuse');

  const content = page.getByLabel('Contenu');
  await expect(content).toHaveAccessibleDescription(/soit 31,25\s€ le kilo/);
  await content.fill('250 onces');
  await page.getByText('Livraison et vente').click();
  await page.getByLabel('Lien externe').fill('javascript:alert(1)');
  await page.getByText('Options', { exact: true }).click();
  await page.getByRole('button', { name: 'Ajouter une option' }).click();
  await page.getByLabel('Nom de l’option').last().fill('Emballage');
  await page.getByRole('button', { name: 'Ajouter une valeur' }).last().click();
  await page.getByLabel('Valeur', { exact: true }).last().fill('Papier');
  await page.getByLabel('Prix en plus').last().fill('0,50');
  await page.getByRole('button', { name: 'Ajouter une valeur' }).last().click();
  await page.getByRole('button', { name: 'Ajouter une option' }).click();
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByLabel('Lien externe')).toHaveAccessibleDescription(/Adresse https:\/\/ attendue\./);
  await expect(content).toHaveAccessibleDescription(/Contenu attendu comme/);
  await toast(page, 'Erreur lors de la validation du formulaire');
  expect((await productNamed(desk, 'Tomme de Meuse')).version).toBe(before.version);

  await content.fill('0.5KG');
  await expect(content).toHaveAccessibleDescription(/soit 25,00\s€ le kilo/);
  await page.getByLabel('Lien externe').fill('https://exemple.fr/tomme');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await toast(page, 'Produit enregistré avec succès');
  const after = await productNamed(desk, 'Tomme de Meuse');
  expect(after.externalURL).toBe('https://exemple.fr/tomme');
  expect(after.netContent).toBe('0,5 kg');
  expect(after.options.map(({ name }) => name)).toEqual([...before.options.map(({ name }) => name), 'Emballage']);
  expect(after.options.at(-1)?.values).toMatchObject([{ name: 'Papier', price: { amount: 50 } }]);
  expect(after.options[0]?.id).toBe(before.options[0]?.id);
  await expect(page.getByLabel('Nom de l’option')).toHaveCount(after.options.length);

  await page.goto(`/admin/boutique/products/${randomUUID()}`);
  await expect(page.getByText('Ce produit n’existe pas dans votre boutique.')).toBeVisible();
  await page.goto('/admin/boutique/products/nimporte');
  await expect(page.getByText('Ce produit n’existe pas dans votre boutique.')).toBeVisible();
});

test('a correction right after a refusal is saved with all other typed values', async ({ device, market }) => {
  const page = await (await device()).open({ size: { width: 360, height: 740 } });
  const desk = await otherDevice(market, shop);
  const companion = await makeCompanion(desk);
  await page.goto('/authentication/connexion');
  await logIn(page, shop);
  await page.goto(list);
  await rowOf(page, 'Tomme de Meuse').getByRole('link', { name: 'Modifier' }).click();
  await expect(page.getByLabel('Nom', { exact: true })).toHaveValue('Tomme de Meuse');
  await chooseCompanion(page, companion.name);
  await companion.remove();
  await page.getByLabel('Description', { exact: true }).fill('Refusée, puis prise.');
  // Before anything else that the refusal brings is known to the page.
  await companionField(page).evaluate((field: HTMLSelectElement) => {
    const observer = new MutationObserver(() => {
      const save = field.form?.querySelector('button[type="submit"]');
      if (field.ariaInvalid !== 'true' || save?.ariaBusy === 'true') return;
      observer.disconnect();
      field.form?.querySelector<HTMLElement>('ul[aria-label="Produits associés"] li:last-child button')?.click();
      field.form?.requestSubmit();
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await toast(page, 'Produit enregistré avec succès');
  const after = await productNamed(desk, 'Tomme de Meuse');
  expect(after.associatedProducts.map(({ name }) => name)).not.toContain(companion.name);
  expect(after.description).toBe('Refusée, puis prise.');
  await expect(page.getByLabel('Description', { exact: true })).toHaveValue('Refusée, puis prise.');
});

test('a copy begins as the product is, and is a product of its own', async ({ device, market }) => {
  const name = unique('Meule');
  const page = await (await device()).open({ size: tablet });
  const desk = await otherDevice(market, shop);
  await open(page);
  await rowOf(page, 'Meule de garde').getByRole('link', { name: 'Dupliquer' }).click();
  await expect(page.getByLabel('Nom', { exact: true })).toHaveValue('Meule de garde 18 mois');
  await page.getByLabel('Nom', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await toast(page, 'Produit enregistré avec succès');
  await toast(page, "N'oubliez pas de publier vos produits récemment créés");
  await expect(rowsOf(page).first()).toContainText(name);
  await expect(rowsOf(page).first()).toContainText('Masqué');
  const [source, copy] = [await productNamed(desk, 'Meule de garde 18 mois'), await productNamed(desk, name)];
  expect(copy).toMatchObject({ description: source.description, price: source.price, category: source.category });
  expect(copy.id).not.toBe(source.id);
});

test('the same field changed on two devices is a choice on the form where it was made', async ({
  device,
  market,
  network,
}) => {
  const page = await (await device()).open({ size: tablet });
  const desk = await otherDevice(market, shop);
  await open(page, { worker: true });
  await rowOf(page, 'Munster fermier').getByRole('link', { name: 'Modifier' }).click();
  await expect(page.getByLabel('Nom', { exact: true })).toHaveValue('Munster fermier');
  const before = await productNamed(desk, 'Munster fermier');

  network.cut();
  await page.getByLabel('Prix', { exact: true }).fill('7,70');
  await page.getByLabel('Description', { exact: true }).fill('Lavé à la main.');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('en attente d’envoi').first()).toBeVisible();
  await desk.call('PUT', `/products/${before.id}`, { price: { amount: 880 }, technicalText: 'De l’autre côté.' });
  network.heal();

  const choices = page.getByRole('list', { name: 'Modifications à vérifier' });
  await expect(choices).toContainText('Ce produit a été modifié sur un autre appareil.');
  await expect(choices).toContainText('7,70 €');
  await expect(choices).toContainText('8,80 €');
  await choices.getByRole('button', { name: 'Garder ce que j’ai écrit ici' }).click();
  await expect(choices).toHaveCount(0);
  await expect
    .poll(async () => (await desk.call<MerchantProduct>('GET', `/products/${before.id}`)).price?.amount)
    .toBe(770);
  const after = await desk.call<MerchantProduct>('GET', `/products/${before.id}`);
  expect(after).toMatchObject({ description: 'Lavé à la main.', technicalText: 'De l’autre côté.' });
  await expect(page.getByLabel('Prix', { exact: true })).toHaveValue('7,70');
});

test('several products are hidden and repriced at once without a network, and each write is sent once', async ({
  device,
  market,
  network,
}) => {
  const page = await (await device()).open({ size: tablet });
  const desk = await otherDevice(market, shop);
  await open(page, { worker: true });
  const names = ['Beurre de baratte', 'Carré de l’Est'];
  const found = await Promise.all(names.map((name) => productNamed(desk, name)));
  network.cut();
  for (const { name } of found) await rowOf(page, name).getByRole('checkbox').check();
  const bar = page.getByRole('region', { name: 'Produits sélectionnés' });
  await expect(bar).toContainText('2 choisis');
  await bar.getByRole('button', { name: 'Prix' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /Appliquer/ }).click();
  await expect(dialog.getByText('Montant incorrect.')).toBeVisible();
  await dialog.getByText('Augmenter ou baisser chaque prix').click();
  await dialog.getByLabel('De combien (+ ou -)').fill('-10');
  await dialog.getByRole('button', { name: /Appliquer/ }).click();
  await expect(bar).toHaveCount(0);
  for (const { name } of found) {
    await expect(rowOf(page, name)).toContainText('en attente d’envoi');
    await rowOf(page, name).getByRole('checkbox').check();
  }
  await bar.getByRole('button', { name: 'Masquer' }).click();
  for (const { name } of found) await expect(rowOf(page, name)).toContainText('Masqué');

  network.heal();
  for (const { name } of found) {
    await expect(rowOf(page, name)).not.toContainText('en attente d’envoi');
  }
  for (const { id, price, version } of found) {
    const after = await desk.call<MerchantProduct>('GET', `/products/${id}`);
    expect(after.price?.amount).toBe(Math.round(((price?.amount ?? 0) * 90) / 100));
    expect(after.published).toBe(false);
    expect(after.version).toBe(version + 2);
  }
});
