// An account's new address, as its person sees it.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeUser } from '../support/builders.ts';
import { linkOfMail } from '../support/mails.ts';
import { enginePort, openPage, type Page, until } from '../support/page.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../support/test-server.ts';

let market: TestMarket;
let page: Page;
let state: Awaited<ReturnType<typeof loadState>>;

async function loadState() {
  const { pageStore } = await import('#state/page/page-store.ts');
  const session = await import('#state/session/session.ts');
  const { saveProfile, restoreEmail } = await import('#state/account/profile.ts');
  const { getSync } = await enginePort();
  return { pageStore, session, saveProfile, restoreEmail, ready: getSync };
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

it('is shown at once after the market’s answer, and after a reload from the token', async () => {
  const { id, email } = await entered();
  expect(await state.saveProfile(id, `nouvelle-${email}`, DEMO_PASSWORD)).toMatchObject({ outcome: 'sent' });
  await until(() => shown()?.email === `nouvelle-${email}`, 'the new address is shown');
  const stored = await (await state.ready()).local.db.session.get('current');
  expect(JSON.stringify(stored)).not.toContain(`"${email}"`);
  expect(shown()?.user_id).toBe(id);
});

it('is not queued without a network, and the password is stored nowhere', async () => {
  const { id, email } = await entered();
  page.network.up = false;
  expect(await state.saveProfile(id, `plus-tard-${email}`, DEMO_PASSWORD)).toEqual({ outcome: 'offline' });
  expect(shown()?.email).toBe(email);
  const { db } = (await state.ready()).local;
  for (const table of db.tables) expect(JSON.stringify(await table.toArray()), table.name).not.toContain(DEMO_PASSWORD);
  expect(await db.outbox.count()).toBe(0);
});

it('that is refused changes nothing', async () => {
  const { email: used } = await makeUser(market.db);
  const { id, email } = await entered();
  expect(await state.saveProfile(id, used, DEMO_PASSWORD)).toMatchObject({ outcome: 'refused' });
  const wrong = await state.saveProfile(id, `autre-${email}`, 'Faux-mot-de-passe');
  expect(wrong).toMatchObject({ outcome: 'refused', violations: [{ propertyPath: 'password' }] });
  expect(shown()?.email).toBe(email);
});

it('is given back by the link of the mail, which ends the session of this device as well', async () => {
  const { id, email } = await entered();
  await state.saveProfile(id, `volee-${email}`, DEMO_PASSWORD);
  const link = linkOfMail(market.mails(), email, '/retablir-adresse');
  page.network.up = false;
  expect(await state.restoreEmail(link)).toEqual({ outcome: 'offline' });
  page.network.up = true;
  expect(await state.restoreEmail(link)).toEqual({ outcome: 'done', email });
  await until(() => shown() === null, 'nobody is logged in here');
  expect(await state.restoreEmail(link)).toMatchObject({
    outcome: 'refused',
    message: expect.stringContaining('ne sert plus'),
  });
});
