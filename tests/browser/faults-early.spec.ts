// Row 79: what is tapped after the first paint and before the page lives. The entry is held back on its way, or comes over
// a line of 400 kbit/s to a quarter of a processor.
import type { CDPSession, Page } from '@playwright/test';
import { expect, installed, oneBeer, test } from './faults-ground.ts';
import { expectAllIsWell, journalOf } from './oracle.ts';
import { cartLines } from './steps.ts';

const entry = { path: /^\/assets\/main-[^/]*\.js$/ };
const api = { path: /^\/api\// };
const heard = (page: Page) => page.locator('[data-heard]');
const unheard = (page: Page) => page.getByRole('alert').filter({ hasText: 'n’a pas été pris en compte' });
const beer = '/produit/biere-ambree-des-ponts';

/** In the page: milliseconds from each press to the sign that it was heard. */
const watchSigns = `
  globalThis.signs = [];
  let pressed = 0;
  addEventListener('pointerup', () => { pressed = performance.now(); }, true);
  globalThis.busy = 0;
  new MutationObserver(() => {
    signs.push(performance.now() - pressed);
    busy = Math.max(busy, document.querySelectorAll('[data-heard][aria-busy="true"]').length);
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-heard'] });
`;
/** The machine of the tests may be busy with something else at one of them. */
const quickestSign = (page: Page) => page.evaluate(() => Math.min(...(Reflect.get(globalThis, 'signs') as number[])));

async function painted(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
}

/** Painted, and dead as long as the network holds its entry. */
async function openDead(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'commit' });
  await painted(page);
  await expect(page.locator('html[data-early]')).toBeAttached();
}

async function hydrated(page: Page): Promise<void> {
  await expect(page.locator('html[data-early]')).not.toBeAttached();
  await expect(heard(page)).toHaveCount(0);
}

/** So many commands are in the outbox or have ended: the code of the outbox came, and took what was tapped. */
async function ended(page: Page, commands: number): Promise<void> {
  await expect.poll(async () => (await journalOf(page)).length).toBe(commands);
}
const added = (page: Page) => page.getByRole('dialog', { name: 'Article ajouté au panier' });

const adder = (page: Page, nth: number) => page.getByRole('button', { name: /^Ajouter ce produit/ }).nth(nth);
const nameOf = async (page: Page, nth: number) =>
  ((await adder(page, nth).getAttribute('aria-label')) ?? '').replace('Ajouter ce produit : ', '');

/** Three taps on the first product as soon as it stands there, long before the entry has run. */
const impatient = `
  const looking = new MutationObserver(() => {
    const button = document.querySelector('button[aria-label^="Ajouter ce produit"]');
    if (!button) return;
    looking.disconnect();
    for (let tap = 0; tap < 3; tap += 1) button.click();
    globalThis.tappedEarly = button.hasAttribute('data-heard');
  });
  looking.observe(document, { subtree: true, childList: true });
`;

/** A line of the countryside and a phone of some years ago. */
async function ruralPhone(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  const throughput = 400_000 / 8;
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return devtools;
}

async function wellAgain(devtools: CDPSession): Promise<void> {
  const free = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await devtools.send('Network.emulateNetworkConditions', free);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
}

test('F79 · 300 ms after the first paint of a first visit, two products and a double tap: immediate feedback, each exactly once', {
  tag: '@essential',
}, async ({ person, network }) => {
  const page = await (await person({ serviceWorkers: 'block' })).page();
  await page.addInitScript({ content: watchSigns });
  // Even on this line it would live before the third tap of a program.
  network.plan({ ...entry, fault: 'hold' });
  const devtools = await ruralPhone(page);
  await page.goto('/', { waitUntil: 'commit' });
  await painted(page);
  await page.waitForFunction(
    () => performance.now() > (performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0) + 300,
  );
  await expect(page.locator('html[data-early]')).toBeAttached();
  const names = [await nameOf(page, 0), await nameOf(page, 1)];
  await adder(page, 0).dblclick({ noWaitAfter: true });
  await adder(page, 1).click();
  expect(await page.evaluate(() => Reflect.get(globalThis, 'busy') as number)).toBe(2);
  expect(await quickestSign(page)).toBeLessThan(100);
  network.release();
  await hydrated(page);
  await wellAgain(devtools);
  await expect(added(page)).toBeVisible();
  await ended(page, 3);
  await expectAllIsWell(page, network, { lines: names.map((name) => `${name} × 1`).sort() });
});

