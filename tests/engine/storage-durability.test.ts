// What keeps waiting writes on the device, and says when the browser has taken them away.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Cmd } from '#db/rows.ts';
import { sentenceOf } from '#sync/commands/registry.ts';
import { eventually } from '../support/eventually.ts';

const store = new Map<string, string>();
let events: EventTarget;
let persist: ReturnType<typeof vi.fn>;
let register: ReturnType<typeof vi.fn>;
let directory: ReturnType<typeof vi.fn>;
let durable: typeof import('#engine/storage-durability.ts');
let alerts: typeof import('#state/page/device-alerts.ts');

beforeEach(async () => {
  vi.resetModules();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  store.clear();
  events = new EventTarget();
  persist = vi.fn(async () => false);
  register = vi.fn(async () => {});
  directory = vi.fn(async () => ({}));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
    removeItem: (key: string) => store.delete(key),
  });
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('navigator', {
    storage: { persist, getDirectory: directory },
    serviceWorker: { ready: Promise.resolve({ sync: { register } }) },
  });
  durable = await import('#engine/storage-durability.ts');
  alerts = await import('#state/page/device-alerts.ts');
});

const row = (type: string, args: unknown) => ({ type, args, v: 1 }) as Cmd;
const coupon = (code: string) => row('cart.applyCoupon', { code });
const coupons = (count: number) => Array.from({ length: count }, () => coupon('AUTOMNE'));
const silent = row('cart.create', {});

const shown = () => alerts.deviceAlerts().map(({ text }) => text);
const gone = 'Les modifications non envoyées de cet appareil ont été effacées par le navigateur';

describe('databases that are empty', () => {
  it('on a device that never had any are no loss', () => {
    durable.mirrorWaiting(coupons(3));
    durable.reportEviction('new', []);
    expect(shown()).toEqual([]);
  });

  it('with pending writes are reported with the number of lost writes', () => {
    durable.reportEviction('first', []);
    durable.mirrorWaiting(coupons(1));
    durable.reportEviction('second', []);
    expect(shown()).toEqual([`${gone} (1\u00a0modification).`]);
  });

  it('under an open page are reported with the texts of the shown writes, except background ones', () => {
    durable.reportEviction('first', []);
    durable.mirrorWaiting(coupons(2));
    durable.reportEviction('second', [silent, coupon('AUTOMNE'), coupon('HIVER')]);
    const [first, second] = [coupon('AUTOMNE'), coupon('HIVER')].map((row) => sentenceOf(row, null));
    expect(shown()).toEqual([`${gone} (2\u00a0modifications)\u00a0: ${first}\u00a0; ${second}.`]);
  });

  it('with many writes name the first five and count the others', () => {
    durable.reportEviction('first', []);
    durable.mirrorWaiting(coupons(7));
    durable.reportEviction('second', coupons(7));
    const five = coupons(5)
      .map((one) => sentenceOf(one, null))
      .join('\u00a0; ');
    expect(shown()).toEqual([`${gone} (7\u00a0modifications)\u00a0: ${five}\u00a0; et 2\u00a0autres.`]);
  });

  it('without pending writes are not reported', () => {
    durable.reportEviction('first', []);
    durable.mirrorWaiting([silent]);
    durable.reportEviction('second', [silent]);
    expect(shown()).toEqual([]);
  });
});

describe('the first pending write', () => {
  it('requests persistent storage, and remembers the result', async () => {
    durable.registerBackgroundSync();
    await eventually(() => expect(store.get('etal.persist')).toBe('refused'));
    durable.registerBackgroundSync();
    await eventually(() => expect(register).toHaveBeenCalledTimes(2));
    expect(persist).toHaveBeenCalledTimes(1);
  });

  it('has the worker send it when no page is open', async () => {
    durable.registerBackgroundSync();
    durable.registerBackgroundSync();
    await eventually(() => expect(register).toHaveBeenCalledWith('outbox'));
    expect(register).toHaveBeenCalledTimes(1);
  });

  it('in private browsing announces that nothing is permanent', async () => {
    directory.mockRejectedValue(Object.assign(new Error('no'), { name: 'SecurityError' }));
    durable.registerBackgroundSync();
    await eventually(() => expect(shown()).toEqual(['Navigation privée\u00a0: rien ne sera conservé']));
  });

  it('in any other window does not', async () => {
    durable.registerBackgroundSync();
    await eventually(() => expect(directory).toHaveBeenCalled());
    await eventually(() => expect(store.get('etal.persist')).toBe('refused'));
    expect(shown()).toEqual([]);
  });
});

describe('an app that is installed', () => {
  it('repeats a refused request', async () => {
    durable.persistOnceInstalled();
    durable.registerBackgroundSync();
    await eventually(() => expect(store.get('etal.persist')).toBe('refused'));
    persist.mockResolvedValue(true);
    events.dispatchEvent(new Event('appinstalled'));
    await eventually(() => expect(store.get('etal.persist')).toBe('granted'));
    expect(persist).toHaveBeenCalledTimes(2);
  });

  it('does not repeat a granted request', () => {
    store.set('etal.persist', 'granted');
    durable.persistOnceInstalled();
    events.dispatchEvent(new Event('appinstalled'));
    expect(persist).not.toHaveBeenCalled();
  });
});
