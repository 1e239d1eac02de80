// Connectivity is shared between tabs.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { SyncPorts } from '#sync/sync.ts';
import { createNetwork } from '../support/network.ts';
import { startTestMarket, type TestMarket } from '../support/test-server.ts';
import { newMachine } from './device.ts';
import { calm, newProfile, openPage, type Page } from './page.ts';

let market: TestMarket;
const pages: Page[] = [];
beforeAll(async () => {
  market = await startTestMarket({ database: 'pglite' });
});
afterAll(() => market.close());
afterEach(() => {
  for (const page of pages.splice(0)) page.kill();
});

/** The BroadcastChannel of one browser's tabs: a sender does not receive its own messages. */
function tabs() {
  const all = new Set<(online: boolean) => void>();
  const said: boolean[] = [];
  const belief = (): NonNullable<SyncPorts['connectivityChannel']> => {
    let own: ((online: boolean) => void) | undefined;
    return {
      announce(online) {
        said.push(online);
        for (const hear of all) if (hear !== own) hear(online);
      },
      listen(heard) {
        own = heard;
        all.add(heard);
        return () => void all.delete(heard);
      },
    };
  };
  return { belief, said };
}

test('a tab that detects the loss of the network notifies the others at once, and all detect its return within a second', async () => {
  const machine = newMachine();
  const network = createNetwork(market.app);
  const profile = newProfile();
  const { belief, said } = tabs();
  const open = async () => {
    const page = await openPage(market, machine, network, profile, undefined, { connectivityChannel: belief() });
    pages.push(page);
    return page;
  };
  const [one, other] = [await open(), await open()];
  await one.connectivity.check();
  await calm();
  const asked = () => network.log.length;
  network.up = false;
  const before = asked();
  await one.api.call('categories.list', {}).catch(() => undefined);
  expect(one.connectivity.online()).toBe(false);
  expect(other.connectivity.online()).toBe(false);
  // The other tab sends no request, and announcements are not answered with announcements.
  expect(asked()).toBe(before + 1);
  expect(said).toEqual([false, false]);

  network.up = true;
  await one.connectivity.check();
  await calm();
  expect(one.connectivity.online()).toBe(true);
  await other.timers.advance(1000);
  expect(other.connectivity.online()).toBe(true);
  expect(said).toEqual([false, false, true, true]);
});
