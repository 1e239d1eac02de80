// Faults that take their real time: a network that flaps, a tab frozen with its lease, an answer that drips for ever.
import { adding, atTheBeer, expect, oneBeer, test } from '../faults-ground.ts';
import { expectAllIsWell } from '../oracle.ts';
import { putInCart } from '../steps.ts';

const twoLines = ['Bière ambrée des Ponts × 1', 'Bière ambrée des Ponts × 1'];

test('F14 · an answer that drips for ever is given up after ten seconds, and the request is never sent twice at a time', async ({
  person,
  network,
}) => {
  test.slow();
  const page = await (await person()).page();
  await atTheBeer(page);
  network.plan({ ...adding, times: 2, fault: { drip: 1 } });
  await putInCart(page);
  await expect.poll(() => network.seen(adding).length, { timeout: 60_000 }).toBe(3);
  const [first, second, third] = network.seen(adding).map(({ at }) => at);
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(9_900);
  expect((third ?? 0) - (second ?? 0)).toBeGreaterThan(9_900);
  await expectAllIsWell(page, network, { lines: oneBeer });
});

test('F18 · an unstable network for twenty seconds: each change once, and a bounded number of attempts', async ({
  person,
  network,
}) => {
  const { page: open, context } = await person();
  const page = await open();
  await atTheBeer(page);
  let tries = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/carts') tries += 1;
  });
  network.plan({ path: /^\/api\//, fault: 'refuse' });
  await putInCart(page);
  await putInCart(page, { choices: ['Le carton de 6'] });
  const ends = Date.now() + 20_000;
  for (let offline = true; Date.now() < ends; offline = !offline) {
    await context.setOffline(offline);
    // The fault itself lasts this long.
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  await context.setOffline(false);
  // One try in five seconds, and the first.
  expect(tries).toBeLessThanOrEqual(6);
  await expectAllIsWell(page, network, { lines: twoLines });
});

test('F32 · a frozen tab with the lock: the other tab continues after the lease, and the late answer changes nothing', async ({
  person,
  network,
}) => {
  test.slow();
  const { page: open, context } = await person({ serviceWorkers: 'block' });
  const frozen = await open();
  await frozen.goto('/produit/biere-ambree-des-ponts');
  network.plan({ ...adding, times: 1, fault: 'hold' });
  const [acted] = await Promise.all([network.next(adding), putInCart(frozen)]);
  // A browser without a window never freezes a page by itself: its code stops here, with all that it holds.
  const devtools = await context.newCDPSession(frozen);
  await devtools.send('Debugger.enable');
  const stopped = new Promise((resolve) => devtools.once('Debugger.paused', resolve));
  await devtools.send('Debugger.pause');
  await stopped;
  const other = await open();
  await other.goto('/produit/biere-ambree-des-ponts');
  await putInCart(other, { choices: ['Le carton de 6'] });
  // Stopped within a transaction it also holds the database, until the browser ends that.
  await expect
    .poll(() => network.seen(adding).map(({ key }) => key === acted.key), { timeout: 180_000 })
    .toEqual([true, true, false]);
  await expect.poll(() => network.seen(adding).map(({ status }) => status)).toEqual([200, 200, 200]);
  network.release();
  await devtools.send('Debugger.resume');
  await expectAllIsWell(other, network, { lines: twoLines });
  expect(network.seen(adding).map(({ replayed }) => replayed)).toEqual([false, true, false]);
});
