// A shopper's address: changed from their account, and given back by the mail that the old address was sent.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { decodeMail, linkOfMail } from '../support/mails.ts';
import { expect, password, proxiedTest as test } from './journey.ts';
import { newShopper } from './other-device.ts';
import { mailsTo } from './outbox-mails.ts';
import { logIn } from './steps.ts';

const tablet = { width: 820, height: 1180 };
const address = (page: Page) => page.getByLabel('Adresse e-mail');
const current = (page: Page) => page.getByLabel('Mot de passe actuel');
const save = (page: Page) => page.getByRole('button', { name: 'Mettre à jour les informations' });
const restore = (page: Page) => page.getByRole('button', { name: 'Rétablir mon adresse' });
const flash = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

/** Path and query of the link that was mailed to this address. */
async function linkTo(data: string, email: string): Promise<string> {
  const folder = join(data, 'outbox');
  const links = () =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .map((name) => decodeMail(readFileSync(join(folder, name), 'utf8')))
      .filter((mail) => mail.includes(`To: ${email}`))
      .flatMap((mail) => /\/retablir-adresse\?\S+/.exec(mail) ?? []);
  await expect.poll(() => links().length).toBe(1);
  return links()[0] ?? '';
}

/** All that the page and its databases hold, as text. */
const allStored = (page: Page) =>
  page.evaluate(async () => {
    const all: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    for (const { name } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name ?? '');
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of db.objectStoreNames) {
        const rows = db.transaction(store).objectStore(store).getAll();
        all.push(await new Promise((resolve) => rows.addEventListener('success', () => resolve(rows.result))));
      }
      db.close();
    }
    return JSON.stringify(all);
  });

test('a new email address requires the password, applies at once and after a reload, and is never queued', async ({
  device,
  market,
  network,
}) => {
  const { email } = await newShopper(market);
  const { email: used } = await newShopper(market);
  const wanted = `nouvelle-${email}`;
  const page = await (await device()).open({ size: tablet });
  await page.goto('/authentication/connexion');
  await logIn(page, email);
  await page.goto('/compte/informations');
  await expect(address(page)).toHaveValue(email);

  await save(page).click();
  await expect(page.getByText('Champ obligatoire')).toBeVisible();
  await address(page).fill(wanted);
  await current(page).fill('Faux-mot-de-passe');
  await save(page).click();
  await expect(page.getByText('Mot de passe incorrect')).toBeVisible();
  await expect(current(page)).toHaveAttribute('aria-invalid', 'true');
  await address(page).fill(used);
  await current(page).fill(password);
  await save(page).click();
  await expect(page.getByText('Cette adresse e-mail est déjà utilisée.')).toBeVisible();

  // Without a network it is said; the address that was typed outlives a reload, the password is kept nowhere.
  await address(page).fill(wanted);
  network.cut();
  await save(page).click();
  await expect(page.getByText('Il faut du réseau pour changer d’adresse')).toBeVisible();
  await expect(current(page)).toHaveValue(password);
  await expect(page.getByText(/modification en attente/)).toHaveCount(0);
  await expect.poll(() => allStored(page)).toContain(wanted);
  expect(await allStored(page)).not.toContain(password);
  network.heal();
  await page.reload();
  await expect(address(page)).toHaveValue(wanted);
  await expect(current(page)).toHaveValue('');

  await current(page).fill(password);
  await save(page).click();
  await expect(flash(page, 'Modifications enregistrées')).toBeVisible();
  await expect(current(page)).toHaveValue('');
  await page.reload();
  await expect(address(page)).toHaveValue(wanted);
  await expect(page.getByRole('heading', { name: /^Bienvenue/ })).toBeVisible();
});

test('the mail to the old address restores it, once, and logs out every device', async ({
  device,
  market,
  network,
}) => {
  const { email } = await newShopper(market);
  const page = await (await device()).open({ size: tablet });
  await page.goto('/authentication/connexion');
  await logIn(page, email);
  await page.goto('/compte/informations');
  await address(page).fill(`volee-${email}`);
  await current(page).fill(password);
  await save(page).click();
  await expect(flash(page, 'Modifications enregistrées')).toBeVisible();

  const link = await linkTo(market.data, email);
  const owner = await (await device()).open({ size: { width: 360, height: 740 } });
  await owner.goto(link);
  await expect(restore(owner)).toBeVisible();
  await expect(owner).toHaveURL(/\/retablir-adresse$/);
  network.cut();
  await restore(owner).click();
  await expect(owner.getByText('Le marché est injoignable pour le moment.')).toBeVisible();
  network.heal();
  await restore(owner).click();
  await expect(owner.getByText(`L’adresse de votre compte est de nouveau ${email}.`)).toBeVisible();
  await expect(owner.getByRole('link', { name: 'Choisir un nouveau mot de passe' })).toBeVisible();
  await owner.goto(link);
  await restore(owner).click();
  await expect(owner.getByText('Ce lien ne sert plus : il est bon une fois, pendant sept jours.')).toBeVisible();
  await owner.reload();
  await expect(owner.getByText('Ouvrez le lien du message')).toBeVisible();
  await owner.goto('/authentication/connexion');
  await logIn(owner, email);

  // The other device finds out with the next thing that needs its session renewed: it changes nothing any more.
  await page.reload();
  await page.evaluate(() => {
    const { token, ...pair } = JSON.parse(localStorage.getItem('etal.session') ?? '{}');
    localStorage.setItem('etal.session', JSON.stringify({ ...pair, token: `${token.slice(0, -8)}aaaaaaaa` }));
  });
  await page.goto('/compte/commandes');
  await expect(page.getByText('Votre session est terminée')).toBeVisible();
});

test('a new account is asked to confirm its address, can resend the link, and the notice ends after the confirmation', async ({
  device,
  market,
}) => {
  const email = `nouvelle-${randomUUID().slice(0, 8)}@etal.test`;
  const page = await (await device()).open({ size: tablet });
  await page.goto('/authentication/inscription');
  await page.getByLabel('Adresse e-mail').fill(email);
  for (const field of await page
    .getByLabel(/mot de passe/i)
    .filter({ visible: true })
    .all())
    if ((await field.getAttribute('type')) === 'password') await field.fill(password);
  await page.getByRole('button', { name: /inscri|créer/i }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/authentication'));
  await page.goto('/compte/informations');
  const notice = page.getByText(`Confirmez votre adresse ${email}`);
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Renvoyer le lien' }).click();
  await expect(flash(page, `Un message vient de vous être envoyé à ${email}.`)).toBeVisible();
  await expect.poll(async () => (await mailsTo(market.data, email)).length).toBe(2);

  const { uuid, token } = linkOfMail(await mailsTo(market.data, email), email, '/confirmer-adresse');
  await page.goto(`/confirmer-adresse?uuid=${uuid}&token=${token}`);
  await expect(page).toHaveURL(/\/confirmer-adresse$/);
  await page.getByRole('button', { name: 'Confirmer mon adresse' }).click();
  await expect(page.getByText(`L’adresse ${email} est confirmée.`)).toBeVisible();
  await page.goto('/compte/informations');
  await expect(address(page)).toHaveValue(email);
  await expect(notice).toBeHidden();
});
