// Who spares data: the person's own choice counts, in either direction, before what the browser says of its line.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Sync } from '#sync/start.ts';

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
    if (chosen !== 'nothing') (await import('#state/data-saver.ts')).chooseDataSaver(chosen === 'on');
    expect((await import('#state/data-saver.ts')).sparesData()).toBe(spares);
    vi.resetModules();
    expect((await import('#state/data-saver.ts')).sparesData()).toBe(spares);
  });

  it(`what is the person's own is ${spares ? 'not ' : ''}fetched ahead`, async () => {
    connection = { saveData };
    if (chosen !== 'nothing') (await import('#state/data-saver.ts')).chooseDataSaver(chosen === 'on');
    expect((await fetchedAhead()).length > 0).toBe(!spares);
  });
});

it("on a very slow line what is the person's own is not fetched ahead of the page", async () => {
  connection = { effectiveType: 'slow-2g' };
  expect(await fetchedAhead()).toEqual([]);
  vi.resetModules();
  connection = { effectiveType: '3g' };
  expect(await fetchedAhead()).toEqual(['users.orders']);
});

/** Names of the calls that are made for a shopper who does nothing. */
async function fetchedAhead(): Promise<unknown[]> {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  // Loaded on first use: here it is there at once.
  await import('#state/read.ts');
  const { pageStore, pageQueryClient } = await import('#state/page-store.ts');
  const { sessionAtom } = await import('#state/session.ts');
  const { followPrivateNeeds } = await import('#state/private-needs.ts');
  const user = { user_id: '1', username: 'odile', roles: ['ROLE_USER'], exp: 0 };
  pageStore.set(sessionAtom, { status: 'authenticated', user: user as never, ready: true });
  const asked = vi.spyOn(pageQueryClient, 'fetchQuery').mockResolvedValue({ answer: [], stale: false });
  const connectivity = { online: () => true, subscribe: () => () => {} };
  followPrivateNeeds({ connectivity } as unknown as Sync);
  await vi.advanceTimersByTimeAsync(2000);
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
  return asked.mock.calls.map(([{ queryKey }]) => queryKey[0]);
}
