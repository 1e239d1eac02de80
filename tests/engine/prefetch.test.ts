// What is fetched ahead of the person who is here, by whom they are, what the network does and what they say about their data.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#api/errors.ts';
import { followPrivateNeeds } from '#engine/reads/prefetch.ts';
import { chooseDataSaver } from '#state/device/data-saver.ts';
import { ordersKeptAtom } from '#state/device/offline-orders.ts';
import { pageQueryClient, pageStore } from '#state/page/page-store.ts';
import { queryKey, type Seen } from '#state/page/query-client.ts';
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
vi.mock('#engine/reads/read.ts', () => ({ read }));

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
followPrivateNeeds({
  connectivity: {
    online: () => online,
    subscribe: (heard: typeof networkChanged) => {
      networkChanged = heard;
      return () => {};
    },
  } as never,
});

function comes(who: 'odile' | 'lea' | 'nobody'): void {
  const ownedStore = who === 'lea' ? 's1' : undefined;
  const roles = who === 'lea' ? ['ROLE_USER', 'ROLE_STORE_ADMIN'] : ['ROLE_USER'];
  const user = who === 'nobody' ? null : { user_id: who, username: who, roles, exp: 0, ownedStore };
  pageStore.set(sessionAtom, {
    status: user ? 'authenticated' : 'anonymous',
    user: user as never,
    isOver: false,
    ready: true,
  });
}

