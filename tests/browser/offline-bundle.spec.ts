// What somebody takes along for where there is no network: the size first, progress, and then all of it opens; killed on the way it
// goes on; taken off it is gone; of a portal nothing enters.
import type { Page } from '@playwright/test';
import type { BundleOutline } from '#contract/catalogue/offline-bundle.ts';
import { allStored, storedUntrusted } from './cached.ts';
import { expect, installed, killBrowser, proxiedTest as test } from './journey.ts';
import { offerInstallation } from './steps.ts';

// Killed and opened again.
test.use({ lasting: true });

const shop = '/boutique/fromagerie-du-chatel';
const offer = (page: Page) => page.getByRole('button', { name: 'Garder hors connexion' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Garder hors connexion' });
const whole = (page: Page) => page.getByRole('button', { name: /^Gardé le \d\d\/\d\d à \d\d:\d\d$/ });
const title = (page: Page) => page.getByRole('heading', { level: 1 }).first();

async function openShop(page: Page, path = shop): Promise<void> {
  await page.goto(path);
  await installed(page);
  await expect(offer(page)).toBeVisible();
}

/** @returns bytes that were said */
async function begin(page: Page): Promise<number> {
  await offer(page).click();
  const shown = dialog(page).getByText(/^environ [\d,]+\s(ko|Mo)$/);
  await expect(shown).toBeVisible();
  const [, number = '', unit] = /([\d,]+)\s(ko|Mo)/.exec((await shown.textContent()) ?? '') ?? [];
  await dialog(page).getByRole('button', { name: 'Garder', exact: true }).click();
  return Number(number.replace(',', '.')) * (unit === 'Mo' ? 1e6 : 1e3);
}

const outline = async (page: Page, what: string): Promise<BundleOutline> =>
  (await page.request.get(`/api/taken/${what}`)).json();

/** Each picture of the page, brought into sight, is drawn. */
async function expectDrawn(page: Page): Promise<void> {
  const images = page.locator('main img');
  await expect
    .poll(async () => {
      await images.evaluateAll(async (all) => {
        for (const image of all) {
          image.scrollIntoView();
          await new Promise((drawn) => requestAnimationFrame(drawn));
        }
      });
      return images.evaluateAll((all) =>
        (all as HTMLImageElement[])
          .filter((image) => image.checkVisibility() && image.naturalWidth === 0)
          .map(({ currentSrc }) => currentSrc),
      );
    })
    .toEqual([]);
  // The basket that stands in the place of a picture that could not be had.
  await expect(page.locator('main span > svg[viewBox="0 0 48 48"]')).toHaveCount(0);
}

const alone = async (page: Page) => {
  await page.context().setOffline(true);
  // Only what was taken: what was looked at would open anyway.
  await page.evaluate(async () => {
    await caches.delete('etal-answers');
    await caches.delete('etal-images');
  });
};
const inBundles = async (page: Page) => (await allStored(page)).filter(({ cache }) => cache === 'etal-taken');

test('a downloaded store opens completely without a network: its pages, products and pictures', async ({ device }) => {
  test.slow();
  const phone = await device();
  const page = await phone.open({ density: 2 });
  await openShop(page);
  const shown = await begin(page);
  await expect(whole(page)).toBeVisible({ timeout: 60_000 });
  const { products, pictures } = await outline(page, 'fromagerie-du-chatel?kind=store&card=480&large=720');
  const here = await page.evaluate(async () => {
    let bytes = 0;
    const cache = await caches.open('etal-taken');
    for (const key of await cache.keys()) bytes += (await (await cache.match(key))?.arrayBuffer())?.byteLength ?? 0;
    return bytes;
  });
  expect(Math.abs(shown / here - 1)).toBeLessThan(0.25);
  expect(pictures.length).toBeGreaterThan(10);
  expect(await storedUntrusted(page)).toEqual([]);

  await alone(page);
  for (const [path, words] of [
    [shop, 'Nouveautés'],
    [`${shop}/produits`, 'Trier par'],
    [`${shop}/a-propos`, 'Horaires'],
    [`${shop}/avis`, 'Avis'],
  ] as const) {
    await page.goto(path);
    await expect(title(page)).toHaveText('Fromagerie du Châtel');
    await expect(page.getByRole('main').getByText(words).first()).toBeVisible();
    await expectDrawn(page);
  }
  await expect(
    page
      .getByRole('main')
      .getByText(/^mis à jour /i)
      .first(),
  ).toBeVisible();
  for (const { slug } of products) {
    await page.goto(`/produit/${slug}`);
    await expect(page.locator('form[data-purchase], [aria-label="Boutique"]').first()).toBeVisible();
    await expectDrawn(page);
  }
  await page.goto('/produit/tomme-de-meuse');
  await expect(page.getByRole('radio').first()).toBeAttached();
  await page.goto('/recherche?q=tomme');
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /Tomme de Meuse/ })
      .first(),
  ).toBeVisible();

  // What was not taken says so, as ever.
  await page.goto('/boutique/brasserie-des-trois-ponts');
  await expect(
    page.getByText(/n’est pas (encore )?sur cet appareil|pas (encore )?été (vue|ouverte)/i).first(),
  ).toBeVisible();
});

