// The door between the screens and what works behind them: what is asked before it is there is not lost.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Engine } from '#state/page/engine-port.ts';
import { eventually } from '../support/eventually.ts';

let port: typeof import('#state/page/engine-port.ts');
let notices: typeof import('#state/page/flash.ts');
let store: typeof import('#state/page/page-store.ts');

beforeEach(async () => {
  vi.resetModules();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  port = await import('#state/page/engine-port.ts');
  notices = await import('#state/page/flash.ts');
  store = await import('#state/page/page-store.ts');
});
afterEach(() => void vi.restoreAllMocks());

const added: string[] = [];
const cart = {
  addItem: async (_args: unknown, key: string, arrived: () => void) => {
    added.push(key);
    arrived();
    return true;
  },
};
const article = { quantity: 2, shown: { unitPrice: 450 } } as never;

it('a tap before the code is loaded waits for it, and is counted meanwhile', async () => {
  const { cartActions, cartQuantityAtom } = await import('#state/cart/cart.ts');
  const { localItems } = await import('#state/page/web-storage.ts');
  let come: (engine: Engine) => void = () => {};
  const load = vi.fn(() => new Promise<Engine>((resolve) => (come = resolve)));
  port.setEngineLoader(load);
  added.length = 0;
  const tap = cartActions.add(article);
  expect(store.pageStore.get(cartQuantityAtom)).toBe(2);
  expect(localItems.arriving.get()).toMatchObject([{ command: { type: 'cart.add', seenPrice: 450 } }]);
  expect(added).toEqual([]);
  come({ cart } as unknown as Engine);
  expect(await tap).toBe(true);
  expect(added).toHaveLength(1);
  expect(localItems.arriving.get()).toEqual([]);
  expect(load).toHaveBeenCalledTimes(1);
});

it('a change of the cart is stored while its write is on the way, and stays stored in a page that was set aside', async () => {
  const { cartActions } = await import('#state/cart/cart.ts');
  const { leaveEarlyChanges, othersEarlyChanges } = await import('#state/cart/early-changes.ts');
  const { localItems } = await import('#state/page/web-storage.ts');
  let cutOff: (failure: Error) => void = () => {};
  const submitChange = vi.fn(() => new Promise((_, reject) => (cutOff = reject)));
  port.setEngineLoader(async () => ({ cart: { ...cart, submitChange } }) as unknown as Engine);
  const changing = cartActions.setQuantity('tomme|', 3);
  await eventually(() => expect(submitChange).toHaveBeenCalled());
  const change = { command: { type: 'cart.setQuantity', args: { lineKey: 'tomme|', quantity: 3 } } };
  expect(localItems.arriving.get()).toMatchObject([change]);
  expect(othersEarlyChanges()).toEqual([]);
  leaveEarlyChanges();
  cutOff(new DOMException('Set aside', 'AbortError'));
  expect(await changing).toBe(false);
  expect(localItems.arriving.get()).toMatchObject([change]);
});

it('an addition stored by an earlier app version is still one, and a damaged note is none', async () => {
  const { othersEarlyChanges } = await import('#state/cart/early-changes.ts');
  const { localItems } = await import('#state/page/web-storage.ts');
  localItems.arriving.set([
    { key: 'tap', command: article },
    null,
    'tap',
    { key: 'tap' },
    { key: 'tap', command: null },
  ]);
  expect(othersEarlyChanges()).toEqual([{ key: 'tap', command: { type: 'cart.add', args: article, seenPrice: 450 } }]);
  localItems.arriving.set([]);
});

it('a code loading error is reported for the tap, and the next tap loads again', async () => {
  const { cartActions, cartQuantityAtom } = await import('#state/cart/cart.ts');
  const load = vi.fn<() => Promise<Engine>>();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  load.mockResolvedValue({ cart } as unknown as Engine);
  port.setEngineLoader(load);
  added.length = 0;
  expect(await cartActions.add(article)).toBe(false);
  expect(store.pageStore.get(notices.toastAtom)).toMatchObject({ status: 'error' });
  expect(store.pageStore.get(cartQuantityAtom)).toBe(0);
  expect(added).toEqual([]);
  expect(await cartActions.add(article)).toBe(true);
  expect(added).toHaveLength(1);
  expect(load).toHaveBeenCalledTimes(2);
});

it('a failing outbox is opened once for simultaneous requests, and again for the next', async () => {
  const sync = { opened: true };
  const open = vi.fn().mockRejectedValueOnce(new Error('blocked')).mockResolvedValue(sync);
  port.setEngineLoader(async () => ({ open }) as unknown as Engine);
  const asked = await Promise.allSettled([port.getSync(), port.getSync()]);
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(open).toHaveBeenCalledTimes(1);
  expect(await port.getSync()).toBe(sync);
  expect(await port.getSync()).toBe(sync);
  expect(open).toHaveBeenCalledTimes(2);
});
