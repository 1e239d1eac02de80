// What keeps waiting writes on the device, and says when the browser has taken them away.
import { beforeEach, describe, expect, it, vi } from 'vitest';

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

const said = () => alerts.deviceAlerts().map(({ text }) => text);
const gone = 'Les modifications non envoyées de cet appareil ont été effacées par le navigateur';

describe('databases that are empty', () => {
  it('on a device that never had any are no loss', () => {
    durable.mirrorWaiting(3);
    durable.tellEmptied({ mark: 'new', written: 0, lost: [] });
    expect(said()).toEqual([]);
  });

  it('where there were some are told with the number of writes that went with them, and their sentences', () => {
    durable.tellEmptied({ mark: 'first', written: 0, lost: [] });
    durable.mirrorWaiting(2);
    durable.tellEmptied({ mark: 'second', written: 0, lost: ['Ajouter « Brie »', 'Retirer « Pain »'] });
    expect(said()).toEqual([`${gone} (2\u00a0modifications)\u00a0: Ajouter « Brie »\u00a0; Retirer « Pain ».`]);
  });

  it('whose writes are all written again are not', () => {
    durable.tellEmptied({ mark: 'first', written: 0, lost: [] });
    durable.mirrorWaiting(2);
    durable.tellEmptied({ mark: 'second', written: 2, lost: [] });
    expect(said()).toEqual([]);
    expect(alerts.incidents().map(({ what }) => what)).toEqual(['emptied, 2 written again']);
  });

  it('that lost one of two that waited say one', () => {
    durable.tellEmptied({ mark: 'first', written: 0, lost: [] });
    durable.mirrorWaiting(2);
    durable.tellEmptied({ mark: 'second', written: 1, lost: [] });
    expect(said()).toEqual([`${gone} (1\u00a0modification).`]);
  });
});

describe('the first write that waits', () => {
  it('asks once for storage that lasts, and remembers what was said', async () => {
    durable.wakeWorkerLater();
    await vi.waitFor(() => expect(store.get('etal.persist')).toBe('refused'));
    durable.wakeWorkerLater();
    await vi.waitFor(() => expect(register).toHaveBeenCalledTimes(2));
    expect(persist).toHaveBeenCalledTimes(1);
  });

  it('has the worker send it when no page is open', async () => {
    durable.wakeWorkerLater();
    durable.wakeWorkerLater();
    await vi.waitFor(() => expect(register).toHaveBeenCalledWith('outbox'));
    expect(register).toHaveBeenCalledTimes(1);
  });

  it('in a private window says that nothing will be kept', async () => {
    directory.mockRejectedValue(Object.assign(new Error('no'), { name: 'SecurityError' }));
    durable.wakeWorkerLater();
    await vi.waitFor(() => expect(said()).toEqual(['Navigation privée\u00a0: rien ne sera conservé']));
  });

  it('in any other window does not', async () => {
    durable.wakeWorkerLater();
    await vi.waitFor(() => expect(directory).toHaveBeenCalled());
    await vi.waitFor(() => expect(store.get('etal.persist')).toBe('refused'));
    expect(said()).toEqual([]);
  });
});

describe('an app that is installed', () => {
  it('asks again for what was refused before', async () => {
    durable.persistOnceInstalled();
    durable.wakeWorkerLater();
    await vi.waitFor(() => expect(store.get('etal.persist')).toBe('refused'));
    persist.mockResolvedValue(true);
    events.dispatchEvent(new Event('appinstalled'));
    await vi.waitFor(() => expect(store.get('etal.persist')).toBe('granted'));
    expect(persist).toHaveBeenCalledTimes(2);
  });

  it('does not ask for what was granted', () => {
    store.set('etal.persist', 'granted');
    durable.persistOnceInstalled();
    events.dispatchEvent(new Event('appinstalled'));
    expect(persist).not.toHaveBeenCalled();
  });
});
