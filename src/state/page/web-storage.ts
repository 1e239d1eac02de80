// Web storage: the only module that uses localStorage and sessionStorage (besides the scripts before the first paint,
// src/app/early). Defines all keys, their contents, and what logout deletes.
// Guarantee: never throws; if the browser refuses a write, the value lasts as long as the page.
import type { MerchantStore } from '#contract/catalogue/stores.ts';
import type { SavedVisitor } from '#sync/recovery/emptied-database.ts';
import type { StoredPair } from '#sync/session/token-storage.ts';

interface TextStore {
  get(name: string): string | null;
  /** Null deletes. @returns whether it outlives the page */
  set(name: string, text: string | null): boolean;
  names(): string[];
}

function textStore(area: () => Storage): TextStore {
  /** Refused values, and the stored value at that time. */
  const refused = new Map<string, { text: string; before: string | null }>();
  const stored = (name: string) => {
    try {
      return area().getItem(name);
    } catch {
      return null;
    }
  };
  return {
    get(name) {
      const [text, instead] = [stored(name), refused.get(name)];
      // Another tab may have written it since.
      return instead?.before === text ? instead.text : text;
    },
    set(name, text) {
      refused.delete(name);
      try {
        if (text === null) area().removeItem(name);
        else area().setItem(name, text);
        return true;
      } catch {
        if (text !== null) refused.set(name, { text, before: stored(name) });
        return false;
      }
    },
    names() {
      const names = [...refused.keys()];
      try {
        const storage = area();
        for (let at = 0; at < storage.length; at++) names.push(storage.key(at) ?? '');
      } catch {
        // No storage.
      }
      return names;
    },
  };
}

const device = textStore(() => localStorage);
/** Per tab: drafts, early taps, postponed updates, attempted reloads. */
export const tabStorage = textStore(() => sessionStorage);

interface Item<T> {
  get(): T;
  set(value: T): void;
}

const text = (name: string): Item<string | null> => ({
  get: () => device.get(name),
  set: (value) => void device.set(name, value),
});
const count = (name: string): Item<number> => ({
  get: () => Number(device.get(name)) || 0,
  set: (value) => void device.set(name, String(value)),
});
const flag = (name: string): Item<boolean | null> => ({
  get: () => {
    const value = device.get(name);
    return value === null ? null : value === 'on';
  },
  set: (value) => void device.set(name, value === null ? null : value ? 'on' : 'off'),
});
/** Null if it cannot be parsed; callers check the shape. */
const json = <T>(name: string): Item<T | null> => ({
  get: () => {
    try {
      return JSON.parse(device.get(name) ?? 'null') as T | null;
    } catch {
      return null;
    }
  },
  set: (value) => void device.set(name, value === null ? null : JSON.stringify(value)),
});

const tokensName = 'etal.session';
/** A logged-out state is stored as null; undefined means that the browser has lost the item, for example in a crash. */
const tokens: Item<StoredPair | null | undefined> = {
  get: () => {
    try {
      return JSON.parse(device.get(tokensName) ?? '') as StoredPair | null;
    } catch {
      return undefined;
    }
  },
  set(pair) {
    // Frees space first: on a full device a longer value could not replace it.
    device.set(tokensName, null);
    device.set(tokensName, JSON.stringify(pair));
  },
};

export interface OwnStoreKind extends Pick<MerchantStore, 'id' | 'ready' | 'takesAppointments' | 'takesEstimates'> {
  plan: { name: string };
}

export interface PushPurposes {
  /** Id of the store. */
  sales?: string | undefined;
  /** Id of the user. */
  orders?: string | undefined;
}

/** Everything in localStorage. */
export const localItems = {
  /** Both tokens in one item, so that they always match; the refresh token is stored nowhere else. */
  tokens,
  /** Hashes of refresh tokens whose sessions are still to be ended on the server. */
  revocations: json<string[]>('etal.revocations'),
  /** Visitor id and cart, in case the database is evicted. */
  visitor: json<SavedVisitor>('etal.visitor'),
  /** Id of the database; if it is missing there, the database was evicted. */
  installId: text('etal.install'),
  /** Numbers of pending writes and articles, displayed before the database is open. */
  waiting: count('etal.waiting'),
  inCart: count('etal.in-cart'),
  /** Changes of the cart that are not in the outbox yet. */
  arriving: json<unknown>('etal.arriving'),
  /** Answer to the request for persistent storage. */
  persistence: text('etal.persist'),
  incidents: json<unknown>('etal.incidents'),
  /** The invitation to install has been shown. */
  installInvited: flag('etal.install-invited'),
  dataSaver: flag('etal.data-saver'),
  orderSound: flag('etal.order-sound'),
  /** Kind of the merchant's own store, so that the menu is whole before the store is read. */
  ownStoreKind: json<OwnStoreKind>('etal.own-store-kind'),
  /** For whom this device shows notifications: new orders of a store, own orders of a user. Deleted at logout. */
  pushes: json<PushPurposes>('etal.pushes'),
};

/** Prepared articles of an order (merchant), and round notes (shopper). */
const pickingPrefix = 'etal.picking.';
const roundPrefix = 'etal.round.';

export interface Notes extends Item<string | null> {
  /** Calls back after changes in any tab. */
  subscribe(onChange: () => void): () => void;
}
const listeners = new Set<() => void>();

/** Shared by all components that read them. */
const notes = (name: string): Notes => ({
  ...text(name),
  set(value) {
    device.set(name, value);
    for (const listener of [...listeners]) listener();
  },
  subscribe(onChange) {
    listeners.add(onChange);
    addEventListener('storage', onChange);
    return () => {
      listeners.delete(onChange);
      removeEventListener('storage', onChange);
    };
  },
});
export const pickingNotes = (orderId: number) => notes(`${pickingPrefix}${orderId}`);
export const roundNotes = (userId: string) => notes(`${roundPrefix}${userId}`);
/** What was searched. */
export const searchNotes = notes('etal.searches');
/** Marked products and stores. */
export const favouriteNotes = notes('etal.favourites');

const forgetAll = (prefix: string) => {
  for (const name of device.names()) if (name.startsWith(prefix)) device.set(name, null);
};

/** Deletes what belongs to the store, when its user no longer works for it. */
export function forgetStoreNotes(): void {
  localItems.ownStoreKind.set(null);
  forgetAll(pickingPrefix);
  const { orders } = localItems.pushes.get() ?? {};
  localItems.pushes.set({ orders });
}

/** Deletes what belongs to the user at logout. */
export function forgetNotes(): void {
  forgetStoreNotes();
  forgetAll(roundPrefix);
  searchNotes.set(null);
  favouriteNotes.set(null);
  localItems.pushes.set(null);
}
