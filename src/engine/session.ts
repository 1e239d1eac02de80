// Session behind the screens: renewal, logout, and changes of the device's owner.
// Guarantee: data of one owner is never shown to the next; the session is renewed while the page is in use; without a
// network it is locked, not lost.
import { decodeToken } from '#api/session-token.ts';
import type { TokenPair } from '#contract/account/users.ts';
import { roleIn } from '#contract/merchant/store-roles.ts';
import type { EndpointArguments } from '#contract/registry.ts';
import { draftsOf } from '#db/drafts.ts';
import type { Owner } from '#db/rows.ts';
import { cartAtom, emptyCart } from '#state/cart/cart.ts';
import { getSync, type SessionOutcome, type UnfinishedWork } from '#state/page/engine-port.ts';
import { pageQueryClient, pageStore } from '#state/page/page-store.ts';
import type { ReadResult } from '#state/page/query-client.ts';
import { forgetNotes, forgetStoreNotes, localItems } from '#state/page/web-storage.ts';
import { dropDrafts, restoreDrafts } from '#state/session/draft-store.ts';
import { sessionAtom } from '#state/session/session.ts';
import { unseenOutcomes } from '#sync/outbox/journal.ts';
import { listPendingWrites as waitingOf } from '#sync/pending/waiting.ts';
import type { SessionState } from '#sync/session/session.ts';
import type { Sync } from '#sync/sync.ts';
import { showHistory } from './history.ts';

/** Renewal before the end, milliseconds. */
const renewBeforeMs = 60_000;
/** Delay after a failed renewal, milliseconds. */
const renewAgainMs = 15_000;

function forgetPersonalAnswers(): void {
  // Mounted queries reload for the new owner; others are dropped.
  void pageQueryClient.resetQueries({
    predicate: ({ state }) => (state.data as ReadResult<unknown> | undefined)?.personal !== false,
  });
}

const isOf = (owner: Owner, { user }: SessionState) => (user ? owner === `u:${user.user_id}` : owner.startsWith('v:'));

/** Store and role of a session. */
const workOf = ({ user }: SessionState) => `${user?.ownedStore} ${roleIn(user)}`;

/** The same user works for no store any more, for another, or in another role. */
function forgetFormerStore(owner: Owner): void {
  forgetPersonalAnswers();
  const { ownedStore } = pageStore.get(sessionAtom).user ?? {};
  if (ownedStore) return;
  dropDrafts(owner);
  forgetStoreNotes();
  // The worker removes notifications, badge and push subscription.
  if (!localItems.pushes.get()?.orders) navigator.serviceWorker?.controller?.postMessage({ type: 'LEFT' });
}

/** Publishes an owner's outbox. */
interface Shown {
  /** Clears the previous owner's data. */
  forget(): void;
  /** Resolves after the first publication. */
  follow(owner: Owner): Promise<void>;
}

/** Publishes the session and follows its changes. Resolves after the first owner's data is published. */
export async function followSession(sync: Sync, shown: Shown): Promise<void> {
  let current: Owner | null = null;
  let work = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  // Reads the current state, which may be newer than the event.
  const show = () => {
    pageStore.set(sessionAtom, { ...sync.session.state(), ready: true });
  };

  const planRenewal = ({ user }: SessionState) => {
    clearTimeout(timer);
    if (!user) return;
    const serverNow = Date.now() + (sync.clock.offset() ?? 0);
    // Near the absolute end of a session, tokens have shorter lifetimes.
    const before = Math.min(renewBeforeMs, (user.exp - user.iat) * 500);
    renewAfter(Math.max(0, user.exp * 1000 - serverNow - before));
  };
  const renewAfter = (ms: number) => {
    timer = setTimeout(() => renew().catch(console.error), ms);
  };
  const renew = async () => {
    if (document.visibilityState !== 'visible') return;
    if ((await sync.session.refresh()) !== 'unreachable') return;
    show();
    renewAfter(renewAgainMs);
  };

  const follow = async (state: SessionState) => {
    const owner = await sync.currentOwner();
    if (owner !== current) {
      const leaving = current;
      if (leaving) dropDrafts(leaving);
      current = owner;
      // Drafts are optional: a storage failure must not block the login.
      restoreDrafts(owner, await draftsOf(sync.local.db, owner, sync.local.now()).catch(() => new Map()));
      if (leaving) forgetPersonalAnswers();
      // At login a visitor's cart and pending writes stay visible.
      if (leaving?.startsWith('u:')) {
        shown.forget();
        pageStore.set(cartAtom, { cart: emptyCart, cartIri: null, ready: false, alert: null });
        dropDrafts('visitor');
        forgetNotes();
        // The worker removes notifications, badge and push subscription.
        navigator.serviceWorker?.controller?.postMessage({ type: 'LEFT' });
        await showHistory(sync);
      }
      // The owner changed again; the next event publishes it.
      if (!isOf(owner, sync.session.state())) return;
      show();
      // Drafts typed while the previous owner was still shown.
      if (leaving) dropDrafts(leaving);
      await shown.follow(current);
    } else {
      show();
      if (workOf(sync.session.state()) !== work) forgetFormerStore(owner);
    }
    work = workOf(sync.session.state());
    planRenewal(state);
  };

  sync.session.subscribe((state) => {
    follow(state).catch(console.error);
  });
  document.addEventListener('visibilitychange', () => {
    const state = sync.session.state();
    if (document.visibilityState === 'visible' && state.user) planRenewal(state);
  });
  await follow(sync.session.state());
  void sync.session.revokePending();
}

const entering = () => import('./login.ts');
/** Without its code there is no network either. */
const unheard = (failure: unknown) => {
  console.error(failure);
  return null;
};

export async function logIn(identifier: string, password: string, oneTimeCode?: string): Promise<SessionOutcome> {
  const code = await entering().catch(unheard);
  return code ? code.loginWithPassword(identifier, password, oneTimeCode) : { outcome: 'offline' };
}

export async function registerAccount(values: EndpointArguments<'users.create'>['body']): Promise<SessionOutcome> {
  const code = await entering().catch(unheard);
  return code ? code.signUpAndLogin(values) : { outcome: 'offline' };
}

export const impersonate = async (pair: TokenPair): Promise<boolean> =>
  (await entering().catch(unheard))?.adoptVerifiedTokens(pair) ?? false;

/** Not verified; only for the question to the user. */
export const usernameOf = (token: string) => decodeToken(token)?.username ?? null;

export async function unfinishedWork(): Promise<UnfinishedWork> {
  const { local, currentOwner } = await getSync();
  const owner = await currentOwner();
  const unseen = (await unseenOutcomes(local.db, owner)).filter(({ causedBy }) => !causedBy).length;
  return { waiting: (await waitingOf(local, owner)).length, unseenOutcomes: unseen };
}

export async function endSession(waiting: 'keep' | 'discard'): Promise<void> {
  const sync = await getSync();
  await sync.session.logout(waiting);
}
