// A file bought together with something to collect: its link is in a mail and in the order, with and without a network.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, installed, proxiedTest as test } from './journey.ts';
import { newShopper } from './other-device.ts';
import { mailsTo } from './outbox-mails.ts';
import { addProduct, chooseShipping, fillPerson, logIn, order, pay, shopSection } from './steps.ts';

const fromagerie = 'Fromagerie du Châtel';
const card = 'Carte cadeau de la fromagerie';

async function mailedLink(data: string, address: string): Promise<string> {
  const links = (await mailsTo(data, address)).flatMap(
    (mail) => /\/media\/telechargements\?lien=[\w.-]+/.exec(mail) ?? [],
  );
  return links[0] ?? '';
}

/** What the tap brings, as it lies on the disk. */
async function downloaded(page: Page, tap: () => Promise<unknown>): Promise<{ name: string; start: string }> {
  const coming = page.waitForEvent('download');
  await tap();
  const file = await coming;
  const bytes = await readFile(await file.path());
  return { name: file.suggestedFilename(), start: bytes.toString('latin1', 0, 5) };
}

test('a gift card and a cheese for collection in one order: one mail with the link, one with the order, both with the PDF', async ({
  device,
  market,
  network,
}) => {
  const { email } = await newShopper(market);
  const page = await (await device()).open();
  await page.goto('/authentication/connexion');
  await installed(page);
  await logIn(page, email);
  await addProduct(page, 'tomme-de-meuse', { quantity: 2 });
  await addProduct(page, 'carte-cadeau-fromagerie');
  await order(page);
  const section = shopSection(page, fromagerie);
  await chooseShipping(section, 'Retrait en magasin');
  await fillPerson(page);
  await expect(section).toContainText(`${card}\u00a0: par e-mail à ${email}`);
  await page.getByLabel('Payer en ligne').check({ force: true });
  await pay(page, 'Accepter le paiement');
  await expect(page.getByRole('heading', { name: 'Paiement accepté' })).toBeVisible();

  await expect.poll(() => mailedLink(market.data, email)).not.toBe('');
  const link = await mailedLink(market.data, email);
  const byMail = await downloaded(page, () =>
    page.evaluate((address) => {
      window.location.assign(address);
    }, link),
  );
  expect(byMail.start).toBe('%PDF-');
  expect(byMail.name).toMatch(/\.pdf$/);

  await page.goto('/compte/commandes');
  await page
    .getByRole('link', { name: /^Commande N°/ })
    .first()
    .click();
  await page.setViewportSize({ width: 820, height: 1180 });
  const button = page.getByRole('button', { name: `Télécharger ${card}` });
  await expect(button).toBeVisible();
  await expect(page.getByRole('button', { name: /^Télécharger/ })).toHaveCount(1);
  expect(await downloaded(page, () => button.click())).toEqual(byMail);

  network.cut();
  await page.reload();
  await button.click();
  await expect(page.getByText('Il faut du réseau pour télécharger')).toBeVisible();
  network.heal();
  await expect(async () => {
    const again = page.waitForEvent('download', { timeout: 5_000 });
    await button.click();
    await again;
  }).toPass();

  await page.goto(`${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`);
  await expect(page.getByRole('heading', { name: 'Ce lien n’est pas valable' })).toBeVisible();
  await page.getByRole('link', { name: 'Voir mes commandes' }).click();
  await expect(page).toHaveURL(/\/compte\/commandes$/);
});
