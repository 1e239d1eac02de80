// Whose device this is, and the tokens that prove it. Guarantees: at most one refresh in flight per profile, and each
// refresh token is presented once (the server answers a repeated one alike for a minute); a user whose token cannot be
// renewed keeps the identity, locked: what is kept stays readable, writes wait, nothing is sent.
// The refresh token lives in the storage given by the page only; the database mirrors the access token for the worker. Where
// the storage has lost the pair (a crash may lose what localStorage took last), the user of the mirror is restored, locked.
import type { ApiClient } from '#api/client.ts';
import { ApiError } from '#api/errors.ts';
import { decodeToken, isFresh, type TokenVerifier } from '#api/session-token.ts';
import type { TokenContent, TokenPair } from '#contract/account/users.ts';
import type { CacheDatabase } from '#db/cache-database.ts';
import type { Owner } from '#db/rows.ts';
import type { ServerClock } from '../device/clock.ts';
import type { StoreContext } from '../device/context.ts';
import type { Locks } from '../device/locks.ts';
import { unparkOwner } from '../outbox/parking.ts';
import type { Credentials } from './credentials.ts';
import { purgeOwner } from './purge-owner.ts';
import { createRevocations, handleOf } from './revocations.ts';
import type { StoredPair, TokenStorage } from './token-storage.ts';
import { createUserMirror } from './user-mirror.ts';

const REFRESH_LOCK_TIMEOUT = 10_000;
/** A token with less than this left is renewed before it is used. */
const MARGIN = 10_000;

export interface SessionPorts {
  local: StoreContext;
  cache: CacheDatabase;
  call: ApiClient['call'];
  clock: ServerClock;
  storage: TokenStorage;
  /** Null when the page carries no public key: the token is then decoded only. */
  verify: TokenVerifier | null;
  locks?: Locks | undefined;
  /** Tells the other tabs. */
  announce?: (() => void) | undefined;
}

export interface SessionState {
  status: 'anonymous' | 'authenticated' | 'locked';
  user: TokenContent | null;
  /** Locked for good: the market has ended it, or the browser has lost it. Only a login helps. */
  isEnded: boolean;
}

export type RefreshResult = 'fresh' | 'refused' | 'unreachable';

export interface Session {
  state(): SessionState;
  /** Null for a visitor. */
  owner(): Owner | null;
  /** For the API client, at each send. */
  accessToken(): string | null;
  login(login: string, password: string): Promise<TokenContent>;
  /** Takes over a pair from elsewhere (impersonation). `at`: the server's clock, milliseconds. */
  adopt(pair: TokenPair, at: number): Promise<TokenContent>;
  refresh(): Promise<RefreshResult>;
  logout(waiting: 'keep' | 'discard'): Promise<void>;
  /** Ends on the server what was ended here without a network. */
  revokePending(): Promise<void>;
  /** The server's clock became known: what looked over may not be. */
  recheck(): void;
  /** The stored pair may have changed, in another tab or since the last visit, or have been lost. */
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

  /** Who is there now is told, whether or not the database could be. */
  const mirror = () => userMirror.write().finally(notify);

  function notify(): void {
    const now = state();
    reportedStatus = now.status;
    for (const listener of [...listeners]) listener(now);
  }

  async function store(pair: Omit<StoredPair, 'rotation'> | null): Promise<void> {
    storage.write(pair && { ...pair, rotation: (storage.read()?.rotation ?? 0) + 1 });
    await mirror();
    ports.announce?.();
  }

  async function adopt(pair: TokenPair, at: number): Promise<TokenContent> {
    const content = ports.verify ? await ports.verify(pair.token, at) : decodeToken(pair.token);
    if (!content) throw new Error('Vérification JWT échouée');
    const newOwner: Owner = `u:${content.user_id}`;
    // Before anyone hears of the login: whoever does sends what waited for it.
    await unparkOwner(local, newOwner);
    // Who is there now: another tab may have logged somebody in meanwhile.
    const before = storage.read();
    const previousOwner = owner();
    await store({ token: pair.token, refreshToken: pair.refresh_token });
    // And after it: another tab may just have taken this user for gone.
    await unparkOwner(local, newOwner);
    if (previousOwner && previousOwner !== newOwner) {
      // An administrator who begins to act has not logged out: their logout would end what they begin.
      const isImpersonating = previousOwner === `u:${content.act?.sub}`;
      await endOtherSession(previousOwner, isImpersonating ? null : before);
    }
    return content;
  }

  /** Someone else logs in where a session had been left open. */
  async function endOtherSession(previousOwner: Owner, pair: StoredPair | null | undefined): Promise<void> {
    if (pair?.refreshToken) revocations.add(handleOf(pair.refreshToken));
    await purgeOwner(local, ports.cache, previousOwner, 'unasked');
    await revocations.send();
  }

  /** Counting begins anew with each login: the token itself tells one session from the next. */
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
      // Logged out, or someone else logged in, while the answer was on its way.
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
      // A frozen tab may hold the lock for ever: the server's grace makes a second refresh safe.
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
    async login(login, password) {
      const { answer, date } = await call('session.login', { body: { login, password } }, { token: null });
      return adopt(answer, date ?? local.now());
    },
    async logout(waiting) {
      const previousOwner = owner();
      const token = storage.read()?.refreshToken;
      // Any token of the session ends it: one renewed meanwhile, too.
      if (token) revocations.add(handleOf(token));
      if (owner() === previousOwner) await store(null);
      if (previousOwner) await purgeOwner(local, ports.cache, previousOwner, waiting);
      await revocations.send();
    },
    recheck() {
      if (state().status !== reportedStatus) notify();
    },
    async reread() {
      // A database that cannot be read knows nobody; what it cannot take is for `mirror` to say.
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
        // With an unknown clock only the server can tell whether a token is over.
        return clock.offset() === null || isFresh(user, serverNow(), MARGIN) ? pair.token : null;
      },
      refresh: async (asked) => (asked === owner() ? refresh() : 'unreachable'),
    },
  };
}
