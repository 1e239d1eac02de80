// Web storage: what is written is read back whatever the browser does with it, and a person's notes leave with them.
import { beforeEach, describe, expect, it, vi } from 'vitest';

type WebStorage = typeof import('#state/page/web-storage.ts');
let store: Map<string, string>;
let isFull: boolean;
let storage: WebStorage;

beforeEach(async () => {
  vi.resetModules();
  store = new Map();
  isFull = false;
  vi.stubGlobal('localStorage', {
    get length() {
      return store.size;
    },
    key: (at: number) => [...store.keys()][at] ?? null,
    getItem: (name: string) => store.get(name) ?? null,
    setItem(name: string, text: string) {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      store.set(name, text);
    },
    removeItem: (name: string) => void store.delete(name),
  });
  storage = await import('#state/page/web-storage.ts');
});

describe('written values', () => {
  it('is read back by each kind of item, and null deletes', () => {
    const { localItems } = storage;
    localItems.waiting.set(3);
    localItems.dataSaver.set(false);
    localItems.visitor.set({ visitor: 'v', cart: null });
    expect([localItems.waiting.get(), localItems.dataSaver.get(), localItems.visitor.get()]).toEqual([
      3,
      false,
      { visitor: 'v', cart: null },
    ]);
    localItems.ownStoreKind.set({
      id: 's',
      plan: { name: 'Catalogue' },
      ready: true,
      takesAppointments: false,
      takesEstimates: true,
    });
    expect(localItems.ownStoreKind.get()).toMatchObject({ id: 's', plan: { name: 'Catalogue' } });
    storage.forgetNotes();
    expect(localItems.ownStoreKind.get()).toBeNull();
    localItems.visitor.set(null);
    expect([...store.keys()]).toEqual(['etal.waiting', 'etal.data-saver']);
  });

  it('on a full device is read back in this page, before the older text that the browser still has', () => {
    const { localItems } = storage;
    localItems.installId.set('old');
    isFull = true;
    localItems.installId.set('new');
    expect([localItems.installId.get(), store.get('etal.install')]).toEqual(['new', 'old']);
    // Another tab found room.
    store.set('etal.install', 'of another tab');
    expect(localItems.installId.get()).toBe('of another tab');
    isFull = false;
    localItems.installId.set('newer');
    expect([localItems.installId.get(), store.get('etal.install')]).toEqual(['newer', 'newer']);
  });

  it('where the browser forbids all of it is read back in this page', async () => {
    vi.resetModules();
    const forbid = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: forbid, setItem: forbid, removeItem: forbid, key: forbid });
    const { localItems, forgetNotes, pickingNotes } = (await import('#state/page/web-storage.ts')) as WebStorage;
    expect(localItems.persistence.get()).toBeNull();
    localItems.persistence.set('refused');
    pickingNotes(7).set('["1"]');
    forgetNotes();
    expect([localItems.persistence.get(), pickingNotes(7).get()]).toEqual(['refused', null]);
  });

  it('of an invalid shape are ignored', () => {
    const { localItems } = storage;
    store.set('etal.session', '{');
    store.set('etal.waiting', 'many');
    expect([localItems.tokens.get(), localItems.waiting.get()]).toEqual([undefined, 0]);
  });

  it('distinguishes a logout from lost tokens, on a full device, too', () => {
    const { localItems } = storage;
    const pair = { token: 't', refreshToken: 'r', rotation: 1 };
    expect(localItems.tokens.get()).toBeUndefined();
    localItems.tokens.set(pair);
    expect(localItems.tokens.get()).toEqual(pair);
    localItems.tokens.set(null);
    expect([localItems.tokens.get(), store.get('etal.session')]).toEqual([null, 'null']);
    localItems.tokens.set(pair);
    isFull = true;
    localItems.tokens.set(null);
    expect([localItems.tokens.get(), store.get('etal.session')]).toEqual([null, undefined]);
  });
});

it('notes notify on change, and are deleted with the user, without other keys', () => {
  const events = new EventTarget();
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
  const { forgetNotes, pickingNotes, roundNotes, localItems } = storage;
  const heard = vi.fn();
  const stop = pickingNotes(1).subscribe(heard);
  pickingNotes(1).set('["a"]');
  roundNotes('u').set('{}');
  events.dispatchEvent(new Event('storage'));
  expect(heard).toHaveBeenCalledTimes(3);
  stop();
  pickingNotes(2).set('["b"]');
  expect(heard).toHaveBeenCalledTimes(3);
  localItems.orderSound.set(true);
  forgetNotes();
  expect([...store.keys()]).toEqual(['etal.order-sound']);
});
