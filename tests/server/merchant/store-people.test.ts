// The people of a store: invitations by mail from their first to their last day, roles, and leaving.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StorePerson } from '#contract/merchant/store-people.ts';
import type { StoreRole } from '#contract/merchant/store-roles.ts';
import type { ErrorBody } from '#contract/wire/hydra.ts';
import { users } from '#server/db/schema/accounts.ts';
import { pushSubscriptions } from '#server/db/schema/pushes.ts';
import { storeInvitations, storeMembers } from '#server/db/schema/stores.ts';
import { makeMember, makeUser, unique } from '../../support/builders.ts';
import { decodeMail } from '../../support/mails.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { subscriptionOf } from '../../support/push-receiver.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../../support/test-server.ts';

const NOW = new Date('2026-11-30T08:00:00Z');
const DAY = 24 * 3_600_000;
const PASSWORD = 'Une belle tomme 2026';

let market: TestMarket;
let owner: Merchant;
let address: string;

beforeAll(async () => {
  market = await startTestMarket({ now: NOW });
});
afterAll(() => market.close());
beforeEach(async () => {
  market.setClock(NOW);
  owner = await makeMerchant(market);
  address = `${unique('nadia')}@etal.test`;
});

type People = { people: StorePerson[] } & ErrorBody;
const list = async () => (await owner.call<People>('GET', `/stores/${owner.storeId}/people`)).body.people;
const invite = (email = address, role: StoreRole = 'seller') =>
  owner.call<People>('POST', `/stores/${owner.storeId}/invitations`, { email, role });
const newestMail = async (email: string) =>
  decodeMail((await market.sentMails()).filter((one) => one.includes(`To: ${email}`)).at(-1) ?? '');
/** As in the newest mail to this address. */
async function linkTo(email = address) {
  const text = await newestMail(email);
  const [, id = '', token = ''] = /\/invitation\?uuid=([0-9a-f-]{36})&token=([\w-]+)/.exec(text) ?? [];
  return { id, token };
}
type Link = Awaited<ReturnType<typeof linkTo>>;
const read = ({ id, token }: Link) =>
  market.inject<{ hasAccount: boolean; store: string; email: string; role: StoreRole } & ErrorBody>(
    'POST',
    `/api/store_invitations/${id}/read`,
    { body: { token } },
  );
const join = ({ id, token }: Link) =>
  market.inject<ErrorBody>('POST', `/api/store_invitations/${id}/join`, { body: { token, plainPassword: PASSWORD } });
const accept = ({ id, token }: Link, as: string) =>
  market.inject<ErrorBody>('POST', `/api/store_invitations/${id}/accept`, { token: as, body: { token } });
const ordersOf = (token: string) => market.inject('GET', `/api/stores/${owner.storeId}/store_orders`, { token });
const setRole = (id: string, role: StoreRole, by = owner) =>
  by.call<People>('PUT', `/store_members/${id}/role`, { role });
const remove = (id: string, by = owner) => by.call<ErrorBody>('DELETE', `/store_members/${id}`);
const rolesOf = async () =>
  (await market.db.select().from(storeMembers).where(eq(storeMembers.storeId, owner.storeId))).map(({ role }) => role);

