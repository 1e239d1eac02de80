// People in the administration: an operator exports what is stored about somebody, and deletes their account.
import { readFile } from 'node:fs/promises';
import { expect, password, test } from './journey.ts';
import { axeFindings } from './screens/inspection.ts';
import { logInToAdministration } from './steps.ts';

test('an operator finds a person, hands out their data, and deletes their account', async ({ device, market }) => {
  const email = 'odile.perrin@exemple.fr';
  const post = (path: string, body: object) =>
    fetch(`${market.direct}/api${path}`, {
      method: 'POST',
      headers: { Accept: 'application/ld+json', 'Content-Type': 'application/ld+json' },
      body: JSON.stringify(body),
    });
  expect((await post('/users', { email, plainPassword: password })).status).toBe(201);

  const page = await (await device()).open({ size: { width: 1440, height: 900 } });
  await page.goto('/administration');
  await logInToAdministration(page, 'admin@etal.test');
  await page.getByRole('menuitem', { name: 'Personnes' }).click();
  await page.getByLabel('Chercher').fill('odile perr');
  await page.getByRole('row').filter({ hasText: email }).getByRole('link').click();
  const part = (name: string) => page.locator('section').filter({ has: page.getByRole('heading', { name }) });

  const download = page.waitForEvent('download');
  await part('Exporter ses données').getByLabel('Raisons').fill('Demande du 12 mars, par courrier.');
  await part('Exporter ses données').getByRole('button', { name: 'Télécharger' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(JSON.parse(file)).toMatchObject({ account: { email } });

  expect(await axeFindings(page)).toEqual([]);
  await part('Supprimer ce compte').getByLabel('Raisons').fill('Demande du 12 mars, par courrier.');
  await part('Supprimer ce compte').getByRole('button', { name: 'Supprimer pour toujours' }).click();
  await expect(page.getByText('Le compte est supprimé.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Personnes' })).toBeVisible();
  await expect(page.getByText('Personne ne correspond.')).toBeVisible();
  expect((await post('/login_check', { login: email, password })).status).toBe(401);

  await page.getByRole('menuitem', { name: 'Journal' }).click();
  const log = page.getByRole('row').filter({ hasText: 'Demande du 12 mars, par courrier.' });
  await expect(log.filter({ hasText: 'a supprimé le compte de' })).toBeVisible();
  await expect(log.filter({ hasText: 'a exporté les données de' })).toBeVisible();
});
