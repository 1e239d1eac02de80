import type { Page } from '@playwright/test';
import type { FaultyProxy } from '../support/faulty-proxy.ts';
import { adding, atTheBeer, expect, oneBeer, test, toTheCart } from './faults-ground.ts';
import { installed, killBrowser } from './journey.ts';
import type { MarketServer } from './market-server.ts';
import { effectsOf, expectAllIsWell, expectFrozen, expectNothingWaits, expectQuiet, outboxOf } from './oracle.ts';
import { paidOrder } from './other-device.ts';
import { cartLines, logIn, putInCart } from './steps.ts';
import { workerTools } from './worker-tools.ts';

test('F02 · an addition without a network survives a reload and a restart of the browser', {
  tag: '@essential',
}, async ({ device, network }) => {
  const phone = await device();
  let page = await phone.open();
  await atTheBeer(page);
  network.cut();
  await putInCart(page);
  await toTheCart(page);
  await expect.poll(() => cartLines(page)).toEqual(oneBeer);
  await page.reload();
  await expect.poll(() => cartLines(page)).toEqual(oneBeer);
  await expect(page.getByText('en attente d’envoi').first()).toBeVisible();

  await phone.close();
  page = await phone.open();
  await page.goto('/commande/panier');
  await expect.poll(() => cartLines(page)).toEqual(oneBeer);
  await expect(page.getByText(/Hors connexion · 1.modification en attente/)).toBeVisible();
  expect(effectsOf(network)).toEqual([]);
  await expectAllIsWell(page, network, { lines: oneBeer });
});

test('F03 · a page closed during an addition: the next page sends it again, and it has one effect', {
  tag: '@essential',
}, async ({ person, network }) => {
  const { page: open } = await person({ serviceWorkers: 'block' });
  const page = await open();
  await page.goto('/produit/biere-ambree-des-ponts');
  network.plan({ ...adding, times: 1, fault: 'hold' });
  const [acted] = await Promise.all([network.next(adding), putInCart(page)]);
  await page.close();
  const next = await open();
  await next.goto('/commande/panier');
  await expectAllIsWell(next, network, { lines: oneBeer });
  expect(network.seen(adding).map(({ key, replayed }) => [key, replayed])).toEqual([
    [acted.key, false],
    [acted.key, true],
  ]);
});

test('F04 · a page crash during a replay: the next page continues at once, with no duplicates', {
  tag: '@essential',
}, async ({ person, network }) => {
  const { page: open, context } = await person({ serviceWorkers: 'block' });
  const page = await open();
  await page.goto('/produit/biere-ambree-des-ponts');
  network.plan({ method: 'POST', path: '/api/carts', fault: 'refuse' });
  await putInCart(page);
  await putInCart(page, { choices: ['Le carton de 6'] });
  network.reset();
  network.plan({ ...adding, times: 1, fault: 'hold' });
  await network.next(adding);
  const crashed = page.waitForEvent('crash');
  const devtools = await context.newCDPSession(page);
  // It answers no more: a crash is waited for, not its command.
  devtools.send('Page.crash').catch(() => {});
  await crashed;
  await page.close();
  const next = await open();
  await next.goto('/commande/panier');
  // The lock of a page that is gone is free: its lease needs not run out.
  await expect.poll(() => effectsOf(network).length).toBe(3);
  await expectAllIsWell(next, network, { lines: ['Bière ambrée des Ponts × 1', 'Bière ambrée des Ponts × 1'] });
});

test('F05 · the browser killed right after an addition was confirmed as stored: the next start has it', {
  tag: '@essential',
}, async ({ device, network }) => {
  const phone = await device();
  let page = await phone.open();
  await atTheBeer(page);
  network.cut();
  await page.getByRole('button', { name: 'Ajouter au panier' }).click();
  await expect(page.getByText('Produit ajouté au panier').first()).toBeVisible();
  killBrowser(phone.profile);
  await phone.close();

  page = await phone.open();
  await page.goto('/commande/panier');
  await expect.poll(() => cartLines(page)).toEqual(oneBeer);
  expect((await outboxOf(page)).map(({ type }) => type).filter((type) => type !== 'view.create')).toEqual([
    'cart.create',
    'cart.add',
  ]);
  await expectAllIsWell(page, network, { lines: oneBeer });
});

