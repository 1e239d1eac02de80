// The browser's small storage, or the page's own memory where the browser gives none (cookies blocked, no room).
// Guarantee: never throws; what was written is read back as long as the page lives.

/** How many writes wait, mirrored beside the databases. */
export const waitingKey = 'etal.waiting';

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
  remove(key: string): void {
    lent.delete(key);
    try {
      localStorage.removeItem(key);
    } catch {
      // Nothing could be written there either.
    }
  },
};
