// The session is renewed ahead of its end, by a timer.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeUser } from '../support/builders.ts';
import { enginePort, openPage, until } from '../support/page.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../support/test-server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
  openPage(market);
});
afterAll(() => market.close());

const MINUTE = 60_000;

it('a renewal that fails on this device is logged and ends nothing', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { getEngine, getSync } = await enginePort();
  const { email } = await makeUser(market.db);
  await (await getEngine()).session.logIn(email, DEMO_PASSWORD);
  // Tokens live fifteen minutes.
  const renewals = () => timers.mock.calls.filter(([, ms = 0]) => ms > 10 * MINUTE && ms < 15 * MINUTE);
  await until(() => renewals().length > 0, 'the renewal is planned');

  const { session } = await getSync();
  const failure = new Error('The database is closed.');
  vi.spyOn(session, 'refresh').mockRejectedValueOnce(failure);
  const [renew] = renewals().at(-1) ?? [];
  renew?.();
  await until(() => log.mock.calls.some(([logged]) => logged === failure), 'the failure is logged');
  expect(session.state()).toMatchObject({ status: 'authenticated', user: { email } });
});
