// The session behind the screens: leaving, renewing, and following the device's owner.
// Guarantee: nothing of one owner is shown to the next; a session about to end is renewed while the page is in use, and one
// that cannot be renewed for lack of a network is locked, not lost.
import { decode } from '#api/session-token.ts';
import type { TokenPair } from '#contract/account/users.ts';
import type { EndpointArguments } from '#contract/registry.ts';
import { draftsOf } from '#db/drafts.ts';
import type { Owner } from '#db/rows.ts';
import { cartAtom, emptyCart } from '#state/cart/cart.ts';
import { type Leaving, ready, type SessionOutcome } from '#state/page/engine-port.ts';
import { pageQueryClient, pageStore } from '#state/page/page-store.ts';
import type { Seen } from '#state/page/query-client.ts';
import { forgetNotes } from '#state/page/web-storage.ts';
import { adoptDrafts, forgetTyped } from '#state/session/draft-store.ts';
import { sessionAtom } from '#state/session/session.ts';
import { untoldHere } from '#sync/outbox/journal.ts';
import { waitingWrites as waitingOf } from '#sync/pending/waiting.ts';
import type { SessionState } from '#sync/session/session.ts';
import type { Sync } from '#sync/sync.ts';
import { showHistory } from './history.ts';

/** Renewed this long before it ends, milliseconds. */
const renewBeforeMs = 60_000;
/** Asked again this long after the network was away, milliseconds. */
const renewAgainMs = 15_000;

function forgetPersonalAnswers(): void {
  // What is mounted asks again in its new name; the rest is gone.
  void pageQueryClient.resetQueries({
    predicate: ({ state }) => (state.data as Seen<unknown> | undefined)?.personal !== false,
  });
}

const isOf = (owner: Owner, { user }: SessionState) => (user ? owner === `u:${user.user_id}` : owner.startsWith('v:'));

/** What is shown of an owner's outbox. */
interface Shown {
  /** Nothing of whoever was here, from now on. */
  forget(): void;
  /** Resolves once the first of it is shown. */
  follow(owner: Owner): Promise<void>;
}

/** Tells the atoms who is here, now and at each change. Resolves once the first owner's things are shown. */
export async function followSession(sync: Sync, shown: Shown): Promise<void> {
  let current: Owner | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  // As it is now: whoever was told of may be gone again.
  const show = () => {
    pageStore.set(sessionAtom, { ...sync.session.state(), ready: true });
  };

  const planRenewal = ({ user }: SessionState) => {
    clearTimeout(timer);
    if (!user) return;
    const serverNow = Date.now() + (sync.clock.offset() ?? 0);
    // Near the end of a session that is not renewed beyond it tokens live shorter and shorter.
    const before = Math.min(renewBeforeMs, (user.exp - user.iat) * 500);
    timer = setTimeout(renew, Math.max(0, user.exp * 1000 - serverNow - before));
  };
  const renew = async () => {
    if (document.visibilityState !== 'visible') return;
    if ((await sync.session.refresh()) !== 'unreachable') return;
    show();
    timer = setTimeout(renew, renewAgainMs);
  };

  const follow = async (state: SessionState) => {
    const owner = await sync.currentOwner();
    if (owner !== current) {
      const leaving = current;
      if (leaving) forgetTyped(leaving);
      current = owner;
      // What was typed is a comfort: a disk that fails here must not keep anyone out.
      adoptDrafts(owner, await draftsOf(sync.local.db, owner, sync.local.now()).catch(() => new Map()));
      if (leaving) forgetPersonalAnswers();
      // Who logs in stays who they are: what they had in the cart, and what waits, does not go out of sight.
      if (leaving?.startsWith('u:')) {
        shown.forget();
        pageStore.set(cartAtom, { cart: emptyCart, cartIri: null, ready: false, alert: null });
        forgetTyped('visitor');
        forgetNotes();
        // It takes notices, the number on the icon and the subscription with it.
        navigator.serviceWorker?.controller?.postMessage({ type: 'LEFT' });
        await showHistory(sync);
      }
      // Who has come meanwhile is shown once nothing of the one before is left: that is the next turn's.
      if (!isOf(owner, sync.session.state())) return;
      show();
      // What was typed while the one who has left still stood there.
      if (leaving) forgetTyped(leaving);
      await shown.follow(current);
    } else show();
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

const entering = () => import('./entering.ts');
/** Where its code does not come, neither would an answer. */
const unheard = (failure: unknown) => {
  console.error(failure);
  return null;
};

export async function enter(identifier: string, password: string): Promise<SessionOutcome> {
  const code = await entering().catch(unheard);
  return code ? code.enter(identifier, password) : { outcome: 'offline' };
}

export async function register(values: EndpointArguments<'users.create'>['body']): Promise<SessionOutcome> {
  const code = await entering().catch(unheard);
  return code ? code.register(values) : { outcome: 'offline' };
}

export const actAs = async (pair: TokenPair): Promise<boolean> =>
  (await entering().catch(unheard))?.actAs(pair) ?? false;

/** Unverified: only to ask whether one wants to be that person. */
export const usernameOf = (token: string) => decode(token)?.username ?? null;

export async function leftBehind(): Promise<Leaving> {
  const { local, currentOwner } = await ready();
  const owner = await currentOwner();
  const untold = (await untoldHere(local.db, owner)).filter(({ causedBy }) => !causedBy).length;
  return { waiting: (await waitingOf(local, owner)).length, untold };
}

export async function leave(waiting: 'keep' | 'discard'): Promise<void> {
  const sync = await ready();
  await sync.session.logout(waiting);
}
