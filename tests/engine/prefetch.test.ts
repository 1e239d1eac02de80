// What is fetched ahead of the person who is here, by whom they are, what the network does and what they say about their data.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#api/errors.ts';
import { prefetchPersonalReads } from '#engine/reads/prefetch.ts';
import { setDataSaver } from '#state/device/data-saver.ts';
import { ordersOnDeviceAtom } from '#state/device/offline-orders.ts';
import { pageQueryClient, pageStore } from '#state/page/page-store.ts';
import { queryKey, type ReadResult } from '#state/page/query-client.ts';
import { sessionAtom } from '#state/session/session.ts';

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
});
vi.stubGlobal('navigator', {});
vi.stubGlobal('location', { origin: 'https://etal.test' });

/** Pictures that the page asks for, and what to call when one fails. */
const pictures: { src: string; onerror?: () => void }[] = [];
vi.stubGlobal(
  'Image',
  class {
    src = '';
    constructor() {
      pictures.push(this);
    }
  },
);

const { read } = vi.hoisted(() => ({ read: vi.fn() }));
vi.mock('#engine/reads/read.ts', () => ({ readEndpoint: read }));

interface Asked {
  name: string;
  answer(answer?: unknown): Promise<void>;
  silence(): Promise<void>;
}
let asked: Asked[];
let online: boolean;
let networkChanged: (online: boolean) => void;

const turns = () => vi.advanceTimersByTimeAsync(0);
const waited = () => vi.advanceTimersByTimeAsync(1500);
const names = () => asked.map(({ name }) => name);
const noList = { 'hydra:member': [], 'hydra:totalItems': 0 };

vi.useFakeTimers();
prefetchPersonalReads({
  connectivity: {
    online: () => online,
    subscribe: (heard: typeof networkChanged) => {
      networkChanged = heard;
      return () => {};
    },
  } as never,
});

function comes(who: 'odile' | 'lea' | 'nobody', storeRole?: 'seller' | 'picker'): void {
  const ownedStore = who === 'lea' ? 's1' : undefined;
  const roles = who === 'lea' ? ['ROLE_USER', 'ROLE_STORE_ADMIN'] : ['ROLE_USER'];
  const user = who === 'nobody' ? null : { user_id: who, username: who, roles, exp: 0, ownedStore, storeRole };
  pageStore.set(sessionAtom, {
    status: user ? 'authenticated' : 'anonymous',
    user: user as never,
    isEnded: false,
    ready: true,
  });
}

beforeEach(async () => {
  comes('nobody');
  online = true;
  stored.clear();
  setDataSaver(false);
  pageQueryClient.clear();
  await waited();
  asked = [];
  pictures.length = 0;
  read.mockImplementation((name: string) => {
    let resolve: (seen: ReadResult<unknown>) => void;
    const promise = new Promise<ReadResult<unknown>>((ended) => {
      resolve = ended;
    });
    const end = async (seen: Partial<ReadResult<unknown>>) => {
      resolve({ answer: undefined, seenAt: 1, stale: false, error: null, personal: true, ...seen });
      await turns();
    };
    asked.push({
      name,
      answer: (answer = noList) => end({ answer }),
      silence: () => end({ error: new ApiError('timeout', 'Le serveur ne répond pas') }),
    });
    return promise;
  });
});

/** Each answered as soon as it is asked for. */
async function allAnswered(from = 0): Promise<void> {
  for (let at = from; at < asked.length; at += 1) await asked[at]?.answer();
}

const received = ['messages.ofStore', 'appointments.ofStore', 'estimates.ofStore'];
const shopsNeeds = [
  'stores.mine',
  'metrics.byStore',
  ...Array(4).fill('storeOrders.ofStore'),
  'collectionKeys.list',
  'stores.ownProducts',
  'vatRates.list',
  ...received,
  'users.orders',
];

