// An account's new address, as its person sees it.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeUser } from '../support/builders.ts';
import { enginePort, openPage, type Page, until } from '../support/page.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../support/test-server.ts';

let market: TestMarket;
let page: Page;
let state: Awaited<ReturnType<typeof loadState>>;

async function loadState() {
  const { pageStore } = await import('#state/page/page-store.ts');
  const session = await import('#state/session/session.ts');
  const { saveProfile } = await import('#state/writes/profile.ts');
  const { ready } = await enginePort();
  return { pageStore, session, saveProfile, ready };
}
beforeAll(async () => {
  market = await startTestMarket();
  page = openPage(market);
  state = await loadState();
  await state.ready();
});
afterAll(() => market.close());
beforeEach(() => {
  page.network.up = true;
});

const shown = () => state.pageStore.get(state.session.sessionAtom).user;

async function entered() {
  const { email } = await makeUser(market.db);
  expect(await state.session.login(email, DEMO_PASSWORD)).toEqual({ outcome: 'in' });
  await until(() => shown()?.email === email, 'the session is shown');
  return { id: shown()?.user_id ?? '', email };
}

it('is shown as soon as the market has it, and so is it after a reload, since the token says it', async () => {
  const { id, email } = await entered();
  expect(await state.saveProfile(id, `nouvelle-${email}`)).toMatchObject({ outcome: 'sent' });
  await until(() => shown()?.email === `nouvelle-${email}`, 'the new address is shown');
  const kept = await (await state.ready()).local.db.session.get('current');
  expect(JSON.stringify(kept)).not.toContain(`"${email}"`);
  expect(shown()?.user_id).toBe(id);
});

it('that waited for the network is shown once it was sent, and not before', async () => {
  const { id, email } = await entered();
  page.network.up = false;
  expect(await state.saveProfile(id, `plus-tard-${email}`)).toMatchObject({ outcome: 'queued' });
  expect(shown()?.email).toBe(email);
  page.network.up = true;
  await (await state.ready()).drain({ eager: true });
  await until(() => shown()?.email === `plus-tard-${email}`, 'the new address is shown');
});

it('that is refused changes nothing', async () => {
  const { email: taken } = await makeUser(market.db);
  const { id, email } = await entered();
  expect(await state.saveProfile(id, taken)).toMatchObject({ outcome: 'refused' });
  expect(shown()?.email).toBe(email);
});
