// Row 94: what sends, decides and takes back is loaded once something waits, and its code is a file like any other: it may be
// lost on its way, or never end.
import type { Page } from '@playwright/test';
import { expect, oneBeer, test } from './faults-ground.ts';
import { expectAllIsWell, outboxOf } from './oracle.ts';
import { cartLines } from './steps.ts';

const code = { path: /^\/assets\/sending-[^/]*\.js$/ };
const beer = '/produit/biere-ambree-des-ponts';
const add = (page: Page) => page.getByRole('button', { name: 'Ajouter au panier' });
const added = (page: Page) => page.getByRole('dialog', { name: 'Article ajouté au panier' });
const typesOf = async (page: Page) =>
  (await outboxOf(page)).map(({ type }) => type).filter((type) => type !== 'view.create');
/** It looks whether the server answers once it is open. */
const engineIsOpen = { path: '/api/health' };

test('F94 · a visit without writes never loads the outbox code; the first addition loads it once and is sent', async ({
  person,
  network,
}) => {
  const page = await (await person({ serviceWorkers: 'block' })).page();
  const open = network.next(engineIsOpen);
  await page.goto('/');
  await open;
  await page.getByRole('link', { name: 'Fromages', exact: true }).first().click();
  await expect(page).toHaveTitle('Fromages — Étal Meuse');
  expect(network.seen(code)).toEqual([]);
  const adder = page.getByRole('button', { name: /^Ajouter ce produit/ }).first();
  const name = ((await adder.getAttribute('aria-label')) ?? '').replace('Ajouter ce produit : ', '');
  await adder.click();
  await expect(added(page)).toBeVisible();
  await expect.poll(() => typesOf(page)).toEqual([]);
  expect(network.seen(code)).toHaveLength(1);
  await expectAllIsWell(page, network, { lines: [`${name} × 1`] });
});

test('F94 · code lost on its way: taps are stored, shown and counted, and sent once the code has loaded', {
  tag: '@essential',
}, async ({ person, network }) => {
  const page = await (await person({ serviceWorkers: 'block' })).page();
  network.plan({ ...code, fault: 'drop' });
  await page.goto(beer);
  await add(page).click();
  await expect(added(page)).toBeVisible();
  await expect.poll(() => network.seen(code).length).toBeGreaterThan(0);
  expect(await typesOf(page)).toEqual(['cart.create', 'cart.add']);
  await expect(page.getByRole('link', { name: /^Panier.*1/ }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^En attente d’envoi : 1/ }).first()).toBeVisible();
  await page.reload();
  await page.goto('/commande/panier');
  await expect(async () => expect(await cartLines(page)).toEqual(oneBeer)).toPass();
  await expect(page.getByRole('button', { name: /^En attente d’envoi : 1/ }).first()).toBeVisible();
  expect(await typesOf(page)).toEqual(['cart.create', 'cart.add']);
  await expectAllIsWell(page, network, { lines: oneBeer });
});

test('F94 · code that never finishes loading: the next page opens, shows pending writes and accepts more', async ({
  person,
  network,
}) => {
  const page = await (await person({ serviceWorkers: 'block' })).page();
  network.plan({ ...code, fault: 'hold' });
  await page.goto(beer);
  await add(page).click();
  await expect(added(page)).toBeVisible();
  await page.goto(beer);
  await add(page).click();
  await expect(added(page)).toBeVisible();
  expect(await typesOf(page)).toEqual(['cart.create', 'cart.add', 'cart.add']);
  await expect(page.getByRole('button', { name: /^En attente d’envoi : 2/ }).first()).toBeVisible();
  await expectAllIsWell(page, network, { lines: ['Bière ambrée des Ponts × 2'] });
});
