// The end of the newsletter: in the account, and by the link of the operator's list, without a login.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, proxiedTest as test } from './journey.ts';
import { newShopper } from './other-device.ts';
import { axeFindings } from './screens/inspection.ts';
import { logIn } from './steps.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const phone = { width: 360, height: 740 };

test('the newsletter is chosen and left in the account, with a sentence where the network is gone', async ({
  device,
  market,
  network,
}) => {
  const { email } = await newShopper(market);
  const page = await (await device()).open({ size: phone });
  await page.goto('/authentication/connexion');
  await logIn(page, email);
  await page.goto('/compte/informations');
  const choice = page.getByRole('switch', { name: 'Recevoir la lettre du marché' });
  await expect(choice).not.toBeChecked();
  await choice.check();
  await expect(page.getByText('Vous recevrez la prochaine lettre.')).toBeVisible();
  await page.reload();
  await expect(choice).toBeChecked();
  network.cut();
  await choice.click();
  await expect(page.getByText('Il faut du réseau pour changer ce choix')).toBeVisible();
  await expect(choice).toBeChecked();
  network.heal();
  await choice.uncheck();
  await expect(page.getByText('La lettre ne vous est plus envoyée.')).toBeVisible();
  await page.reload();
  await expect(choice).not.toBeChecked();
});

test('the link of the operator’s list ends the newsletter with one tap, even under an installed app, and takes it up again', async ({
  device,
  market,
}) => {
  const file = join(market.data, 'abonnes.csv');
  const list = () => {
    const env = { ...process.env, DATA_DIR: market.data, DATABASE_URL: '', PUBLIC_URL: market.url };
    const command = ['--import', 'tsx', 'server/market/cli.ts', 'newsletter', file];
    return promisify(execFile)(process.execPath, command, { cwd: root, env });
  };
  await market.kill();
  expect((await list()).stdout).toMatch(/^Adresses écrites dans .*\s: \d+\.$/m);
  // Never over a list that is there already.
  await expect(list()).rejects.toMatchObject({ code: 1 });
  await market.restart();
  const [head = '', first = ''] = (await readFile(file, 'utf8')).split('\r\n');
  expect(head).toBe('\ufeffE-mail;Depuis;Désinscription');
  const [email, , link = ''] = first.split(';');
  expect(email).toContain('@');

  const page = await (await device()).open({ size: phone });
  await page.goto('/');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Ne plus recevoir la lettre' })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Me désinscrire' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Vous ne recevez plus la lettre' })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.goto(link);
  await page.getByRole('button', { name: 'La recevoir de nouveau' }).click();
  await expect(page.getByRole('heading', { name: 'Ne plus recevoir la lettre' })).toBeVisible();
});
