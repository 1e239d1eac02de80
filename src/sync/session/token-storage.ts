// Token storage: the page's storage (localStorage) for the tokens and the hashes to revoke.
import type { RevocationStorage } from './revocations.ts';

/** `refreshToken` null: the server refused to renew it; only a login helps. */
export interface StoredPair {
  token: string;
  refreshToken: string | null;
  /** Increased by each change, so that other tabs detect it. */
  rotation: number;
}

/** Both tokens in one item, so that they are written together. */
export interface TokenStorage extends RevocationStorage {
  /** Null after a logout; undefined if nothing is stored: never logged in, or lost by the browser. */
  read(): StoredPair | null | undefined;
  write(pair: StoredPair | null): void;
}
