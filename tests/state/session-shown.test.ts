// Who is shown, when people follow one another faster than the page can forget the one before.
import { afterEach, expect, it, vi } from 'vitest';
import type { Owner } from '#db/rows.ts';
import type { SessionState } from '#sync/session/session.ts';
import type { Sync } from '#sync/sync.ts';

const history: (() => void)[] = [];
vi.mock('#engine/history.ts', () => ({ showHistory: () => new Promise<void>((end) => history.push(end)) }));

const userOf = (id: string) => ({ user_id: id, username: id, exp: Number.MAX_SAFE_INTEGER / 1000 });
const stateOf = (id: string | null) =>
  (id
    ? { status: 'authenticated', user: userOf(id) }
    : { status: 'anonymous', user: null, isEnded: false }) as SessionState;

/** A page that follows who is there, Anne at first. */
async function anneIsShown() {
  vi.resetModules();
  history.length = 0;
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  const { followSession } = await import('#engine/session.ts');
  const { sessionAtom } = await import('#state/session/session.ts');
  const { pageStore, pageQueryClient } = await import('#state/page/page-store.ts');
  let now: string | null = 'anne';
  let notify: (state: SessionState) => void = () => {};
  const sync = {
    session: {
      state: () => stateOf(now),
      subscribe: (listener: typeof notify) => {
        notify = listener;
      },
      revokePending: async () => {},
    },
    currentOwner: async (): Promise<Owner> => (now ? `u:${now}` : 'v:1'),
    clock: { offset: () => 0 },
    local: { db: null, now: Date.now },
  };
  const followed: { owner: Owner | null } = { owner: null };
  await followSession(sync as unknown as Sync, {
    forget: () => {
      followed.owner = null;
    },
    follow: async (owner) => {
      followed.owner = owner;
    },
  });
  const turn = () => new Promise(setImmediate);
  return {
    followed,
    turn,
    pageQueryClient,
    shown: () => pageStore.get(sessionAtom).user?.user_id ?? null,
    /** The device is theirs; the page is not told yet. */
    become: (id: string | null) => {
      now = id;
    },
    told: async () => {
      notify(stateOf(now));
      await turn();
    },
  };
}
afterEach(() => vi.useRealTimers());

it('a login during the cleanup after another user is shown, with its own data', async () => {
  const page = await anneIsShown();
  expect([page.shown(), page.followed.owner]).toEqual(['anne', 'u:anne']);
  page.become(null);
  await page.told();
  expect(history).toHaveLength(1);
  page.become('bob');
  await page.told();
  history[0]?.();
  await page.turn();
  expect([page.shown(), page.followed.owner]).toEqual(['bob', 'u:bob']);
});

it('no user is shown before another’s data are cleared', async () => {
  const page = await anneIsShown();
  page.become(null);
  await page.told();
  // Read while nobody was there, by a call that was still Anne's.
  page.pageQueryClient.setQueryData(['users.orders'], { answer: ['hers'], personal: true });
  page.become('bob');
  history[0]?.();
  await page.turn();
  expect(page.shown()).not.toBe('bob');
  await page.told();
  expect(page.shown()).toBe('bob');
  expect(page.pageQueryClient.getQueryData(['users.orders'])).toBeUndefined();
});
