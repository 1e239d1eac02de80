// Ending sessions on the server: at once, or as soon as there is a network again.
// Guarantee: what is kept until then names the refresh token and cannot be used in its place.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { ApiClient } from '#api/client.ts';
import { isTemporaryFailure } from '#domain/call-failure.ts';

export interface RevocationStorage {
  /** What names the refresh tokens to be ended. */
  readRevocations(): string[];
  writeRevocations(handles: string[]): void;
}

const prefix = 'sha256:';
/** The server finds the session by it. */
export const handleOf = (token: string) => prefix + bytesToHex(sha256(utf8ToBytes(token)));

export interface Revocations {
  /** Not forgotten any more. */
  add(handle: string): void;
  /** Ends on the server what was ended here. */
  send(): Promise<void>;
}

export function createRevocations(storage: RevocationStorage, call: ApiClient['call']): Revocations {
  return {
    add: (handle) => storage.writeRevocations([...storage.readRevocations(), handle]),
    async send() {
      for (const handle of storage.readRevocations()) {
        try {
          await call('session.logout', { body: { refresh_token: handle } }, { token: null });
        } catch (error) {
          if (isTemporaryFailure(error)) return;
        }
        storage.writeRevocations(storage.readRevocations().filter((one) => one !== handle));
      }
    },
  };
}
