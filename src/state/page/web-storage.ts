// Web storage: the only module that touches localStorage and sessionStorage. Here stands every name the app uses there, what
// each holds, and what leaves with a person. Beside it only the scripts that run before the first paint (src/app/early) do.
// Guarantee: never throws; where the browser refuses (cookies blocked, no room), what was written is read back as long as the
// page is open.
import type { KnownVisitor } from '#sync/recovery/emptied-database.ts';
import type { StoredPair } from '#sync/session/token-storage.ts';

interface TextStore {
  get(name: string): string | null;
  /** Null deletes. Returns whether it outlives this page. */
  set(name: string, text: string | null): boolean;
  names(): string[];
}

function textStore(area: () => Storage): TextStore {
  /** What the browser did not take, and what it had at that moment. */
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
        // The browser keeps nothing.
      }
      return names;
    },
  };
}

const device = textStore(() => localStorage);
/** Lasts as long as the tab: drafts, taps before the page is alive, updates put off, reloads already tried. */
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
/** Null for what cannot be parsed; its shape is for the reader to check. */
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
/** Null (logged out) is written, too: undefined means that the browser has lost the item, as one that crashes may. */
const tokens: Item<StoredPair | null | undefined> = {
  get: () => {
    try {
      return JSON.parse(device.get(tokensName) ?? '') as StoredPair | null;
    } catch {
      return undefined;
    }
  },
  set(pair) {
    // First: on a full device what stands there could not be written over.
    device.set(tokensName, null);
    device.set(tokensName, JSON.stringify(pair));
  },
};

/** Everything in localStorage. */
export const saved = {
  /** Both tokens in one item, so that they are never out of step; the refresh token is nowhere else. */
  tokens,
  /** Hashes of refresh tokens whose sessions are still to be ended on the server. */
  revocations: json<string[]>('etal.revocations'),
  /** The visitor and their cart's id, should the database be emptied. */
  visitor: json<KnownVisitor>('etal.visitor'),
  /** The database's own name: one that lacks it has been emptied. */
  installId: text('etal.install'),
  /** How many writes wait, and articles are in the cart: for what is shown before the database is open. */
  waiting: count('etal.waiting'),
  inCart: count('etal.in-cart'),
  /** Articles that were tapped and are not in the outbox yet. */
  arriving: json<unknown>('etal.arriving'),
  /** What the browser answered when it was asked for durable storage. */
  persistence: text('etal.persist'),
  incidents: json<unknown>('etal.incidents'),
  dataSaver: flag('etal.data-saver'),
  orderSound: flag('etal.order-sound'),
};

/** Which articles of an order a merchant has gathered; what a shopper has noted of their round. */
const pickingPrefix = 'etal.picking.';
const roundPrefix = 'etal.round.';

export interface Notes extends Item<string | null> {
  /** Calls back when they change, in any tab. */
  subscribe(onChange: () => void): () => void;
}
const listeners = new Set<() => void>();

/** Shared by all that is drawn from them. */
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

/** A person has logged out: their notes go with them. */
export function forgetNotes(): void {
  for (const name of device.names()) {
    if (name.startsWith(pickingPrefix) || name.startsWith(roundPrefix)) device.set(name, null);
  }
}
