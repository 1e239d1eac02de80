// A login over an open session: the order of its steps on the device.
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { makeUser } from '../support/builders.ts';
import { createNetwork } from '../support/network.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../support/test-server.ts';
import { makeCartMarket } from './cart-market.ts';
import { newMachine } from './device.ts';
import { newProfile, openPage } from './page.ts';

const machine = newMachine();
let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket({ database: 'pglite', now: () => new Date(machine.time.now) });
});
afterAll(() => market.close());

test('the first user’s data is deleted before the digest that ends their session is computed', async () => {
  const { variants } = await makeCartMarket(market);
  const [first, second] = [await makeUser(market.db), await makeUser(market.db)];
  const network = createNetwork(market.app, () => machine.time.now);
  const page = await openPage(market, machine, network, newProfile());
  onTestFinished(() => page.kill());
  const { user_id: id } = await page.session.login(first.email, DEMO_PASSWORD);
  const [variant] = variants;
  if (!variant) throw new Error('no variant');
  await page.submit({ type: 'cart.add', args: variant.add(1) });
  await page.drain();
  const views = () => page.local.db.snaps.filter(({ owner }) => owner === `u:${id}`).count();
  expect(await views()).toBe(1);

  let compute = (_digest: ArrayBuffer) => {};
  const slow = new Promise<ArrayBuffer>((resolve) => {
    compute = resolve;
  });
  const digest = vi.spyOn(crypto.subtle, 'digest').mockReturnValue(slow);
  onTestFinished(() => digest.mockRestore());
  const login = page.session.login(second.email, DEMO_PASSWORD);
  await expect.poll(views).toBe(0);
  expect(digest).toHaveBeenCalledOnce();
  compute(new ArrayBuffer(32));
  await login;
  expect(network.log.filter(({ url }) => url.endsWith('/token/revoke'))).toHaveLength(1);
});
