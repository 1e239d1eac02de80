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

describe('what is written', () => {
  it('is read back by each kind of item, and null deletes', () => {
    const { saved } = storage;
    saved.waiting.set(3);
    saved.dataSaver.set(false);
    saved.visitor.set({ visitor: 'v', cart: null });
    expect([saved.waiting.get(), saved.dataSaver.get(), saved.visitor.get()]).toEqual([
      3,
      false,
      { visitor: 'v', cart: null },
    ]);
    saved.visitor.set(null);
    expect([...store.keys()]).toEqual(['etal.waiting', 'etal.data-saver']);
  });

  it('on a full device is read back in this page, before the older text that the browser still has', () => {
    const { saved } = storage;
    saved.installId.set('old');
    isFull = true;
    saved.installId.set('new');
    expect([saved.installId.get(), store.get('etal.install')]).toEqual(['new', 'old']);
    // Another tab found room.
    store.set('etal.install', 'of another tab');
    expect(saved.installId.get()).toBe('of another tab');
    isFull = false;
    saved.installId.set('newer');
    expect([saved.installId.get(), store.get('etal.install')]).toEqual(['newer', 'newer']);
  });

  it('where the browser forbids all of it is read back in this page', async () => {
    vi.resetModules();
    const forbid = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: forbid, setItem: forbid, removeItem: forbid, key: forbid });
    const { saved, forgetNotes, pickingNotes } = (await import('#state/page/web-storage.ts')) as WebStorage;
    expect(saved.persistence.get()).toBeNull();
    saved.persistence.set('refused');
    pickingNotes(7).set('["1"]');
    forgetNotes();
    expect([saved.persistence.get(), pickingNotes(7).get()]).toEqual(['refused', null]);
  });

  it('by someone else in another shape is as if nothing stood there', () => {
    const { saved } = storage;
    store.set('etal.session', '{');
    store.set('etal.waiting', 'many');
    expect([saved.tokens.get(), saved.waiting.get()]).toEqual([undefined, 0]);
  });

  it('tells a logout from tokens that the browser has lost, on a full device, too', () => {
    const { saved } = storage;
    const pair = { token: 't', refreshToken: 'r', rotation: 1 };
    expect(saved.tokens.get()).toBeUndefined();
    saved.tokens.set(pair);
    expect(saved.tokens.get()).toEqual(pair);
    saved.tokens.set(null);
    expect([saved.tokens.get(), store.get('etal.session')]).toEqual([null, 'null']);
    saved.tokens.set(pair);
    isFull = true;
    saved.tokens.set(null);
    expect([saved.tokens.get(), store.get('etal.session')]).toEqual([null, undefined]);
  });
});

it('notes are heard of as they change, and all of them leave with the person, and nothing else does', () => {
  const events = new EventTarget();
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
  const { forgetNotes, pickingNotes, roundNotes, saved } = storage;
  const heard = vi.fn();
  const stop = pickingNotes(1).subscribe(heard);
  pickingNotes(1).set('["a"]');
  roundNotes('u').set('{}');
  events.dispatchEvent(new Event('storage'));
  expect(heard).toHaveBeenCalledTimes(3);
  stop();
  pickingNotes(2).set('["b"]');
  expect(heard).toHaveBeenCalledTimes(3);
  saved.orderSound.set(true);
  forgetNotes();
  expect([...store.keys()]).toEqual(['etal.order-sound']);
});