test('F79 · a tap far below the first view, before or right after hydration: each exactly once', async ({
  person,
  network,
}) => {
  const page = await (await person({ serviceWorkers: 'block' })).page();
  network.plan({ ...entry, fault: 'hold' });
  await openDead(page, '/');
  const last = (await page.getByRole('button', { name: /^Ajouter ce produit/ }).count()) - 1;
  const names = [await nameOf(page, last), await nameOf(page, last - 1)];
  await adder(page, last).click();
  await expect(heard(page)).toHaveCount(1);
  // As soon as the page hears for itself, before what lies below was taken over.
  await page.evaluate((nth) => {
    const button = document.querySelectorAll<HTMLElement>('button[aria-label^="Ajouter ce produit"]')[nth];
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () =>
      (Reflect.get(globalThis, 'early') as { on: boolean }).on ? port2.postMessage(null) : button?.click();
    port2.postMessage(null);
  }, last - 1);
  network.release();
  await hydrated(page);
  await ended(page, 3);
  await expectAllIsWell(page, network, { lines: names.map((name) => `${name} × 1`).sort() });
});

test('F79 · the product form: chosen options and quantity are added once, without a page reload', {
  tag: '@essential',
}, async ({ person, network }) => {
  const page = await (await person({ serviceWorkers: 'block' })).page();
  network.plan({ ...entry, fault: 'hold' });
  await openDead(page, '/produit/tomme-de-meuse');
  const loads = () => network.seen({ path: '/produit/tomme-de-meuse' }).length;
  const before = loads();
  const form = page.locator('form[data-purchase]');
  await page.getByText(/^Corsée/).click();
  await expect(form.getByRole('button', { name: /^Diminuer/ })).toBeDisabled();
  await form.getByRole('button', { name: /^Augmenter/ }).dblclick();
  const add = form.getByRole('button', { name: 'Ajouter au panier' });
  await add.click();
  await add.press('Enter');
  await add.click();
  await expect(add).toHaveAttribute('aria-busy', 'true');
  network.release();
  await hydrated(page);
  await expect(added(page)).toBeVisible();
  expect(loads()).toBe(before);
  expect(new URL(page.url()).search).toBe('');
  await expectAllIsWell(page, network, { lines: ['Tomme de Meuse × 3'] });
  await expect(
    page
      .getByRole('main')
      .getByText(/Corsée/)
      .first(),
  ).toBeVisible();
});

test('F79 · a cold start of the installed app, with the stored home page and a slow processor', async ({
  device,
  network,
}) => {
  const phone = await device();
  let page = await phone.open();
  await page.goto('/');
  await installed(page);
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('etal-pages')).keys()).length))
    .toBeGreaterThan(0);
  await phone.close();
  network.cut();
  page = await phone.open();
  await page.addInitScript({ content: impatient });
  await page.goto('/', { waitUntil: 'commit' });
  await hydrated(page);
  const name = await nameOf(page, 0);
  expect(await page.evaluate(() => Reflect.get(globalThis, 'tappedEarly'))).toBe(true);
  await expect(page.getByText(/^Hors connexion/).first()).toBeVisible();
  await expect(added(page)).toBeVisible();
  await expectAllIsWell(page, network, { lines: [`${name} × 1`] });
});

