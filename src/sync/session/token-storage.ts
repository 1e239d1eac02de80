// What the session needs of the storage that the page gives it (localStorage), for its tokens and the hashes to be revoked.
import type { RevocationStorage } from './revocations.ts';

/** `refreshToken` null: the server refused to renew it, only a login helps. */
export interface StoredPair {
  token: string;
  refreshToken: string | null;
  /** Grows with each change, so that another tab's work is seen. */
  rotation: number;
}

/** Both tokens in one item, written at once. */
export interface TokenStorage extends RevocationStorage {
  /** Null after a logout; undefined where nothing is stored: never logged in, or the browser has lost it. */
  read(): StoredPair | null | undefined;
  write(pair: StoredPair | null): void;
}
