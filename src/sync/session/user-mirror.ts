// The user of this device as the database mirrors them: for the service worker, and for a page whose storage has lost both tokens
// (a browser that crashes may lose what localStorage took last). Guarantee: what is restored is locked: it names the user, and only
// a login renews it. A logout is never undone.
import { decodeToken } from '#api/session-token.ts';
import { ignoreFullStorage } from '#db/database.ts';
import type { StoreContext } from '../device/context.ts';
import { parkOwner } from '../outbox/parking.ts';
import type { TokenStorage } from './token-storage.ts';

export function createUserMirror(local: StoreContext, storage: TokenStorage) {
  const { session } = local.db;
  return {
    /** A full device takes nothing: then the database names nobody rather than someone else. */
    async write(): Promise<void> {
      const pair = storage.read();
      const user = pair && decodeToken(pair.token);
      if (pair && user) {
        // The token of a session that has ended names its user and is sent by nobody.
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
      // Another tab may have logged somebody in meanwhile.
      if (!row || storage.read() !== undefined || row.owner !== `u:${decodeToken(row.token)?.user_id}`) return;
      storage.write({ token: row.token, refreshToken: null, rotation: 1 });
      await parkOwner(local, row.owner);
    },
  };
}