describe('an invitation', () => {
  test('opens an account with the invited address, which then works for the shop in its role', async () => {
    expect((await invite()).body.people).toMatchObject([
      { state: 'member', role: 'owner' },
      { state: 'invited', role: 'seller', email: address, name: null },
    ]);
    const link = await linkTo();
    expect((await read(link)).body).toMatchObject({ email: address, role: 'seller', hasAccount: false });
    expect((await join(link)).status).toBe(204);
    const token = await market.login(address, PASSWORD);
    expect((await ordersOf(token)).status).toBe(200);
    expect((await market.inject('GET', `/api/stores/${owner.storeId}/people`, { token })).status).toBe(403);
    expect(await list()).toMatchObject([{ role: 'owner' }, { state: 'member', role: 'seller', email: address }]);
    const [user] = await market.db.select().from(users).where(eq(users.email, address));
    expect(user?.emailConfirmedAt).toEqual(NOW);
  });

  test('is accepted by the account of its address, and by no other', async () => {
    const [person, stranger] = [await makeUser(market.db, { email: address }), await makeUser(market.db)];
    await invite();
    const link = await linkTo();
    expect((await read(link)).body.hasAccount).toBe(true);
    expect((await join(link)).body).toMatchObject({ code: 'has-account' });
    expect((await accept(link, await market.login(stranger.email))).status).toBe(404);
    expect(await rolesOf()).toEqual(['owner']);
    const token = await market.login(person.email);
    expect((await accept(link, token)).status).toBe(204);
    // The role counts from the next call, with the token of before.
    expect((await ordersOf(token)).status).toBe(200);
  });

  test('works once', async () => {
    await invite();
    const link = await linkTo();
    expect((await join(link)).status).toBe(204);
    expect((await join(link)).body).toMatchObject({ code: 'invitation-over' });
    expect((await read(link)).status).toBe(404);
    expect((await accept(link, await market.login(address, PASSWORD))).status).toBe(404);
  });

  test('ends after seven days, and a new mail renews it', async () => {
    await invite();
    const former = await linkTo();
    market.setClock(new Date(NOW.getTime() + 7 * DAY));
    for (const { body } of [await read(former), await join(former)]) expect(body.code).toBe('invitation-over');
    owner.token = await market.login(await emailOf(owner.id));
    const again = { token: owner.token, body: {} };
    const { body } = await market.inject<People>('PUT', `/api/store_invitations/${former.id}/resend`, again);
    expect(body.people.at(-1)).toMatchObject({ state: 'invited', email: address });
    expect((await read(former)).status).toBe(404);
    expect((await join(await linkTo())).status).toBe(204);
  });

  test('sent again with another role replaces the former one', async () => {
    await invite();
    const former = await linkTo();
    expect((await invite(address, 'picker')).body.people).toHaveLength(2);
    expect((await join(former)).status).toBe(404);
    expect((await join(await linkTo())).status).toBe(204);
    expect((await list()).map(({ role }) => role)).toEqual(['owner', 'picker']);
  });

  test('that the owner withdraws serves nobody', async () => {
    await invite();
    const link = await linkTo();
    expect((await owner.call('DELETE', `/store_invitations/${link.id}`)).status).toBe(204);
    expect((await join(link)).status).toBe(404);
    expect(await list()).toHaveLength(1);
  });

  test('looks the same to the owner whether or not the address has an account', async () => {
    const { email } = await makeUser(market.db);
    const [known, unknown] = [await invite(email), await invite()];
    const shape = ({ status, body }: typeof known) => [
      status,
      body.people.at(-1)?.state,
      body.people.at(-1)?.name,
      Object.keys(body.people.at(-1) ?? {}),
    ];
    expect(shape(known)).toEqual(shape(unknown));
  });

  test('is no way into a second shop', async () => {
    const other = await makeMerchant(market);
    await invite(await emailOf(other.id));
    const link = await linkTo(await emailOf(other.id));
    expect((await accept(link, other.token)).body).toMatchObject({ code: 'other-store' });
    expect((await other.call('GET', `/stores/${other.storeId}/people`)).status).toBe(200);
  });

  test('is refused for a member, a wrong address and the twenty-first person', async () => {
    const { body } = await invite(await emailOf(owner.id));
    expect(body.violations).toEqual([
      { propertyPath: 'email', message: 'Cette personne fait déjà partie de l’équipe.' },
    ]);
    expect((await invite('nadia')).status).toBe(422);
    for (let at = 1; at < 20; at += 1) expect((await invite(`${unique('p')}@etal.test`)).status).toBe(200);
    expect((await invite()).body).toMatchObject({ code: 'people-full' });
    expect(await list()).toHaveLength(20);
  });

  test('leaves no token behind', async () => {
    await invite();
    const { token } = await linkTo();
    const [row] = await market.db.select().from(storeInvitations).where(eq(storeInvitations.email, address));
    expect(JSON.stringify(row)).not.toContain(token);
    expect(row?.tokenHash).toHaveLength(32);
  });
});

const emailOf = async (id: string) =>
  (await market.db.select().from(users).where(eq(users.id, id)))[0]?.email ?? expect.fail('no account');
const member = async (role: StoreRole) => {
  const id = await makeMember(market.db, { storeId: owner.storeId, role });
  return { id, token: await market.login(await emailOf(id)) };
};

