// The shop's coupons on its tablet: made, switched and changed, with and without a network, and what is wrong with them.
import { randomUUID } from 'node:crypto';
import type { Coupon } from '#contract/merchant/coupons.ts';
import { expect, installed, proxiedTest as test } from './journey.ts';
import { otherDevice } from './other-device.ts';
import { addProduct, logIn } from './steps.ts';

test('a coupon is created, switched and changed without a network, and each write is sent later', async ({
  device,
  network,
  market,
}) => {
  const code = `HIVER${randomUUID().slice(0, 4).toUpperCase()}`;
  const desk = await otherDevice(market, 'fromagerie@etal.test');
  const page = await (await device()).open({ size: { width: 820, height: 1180 } });
  await page.goto('/authentication/connexion');
  await installed(page);
  await logIn(page, 'fromagerie@etal.test');
  await page.goto('/admin/boutique');
  await page.getByRole('link', { name: 'Codes promotionnels' }).click();
  const rows = page.getByRole('list', { name: 'Codes promotionnels' }).getByRole('listitem');
  await expect(rows.first()).toBeVisible();

  await page.getByRole('link', { name: 'Créer un code promo' }).click();
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  for (const mistake of ['Code requis', 'Type de montant requis', 'Montant requis']) {
    await expect(page.getByText(mistake, { exact: true })).toBeVisible();
  }
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByLabel('Remise en pourcentage').check();
  await page.getByLabel('Montant', { exact: true }).fill('150');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('Pourcentage entier de 1 à 100 attendu.')).toBeVisible();
  await page.getByLabel('Remise fixe').check();
  await page.getByLabel('Montant', { exact: true }).fill('12,50');

  network.cut();
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page).toHaveURL(/store\/coupons$/);
  const row = rows.filter({ hasText: code });
  await expect(row).toContainText('12,50 €');
  await expect(row).toContainText('en attente d’envoi');
  await expect(row.getByRole('link')).toHaveCount(0);
  network.heal();
  await expect(row.getByRole('link', { name: code })).toBeVisible();
  await expect(row).not.toContainText('en attente d’envoi');

  network.cut();
  await row.getByRole('switch').click();
  await expect(row).toContainText('Désactivé');
  await expect(row).toContainText('en attente d’envoi');
  network.heal();
  await expect(row).not.toContainText('en attente d’envoi');
  await expect(row).toContainText('Désactivé');
  const id = (await row.getByRole('link').getAttribute('href'))?.split('/').at(-1);
  expect(await desk.call<Coupon>('GET', `/coupons/${id}`)).toMatchObject({
    code,
    active: false,
    discountType: 'fix',
    discount: { amount: 1250 },
  });

  await row.getByRole('switch').click();
  await expect(page.getByText('Code promo ! Actif', { exact: true })).toBeVisible();
  // What is still on its way would make the next change wait, and say so.
  await expect.poll(async () => (await desk.call<Coupon>('GET', `/coupons/${id}`)).active).toBe(true);
  await expect(row).not.toContainText('en attente d’envoi');
  await row.getByRole('link').click();
  await expect(page.getByLabel('Montant', { exact: true })).toHaveValue('12,50');
  await page.getByLabel('Date d’expiration').fill('2000-01-01');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('La date doit être au plus tôt demain.')).toBeVisible();
  await page.getByLabel('Date d’expiration').fill('2099-12-31');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('Modifications enregistrées')).toBeVisible();
  await expect(row).toContainText('jusqu’au 31/12/2099');
  await page.reload();
  await expect(row).toContainText('jusqu’au 31/12/2099');
});

