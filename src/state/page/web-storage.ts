// The browser's small storage, or the page's own memory where the browser gives none (cookies blocked, no room).
// Guarantee: never throws; what was written is read back as long as the page lives.

/** How many writes wait, mirrored beside the databases. */
export const waitingKey = 'etal.waiting';
/** How many articles the cart holds, mirrored like that. */
export const cartCountKey = 'etal.in-cart';

/** Which articles of an order a merchant has gathered, by order. */
export const pickingPrefix = 'etal.picking.';
/** What a shopper has noted of their round, by user. */
export const roundPrefix = 'etal.round.';

const lent = new Map<string, string>();

export const deviceStorage = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(key) ?? lent.get(key) ?? null;
    } catch {
      return lent.get(key) ?? null;
    }
  },
  set(key: string, value: string): void {
    try {
      localStorage.setItem(key, value);
      lent.delete(key);
    } catch {
      lent.set(key, value);
    }
  },
  removeAll(prefix: string): void {
    const keys = [...lent.keys()];
    try {
      for (let index = 0; index < localStorage.length; index++) keys.push(localStorage.key(index) ?? '');
    } catch {
      // Nothing stands there.
    }
    for (const key of keys) if (key.startsWith(prefix)) deviceStorage.remove(key);
  },
  remove(key: string): void {
    lent.delete(key);
    try {
      localStorage.removeItem(key);
    } catch {
      // Nothing could be written there either.
    }
  },
};
