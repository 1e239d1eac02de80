// An administrator who acts for somebody, from their own browser.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeUser } from '../support/builders.ts';
import { enginePort, openPage, type Page, until } from '../support/page.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../support/test-server.ts';

let market: TestMarket;
let page: Page;
let state: Awaited<ReturnType<typeof loadState>>;

async function loadState() {
  const { pageStore } = await import('#state/page/page-store.ts');
  const session = await import('#state/session/session.ts');
  const { getSync, getEngine } = await enginePort();
  return { pageStore, session, ready: getSync, engine: getEngine };
}

beforeAll(async () => {
  market = await startTestMarket();
  page = openPage(market);
  state = await loadState();
  await state.ready();
});
afterAll(() => market.close());

const user = () => state.pageStore.get(state.session.sessionAtom).user;

/** Asked for in the administration: the pair that its cookie brings. */
async function pairFor(administrator: string, id: string): Promise<{ token: string; refresh_token: string }> {
  const path = `/api/administration/accounts/${id}/impersonation`;
  const { headers } = await market.app.inject({
    method: 'POST',
    url: path,
    headers: { authorization: `Bearer ${administrator}`, 'content-type': 'application/ld+json' },
    payload: '{}',
  });
  const cookie = [headers['set-cookie']].flat().find((one) => one?.includes('impersonation=')) ?? '';
  return JSON.parse(decodeURIComponent(/impersonation=([^;]*)/.exec(cookie)?.[1] ?? 'null'));
}

it('ends with the administrator’s logout elsewhere, but survives a lost own session', async () => {
  const administrator = await makeUser(market.db, { roles: ['ROLE_USER', 'ROLE_ADMIN'] });
  const person = await makeUser(market.db);
  expect(await state.session.login(administrator.email, DEMO_PASSWORD)).toEqual({ outcome: 'in' });
  await until(() => user()?.email === administrator.email, 'the administrator is logged in');
  const own = (await state.ready()).session.accessToken() ?? '';

  const { session } = await state.engine();
  expect(await session.impersonate(await pairFor(own, person.id))).toBe(true);
  await until(() => user()?.email === person.email, 'the administrator acts for the person');
  const acting = (await state.ready()).session.accessToken() ?? '';
  const orders = () => market.inject('GET', `/api/users/${person.id}/orders`, { token: acting });
  expect((await orders()).status).toBe(200);
  expect(page.network.log.filter(({ url }) => url.includes('revoke'))).toEqual([]);

  const elsewhere = await market.inject<{ refresh_token: string }>('POST', '/api/login_check', {
    body: { login: administrator.email, password: DEMO_PASSWORD },
  });
  await market.inject('POST', '/api/token/revoke', { form: { refresh_token: elsewhere.body.refresh_token } });
  expect((await orders()).status).toBe(401);
});
