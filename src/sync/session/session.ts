// Session: the user of this device and their tokens.
// Guarantees: at most one refresh in flight per profile, and each refresh token is used once (the server repeats its
// answer for a minute); a user whose token cannot be renewed stays, locked: stored data are readable, writes wait,
// nothing is sent.
// The refresh token is only in the storage of the page; the database mirrors the access token for the worker. If the
// storage has lost both tokens (in a crash), the mirrored user is restored, locked.
import type { ApiClient } from '#api/client.ts';
import { ApiError } from '#api/errors.ts';
import { decodeToken, isFresh, type TokenVerifier } from '#api/session-token.ts';
import type { TokenContent, TokenPair } from '#contract/account/users.ts';
import { roleIn } from '#contract/merchant/store-roles.ts';
import type { CacheDatabase } from '#db/cache-database.ts';
import type { Owner } from '#db/rows.ts';
import type { ServerClock } from '../device/clock.ts';
import type { StoreContext } from '../device/context.ts';
import type { Locks } from '../device/locks.ts';
import { unparkOwner } from '../outbox/parking.ts';
import type { Credentials } from './credentials.ts';
import { forgetFormerStore } from './forget-store.ts';
import { purgeOwner } from './purge-owner.ts';
import { createRevocations, handleOf } from './revocations.ts';
import type { StoredPair, TokenStorage } from './token-storage.ts';
import { createUserMirror } from './user-mirror.ts';

const REFRESH_LOCK_TIMEOUT = 10_000;
/** A token is renewed when less than this is left, milliseconds. */
const MARGIN = 10_000;

export interface SessionPorts {
  local: StoreContext;
  cache: CacheDatabase;
  call: ApiClient['call'];
  clock: ServerClock;
  storage: TokenStorage;
  /** Null if the page has no public key: the token is only decoded. */
  verify: TokenVerifier | null;
  locks?: Locks | undefined;
  /** Notifies the other tabs. */
  announce?: (() => void) | undefined;
}

export interface SessionState {
  status: 'anonymous' | 'authenticated' | 'locked';
  user: TokenContent | null;
  /** The server has ended it, or the browser has lost it: only a login helps. */
  isEnded: boolean;
}

export type RefreshResult = 'fresh' | 'refused' | 'unreachable';

export interface Session {
  state(): SessionState;
  /** Null for a visitor. */
  owner(): Owner | null;
  /** For the API client, at each request. */
  accessToken(): string | null;
  /** @param code of an account that has a second factor */
  login(login: string, password: string, code?: string): Promise<TokenContent>;
  /** Adopts a token pair from impersonation. `at`: the server's time, milliseconds. */
  adopt(pair: TokenPair, at: number): Promise<TokenContent>;
  refresh(): Promise<RefreshResult>;
  logout(waiting: 'keep' | 'discard'): Promise<void>;
  /** Revokes on the server the sessions ended offline. */
  revokePending(): Promise<void>;
  /** The server's time became known, so an expired token may be fresh. */
  recheck(): void;
  /** The stored pair may have changed or been lost, in another tab or since the last visit. */
  reread(): Promise<void>;
  subscribe(listener: (state: SessionState) => void): () => void;
  credentials: Credentials;
}

