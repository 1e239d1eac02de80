import type { Page } from '@playwright/test';
import type { FaultyProxy } from '../support/faulty-proxy.ts';
import { adding, atTheBeer, expect, oneBeer, test } from './faults-ground.ts';
import { effectsOf, expectAllIsWell } from './oracle.ts';
import { putInCart } from './steps.ts';
import { workerTools } from './worker-tools.ts';

const both = ['Bière ambrée des Ponts × 1', 'Bière ambrée des Ponts × 1'];

/** Two pages of one person, each with something added while nothing passed; then both may send. */
async function releaseTogether(open: () => Promise<Page>, network: FaultyProxy): Promise<Page> {
  const [one, two] = [await open(), await open()];
  await atTheBeer(one);
  await atTheBeer(two);
  network.cut();
  await putInCart(one);
  await putInCart(two, { choices: ['Le carton de 6'] });
  network.heal();
  await one.evaluate(() => dispatchEvent(new Event('online')));
  await two.evaluate(() => dispatchEvent(new Event('online')));
  return one;
}

test('F30 · two simultaneous tabs send each change once', { tag: '@essential' }, async ({ person, network }) => {
  const { page: open } = await person();
  const page = await releaseTogether(open, network);
  await expectAllIsWell(page, network, { lines: both });
  expect(network.seen({ ...adding, when: ({ replayed }) => replayed })).toHaveLength(0);
});

test('F31 · two tabs of a browser without locks: each change has one effect', { tag: '@essential' }, async ({
  person,
  network,
}) => {
  const { page: open, context } = await person();
  await context.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'locks');
  });
  const page = await releaseTogether(open, network);
  expect(await page.evaluate(() => 'locks' in navigator)).toBe(false);
  await expectAllIsWell(page, network, { lines: both });
});

test('F33 · the worker wakes while the page sends: each change is sent once', { tag: '@essential' }, async ({
  person,
  network,
}) => {
  const page = await (await person()).page();
  await atTheBeer(page);
  const worker = await workerTools(page, network.url);
  network.plan({ ...adding, times: 1, fault: 'hold' });
  await Promise.all([network.next(adding), putInCart(page)]);
  await worker.wake();
  await putInCart(page, { choices: ['Le carton de 6'] });
  await worker.wake();
  network.release();
  await expectAllIsWell(page, network, { lines: both });
  expect(network.seen(adding)).toHaveLength(2);
});

test('F34 · the worker is stopped during a replay: the next page continues, with no duplicates', {
  tag: '@essential',
}, async ({ person, network }) => {
  const page = await (await person()).page();
  await atTheBeer(page);
  network.cut();
  await putInCart(page);
  await putInCart(page, { choices: ['Le carton de 6'] });
  await page.goto('about:blank');
  const worker = await workerTools(page, network.url);
  network.heal();
  network.plan({ ...adding, times: 1, fault: 'hold' });
  const acting = network.next(adding);
  // The last try was a moment ago: the browser wakes the worker again until it sends.
  await expect(async () => {
    await worker.wake();
    expect(network.seen(adding)).toHaveLength(1);
  }).toPass();
  const acted = await acting;
  expect(acted.fromWorker).toBe(true);
  await worker.stop();
  await page.goto('/commande/panier');
  await expectAllIsWell(page, network, { lines: both });
  expect(network.seen({ ...adding, when: ({ key }) => key === acted.key }).map(({ replayed }) => replayed)).toEqual([
    false,
    true,
  ]);
});

test('F35 · a browser without background sync sends pending writes on the next start and when the page becomes visible', {
  tag: '@essential',
}, async ({ person, network }) => {
  const { page: open, context } = await person();
  await context.addInitScript(() => {
    if ('ServiceWorkerRegistration' in globalThis) Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync');
  });
  const page = await open();
  await atTheBeer(page);
  expect(await page.evaluate(async () => 'sync' in (await navigator.serviceWorker.ready))).toBe(false);
  network.cut();
  await putInCart(page);
  await page.goto('about:blank');
  network.heal();
  expect(effectsOf(network)).toEqual([]);
  await page.goto('/commande/panier');
  await expectAllIsWell(page, network, { lines: oneBeer });
});