test('F79 · an entry script that never arrives: an error message, no false confirmation, and working links', async ({
  person,
  network,
}) => {
  const page = await (await person({ serviceWorkers: 'block' })).page();
  network.plan({ ...entry, fault: 'hold' });
  await openDead(page, beer);
  await page.getByRole('button', { name: 'Ajouter au panier' }).click();
  await expect(heard(page)).toHaveCount(1);
  await expect(unheard(page)).toBeHidden();
  network.cut();
  await expect(unheard(page)).toBeVisible();
  await expect(heard(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Ajouter au panier' }).click();
  await expect(heard(page)).toHaveCount(0);
  await expect(page).toHaveURL(/biere-ambree-des-ponts$/);
  network.heal();
  await unheard(page).getByRole('link', { name: 'rechargez la page' }).click();
  await expect(page.locator('html[data-early]')).not.toBeAttached();
  await expect(page.getByText('N’a pas pu être pris en compte')).toHaveCount(0);
  await page.getByRole('button', { name: 'Ajouter au panier' }).click();
  await expect(added(page)).toBeVisible();
  await expectAllIsWell(page, network, { lines: oneBeer });
});

test('F79 · a tap followed by a link run in order; anything but a plain tap behaves natively', async ({
  person,
  network,
}) => {
  const someone = await person({ serviceWorkers: 'block' });
  const page = await someone.page();
  network.plan({ ...entry, fault: 'hold' });
  await openDead(page, beer);
  const shop = page.getByRole('main').getByRole('link', { name: 'Brasserie des Trois Ponts' }).first();
  await page.getByRole('button', { name: 'Ajouter au panier' }).click({ modifiers: ['Control'] });
  await expect(heard(page)).toHaveCount(1);
  const beside = someone.context.waitForEvent('page');
  await shop.click({ modifiers: ['Control'] });
  await (await beside).close();
  await page.getByRole('button', { name: 'Diminuer la quantité' }).click({ force: true });
  await expect(heard(page)).toHaveCount(1);
  await shop.click();
  await expect(heard(page)).toHaveCount(2);
  await expect(page).toHaveURL(/biere-ambree-des-ponts$/);
  network.release();
  await expect(page).toHaveURL(/\/boutique\/brasserie-des-trois-ponts$/);
  await ended(page, 2);
  await expectAllIsWell(page, network, { lines: oneBeer });
});

test('F79 · a page closed or reloaded before hydration passes its taps on; before the outbox is loaded nothing is lost', async ({
  person,
  network,
}) => {
  const page = await (await person({ serviceWorkers: 'block' })).page();
  network.plan({ ...entry, times: 1, fault: 'hold' });
  await openDead(page, beer);
  await page.getByRole('button', { name: 'Ajouter au panier' }).click();
  await expect(heard(page)).toHaveCount(1);
  network.plan({ path: /^\/assets\/engine-[^/]*\.js$/, fault: 'stall' });
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByText('N’a pas pu être pris en compte\u00a0: «\u00a0Ajouter au panier\u00a0».')).toBeVisible();

  // Alive, and the code of the outbox still on its way.
  await page.getByRole('button', { name: 'Ajouter au panier' }).click();
  await expect(page.getByRole('link', { name: 'Panier, 1 article' })).toBeVisible();
  network.heal();
  await page.reload();
  await expect.poll(async () => (await journalOf(page)).length).toBeGreaterThan(0);
  await expectAllIsWell(page, network, { lines: oneBeer });
});

test('F79 · taps in an area with late code are recorded, and survive a loss of the network', async ({
  person,
  network,
}) => {
  const page = await (await person({ serviceWorkers: 'block' })).page();
  network.plan({ path: /^\/assets\/shop-area-[^/]*\.js$/, fault: 'hold' });
  await openDead(page, '/boutique/brasserie-des-trois-ponts/produits');
  const name = await nameOf(page, 0);
  await adder(page, 0).click();
  await expect(heard(page)).toHaveCount(1);
  network.plan({ ...api, fault: 'refuse' });
  network.release();
  await hydrated(page);
  await expect(added(page)).toBeVisible();
  await expectAllIsWell(page, network, { lines: [`${name} × 1`] });
});

test('F79 · without a worker and a network, status line and basket are correct before any code has loaded', async ({
  person,
  network,
}) => {
  const page = await (await person({ serviceWorkers: 'block' })).page();
  await page.goto(beer);
  await page.getByRole('button', { name: 'Ajouter au panier' }).click();
  await expect(added(page)).toBeVisible();
  await expectAllIsWell(page, network, { lines: oneBeer });
  network.plan({ path: /^\/assets\/(engine|overlays)-[^/]*\.js$/, fault: 'stall' });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('link', { name: 'Panier, 1 article' })).toBeVisible();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const line = (offline: boolean) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  await line(true);
  await expect(page.getByText(/^Hors connexion/).first()).toBeVisible({ timeout: 1000 });
  await line(false);
  await expect(page.getByText(/^Hors connexion/)).toHaveCount(0);
  expect(await cartLines(page)).toEqual([]);
});