test('F95 · the browser killed during a series of additions: the cart has each article exactly once', {
  tag: '@essential',
}, async ({ device, network }) => {
  const taps = 12;
  const phone = await device();
  let page = await phone.open();
  await atTheBeer(page);
  network.cut();
  for (let tap = 0; tap < taps; tap += 1) await putInCart(page);
  network.reset();
  network.plan({ ...adding, nth: 3, fault: 'hold' });
  const acted = () => network.seen(adding).filter(({ status }) => status !== null).length;
  await expect.poll(acted, { intervals: [5] }).toBe(3);
  killBrowser(phone.profile);
  await phone.close();
  // The cart's beginning, and three articles.
  expect(effectsOf(network)).toHaveLength(4);

  network.cut();
  page = await phone.open();
  await page.goto('/commande/panier');
  await expect.poll(() => cartLines(page)).toEqual([`Bière ambrée des Ponts × ${taps}`]);
  await expectAllIsWell(page, network, { lines: [`Bière ambrée des Ponts × ${taps}`] });
  // What the market had said to the browser that died was asked for again, whole, and said again.
  const again = network.seen(adding).filter(({ replayed }) => replayed);
  expect(again.map(({ status, headers }) => [status, headers.prefer])).toEqual([[200, undefined]]);
  const statuses = new Set(network.seen(adding).map(({ status }) => status));
  expect(statuses, 'none was answered with a version alone').toContain(204);
});

/** A page of nothing of ours, so that the browser lives without any page of the app. */
async function leaveTheApp(page: Page): Promise<void> {
  await page.goto('about:blank');
}

async function expectSentByWorker(
  blank: Page,
  network: FaultyProxy,
  market: MarketServer,
  effects: number,
): Promise<void> {
  network.heal();
  await market.restart();
  const worker = await workerTools(blank, network.url);
  await expect(async () => {
    await worker.wake();
    await expect.poll(() => effectsOf(network).length, { timeout: 3000 }).toBe(effects);
  }).toPass();
  const sent = network.log.filter(({ key, status }) => key && status !== null && status < 300);
  expect(sent.filter(({ path }) => !path.startsWith('/api/views')).every(({ fromWorker }) => fromWorker)).toBe(true);
}

test('without an open page the worker sends a visitor’s pending cart, once', async ({ person, network, market }) => {
  const { page: open } = await person();
  const page = await open();
  await atTheBeer(page);
  await market.kill();
  await putInCart(page);
  await leaveTheApp(page);
  await expectSentByWorker(page, network, market, 2);
  await page.goto('/commande/panier');
  await expectAllIsWell(page, network, { lines: oneBeer });
});

test('without an open page the worker sends a merchant’s pending writes during a valid session', async ({
  person,
  network,
  market,
}) => {
  const order = await paidOrder(market, 'coffret-de-noel');
  const { page: open } = await person({ size: { width: 820, height: 1100 } });
  const desk = await open();
  await desk.goto('/authentication/connexion');
  await installed(desk);
  await logIn(desk, 'fromagerie@etal.test');
  await desk.goto(`/admin/boutique/store/commandes/${order}`);
  await expect(desk.getByRole('button', { name: /^Valider la commande/ })).toBeVisible();
  network.log.length = 0;
  await market.kill();
  await desk.getByRole('button', { name: /^Valider la commande/ }).click();
  await expect(desk.getByText('Traité').first()).toBeVisible();
  await leaveTheApp(desk);
  await expectSentByWorker(desk, network, market, 1);

  await desk.goto(`/admin/boutique/store/commandes/${order}`);
  await expectNothingWaits(desk);
  expectFrozen(network);
  await expect(desk.getByText('Traité').first()).toBeVisible();
  await expectQuiet(desk);
});
