// On which devices a merchant is told of new orders: only the own shop's, only at push services, and none of whoever has left.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnyEndpointAnswer } from '#contract/all-endpoints.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { setPassword } from '#server/accounts/set-password.ts';
import { users } from '#server/db/schema/accounts.ts';
import { pushSubscriptions } from '#server/db/schema/pushes.ts';
import { storeMembers } from '#server/db/schema/stores.ts';
import { removeOwner } from '#server/market/accounts/accounts.ts';
import { MAX_DEVICES } from '#server/sales/push-subscriptions.ts';
import { createPush } from '#server/services/push.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { subscriptionOf } from '../../support/push-receiver.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../../support/test-server.ts';

type Subscription = AnyEndpointAnswer<'pushSubscriptions.create'>;
interface Refused {
  violations: { propertyPath: string; message: string }[];
}

let market: TestMarket;
let merchant: Merchant;
let other: Merchant;
let number = 0;
const atFcm = () => {
  number += 1;
  return subscriptionOf(`https://fcm.googleapis.com/fcm/send/device-${number}`);
};
beforeAll(async () => {
  market = await startTestMarket();
  [merchant, other] = [await makeMerchant(market), await makeMerchant(market)];
});
afterAll(() => market.close());

const subscribe = <T = Subscription>(who: Merchant, body: unknown, storeId = who.storeId) =>
  who.call<T>('POST', `/stores/${storeId}/push_subscriptions`, body);
const listed = async (who: Merchant) =>
  (await who.call<Collection<Subscription>>('GET', `/stores/${who.storeId}/push_subscriptions`)).body['hydra:member'];
const countOf = (who: Merchant) => market.db.$count(pushSubscriptions, eq(pushSubscriptions.userId, who.id));

test('a device is stored, listed without its address, renewed under its address, and deleted', async () => {
  const device = atFcm();
  const made = await subscribe(merchant, device);
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ '@type': 'PushSubscription', service: 'fcm.googleapis.com', lastSuccessAt: null });
  const again = await subscribe(merchant, { ...device, keys: atFcm().keys, expirationTime: null });
  expect(again.body.id).toBe(made.body.id);
  const list = await listed(merchant);
  expect(list.map(({ id }) => id)).toEqual([made.body.id]);
  expect(JSON.stringify(list)).not.toContain('device-');
  expect((await other.call('DELETE', `/push_subscriptions/${made.body.id}`)).status).toBe(404);
  expect((await merchant.call('DELETE', `/push_subscriptions/${made.body.id}`)).status).toBe(204);
  expect(await listed(merchant)).toEqual([]);
});

test('another store’s subscription is refused, and a device that changes owners no longer notifies the former one', async () => {
  expect((await subscribe(other, atFcm(), merchant.storeId)).status).toBe(404);
  expect(await countOf(other)).toBe(0);
  const device = atFcm();
  await subscribe(merchant, device);
  await subscribe(other, device);
  expect([await countOf(merchant), await countOf(other)]).toEqual([0, 1]);
});

test('the number of devices per account is limited: the oldest is deleted', async () => {
  const busy = await makeMerchant(market);
  const first = (await subscribe(busy, atFcm())).body.id;
  for (let more = 0; more < MAX_DEVICES; more += 1) await subscribe(busy, atFcm());
  const ids = (await listed(busy)).map(({ id }) => id);
  expect(ids).toHaveLength(MAX_DEVICES);
  expect(ids).not.toContain(first);
});

test('the key to subscribe with is a point that every server of the market shares', async () => {
  const { body } = await merchant.call<AnyEndpointAnswer<'pushKey.get'>>('GET', `/stores/${merchant.storeId}/push_key`);
  const point = Buffer.from(body.publicKey, 'base64url');
  expect([point.length, point[0]]).toEqual([65, 4]);
  const second = await market.another();
  expect(second.push.publicKey).toBe(body.publicKey);
});