describe('a person of the shop', () => {
  test('who is removed is refused at the next call, and may be invited again', async () => {
    const { id, token } = await member('seller');
    expect((await ordersOf(token)).status).toBe(200);
    expect((await remove(id)).status).toBe(204);
    expect(await newestMail(await emailOf(id))).toContain('a mis fin à votre accès');
    const refused = await market.inject<ErrorBody>('PUT', '/api/store_orders/1/ready', { token, body: {} });
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ code: 'store-role', detail: { storeRole: null } });
    // What they bought stays theirs.
    expect((await market.inject('GET', `/api/users/${id}/orders`, { token })).status).toBe(200);
    await invite(await emailOf(id), 'picker');
    expect((await accept(await linkTo(await emailOf(id)), token)).status).toBe(204);
    expect((await ordersOf(token)).status).toBe(200);
  });

  test('gets no more news of the orders, and keeps those of own orders', async () => {
    const { id } = await member('picker');
    const { endpoint, keys } = subscriptionOf('https://fcm.googleapis.com/fcm/send/removed');
    const device = { ...keys, storeId: owner.storeId, userId: id };
    await market.db.insert(pushSubscriptions).values([
      { ...device, endpoint },
      { ...device, endpoint: `${endpoint}-too`, ownOrders: true },
    ]);
    await remove(id);
    expect(await market.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, id))).toMatchObject([
      { ownOrders: true, storeId: null },
    ]);
  });

  test('has another role from the next call on', async () => {
    const { id, token } = await member('picker');
    const messages = () => market.inject('GET', `/api/stores/${owner.storeId}/messages`, { token });
    expect((await messages()).status).toBe(403);
    expect((await setRole(id, 'seller')).body.people).toMatchObject([{ role: 'owner' }, { role: 'seller' }]);
    expect((await messages()).status).toBe(200);
    expect(await newestMail(await emailOf(id))).toContain('vous a donné le rôle «\u00a0Vente\u00a0»');
    const before = (await market.sentMails()).length;
    await setRole(id, 'seller');
    expect(await market.sentMails()).toHaveLength(before);
    await setRole(id, 'picker');
    expect((await messages()).status).toBe(403);
  });

  test('sees the token’s role change at its renewal', async () => {
    const { id } = await member('picker');
    const login = { login: await emailOf(id), password: DEMO_PASSWORD };
    type Pair = { token: string; refresh_token: string };
    const { body } = await market.inject<Pair>('POST', '/api/login_check', { body: login });
    const roleIn = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect(roleIn(body.token)).toMatchObject({ ownedStore: owner.storeId, storeRole: 'picker' });
    await remove(id);
    const form = { refresh_token: body.refresh_token };
    const renewed = (await market.inject<Pair>('POST', '/api/token/refresh', { form })).body.token;
    expect(roleIn(renewed)).toMatchObject({ ownedStore: null, storeRole: null, roles: ['ROLE_USER'] });
  });

  test('of another shop is not found', async () => {
    const other = await makeMerchant(market);
    for (const { status } of [await setRole(other.id, 'picker'), await remove(other.id)]) expect(status).toBe(404);
    expect((await other.call('GET', `/stores/${other.storeId}/people`)).status).toBe(200);
  });

  test('who ends their account leaves the shop; the last owner cannot', async () => {
    const { id, token } = await member('seller');
    const end = (account: string, as: string) =>
      market.inject<ErrorBody>('DELETE', `/api/users/${account}`, { token: as, body: { password: DEMO_PASSWORD } });
    expect((await end(id, token)).status).toBe(204);
    expect(await rolesOf()).toEqual(['owner']);
    expect((await end(owner.id, owner.token)).body).toMatchObject({ code: 'store-owner' });
    await member('owner');
    expect((await end(owner.id, owner.token)).status).toBe(204);
  });
});

test('the data of a person include their work and their invitations, and those of no colleague', async () => {
  const { id, token } = await member('picker');
  await invite();
  type Exported = { storeWork: { role: string }[]; storeInvitations: unknown[] };
  const of = (account: string, as: string) =>
    market.inject<Exported>('GET', `/api/users/${account}/export`, { token: as });
  const { body, text } = await of(id, token);
  expect(body.storeWork).toMatchObject([{ role: 'picker' }]);
  expect(body.storeInvitations).toEqual([]);
  expect(text).not.toContain(address);
  const { email } = await makeUser(market.db);
  await invite(email, 'seller');
  const invited = (await market.db.select().from(users).where(eq(users.email, email)))[0]?.id ?? '';
  expect((await of(invited, await market.login(email))).body.storeInvitations).toMatchObject([{ role: 'seller' }]);
});

describe('the last owner', () => {
  test('can be neither removed nor given another role', async () => {
    await member('seller');
    for (const { status, body } of [await setRole(owner.id, 'seller'), await remove(owner.id)])
      expect([status, body.code]).toEqual([409, 'last-owner']);
    expect((await setRole(owner.id, 'owner')).status).toBe(200);
  });

  test('remains when two owners demote or remove each other at once', async () => {
    const second = await member('owner');
    const other: Merchant = {
      ...owner,
      ...second,
      call: (method, path, body) =>
        market.inject(method, `/api${path}`, { token: second.token, ...(body !== undefined && { body }) }),
    };
    const demoted = await Promise.all([setRole(second.id, 'picker'), setRole(owner.id, 'picker', other)]);
    expect(demoted.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect((await rolesOf()).sort()).toEqual(['owner', 'picker']);
    await market.db.update(storeMembers).set({ role: 'owner' }).where(eq(storeMembers.storeId, owner.storeId));
    const removed = await Promise.all([remove(second.id), remove(owner.id, other)]);
    expect(removed.map(({ status }) => status).sort()).toEqual([204, 403]);
    expect(await rolesOf()).toEqual(['owner']);
  });
});
