// Row 79: what is typed, or wished otherwise than by a plain tap, between the first paint and the page's life.
import type { Page } from '@playwright/test';
import { expect, test } from './faults-ground.ts';
import { newGoods } from './offline-orders.ts';
import { expectAllIsWell, journalOf } from './oracle.ts';

const entry = { path: /^\/assets\/main-[^/]*\.js$/ };
const dead = (page: Page) => page.locator('html[data-early]');

/** Painted, and dead as long as the network holds its entry. */
async function openDead(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  await expect(dead(page)).toBeAttached();
}
const hydrated = (page: Page) => expect(dead(page)).not.toBeAttached();
const searched = (page: Page) => page.getByRole('banner').getByRole('combobox', { name: 'Rechercher' });

test('F79 · text typed in the search field before hydration remains, with the cursor, and starts a search', {
  tag: '@essential',
}, async ({ person, network }) => {
  const page = await (await person({ serviceWorkers: 'block', size: { width: 1280, height: 800 } })).page();
  network.plan({ ...entry, fault: 'hold' });
  await openDead(page, '/boutiques');
  await searched(page).click();
  await page.keyboard.type('tomme');
  await expect(searched(page)).toHaveValue('tomme');
  network.release();
  await hydrated(page);
  await expect(searched(page)).toHaveValue('tomme');
  await expect(searched(page)).toBeFocused();
  await page.keyboard.type(' de');
  await expect(searched(page)).toHaveValue('tomme de');
  await expect(
    page
      .getByRole('listbox')
      .getByRole('option', { name: /Tomme de Meuse/ })
      .first(),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/recherche\?q=tomme(\+|%20)de/);
});

test('F79 · a search submitted before hydration navigates natively with the complete text', async ({
  person,
  network,
}) => {
  const page = await (await person({ serviceWorkers: 'block', size: { width: 1280, height: 800 } })).page();
  network.plan({ ...entry, fault: 'hold' });
  await openDead(page, '/boutiques');
  await searched(page).fill('tomme');
  await searched(page).press('Enter');
  await expect(page).toHaveURL(/\/recherche\?q=tomme$/);
  // The new page asks for its own entry, perhaps only now.
  network.heal();
  await hydrated(page);
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /Tomme de Meuse/ })
      .first(),
  ).toBeVisible();
});

test('F79 · a middle click opens a link in a new tab at once, without an effect on the page', async ({
  person,
  network,
}) => {
  const someone = await person({ serviceWorkers: 'block' });
  const page = await someone.page();
  network.plan({ ...entry, fault: 'hold' });
  await openDead(page, '/produit/biere-ambree-des-ponts');
  const shop = page.getByRole('main').getByRole('link', { name: 'Brasserie des Trois Ponts' }).first();
  const beside = someone.context.waitForEvent('page');
  await shop.click({ button: 'middle' });
  const other = await beside;
  await expect(other).toHaveURL(/\/boutique\/brasserie-des-trois-ponts$/);
  await expect(page.locator('[data-heard]')).toHaveCount(0);
  await other.close();
  network.release();
  await hydrated(page);
  await expect(page).toHaveURL(/biere-ambree-des-ponts$/);
});

test('F79 · taps beyond the stock before hydration add the available quantity, and nothing else is lost', async ({
  person,
  market,
  network,
}) => {
  const { slug, name } = await newGoods(market, 'Rocamadour', 3);
  const page = await (await person({ serviceWorkers: 'block' })).page();
  network.plan({ ...entry, fault: 'hold' });
  await openDead(page, `/produit/${slug}`);
  const form = page.locator('form[data-purchase]');
  for (let tap = 0; tap < 5; tap++) await form.getByRole('button', { name: /^Augmenter/ }).click();
  await form.getByRole('button', { name: 'Ajouter au panier' }).click();
  network.release();
  await hydrated(page);
  await expect(page.getByRole('dialog', { name: 'Article ajouté au panier' })).toBeVisible();
  await expectAllIsWell(page, network, { lines: [`${name} × 3`] });
});

test('F79 · the number of pending writes is shown before any code has loaded', async ({ person, network }) => {
  const page = await (await person({ serviceWorkers: 'block' })).page();
  await page.goto('/produit/biere-ambree-des-ponts');
  network.plan({ path: /^\/api\/carts/, fault: 'refuse' });
  await page.getByRole('button', { name: 'Ajouter au panier' }).click();
  const badge = page.getByRole('banner').getByRole('button', { name: /En attente d’envoi\s: 1/ });
  await expect(badge).toBeVisible();
  network.plan({ path: /^\/assets\/(engine|overlays)-[^/]*\.js$/, fault: 'stall' });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(badge).toBeVisible();
  network.heal();
  await page.reload();
  await expect.poll(async () => (await journalOf(page)).length).toBeGreaterThan(0);
  await expect(badge).toHaveCount(0);
});