test('an interrupted download resumes; two tabs show the same; a removal deletes everything', async ({
  device,
  network,
}) => {
  test.slow();
  const phone = await device();
  let page = await phone.open();
  await openShop(page);
  let brought = 0;
  network.plan({
    when: ({ fromWorker, path }) => {
      if (!fromWorker || !/^\/(api\/products|media)/.test(path)) return false;
      brought += 1;
      return brought > 12;
    },
    fault: 'stall',
  });
  await begin(page);
  await expect(page.getByText(/^Téléchargement\s: \d+ sur \d+$/).first()).toBeVisible();
  await expect.poll(() => brought).toBeGreaterThan(12);
  expect(await whole(page).count()).toBe(0);
  killBrowser(phone.profile);
  await phone.close();
  network.heal();

  page = await phone.open();
  await page.goto('/en-attente');
  const panel = page.getByRole('region', { name: 'Gardé hors connexion' });
  await expect(panel.getByText(/^Gardé le/)).toBeVisible({ timeout: 60_000 });
  const second = await page.context().newPage();
  await second.goto(shop);
  await expect(whole(second)).toBeVisible();
  await panel.getByRole('button', { name: 'Retirer : Fromagerie du Châtel' }).click();
  await expect(panel).toBeHidden();
  await expect(offer(second)).toBeVisible();
  await expect.poll(async () => (await inBundles(page)).length).toBe(0);

  await alone(page);
  await page.goto('/produit/tomme-de-meuse');
  await expect(page.locator('form[data-purchase]')).toHaveCount(0);
});

test('a portal adds nothing to a download, and everything loads afterwards', async ({ device, network }) => {
  const phone = await device();
  const page = await phone.open();
  await offerInstallation(page);
  await openShop(page);
  await offer(page).click();
  await expect(dialog(page).getByText(/^environ/)).toBeVisible();
  network.plan({ path: /^\/(api|media)/, fault: 'portal' });
  await dialog(page).getByRole('button', { name: 'Garder', exact: true }).click();
  await expect(page.getByText(/^Interrompu/).first()).toBeVisible();
  expect(await inBundles(page)).toEqual([]);
  // Nothing covers the way on.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  network.heal();
  await page.getByRole('button', { name: 'Reprendre' }).click();
  await page
    .getByRole('dialog', { name: /^Installer/ })
    .getByRole('button', { name: 'Non merci' })
    .click();
  await expect(whole(page)).toBeVisible({ timeout: 60_000 });
  expect(await storedUntrusted(page)).toEqual([]);
});

test('a category and a town are downloaded with all their pages', async ({ device }) => {
  test.slow();
  const phone = await device();
  const page = await phone.open({ size: { width: 1280, height: 900 } });
  await openShop(page, '/categorie/fromages');
  await begin(page);
  await expect(whole(page)).toBeVisible({ timeout: 60_000 });
  await page.goto('/boutiques');
  await page.locator('main').getByLabel('Autour de').selectOption('Etain');
  await expect(offer(page)).toBeVisible();
  await begin(page);
  await expect(whole(page)).toBeVisible({ timeout: 60_000 });
  const { stores } = await outline(page, 'etain?kind=town');

  await alone(page);
  await page.goto('/categorie/fromages');
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  await expectDrawn(page);
  for (const { slug } of stores) {
    await page.goto(`/boutique/${slug}`);
    await expect(page.getByRole('navigation', { name: /^Pages de/ })).toBeVisible();
    await expectDrawn(page);
  }
  await page.goto('/en-attente');
  await expect(page.getByRole('region', { name: 'Gardé hors connexion' }).getByRole('listitem')).toHaveCount(2);
});