beforeEach(async () => {
  comes('nobody');
  online = true;
  stored.clear();
  chooseDataSaver(false);
  pageQueryClient.clear();
  await waited();
  asked = [];
  pictures.length = 0;
  read.mockImplementation((name: string) => {
    let resolve: (seen: Seen<unknown>) => void;
    const promise = new Promise<Seen<unknown>>((ended) => {
      resolve = ended;
    });
    const end = async (seen: Partial<Seen<unknown>>) => {
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
  it('of a visitor nothing is asked for; of a shopper their orders, after the page', async () => {
    await waited();
    expect(names()).toEqual([]);
    comes('odile');
    await vi.advanceTimersByTimeAsync(1499);
    expect(names()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(names()).toEqual(['users.orders']);
  });

  it('of a merchant the shop, the lists of orders and their own orders, one at a time, and then it is said', async () => {
    comes('lea');
    await waited();
    for (const [at, one] of shopsNeeds.entries()) {
      expect(names()).toEqual(shopsNeeds.slice(0, at + 1));
      expect([one, pageStore.get(ordersKeptAtom)]).toEqual([one, false]);
      await asked[at]?.answer();
    }
    expect(names()).toEqual(shopsNeeds);
    expect(pageStore.get(ordersKeptAtom)).toBe(true);
  });

  it('of a shopper it is never said that the orders of a shop are kept', async () => {
    comes('odile');
    await waited();
    await allAnswered();
    expect(pageStore.get(ordersKeptAtom)).toBe(false);
  });

  it('what is kept is asked for once, whatever is heard of the session and the network', async () => {
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

  it('logging out takes the word back; the same merchant coming again finds all of it asked for again', async () => {
    comes('lea');
    await waited();
    await allAnswered();
    comes('nobody');
    expect(pageStore.get(ordersKeptAtom)).toBe(false);
    pageQueryClient.clear();
    comes('lea');
    await waited();
    await allAnswered(shopsNeeds.length);
    expect(names()).toEqual([...shopsNeeds, ...shopsNeeds]);
    expect(pageStore.get(ordersKeptAtom)).toBe(true);
  });

  it('an answer that comes after the logout is followed by no other question, and nothing is said to be kept', async () => {
    comes('lea');
    await waited();
    comes('nobody');
    await asked[0]?.answer();
    await waited();
    expect(names()).toEqual(['stores.mine']);
    expect(pageStore.get(ordersKeptAtom)).toBe(false);
  });

  it('who comes while the last question of another hangs is served after it, and their word is their own', async () => {
    comes('lea');
    await waited();
    for (let at = 0; at < shopsNeeds.length - 1; at += 1) await asked[at]?.answer();
    comes('odile');
    await waited();
    expect(names()).toEqual(shopsNeeds);
    await asked.at(-1)?.answer();
    expect(pageStore.get(ordersKeptAtom)).toBe(false);
    await waited();
    expect(names()).toEqual([...shopsNeeds, 'users.orders']);
  });
});

describe('what the network does', () => {
  it('without one nothing is asked for; once it is there, all is', async () => {
    online = false;
    comes('odile');
    await waited();
    expect(names()).toEqual([]);
    online = true;
    networkChanged(true);
    await waited();
    expect(names()).toEqual(['users.orders']);
  });

  it('a silence while the network is believed to be there is tried again a while later, and only what is missing', async () => {
    comes('lea');
    await waited();
    await asked[0]?.answer();
    await asked[1]?.silence();
    await vi.advanceTimersByTimeAsync(19_000);
    expect(names()).toEqual(shopsNeeds.slice(0, 2));
    expect(pageStore.get(ordersKeptAtom)).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    await allAnswered(2);
    expect(new Set(names().slice(2))).toEqual(new Set(shopsNeeds.slice(1)));
    expect(pageStore.get(ordersKeptAtom)).toBe(true);
    const done = names().length;
    await vi.advanceTimersByTimeAsync(120_000);
    expect(names()).toHaveLength(done);
  });

  it('without a network nothing is tried again by itself', async () => {
    comes('lea');
    await waited();
    online = false;
    await asked[0]?.silence();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(names()).toEqual(shopsNeeds.slice(0, 1));
  });

  it('the first silence ends it, and the return of the network begins it again', async () => {
    comes('lea');
    await waited();
    await asked[0]?.answer();
    await asked[1]?.silence();
    await waited();
    expect(names()).toEqual(shopsNeeds.slice(0, 2));
    expect(pageStore.get(ordersKeptAtom)).toBe(false);
    networkChanged(true);
    await waited();
    await allAnswered(2);
    expect(pageStore.get(ordersKeptAtom)).toBe(true);
  });

  it('a network that goes while an answer is on its way ends it', async () => {
    comes('lea');
    await waited();
    online = false;
    await asked[0]?.answer();
    expect(names()).toEqual(['stores.mine']);
  });
});

describe('what the person says about their data', () => {
  it('spared, nothing is asked for; no longer spared, it is, without another sign', async () => {
    chooseDataSaver(true);
    comes('odile');
    await waited();
    expect(names()).toEqual([]);
    chooseDataSaver(false);
    await waited();
    expect(names()).toEqual(['users.orders']);
  });

  it('spared from the middle on, what has begun is the last', async () => {
    comes('lea');
    await waited();
    chooseDataSaver(true);
    await asked[0]?.answer();
    await waited();
    expect(names()).toEqual(['stores.mine']);
    expect(pageStore.get(ordersKeptAtom)).toBe(false);
  });
});

describe('the pictures of what is to be taken from the shelf', () => {
  const item = (path: string | null) => ({ product: { images: path ? [{ '240_inset_path': path }] : [] } });
  const list = (...orders: object[]) => ({ ...noList, 'hydra:member': orders });
  const key = queryKey('storeOrders.ofStore', { params: { id: 's1' } });
  const came = (answer: unknown, stale = false) =>
    pageQueryClient.setQueryData(key, { answer, seenAt: 1, stale, error: null, personal: true });
  const sources = () => pictures.map(({ src }) => src);

  it('come with each list, of the orders still to be prepared, once each', () => {
    const brie = item('media/brie.webp');
    came(
      list({ state: 'payed', items: [brie, item(null)] }, { state: 'validated', items: [item('/media/tomme.webp')] }),
    );
    came(list({ state: 'payed', items: [brie] }, { state: 'shipped', items: [item('media/old.webp')] }));
    expect(sources()).toEqual(['https://etal.test/media/brie.webp', 'https://etal.test/media/tomme.webp']);
  });

  it('that failed are asked for again with the next list', () => {
    const orders = list({ state: 'payed', items: [item('media/munster.webp')] });
    came(orders);
    pictures[0]?.onerror?.();
    came({ ...orders });
    expect(sources()).toHaveLength(2);
  });

  it('do not come where data are spared, nor with a list that is only kept, nor with another answer', () => {
    chooseDataSaver(true);
    came(list({ state: 'payed', items: [item('media/a.webp')] }));
    chooseDataSaver(false);
    came(list({ state: 'payed', items: [item('media/b.webp')] }), true);
    came(undefined);
    pageQueryClient.setQueryData(queryKey('users.orders', {}), { answer: list({ state: 'payed', items: [] }) });
    expect(sources()).toEqual([]);
  });
});