describe('an invalid device is refused on its field, in French', () => {
  const { endpoint, keys } = subscriptionOf('https://fcm.googleapis.com/fcm/send/odd');
  const elsewhere = 'Cette adresse n’est pas celle d’un service de notifications.';
  test.each<[string, unknown, string, string]>([
    ['nothing', {}, 'endpoint', 'Champ obligatoire'],
    ['no address', { endpoint: 'demain', keys }, 'endpoint', 'Adresse https:// attendue.'],
    ['a script', { endpoint: 'javascript:alert(1)', keys }, 'endpoint', 'Adresse https:// attendue.'],
    [
      'too long an address',
      { endpoint: `${endpoint}${'x'.repeat(1024)}`, keys },
      'endpoint',
      'Adresse https:// attendue.',
    ],
    ['no keys', { endpoint }, 'keys', 'Champ obligatoire'],
    ['a short secret', { endpoint, keys: { ...keys, auth: 'abc' } }, 'keys.auth', 'Clé incorrecte.'],
    ['a short key', { endpoint, keys: { ...keys, p256dh: 'Babc' } }, 'keys.p256dh', 'Clé incorrecte.'],
    [
      'a key off the curve',
      { endpoint, keys: { ...keys, p256dh: `B${'A'.repeat(86)}` } },
      'keys.p256dh',
      'Clé incorrecte.',
    ],
    ...[
      'http://fcm.googleapis.com/fcm/send/odd',
      'https://fcm.googleapis.com:8443/fcm/send/odd',
      'https://fcm.googleapis.com.attaquant.test/x',
      'https://attaquant-fcm.googleapis.com/x',
      'https://fcm.googleapis.com@127.0.0.1/x',
      'https://moi:secret@fcm.googleapis.com/x',
      'https://127.0.0.1/x',
      'https://[::1]/x',
      'http://169.254.169.254/latest/meta-data/',
      'https://localhost/x',
    ].map((address): [string, unknown, string, string] => [
      address,
      { endpoint: address, keys },
      'endpoint',
      elsewhere,
    ]),
  ])('%s', async (_what, body, field, words) => {
    const before = await countOf(merchant);
    const answer = await subscribe<Refused>(merchant, body);
    expect(answer.status).toBe(422);
    const violation = answer.body.violations.find(({ propertyPath }) => propertyPath === field);
    expect(violation?.message, answer.text).toContain(words);
    expect(await countOf(merchant)).toBe(before);
  });

  test('the services of the browsers’ makers are known, and those of the settings', () => {
    const keysOfMarket = { publicKey: '', privateKey: '' };
    const settings = { publicUrl: 'https://etal.test', pushHosts: ['push.example.org', 'http://localhost:9000'] };
    const { accepts } = createPush(settings, keysOfMarket);
    const accepted = [
      'https://fcm.googleapis.com/fcm/send/a',
      'https://updates.push.services.mozilla.com/wpush/v2/a',
      'https://eu.push.services.mozilla.com/wpush/v2/a',
      'https://web.push.apple.com/a',
      'https://wns2-par02p.notify.windows.com/w/?token=a',
      'https://push.example.org/a',
      'https://eu.push.example.org/a',
      'http://localhost:9000/a',
    ];
    expect(accepted.filter((address) => !accepts(address))).toEqual([]);
    const refused = ['http://push.example.org/a', 'http://localhost:9001/a', 'https://example.org/a', 'rien'];
    expect(refused.filter(accepts)).toEqual([]);
  });
});

describe('a logged-out merchant gets no messages', () => {
  const loggedIn = async () => {
    const leaver = await makeMerchant(market);
    const [user] = await market.db.select().from(users).where(eq(users.id, leaver.id));
    const { body } = await market.inject<{ refresh_token: string }>('POST', '/api/login_check', {
      body: { login: user?.email, password: DEMO_PASSWORD },
    });
    await subscribe(leaver, atFcm());
    await subscribe(other, atFcm());
    return { leaver, refresh: body.refresh_token, hash: user?.passwordHash ?? '' };
  };
  test.each<[string, (left: Awaited<ReturnType<typeof loggedIn>>) => Promise<unknown>]>([
    ['the session', ({ refresh }) => market.inject('POST', '/api/token/revoke', { form: { refresh_token: refresh } })],
    ['the password', ({ leaver, hash }) => setPassword(market.db, leaver.id, `${hash}x`, new Date())],
    ['the shop', ({ leaver }) => market.db.transaction((tx) => removeOwner(tx, leaver.storeId))],
    [
      'the end of the work for the shop',
      ({ leaver }) => market.db.delete(storeMembers).where(eq(storeMembers.userId, leaver.id)),
    ],
  ])('by %s', async (_way, leave) => {
    const left = await loggedIn();
    const others = await countOf(other);
    expect(await countOf(left.leaver)).toBe(1);
    await leave(left);
    expect(await countOf(left.leaver)).toBe(0);
    expect(await countOf(other)).toBe(others);
  });

  test('a session that is only renewed has not left', async () => {
    const { leaver, refresh } = await loggedIn();
    await market.inject('POST', '/api/token/refresh', { form: { refresh_token: refresh } });
    expect(await countOf(leaver)).toBe(1);
  });
});
