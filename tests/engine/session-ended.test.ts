// What a form that goes straight to the server is told once the market has ended the session.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { registry } from '#contract/registry.ts';
import { makeUser } from '../support/builders.ts';
import { enginePort, openPage, type Page } from '../support/page.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../support/test-server.ts';

let market: TestMarket;
let page: Page;
let getEngine: typeof import('#state/page/engine-port.ts').getEngine;
let getSync: typeof import('#state/page/engine-port.ts').getSync;
let user: { id: string; email: string };

beforeAll(async () => {
  market = await startTestMarket();
  page = openPage(market);
  ({ getEngine, getSync } = await enginePort());
});
afterAll(() => market.close());
beforeEach(async () => {
  user = await makeUser(market.db);
  await (await getEngine()).session.logIn(user.email, DEMO_PASSWORD);
  const { refreshToken } = JSON.parse(page.storage.getItem('etal.session') ?? '{}');
  await market.inject('POST', '/api/token/revoke', { form: { refresh_token: refreshToken } });
});

const shown = 'Votre session est terminée. Reconnectez-vous pour continuer.';
const asked = Object.entries<Endpoint>(registry).flatMap(([name, { access, method, bodyType }]) =>
  access === 'public' || method === 'GET' || bodyType === 'multipart' ? [] : [name],
);

it('there are calls that need a session', () => expect(asked.length).toBeGreaterThan(20));

it.each(asked)('%s: the session is over, which is no fault of anything typed', async (name) => {
  const write = (await getEngine()).write as (name: string, args: unknown) => Promise<unknown>;
  const params = { id: 1, user: 'x', slug: 'x' };
  expect(await write(name, { params, body: {} })).toMatchObject({
    outcome: 'refused',
    violations: [],
    error: { kind: 'unauthorised', message: shown },
  });
  expect((await getSync()).session.state()).toMatchObject({
    status: 'locked',
    isEnded: true,
    user: { email: user.email },
  });
});

it('other authenticated calls, too: personal data export and account deletion', async () => {
  const { endAccount, exportOwnData } = await import('#state/account/own-data.ts');
  expect(await exportOwnData(user.id)).toMatchObject({ outcome: 'refused', message: shown });
  expect(await endAccount(user.id, DEMO_PASSWORD)).toMatchObject({
    outcome: 'refused',
    message: shown,
    violations: [],
  });
});

it('without a network it is the network that is named', async () => {
  page.network.up = false;
  const { exportOwnData } = await import('#state/account/own-data.ts');
  expect(await exportOwnData(user.id)).toEqual({ outcome: 'offline' });
  page.network.up = true;
});

it('an unanswered renewal does not end the session', async () => {
  page.network.fail(({ url }) => url.endsWith('/token/refresh'), 'cut');
  const { exportOwnData } = await import('#state/account/own-data.ts');
  expect(await exportOwnData(user.id)).toEqual({ outcome: 'offline' });
  expect((await getSync()).session.state()).toMatchObject({ isEnded: false, user: { email: user.email } });
  page.network.heal();
  expect(await exportOwnData(user.id)).toMatchObject({ outcome: 'refused', message: shown });
});
