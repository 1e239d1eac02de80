// The four networks on the screens a person goes through: perfect is every other journey, offline is the cold start; here
// the slow one, and the one that accepts everything and answers nothing.
import type { Page } from '@playwright/test';
import type { FaultyProxy } from '../support/faulty-proxy.ts';
import { expect, installed, test } from './faults-ground.ts';
import { expectAllIsWell } from './oracle.ts';
import { logIn, putInCart, twoHoursPass } from './steps.ts';

const everything = { path: /^\// };
const shopping = [
  '/categorie/fromages',
  '/boutique/fromagerie-du-chatel',
  '/boutiques',
  '/nouveautes',
  '/promotions',
  '/',
  '/produit/tomme-de-meuse',
];

const title = (page: Page) => page.getByRole('heading', { level: 1 }).first();
const offline = (page: Page) => page.getByText(/^Hors connexion/).first();

const untilQuiet = (page: Page) => page.waitForLoadState('networkidle');
/** The network of a back office is never quiet: it is told of new orders. */
const untilStored = (page: Page) => expect(page.getByText(/gardée?s? sur cet appareil/).first()).toBeVisible();

async function seenOnce(page: Page, addresses: readonly string[], settled = untilQuiet): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  for (const at of addresses) {
    await page.goto(at);
    await expect(page.getByRole('main').getByLabel(/^Chargement/)).toHaveCount(0);
    titles.set(at, (await title(page).textContent()) ?? '');
    await settled(page);
  }
  return titles;
}

async function expectNoFailure(page: Page): Promise<void> {
  await expect(page.getByRole('main').getByLabel(/^Chargement/)).toHaveCount(0);
  await expect(page.getByText('Une erreur est survenue.')).toHaveCount(0);
  await expect(page.getByText('Cette partie n’a pas pu être affichée.')).toHaveCount(0);
}

/** Back at once: nobody has to reload, and it is said within five seconds. */
async function expectBackWithinFiveSeconds(page: Page, network: FaultyProxy): Promise<void> {
  await expect(offline(page)).toBeVisible();
  network.heal();
  await expect(offline(page)).toBeHidden({ timeout: 5000 });
}

test('lie-fi: visited content is shown within five seconds with its age, and a tap is stored at once', async ({
  person,
  network,
}) => {
  const page = await (await person()).page();
  await page.goto('/');
  await installed(page);
  const titles = await seenOnce(page, shopping);
  await twoHoursPass(page);
  network.plan({ ...everything, fault: 'stall' });
  for (const [at, words] of titles) {
    await test.step(at, async () => {
      await page.goto(at, { waitUntil: 'commit' });
      await expect(title(page)).toHaveText(words, { timeout: 5000 });
      await expect(
        page
          .getByRole('main')
          .getByText(/mis à jour il y a 2.h/)
          .first(),
      ).toBeVisible({ timeout: 5000 });
      await expectNoFailure(page);
    });
  }

  const tapped = Date.now();
  await putInCart(page);
  expect(Date.now() - tapped).toBeLessThan(3000);
  await expect(page.getByText(/1.modification en attente/).first()).toBeVisible();
  await expectBackWithinFiveSeconds(page, network);
  // It went on trying: the page is fresh without anybody asking.
  await expect(page.getByRole('main').getByText(/mis à jour il y a 2.h/)).toHaveCount(0);
  await expectAllIsWell(page, network, { lines: ['Tomme de Meuse × 1'] });
});

test('lie-fi: a merchant has the visited orders, and writes wait and are sent', async ({ person, network }) => {
  const page = await (await person({ size: { width: 820, height: 1180 } })).page();
  await page.goto('/');
  await installed(page);
  await page.goto('/authentication/connexion');
  await logIn(page, 'fromagerie@etal.test');
  const titles = await seenOnce(page, ['/admin/boutique', '/admin/boutique/store/commandes'], untilStored);
  network.plan({ ...everything, fault: 'stall' });
  for (const [at, words] of titles) {
    await page.goto(at, { waitUntil: 'commit' });
    await expect(title(page)).toHaveText(words, { timeout: 5000 });
    await expectNoFailure(page);
  }
  await page
    .getByRole('button', { name: /Valider/ })
    .first()
    .click();
  await expect(page.getByText('Enregistré sur cet appareil, envoyé dès que possible.').first()).toBeVisible();
  await expectBackWithinFiveSeconds(page, network);
  await expect(page.getByText('en attente d’envoi')).toHaveCount(0);
});

test('slow: every screen loads, none fails, and none claims to be offline', async ({ person, network }) => {
  const page = await (await person()).page();
  network.plan({ ...everything, fault: { delay: 800 } });
  for (const at of shopping) {
    await test.step(at, async () => {
      await page.goto(at, { waitUntil: 'commit' });
      await expect(title(page)).toBeVisible();
      await expectNoFailure(page);
      await expect(offline(page)).toBeHidden();
    });
  }
  await putInCart(page);
  await expectAllIsWell(page, network, { lines: ['Tomme de Meuse × 1'] });
});
