// A file bought together with something to collect: its link is in a mail and in the order, with and without a network.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { decodedMail } from '../support/mails.ts';
import { expect, installed, proxiedTest as test } from './journey.ts';
import { newShopper } from './other-device.ts';
import { addProduct, chooseShipping, fillPerson, logIn, order, pay, shopSection } from './steps.ts';

const fromagerie = 'Fromagerie du Châtel';
const card = 'Carte cadeau de la fromagerie';

async function mailedLink(data: string, address: string): Promise<string> {
  const folder = join(data, 'outbox');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const found = mails
    .filter((mail) => mail.includes(`To: ${address}`))
    .map((mail) => /\/media\/telechargements\?lien=[\w.-]+/.exec(decodedMail(mail))?.[0])
    .find((link) => link !== undefined);
  return found ?? '';
}

/** What the tap brings, as it lies on the disk. */
async function downloaded(page: Page, tap: () => Promise<unknown>): Promise<{ name: string; start: string }> {
  const coming = page.waitForEvent('download');
  await tap();
  const file = await coming;
  const bytes = await readFile(await file.path());
  return { name: file.suggestedFilename(), start: bytes.toString('latin1', 0, 5) };
}

test('a gift card bought with a cheese that is collected: its mail holds the link, the order another, both bring the PDF', async ({
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
  await fillPerson(section);
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
  await expect(page.getByText('Le téléchargement demande le réseau')).toBeVisible();
  network.heal();
  await expect(async () => {
    const again = page.waitForEvent('download', { timeout: 5_000 });
    await button.click();
    await again;
  }).toPass();

  await page.goto(`${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`);
  await expect(page.getByRole('heading', { name: "Ce lien n'est pas valable" })).toBeVisible();
  await page.getByRole('link', { name: 'Voir mes commandes' }).click();
  await expect(page).toHaveURL(/\/compte\/commandes$/);
});