export function createSession(ports: SessionPorts): Session {
  const { local, call, clock, storage } = ports;
  const listeners = new Set<(state: SessionState) => void>();
  const revocations = createRevocations(storage, call);
  const userMirror = createUserMirror(local, storage);
  let refreshing: Promise<RefreshResult> | null = null;
  let reportedStatus: SessionState['status'] = 'anonymous';
  const serverNow = () => local.now() + (clock.offset() ?? 0);

  function state(): SessionState {
    const pair = storage.read();
    const user = pair && decodeToken(pair.token);
    if (!pair || !user) return { status: 'anonymous', user: null, isEnded: false };
    const isEnded = pair.refreshToken === null;
    return { status: !isEnded && isFresh(user, serverNow()) ? 'authenticated' : 'locked', user, isEnded };
  }

  function owner(): Owner | null {
    const { user } = state();
    return user ? `u:${user.user_id}` : null;
  }

  /** Listeners are notified even if the database fails. */
  const mirror = () => userMirror.write().finally(notify);

  function notify(): void {
    const now = state();
    reportedStatus = now.status;
    for (const listener of [...listeners]) listener(now);
  }

  async function store(pair: Omit<StoredPair, 'rotation'> | null): Promise<void> {
    // Before the token is stored, so that an interruption leaves nothing behind.
    if (pair) await forgetFormerStore(local, ports.cache, state().user, decodeToken(pair.token));
    storage.write(pair && { ...pair, rotation: (storage.read()?.rotation ?? 0) + 1 });
    await mirror();
    ports.announce?.();
  }

  async function adopt(pair: TokenPair, at: number): Promise<TokenContent> {
    const content = ports.verify ? await ports.verify(pair.token, at) : decodeToken(pair.token);
    if (!content) throw new Error('Vérification JWT échouée');
    const newOwner: Owner = `u:${content.user_id}`;
    // Before the listeners, which send the waiting commands.
    await unparkOwner(local, newOwner);
    // Another tab may have logged in a user meanwhile.
    const before = storage.read();
    const previousOwner = owner();
    await store({ token: pair.token, refreshToken: pair.refresh_token });
    // Again, since another tab may just have parked this user.
    await unparkOwner(local, newOwner);
    if (previousOwner && previousOwner !== newOwner) {
      // Impersonation does not log the administrator out: revoking their session would end it.
      const isImpersonating = previousOwner === `u:${content.act?.sub}`;
      await endOtherSession(previousOwner, isImpersonating ? null : before);
    }
    return content;
  }

  /** Ends the session of a user who had not logged out. */
  async function endOtherSession(previousOwner: Owner, pair: StoredPair | null | undefined): Promise<void> {
    const handle = pair?.refreshToken ? handleOf(pair.refreshToken) : null;
    // First, so that an interruption leaves no data of theirs.
    await purgeOwner(local, ports.cache, previousOwner, 'unasked');
    if (handle) revocations.add(await handle);
    await revocations.send();
  }

  /** The rotation restarts with each login, so the token is compared, too. */
  function isUnchanged({ rotation, refreshToken }: StoredPair): boolean {
    const now = storage.read();
    return now?.rotation === rotation && now.refreshToken === refreshToken;
  }

  async function refreshNow(): Promise<RefreshResult> {
    const pair = storage.read();
    if (!pair?.refreshToken) return 'refused';
    try {
      const body = { refresh_token: pair.refreshToken };
      const { answer } = await call('session.refresh', { body }, { token: null });
      // Logged out, or another login, during the request.
      if (!isUnchanged(pair)) return storage.read() ? 'fresh' : 'refused';
      await store({ token: answer.token, refreshToken: answer.refresh_token });
      return 'fresh';
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!['unauthorised', 'forbidden', 'violations'].includes(error.kind)) return 'unreachable';
      if (isUnchanged(pair)) await store({ token: pair.token, refreshToken: null });
      return 'refused';
    }
  }

  async function refreshOnce(): Promise<RefreshResult> {
    const before = storage.read()?.rotation;
    const underLock = () => {
      const current = storage.read();
      const rotated = current && current.rotation !== before;
      return rotated && current.refreshToken ? Promise.resolve<RefreshResult>('fresh') : refreshNow();
    };
    if (!ports.locks) return underLock();
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), REFRESH_LOCK_TIMEOUT);
    try {
      return await ports.locks.request('auth', { signal: timeout.signal }, () => {
        clearTimeout(timer);
        return underLock();
      });
    } catch (error) {
      // A frozen tab may hold the lock forever: the server accepts a second refresh for a minute.
      if (timeout.signal.aborted) return underLock();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  function refresh(): Promise<RefreshResult> {
    refreshing ??= refreshOnce().finally(() => {
      refreshing = null;
    });
    return refreshing;
  }

  return {
    state,
    owner,
    adopt,
    refresh,
    revokePending: revocations.send,
    accessToken: () => {
      const pair = storage.read();
      return pair?.refreshToken ? pair.token : null;
    },
    async login(login, password, code) {
      const { answer, date } = await call('session.login', { body: { login, password, code } }, { token: null });
      return adopt(answer, date ?? local.now());
    },
    async logout(waiting) {
      const previousOwner = owner();
      const token = storage.read()?.refreshToken;
      // Any token of the session revokes it, also a renewed one.
      if (token) revocations.add(await handleOf(token));
      if (owner() === previousOwner) await store(null);
      if (previousOwner) await purgeOwner(local, ports.cache, previousOwner, waiting);
      await revocations.send();
    },
    recheck() {
      if (state().status !== reportedStatus) notify();
    },
    async reread() {
      // An unreadable database restores no user; `mirror` reports write failures.
      await userMirror.restoreLost().catch(console.error);
      await mirror();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    credentials: {
      user: async () => owner(),
      token: async (asked) => {
        const pair = storage.read();
        const user = pair && decodeToken(pair.token);
        if (!pair?.refreshToken || !user || asked !== `u:${user.user_id}`) return null;
        // With an unknown clock only the server can tell whether a token has expired.
        return clock.offset() === null || isFresh(user, serverNow(), MARGIN) ? pair.token : null;
      },
      refresh: async (asked) => (asked === owner() ? refresh() : 'unreachable'),
      roleRefused(asked, storeRole) {
        if (asked === owner() && storeRole !== roleIn(state().user)) refresh().catch(console.error);
      },
    },
  };
}
