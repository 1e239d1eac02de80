import type { Page } from '@playwright/test';
import { adding, atTheBeer, expect, oneBeer, test, toTheCart } from './faults-ground.ts';
import { effectsOf, expectAllIsWell, expectFrozen, expectNothingWaits, expectQuiet, outboxOf } from './oracle.ts';
import { paidOrder } from './other-device.ts';
import { cartLines, logIn, putInCart } from './steps.ts';

const api = { path: /^\/api\// };

test('F01 · added, changed, removed and reduced by a coupon without a network: all of it arrives, in that order', {
  tag: '@essential',
}, async ({ person, network }) => {
  const { page: open, context } = await person();
  const page = await open();
  await atTheBeer(page);
  await putInCart(page, { choices: ['Le carton de 6'] });
  await expect.poll(() => effectsOf(network)).toHaveLength(2);
  await context.setOffline(true);

  await putInCart(page, { choices: ['La bouteille'], quantity: 2 });
  await toTheCart(page);
  const rows = page.locator('main tbody tr');
  const single = rows.filter({ hasText: 'La bouteille' });
  const crate = rows.filter({ hasText: 'Le carton de 6' });
  await single.getByRole('button', { name: /^Augmenter/ }).click();
  await crate.getByRole('button', { name: /^Retirer/ }).click();
  await page.getByLabel('code promo').fill('HOUBLON');
  await page.getByRole('button', { name: 'VALIDER' }).click();
  await expect.poll(() => cartLines(page)).toEqual(['Bière ambrée des Ponts × 3']);
  await expect(page.getByText(/Coupon HOUBLON\s+gardé/)).toBeVisible();
  await expect(page.getByText(/4.modifications en attente/).first()).toBeVisible();
  await expect(page.getByRole('link', { name: /4 en attente d’envoi/ })).toBeVisible();
  expect(effectsOf(network)).toHaveLength(2);

  await context.setOffline(false);
  await expectAllIsWell(page, network, { lines: ['Bière ambrée des Ponts × 3'] });
  const done = network.log.filter(
    ({ key, status, path }) => key && (status === 200 || status === 204) && !path.startsWith('/api/views'),
  );
  expect(done.map(({ method, path }) => `${method} ${path.replaceAll(/[0-9a-f-]{36}/g, '…')}`)).toEqual([
    'PUT /api/carts/…/add',
    'PUT /api/carts/…/add',
    'PUT /api/cart_items/…',
    'DELETE /api/cart_items/…',
    'POST /api/carts/…/coupon/apply',
  ]);
  await expect(page.getByText(/Coupon HOUBLON\s+appliqué/)).toBeVisible();
});

test('F08 · an addition lost before the server is sent again, with one effect', { tag: '@essential' }, async ({
  person,
  network,
}) => {
  const page = await (await person()).page();
  await atTheBeer(page);
  network.plan({ ...adding, times: 1, fault: 'refuse' });
  await Promise.all([network.next(adding), putInCart(page)]);
  await expectAllIsWell(page, network, { lines: oneBeer });
  expect(network.seen(adding).map(({ fault, status }) => [fault, status])).toEqual([
    ['refuse', null],
    ['pass', 200],
  ]);
});

test('F09 · an answer lost with the server after its commit: after the restart the addition has one effect', {
  tag: '@essential',
}, async ({ person, network, market }) => {
  const page = await (await person()).page();
  await atTheBeer(page);
  network.plan({ ...adding, times: 1, fault: { kill: market.kill } });
  const [acted] = await Promise.all([network.next(adding), putInCart(page)]);
  expect(acted.status).toBe(200);
  await expect(page.getByText(/Hors connexion/)).toBeVisible();
  await market.restart();
  await expectAllIsWell(page, network, { lines: oneBeer });
  const replays = network.seen({ ...adding, when: ({ status }) => status !== null });
  expect(replays.map(({ replayed }) => replayed)).toEqual([false, true]);
});

test('F11 · a truncated answer is requested again, and the addition has one effect', async ({ person, network }) => {
  const page = await (await person()).page();
  await atTheBeer(page);
  network.plan({ ...adding, times: 1, fault: 'half' });
  await Promise.all([network.next(adding), putInCart(page)]);
  await expectAllIsWell(page, network, { lines: oneBeer });
  expect(network.seen(adding).map(({ status, replayed }) => [status, replayed])).toEqual([
    [200, false],
    [200, true],
  ]);
});

test('F12 · a connection reset after the commit counts as no answer, and the addition has one effect', async ({
  person,
  network,
}) => {
  const page = await (await person()).page();
  await atTheBeer(page);
  network.plan({ ...adding, times: 1, fault: 'drop' });
  await Promise.all([network.next(adding), putInCart(page)]);
  await expectAllIsWell(page, network, { lines: oneBeer });
  expect(network.seen(adding).map(({ sentStatus: reported, replayed }) => [reported, replayed])).toEqual([
    [null, false],
    [200, true],
  ]);
});

test('F13 · an order without an answer does not block the next one, and is sent by itself in the end', {
  tag: '@essential',
}, async ({ person, network, market }) => {
  const first = await paidOrder(market, 'coffret-de-noel');
  const second = await paidOrder(market, 'coffret-de-noel');
  const desk = await (await person({ size: { width: 820, height: 1100 } })).page();
  await desk.goto('/authentication/connexion');
  await logIn(desk, 'fromagerie@etal.test');
  await desk.goto('/admin/boutique/store/commandes?state=payed');
  const validating = { method: 'PUT', path: /\/validate$/ };
  network.plan({ ...validating, times: 1, fault: 'stall' });
  const next = (id: number) => desk.getByRole('button', { name: new RegExp(`commande n°.${id}$`) });

  await Promise.all([network.next(validating), next(first).click()]);
  // The screen moves on, and so does the other order.
  await next(second).click();
  const sends = () => network.seen(validating).map(({ path, status }) => [Number(path.split('/')[3]), status]);
  await expect.poll(sends).toEqual([
    [first, null],
    [second, 200],
  ]);
  await expect.poll(sends).toEqual([
    [first, null],
    [second, 200],
    [first, 200],
  ]);
  await expectNothingWaits(desk);
  expectFrozen(network);
  expect(effectsOf(network)).toHaveLength(2);
  await expectQuiet(desk);
});

test('F14 · an answer that drips for three seconds is waited for: one request, one effect, and a page that works', async ({
  person,
  network,
}) => {
  const page = await (await person()).page();
  await atTheBeer(page);
  network.plan({ ...adding, times: 1, fault: { drip: 500 } });
  const [acted] = await Promise.all([network.next(adding), putInCart(page)]);
  await toTheCart(page);
  await expect.poll(() => cartLines(page)).toEqual(oneBeer);
  expect(acted.sentStatus).toBe(null);
  await expect.poll(() => acted.sentStatus).toBe(200);
  await expectAllIsWell(page, network, { lines: oneBeer });
  expect(network.seen(adding)).toHaveLength(1);
});

test('F15 · the browser reports online without a connection: the addition is shown as pending, and sent on reconnect', {
  tag: '@essential',
}, async ({ person, network }) => {
  const page = await (await person()).page();
  await atTheBeer(page);
  network.cut();
  await putInCart(page);
  await toTheCart(page);
  await expect.poll(() => cartLines(page)).toEqual(oneBeer);
  await expect(page.getByText(/Hors connexion · 1.modification en attente/)).toBeVisible();
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  expect(effectsOf(network)).toEqual([]);
  await expectAllIsWell(page, network, { lines: oneBeer });
});

test('F16 · the browser reports offline with a working network: the addition is sent', {
  tag: '@essential',
}, async ({ person, network }) => {
  const { page: open, context } = await person();
  await context.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false });
  });
  const page = await open();
  await atTheBeer(page);
  expect(await page.evaluate(() => navigator.onLine)).toBe(false);
  await putInCart(page);
  await expect.poll(() => network.seen(adding).map(({ status }) => status), { timeout: 8000 }).toEqual([200]);
  await expectAllIsWell(page, network, { lines: oneBeer });
});

test('F17 · a Wi-Fi login page is not accepted as an answer: the addition waits, and is sent afterwards', {
  tag: '@essential',
}, async ({ person, network }) => {
  const page = await (await person()).page();
  await atTheBeer(page);
  network.plan({ ...api, fault: 'portal' });
  await putInCart(page);
  await expect(page.getByText(/Hors connexion · 1.modification en attente/)).toBeVisible();
  expect(
    network.seen({ method: 'POST', path: '/api/carts' }).map(({ sentStatus: reported, status }) => [reported, status]),
  ).toContainEqual([200, null]);
  expect(await rowStates(page)).toEqual(['cart.create', 'cart.add']);
  await expectAllIsWell(page, network, { lines: oneBeer });
});

const rowStates = async (page: Page) =>
  (await outboxOf(page)).map(({ type }) => type).filter((type) => type !== 'view.create');