describe('who is here', () => {
  it('for a visitor nothing is fetched; for a shopper the orders, after the page', async () => {
    await waited();
    expect(names()).toEqual([]);
    comes('odile');
    await vi.advanceTimersByTimeAsync(1499);
    expect(names()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(names()).toEqual(['users.orders']);
  });

  it('for a merchant store, order lists and own orders, one at a time, followed by the announcement', async () => {
    comes('lea');
    await waited();
    for (const [at, one] of shopsNeeds.entries()) {
      expect(names()).toEqual(shopsNeeds.slice(0, at + 1));
      expect([one, pageStore.get(ordersOnDeviceAtom)]).toEqual([one, false]);
      await asked[at]?.answer();
    }
    expect(names()).toEqual(shopsNeeds);
    expect(pageStore.get(ordersOnDeviceAtom)).toBe(true);
  });

  it('for a person who only prepares orders, the orders and the store alone; again in another role', async () => {
    comes('lea', 'picker');
    await waited();
    await allAnswered();
    const prepares = ['stores.mine', 'storeOrders.ofStore', 'collectionKeys.list', 'users.orders'];
    expect(new Set(names())).toEqual(new Set(prepares));
    expect(pageStore.get(ordersOnDeviceAtom)).toBe(true);
    asked = [];
    comes('lea', 'seller');
    await waited();
    await allAnswered();
    expect(names()).toEqual(expect.arrayContaining(['messages.ofStore', 'appointments.ofStore', 'estimates.ofStore']));
    expect(names()).not.toEqual(expect.arrayContaining(['metrics.byStore']));
  });

  it('for a shopper stored store orders are never announced', async () => {
    comes('odile');
    await waited();
    await allAnswered();
    expect(pageStore.get(ordersOnDeviceAtom)).toBe(false);
  });

  it('cached answers are fetched once, for any events of session and network', async () => {
    comes('odile');
    await waited();
    await allAnswered();
    // Old enough to be asked for by who wants to see it.
    await vi.advanceTimersByTimeAsync(120_000);
    comes('odile');
    networkChanged(true);
    await waited();
    expect(names()).toEqual(['users.orders']);
  });

  it('a logout withdraws the announcement; the next login of the merchant fetches everything again', async () => {
    comes('lea');
    await waited();
    await allAnswered();
    comes('nobody');
    expect(pageStore.get(ordersOnDeviceAtom)).toBe(false);
    pageQueryClient.clear();
    comes('lea');
    await waited();
    await allAnswered(shopsNeeds.length);
    expect(names()).toEqual([...shopsNeeds, ...shopsNeeds]);
    expect(pageStore.get(ordersOnDeviceAtom)).toBe(true);
  });

  it('an answer after the logout triggers no further request, and no announcement', async () => {
    comes('lea');
    await waited();
    comes('nobody');
    await asked[0]?.answer();
    await waited();
    expect(names()).toEqual(['stores.mine']);
    expect(pageStore.get(ordersOnDeviceAtom)).toBe(false);
  });

  it('a login during another user’s last request is served after it, with its own announcement', async () => {
    comes('lea');
    await waited();
    for (let at = 0; at < shopsNeeds.length - 1; at += 1) await asked[at]?.answer();
    comes('odile');
    await waited();
    expect(names()).toEqual(shopsNeeds);
    await asked.at(-1)?.answer();
    expect(pageStore.get(ordersOnDeviceAtom)).toBe(false);
    await waited();
    expect(names()).toEqual([...shopsNeeds, 'users.orders']);
  });
});

describe('effects of the network', () => {
  it('without a network nothing is fetched; on reconnect everything is', async () => {
    online = false;
    comes('odile');
    await waited();
    expect(names()).toEqual([]);
    online = true;
    networkChanged(true);
    await waited();
    expect(names()).toEqual(['users.orders']);
  });

  it('a timeout while online is retried later, for missing answers only', async () => {
    comes('lea');
    await waited();
    await asked[0]?.answer();
    await asked[1]?.silence();
    await vi.advanceTimersByTimeAsync(19_000);
    expect(names()).toEqual(shopsNeeds.slice(0, 2));
    expect(pageStore.get(ordersOnDeviceAtom)).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    await allAnswered(2);
    expect(new Set(names().slice(2))).toEqual(new Set(shopsNeeds.slice(1)));
    expect(pageStore.get(ordersOnDeviceAtom)).toBe(true);
    const done = names().length;
    await vi.advanceTimersByTimeAsync(120_000);
    expect(names()).toHaveLength(done);
  });

  it('without a network there are no retries', async () => {
    comes('lea');
    await waited();
    online = false;
    await asked[0]?.silence();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(names()).toEqual(shopsNeeds.slice(0, 1));
  });

  it('the first timeout ends it, and a reconnect restarts it', async () => {
    comes('lea');
    await waited();
    await asked[0]?.answer();
    await asked[1]?.silence();
    await waited();
    expect(names()).toEqual(shopsNeeds.slice(0, 2));
    expect(pageStore.get(ordersOnDeviceAtom)).toBe(false);
    networkChanged(true);
    await waited();
    await allAnswered(2);
    expect(pageStore.get(ordersOnDeviceAtom)).toBe(true);
  });

  it('a network lost during an answer ends it', async () => {
    comes('lea');
    await waited();
    online = false;
    await asked[0]?.answer();
    expect(names()).toEqual(['stores.mine']);
  });
});

describe('effects of data saving', () => {
  it('with data saving nothing is fetched; without it everything is, immediately', async () => {
    setDataSaver(true);
    comes('odile');
    await waited();
    expect(names()).toEqual([]);
    setDataSaver(false);
    await waited();
    expect(names()).toEqual(['users.orders']);
  });

  it('data saving during a fetch: the current request is the last', async () => {
    comes('lea');
    await waited();
    setDataSaver(true);
    await asked[0]?.answer();
    await waited();
    expect(names()).toEqual(['stores.mine']);
    expect(pageStore.get(ordersOnDeviceAtom)).toBe(false);
  });
});

describe('the pictures of articles to prepare', () => {
  const item = (path: string | null) => ({ product: { images: path ? [{ '240_inset_path': path }] : [] } });
  const list = (...orders: object[]) => ({ ...noList, 'hydra:member': orders });
  const key = queryKey('storeOrders.ofStore', { params: { id: 's1' } });
  const came = (answer: unknown, stale = false) =>
    pageQueryClient.setQueryData(key, { answer, seenAt: 1, stale, error: null, personal: true });
  const sources = () => pictures.map(({ src }) => src);

  it('load with each list, for orders to prepare, once each', () => {
    const brie = item('media/brie.webp');
    came(
      list({ state: 'payed', items: [brie, item(null)] }, { state: 'validated', items: [item('/media/tomme.webp')] }),
    );
    came(list({ state: 'payed', items: [brie] }, { state: 'shipped', items: [item('media/old.webp')] }));
    expect(sources()).toEqual(['https://etal.test/media/brie.webp', 'https://etal.test/media/tomme.webp']);
  });

  it('after a failure are requested with the next list', () => {
    const orders = list({ state: 'payed', items: [item('media/munster.webp')] });
    came(orders);
    pictures[0]?.onerror?.();
    came({ ...orders });
    expect(sources()).toHaveLength(2);
  });

  it('are not loaded with data saving, nor with a cached list, nor with another answer', () => {
    setDataSaver(true);
    came(list({ state: 'payed', items: [item('media/a.webp')] }));
    setDataSaver(false);
    came(list({ state: 'payed', items: [item('media/b.webp')] }), true);
    came(undefined);
    pageQueryClient.setQueryData(queryKey('users.orders', {}), { answer: list({ state: 'payed', items: [] }) });
    expect(sources()).toEqual([]);
  });
});
