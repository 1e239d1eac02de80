// What is said where the list of what waits is empty, on the real sync layer and the real server.
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeUser } from '../support/builders.ts';
import { enginePort, openPage, type Page, until } from '../support/page.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../support/test-server.ts';

/** The code that tells what wants a decision, on its way until it is let through. */
const decisionsCode = vi.hoisted(() => {
  const code = { asked: false, arrive: () => {}, arrival: Promise.resolve() };
  code.arrival = new Promise<void>((resolve) => {
    code.arrive = resolve;
  });
  return code;
});
vi.mock('#engine/writes/decisions.ts', async (original) => {
  decisionsCode.asked = true;
  await decisionsCode.arrival;
  return original();
});

let market: TestMarket;
let page: Page;
let state: Awaited<ReturnType<typeof loadState>>;

async function loadState() {
  const { pageQueryClient, pageStore } = await import('#state/page/page-store.ts');
  const { StateProvider } = await import('#state/page/state-provider.tsx');
  const { trayAtom } = await import('#state/pending/pending-writes.ts');
  const { flushWrites } = await import('#state/pending/pending-actions.ts');
  const session = await import('#state/session/session.ts');
  const { getSync } = await enginePort();
  const { PendingList: Tray } = await import('#features/waiting/pending-list.tsx');
  return { pageQueryClient, pageStore, StateProvider, trayAtom, flushWrites, session, sync: await getSync(), Tray };
}

beforeAll(async () => {
  market = await startTestMarket();
  page = openPage(market);
  state = await loadState();
});
afterAll(() => market.close());

const tray = () => state.pageStore.get(state.trayAtom);
const shown = () => state.pageStore.get(state.session.sessionAtom);
const drawn = () =>
  renderToStaticMarkup(
    <state.StateProvider queryClient={state.pageQueryClient} store={state.pageStore}>
      <MemoryRouter>
        <state.Tray />
      </MemoryRouter>
    </state.StateProvider>,
  );
const letter = { name: 'Anne', email: 'anne@etal.test', subject: 'Bonjour', message: 'Ouvrez-vous le dimanche ?' };
const applyCoupon = (code: string) => state.sync.submit({ type: 'cart.applyCoupon', args: { code } });

it('completion is not shown while another user’s writes are pending here', async () => {
  await until(() => tray().ready, 'the device was asked');
  expect(drawn()).toContain('Tout est envoyé.');
  const { email } = await makeUser(market.db);
  expect(await state.session.login(email, DEMO_PASSWORD)).toEqual({ outcome: 'in' });
  await until(() => shown().user?.email === email, 'they are shown');
  page.network.up = false;
  await state.sync.submit({ type: 'platformMessages.create', args: letter });
  await until(() => tray().waiting.length === 1, 'it is listed');
  await state.session.confirmLogout('keep');
  await until(() => shown().status === 'anonymous', 'they have left');
  await until(() => tray().ready && tray().waiting.length === 0, 'nothing of theirs is listed');
  expect(drawn()).not.toContain('Tout est envoyé.');
  expect(drawn()).toContain('Connectez-vous pour voir ce qui attend.');

  page.network.heal();
  const other = await makeUser(market.db);
  expect(await state.session.login(other.email, DEMO_PASSWORD)).toEqual({ outcome: 'in' });
  await until(() => shown().user?.email === other.email && tray().ready, 'somebody else is shown');
  expect(drawn()).toContain('Aucune modification de votre part n’est en attente.');
  await state.session.confirmLogout('keep');

  expect(await state.session.login(email, DEMO_PASSWORD)).toEqual({ outcome: 'in' });
  await until(() => shown().user?.email === email, 'they are shown again');
  await until(() => state.flushWrites(), 'it is sent');
  await until(() => tray().ready && !tray().ofOthers && tray().waiting.length === 0, 'the list knows');
  expect(drawn()).toContain('Tout est envoyé.');
});

it('neither completion nor an empty list is shown before conflicts are loaded', async () => {
  expect(decisionsCode.asked).toBe(false);
  page.network.fail(({ url }) => url.includes('coupon'), 'held', 1);
  await applyCoupon('JAMAIS');
  await until(() => tray().waiting.length === 1, 'it is listed');
  const visibleText: string[] = [];
  const stop = state.pageStore.sub(state.trayAtom, () => visibleText.push(drawn()));
  await page.network.release();
  await until(() => decisionsCode.asked, 'the code for it is asked for');
  await until(async () => (await state.sync.local.db.outbox.count()) === 0, 'it is refused');
  decisionsCode.arrive();
  await until(() => tray().decisions.length === 1, 'it is told');
  stop();
  expect(visibleText.filter((html) => /Tout est envoyé/.test(html))).toEqual([]);
  expect(visibleText.filter((html) => /Rien d’autre en attente/.test(html) && !/À vérifier/.test(html))).toEqual([]);
});
