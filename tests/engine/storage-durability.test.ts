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

const said = () => alerts.deviceAlerts().map(({ text }) => text);
const gone = 'Les modifications non envoyées de cet appareil ont été effacées par le navigateur';

describe('databases that are empty', () => {
  it('on a device that never had any are no loss', () => {
    durable.mirrorWaiting(coupons(3));
    durable.tellEmptied('new', []);
    expect(said()).toEqual([]);
  });

  it('where there were some are told with the number of writes that went with them', () => {
    durable.tellEmptied('first', []);
    durable.mirrorWaiting(coupons(1));
    durable.tellEmptied('second', []);
    expect(said()).toEqual([`${gone} (1\u00a0modification).`]);
  });

  it('under an open page are told with the sentences of what it had shown, but for what nobody asked for', () => {
    durable.tellEmptied('first', []);
    durable.mirrorWaiting(coupons(2));
    durable.tellEmptied('second', [silent, coupon('AUTOMNE'), coupon('HIVER')]);
    const [first, second] = [coupon('AUTOMNE'), coupon('HIVER')].map((row) => sentenceOf(row, null));
    expect(said()).toEqual([`${gone} (2\u00a0modifications)\u00a0: ${first}\u00a0; ${second}.`]);
  });

  it('with many writes name the first five and count the others', () => {
    durable.tellEmptied('first', []);
    durable.mirrorWaiting(coupons(7));
    durable.tellEmptied('second', coupons(7));
    const five = coupons(5)
      .map((one) => sentenceOf(one, null))
      .join('\u00a0; ');
    expect(said()).toEqual([`${gone} (7\u00a0modifications)\u00a0: ${five}\u00a0; et 2\u00a0autres.`]);
  });

  it('where nothing waited are not told', () => {
    durable.tellEmptied('first', []);
    durable.mirrorWaiting([silent]);
    durable.tellEmptied('second', [silent]);
    expect(said()).toEqual([]);
  });
});

describe('the first write that waits', () => {
  it('asks once for storage that lasts, and remembers what was said', async () => {
    durable.wakeWorkerLater();
    await eventually(() => expect(store.get('etal.persist')).toBe('refused'));
    durable.wakeWorkerLater();
    await eventually(() => expect(register).toHaveBeenCalledTimes(2));
    expect(persist).toHaveBeenCalledTimes(1);
  });

  it('has the worker send it when no page is open', async () => {
    durable.wakeWorkerLater();
    durable.wakeWorkerLater();
    await eventually(() => expect(register).toHaveBeenCalledWith('outbox'));
    expect(register).toHaveBeenCalledTimes(1);
  });

  it('in a private window says that nothing will be kept', async () => {
    directory.mockRejectedValue(Object.assign(new Error('no'), { name: 'SecurityError' }));
    durable.wakeWorkerLater();
    await eventually(() => expect(said()).toEqual(['Navigation privée\u00a0: rien ne sera conservé']));
  });

  it('in any other window does not', async () => {
    durable.wakeWorkerLater();
    await eventually(() => expect(directory).toHaveBeenCalled());
    await eventually(() => expect(store.get('etal.persist')).toBe('refused'));
    expect(said()).toEqual([]);
  });
});

describe('an app that is installed', () => {
  it('asks again for what was refused before', async () => {
    durable.persistOnceInstalled();
    durable.wakeWorkerLater();
    await eventually(() => expect(store.get('etal.persist')).toBe('refused'));
    persist.mockResolvedValue(true);
    events.dispatchEvent(new Event('appinstalled'));
    await eventually(() => expect(store.get('etal.persist')).toBe('granted'));
    expect(persist).toHaveBeenCalledTimes(2);
  });

  it('does not ask for what was granted', () => {
    store.set('etal.persist', 'granted');
    durable.persistOnceInstalled();
    events.dispatchEvent(new Event('appinstalled'));
    expect(persist).not.toHaveBeenCalled();
  });
});
