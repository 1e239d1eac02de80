// Reports of illegal content: from a product, a store and a review, by a visitor, over a network that fails.
import { expect, proxiedTest as test } from './journey.ts';
import { mailsTo } from './outbox-mails.ts';
import { axeFindings } from './screens/inspection.ts';

const phone = { width: 360, height: 740 };
const reporter = 'lectrice@etal.test';

test('a visitor reports a product: what is missing is said at its field, an outage loses nothing, and a receipt comes by mail', async ({
  device,
  market,
  network,
}) => {
  const page = await (await device()).open({ size: phone });
  await page.goto('/produit/tomme-de-meuse');
  await page.getByRole('link', { name: 'Signaler Tomme de Meuse', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Signaler un contenu illégal' })).toBeVisible();
  await expect(page.getByText('Vous signalez Tomme de Meuse.')).toBeVisible();
  const send = page.getByRole('button', { name: 'Envoyer le signalement' });
  await send.click();
  await expect(page.getByText('Choisissez une raison.')).toBeVisible();
  await expect(page.getByText('Confirmez votre bonne foi')).toBeVisible();
  expect(await axeFindings(page, 'main')).toEqual([]);

  await page.getByLabel('Raison', { exact: true }).selectOption('Information fausse ou trompeuse');
  await page.getByLabel(/^Pourquoi/).fill('Cette tomme ne vient pas de Meuse.');
  await page.getByLabel('Votre nom').fill('Jeanne Lorrain');
  await page.getByLabel('Adresse e-mail').fill(reporter);
  await page.getByLabel(/^Je pense de bonne foi/).check();
  network.cut();
  await send.click();
  await expect(page.getByText('Il faut du réseau pour envoyer un signalement')).toBeVisible();
  network.heal();
  await page.reload();
  await expect(page.getByLabel(/^Pourquoi/)).toHaveValue('Cette tomme ne vient pas de Meuse.');
  await send.click();
  await expect(page.getByText(/votre signalement n°\s\d+ est reçu/)).toBeVisible();
  await expect.poll(() => mailsTo(market.data, reporter)).toHaveLength(1);
  const [receipt] = await mailsTo(market.data, reporter);
  expect(receipt).toContain('Cette tomme ne vient pas de Meuse.');
  expect(await axeFindings(page, 'main')).toEqual([]);
});

test('a store and a review lead to the same form; child abuse may be reported without a name', async ({ device }) => {
  const page = await (await device()).open({ size: phone });
  await page.goto('/boutique/fromagerie-du-chatel/avis');
  await page
    .getByRole('link', { name: /^Signaler l’avis d[e’]/ })
    .first()
    .click();
  await expect(page.getByText(/Vous signalez l’avis d[e’]/)).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Signaler Fromagerie du Châtel' }).click();
  await page.getByLabel('Raison', { exact: true }).selectOption('Abus sexuel sur un enfant');
  await page.getByLabel(/^Pourquoi/).fill('Une photo.');
  await page.getByLabel(/^Je pense de bonne foi/).check();
  await page.getByRole('button', { name: 'Envoyer le signalement' }).click();
  await expect(page.getByText(/votre signalement n°\s\d+ est reçu/)).toBeVisible();
});
