// Revocations: ends sessions on the server, at once or when the network is back.
// Guarantee: the stored hash identifies the refresh token and cannot replace it.
import type { ApiClient } from '#api/client.ts';
import { isTemporaryFailure } from '#domain/call-failure.ts';
import { sha256Hex } from '../device/sha256.ts';

export interface RevocationStorage {
  /** Hashes of the refresh tokens to revoke. */
  readRevocations(): string[];
  writeRevocations(handles: string[]): void;
}

const prefix = 'sha256:';
/** The server finds the session by it. */
export const handleOf = async (token: string): Promise<string> =>
  prefix + (await sha256Hex(new TextEncoder().encode(token)));

export interface Revocations {
  /** Stored until it is sent. */
  add(handle: string): void;
  /** Revokes the stored sessions on the server. */
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
