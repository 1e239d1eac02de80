// Who spares data: the person's own choice counts, in either direction, before what the browser says of its line.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MERCHANT_STATES } from '#domain/orders/store-order.ts';
import type { Sync } from '#sync/sync.ts';

const store = new Map<string, string>();
let connection: { saveData?: boolean; effectiveType?: string };

beforeEach(() => {
  vi.resetModules();
  store.clear();
  connection = {};
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
  });
  vi.stubGlobal('navigator', {
    get connection() {
      return connection;
    },
  });
});
afterEach(() => void vi.useRealTimers());

type Chosen = 'nothing' | 'on' | 'off';
const cases: [chosen: Chosen, saveData: boolean, spares: boolean][] = [
  ['nothing', false, false],
  ['nothing', true, true],
  ['on', false, true],
  ['on', true, true],
  ['off', false, false],
  ['off', true, false],
];

describe.each(cases)('chosen: %s, the browser spares data: %s', (chosen, saveData, spares) => {
  it(`data are ${spares ? '' : 'not '}spared, and so does the next page read it`, async () => {
    connection = { saveData };
    if (chosen !== 'nothing') (await import('#state/device/data-saver.ts')).setDataSaver(chosen === 'on');
    expect((await import('#state/device/data-saver.ts')).isDataSaverOn()).toBe(spares);
    vi.resetModules();
    expect((await import('#state/device/data-saver.ts')).isDataSaverOn()).toBe(spares);
  });

  it(`personal data are ${spares ? 'not ' : ''}prefetched`, async () => {
    connection = { saveData };
    if (chosen !== 'nothing') (await import('#state/device/data-saver.ts')).setDataSaver(chosen === 'on');
    expect((await fetchedAhead()).length > 0).toBe(!spares);
  });

  it(`the open back office ${spares ? 'neither announces nor fetches stored orders' : 'updates the stored order list'}`, async () => {
    connection = { saveData };
    if (chosen !== 'nothing') (await import('#state/device/data-saver.ts')).setDataSaver(chosen === 'on');
    expect((await askedByTheBackOffice()).length > 0).toBe(!spares);
  });

  it(`the worker receives the existing pictures${spares ? '' : ' and the expected ones'}`, async () => {
    connection = { saveData };
    if (chosen !== 'nothing') (await import('#state/device/data-saver.ts')).setDataSaver(chosen === 'on');
    const { picturesToCache } = await import('#state/device/data-saver.ts');
    const images = [
      { currentSrc: '/media/seen.webp', naturalWidth: 480 },
      { currentSrc: '/media/below.webp', naturalWidth: 0 },
      { currentSrc: 'https://tiles.example/1/2/3.png', naturalWidth: 256 },
    ] as HTMLImageElement[];
    expect(picturesToCache(images)).toEqual(spares ? ['/media/seen.webp'] : ['/media/seen.webp', '/media/below.webp']);
  });

  it(`${spares ? 'one change after the other is' : 'several changes at once are'} sent`, async () => {
    connection = { saveData };
    if (chosen !== 'nothing') (await import('#state/device/data-saver.ts')).setDataSaver(chosen === 'on');
    expect((await import('#engine/browser-ports.ts')).isMeteredOrSlow()).toBe(spares);
  });
});

it('on a very slow connection personal data are not fetched before the page', async () => {
  connection = { effectiveType: 'slow-2g' };
  expect(await fetchedAhead()).toEqual([]);
  expect(await askedByTheBackOffice()).toEqual([]);
  vi.resetModules();
  connection = { effectiveType: '3g' };
  expect(await fetchedAhead()).toEqual(['users.orders']);
  expect(await askedByTheBackOffice()).toEqual(MERCHANT_STATES);
});

/** Names of the calls that are made for a shopper who does nothing. */
async function fetchedAhead(): Promise<unknown[]> {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  // Loaded on first use: here it is there at once.
  await import('#engine/reads/read.ts');
  const { pageStore, pageQueryClient } = await import('#state/page/page-store.ts');
  const { sessionAtom } = await import('#state/session/session.ts');
  const { prefetchPersonalReads } = await import('#engine/reads/prefetch.ts');
  const user = { user_id: '1', username: 'odile', roles: ['ROLE_USER'], exp: 0 };
  pageStore.set(sessionAtom, { status: 'authenticated', user: user as never, isEnded: false, ready: true });
  const asked = vi.spyOn(pageQueryClient, 'fetchQuery').mockResolvedValue({ answer: [], stale: false });
  const connectivity = { online: () => true, subscribe: () => () => {} };
  prefetchPersonalReads({ connectivity } as unknown as Sync);
  await vi.advanceTimersByTimeAsync(2000);
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
  return asked.mock.calls.map(([{ queryKey }]) => queryKey[0]);
}

const ownedStore = '5d1c7a5e-0000-4000-8000-000000000001';

/** States of the orders that the back office asks for beside what its page shows, all of them being kept. */
async function askedByTheBackOffice(): Promise<unknown[]> {
  const { renderToStaticMarkup } = await import('react-dom/server');
  const { pageStore } = await import('#state/page/page-store.ts');
  const { sessionAtom } = await import('#state/session/session.ts');
  const { connectivityAtom } = await import('#state/page/connectivity.ts');
  const { createQueryClient, collectQueries, missingQueries } = await import('#state/page/query-client.ts');
  const { readDataSaver } = await import('#state/device/data-saver.ts');
  const { ordersOnDeviceAtom } = await import('#state/device/offline-orders.ts');
  const { StateProvider } = await import('#state/page/state-provider.tsx');
  const { OrdersOnDevice } = await import('#features/merchant/shell/orders-on-device.tsx');
  const user = { user_id: '1', username: 'lea', roles: ['ROLE_USER', 'ROLE_STORE_ADMIN'], exp: 0, ownedStore };
  pageStore.set(sessionAtom, { status: 'authenticated', user: user as never, isEnded: false, ready: true });
  pageStore.set(connectivityAtom, (now) => ({ ...now, online: true, sure: true }));
  pageStore.set(ordersOnDeviceAtom, true);
  readDataSaver();
  const client = createQueryClient();
  collectQueries(client);
  const shown = renderToStaticMarkup(
    <StateProvider queryClient={client} store={pageStore}>
      <OrdersOnDevice />
    </StateProvider>,
  );
  const asked = missingQueries(client);
  expect(shown.includes('Vos commandes sont gardées sur cet appareil')).toBe(asked.length > 0);
  return asked.flatMap(([, args]) => (args as { query: { 'state[]': unknown } }).query['state[]']);
}