test('a coupon code in use is refused at its field, and the typed text remains', async ({ device }) => {
  const page = await (await device()).open({ size: { width: 360, height: 740 } });
  await page.goto('/authentication/connexion');
  await logIn(page, 'fromagerie@etal.test');
  await page.goto('/admin/boutique/store/coupons');
  const used = await page.getByRole('list', { name: 'Codes promotionnels' }).getByRole('link').first().textContent();
  await page.goto('/admin/boutique/coupons_new');
  await page.getByLabel('Code', { exact: true }).fill(used?.toLowerCase() ?? '');
  await page.getByLabel('Remise fixe').check();
  await page.getByLabel('Montant', { exact: true }).fill('5');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('Vous avez déjà un code promo de ce nom.')).toBeVisible();
  await expect(page.getByLabel('Montant', { exact: true })).toHaveValue('5');
  const code = `ETE${randomUUID().slice(0, 4).toUpperCase()}`;
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('Code promo créé!', { exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Codes promotionnels' }).getByRole('link', { name: code })).toBeVisible();
  await page.goto(`/admin/boutique/coupons/${randomUUID()}`);
  await expect(page.getByText('Ce code promo n’existe pas dans votre boutique.')).toBeVisible();
});

test('a code for some products and a code of another shop both count in one cart, and each is removed alone', async ({
  device,
}) => {
  const code = `MEULE${randomUUID().slice(0, 4).toUpperCase()}`;
  const shop = await (await device()).open({ size: { width: 820, height: 1180 } });
  await shop.goto('/authentication/connexion');
  await logIn(shop, 'fromagerie@etal.test');
  await shop.goto('/admin/boutique/coupons_new');
  await shop.getByLabel('Code', { exact: true }).fill(code);
  await shop.getByLabel('Remise en pourcentage').check();
  await shop.getByLabel('Montant', { exact: true }).fill('50');
  await shop.getByRole('combobox', { name: 'Produits concernés' }).selectOption('Meule de garde 18 mois');
  await shop.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(shop.getByText('Code promo créé!', { exact: true })).toBeVisible();
  await expect(shop.getByRole('listitem').filter({ hasText: code })).toHaveCount(1);
  await expect(shop.getByRole('listitem').filter({ hasText: code })).toContainText('pour 1 produit');
  await shop.getByRole('link', { name: code }).click();
  await expect(shop.getByRole('list', { name: 'Produits concernés' })).toHaveText(/Meule de garde 18 mois/);

  const page = await (await device()).open({ size: { width: 360, height: 740 } });
  await addProduct(page, 'coffret-de-noel');
  await addProduct(page, 'blonde-du-quai');
  await page.goto('/commande/panier');
  const enter = async (entered: string) => {
    await page.getByLabel(/code promo/i).fill(entered);
    await page.getByRole('button', { name: 'VALIDER', exact: true }).click();
  };
  await enter(code);
  await expect(
    page.getByRole('complementary').getByText('Coupon invalide : il ne vaut pas pour les produits de votre panier.'),
  ).toBeVisible();
  await enter('BIENVENUE10');
  await expect(page.getByText('Coupon BIENVENUE10 appliqué')).toBeVisible();
  await enter('houblon');
  await expect(page.getByText('Coupon HOUBLON appliqué')).toBeVisible();
  await expect(page.getByText('Coupon BIENVENUE10 appliqué')).toBeVisible();
  await page.getByRole('button', { name: 'Retirer le coupon BIENVENUE10' }).click();
  await expect(page.getByText('Coupon BIENVENUE10')).toHaveCount(0);
  await expect(page.getByText('Coupon HOUBLON appliqué')).toBeVisible();
});

test('the second code of a shop replaces its first one, and the cart says so', async ({ market, device }) => {
  const code = `SEUL${randomUUID().slice(0, 4).toUpperCase()}`;
  const desk = await otherDevice(market, 'fromagerie@etal.test');
  await desk.call('POST', '/coupons', { code, discount: 20, discountType: 'relative' });
  const page = await (await device()).open({ size: { width: 360, height: 740 } });
  await addProduct(page, 'coffret-de-noel');
  await page.goto('/commande/panier');
  const enter = async (entered: string) => {
    await page.getByLabel(/code promo/i).fill(entered);
    await page.getByRole('button', { name: 'VALIDER', exact: true }).click();
    await expect(page.getByText(`Coupon ${entered} appliqué`)).toBeVisible();
  };
  const replaced = page.getByText('Un seul code par boutique : BIENVENUE10 ne s’applique plus.');
  await enter('BIENVENUE10');
  await expect(replaced).toBeHidden();
  await enter(code);
  await expect(replaced).toBeVisible();
  await expect(page.getByText('Coupon BIENVENUE10')).toHaveCount(0);
  await page.getByRole('button', { name: `Retirer le coupon ${code}` }).click();
  await expect(page.getByText(`Coupon ${code}`)).toHaveCount(0);
  await expect(replaced).toBeHidden();
});
