// Who is shown, when people follow one another faster than the page can forget the one before.
import { expect, it, vi } from 'vitest';
import type { Owner } from '#db/rows.ts';
import type { SessionState } from '#sync/session.ts';
import type { Sync } from '#sync/start.ts';

const history: (() => void)[] = [];
vi.mock('#state/history-engine.ts', () => ({ loadHistory: () => new Promise<void>((end) => history.push(end)) }));

const userOf = (id: string) => ({ user_id: id, username: id, exp: Number.MAX_SAFE_INTEGER / 1000 });
const stateOf = (id: string | null) =>
  (id ? { status: 'authenticated', user: userOf(id) } : { status: 'anonymous', user: null }) as SessionState;

it('whoever came while what is forgotten of another was still being read is shown, with what is theirs', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  const { followSession } = await import('#state/session-engine.ts');
  const { sessionAtom } = await import('#state/session.ts');
  const { pageStore } = await import('#state/page-store.ts');

  let now: string | null = 'anne';
  let tell: (state: SessionState) => void = () => {};
  const sync = {
    session: {
      state: () => stateOf(now),
      subscribe: (listener: typeof tell) => {
        tell = listener;
      },
      revokePending: async () => {},
    },
    currentOwner: async (): Promise<Owner> => (now ? `u:${now}` : 'v:1'),
    clock: { offset: () => 0 },
    local: { db: null, now: Date.now },
  };
  let followed: Owner | null = null;
  await followSession(sync as unknown as Sync, {
    forget: () => {
      followed = null;
    },
    follow: async (owner) => {
      followed = owner;
    },
  });
  const turn = () => new Promise(setImmediate);
  const arrive = async (id: string | null) => {
    now = id;
    tell(stateOf(id));
    await turn();
  };
  expect([pageStore.get(sessionAtom).user?.user_id, followed]).toEqual(['anne', 'u:anne']);

  await arrive(null);
  expect(history).toHaveLength(1);
  await arrive('bob');
  history[0]?.();
  await turn();
  expect(pageStore.get(sessionAtom)).toMatchObject({ status: 'authenticated', user: { user_id: 'bob' } });
  expect(followed).toBe('u:bob');
  vi.useRealTimers();
});
