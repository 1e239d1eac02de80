// User mirror: the user in the database, for the service worker, and for a page whose storage has lost both tokens (in
// a crash).
// Guarantee: a restored user is locked until a login; a logout is never undone.
import { decodeToken } from '#api/session-token.ts';
import { ignoreFullStorage } from '#db/database.ts';
import type { StoreContext } from '../device/context.ts';
import { parkOwner } from '../outbox/parking.ts';
import type { TokenStorage } from './token-storage.ts';

export function createUserMirror(local: StoreContext, storage: TokenStorage) {
  const { session } = local.db;
  return {
    /** On a full device the database has no user rather than a wrong one. */
    async write(): Promise<void> {
      const pair = storage.read();
      const user = pair && decodeToken(pair.token);
      if (pair && user) {
        // The token of an ended session identifies its user and is never sent.
        const expiresAt = pair.refreshToken === null ? 0 : user.exp * 1000;
        const row = { k: 'current', owner: `u:${user.user_id}`, token: pair.token, expiresAt } as const;
        await ignoreFullStorage(session.put(row), () => session.filter(({ owner }) => owner !== row.owner).delete());
      } else {
        await session.delete('current');
      }
    },
    async restoreLost(): Promise<void> {
      if (storage.read() !== undefined) return;
      const row = await session.get('current');
      // Another tab may have logged in a user meanwhile.
      if (!row || storage.read() !== undefined || row.owner !== `u:${decodeToken(row.token)?.user_id}`) return;
      storage.write({ token: row.token, refreshToken: null, rotation: 1 });
      await parkOwner(local, row.owner);
    },
  };
}
