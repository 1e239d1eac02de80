// The codes with which orders are collected: who gets one, what is signed, and what a second collection is told.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CollectionKey } from '#contract/orders/collection-keys.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { Collection, ErrorBody } from '#contract/wire/hydra.ts';
import { readCollectionCode } from '#domain/orders/collection-code.ts';
import { formatDateTime } from '#domain/time/dates.ts';
import { checkSignature } from '#features/merchant/hand-over/signature.ts';
import { loadCollectionKeys } from '#server/access/collection-keys.ts';
import { idempotency } from '#server/db/schema/safety.ts';
import { storeOrders } from '#server/db/schema/sales.ts';
import type { stores } from '#server/db/schema/stores.ts';
import { makeDelivery, makeProduct, makeStore, makeUser } from '../../support/builders.ts';
import { makeShopper, PERSON, type Shopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const SHORT = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/;
const DAY = 86_400_000;
const NOW = new Date();

let market: TestMarket;
let shop: typeof stores.$inferSelect;
let owner: { username: string };
let token: string;
let otherToken: string;
let shopper: Shopper;
let productId: string;

beforeAll(async () => {
  market = await startTestMarket({ now: NOW });
  await makeDelivery(market.db);
  const merchant = await makeUser(market.db);
  const other = await makeUser(market.db);
  owner = merchant;
  shop = await makeStore(market.db, { ownerId: merchant.id, paymentOnDelivery: true });
  await makeStore(market.db, { ownerId: other.id });
  [token, otherToken] = [await market.login(merchant.email), await market.login(other.email)];
  productId = (await makeProduct(market.db, { storeId: shop.id })).id;
  shopper = await makeShopper(market);
});
afterAll(() => market.close());

/** Confirmed, to be paid at the shop; by a shopper who has no other order unless said. */
async function confirmed(by?: Shopper): Promise<{ order: Order; id: number }> {
  shopper = by ?? (await makeShopper(market));
  const ready = await shopper.ready([productId]);
  const { body } = await market.inject<Order>('PUT', `/api/orders/${ready.id}`, {
    token: shopper.token,
    body: { paymentOnDelivery: true },
    headers: { 'idempotency-key': randomUUID() },
  });
  return { order: body, id: body.storeOrders[0]?.id ?? expect.fail('no part') };
}
const seen = async (order: Order) => (await shopper.seeOrder(order)).body.storeOrders[0] ?? expect.fail('no part');
const inList = async () =>
  (await shopper.call<Collection<Order>>('GET', `/users/${shopper.id}/orders`)).body['hydra:member'];
const keys = async () =>
  (await market.inject<Collection<CollectionKey>>('GET', '/api/collection_keys', { token })).body['hydra:member'];
const act = <T = StoreOrder>(id: number, action: string, body: unknown = {}, as = token) =>
  market.inject<T>('PUT', `/api/store_orders/${id}/${action}`, {
    token: as,
    body,
    headers: { 'idempotency-key': randomUUID() },
  });
const force = (id: number, set: Partial<typeof storeOrders.$inferInsert>) =>
  market.db.update(storeOrders).set(set).where(eq(storeOrders.id, id));
const codeOf = (part: StoreOrder) => {
  const read = readCollectionCode(part.collection?.code ?? '');
  return read.kind === 'code' ? read : expect.fail(`no code but ${read.kind}`);
};

describe('the shopper', () => {
  test('gets a code with its content that verifies with the store’s key', async () => {
    const { order, id } = await confirmed();
    const part = await seen(order);
    const code = codeOf(part);
    expect(code.proof).toEqual({
      keyId: (await keys())[0]?.id,
      storeId: shop.id,
      id,
      toPay: true,
      amount: part.total.amount,
      name: `${PERSON.firstName} L.`,
      expiresAt: Math.floor((NOW.getTime() + 60 * DAY) / 1000) * 1000,
    });
    expect(part.collection?.short).toMatch(SHORT);
    expect(await checkSignature(code, await keys())).toBe('good');
    const listed = (await inList()).find((each) => each.id === order.id)?.storeOrders[0];
    expect(listed?.collection?.short).toBe(part.collection?.short);
    expect(await checkSignature(codeOf(listed ?? expect.fail('not listed')), await keys())).toBe('good');
  });

  test('the code fails with any changed byte or another key', async () => {
    const { order } = await confirmed();
    const code = codeOf(await seen(order));
    const known = await keys();
    const verdicts = new Set<string>();
    for (const [name, bytes] of [['signed', code.signed] as const, ['signature', code.signature] as const]) {
      for (const at of bytes.keys()) {
        const changed = bytes.slice();
        changed[at] = (changed[at] ?? 0) ^ 1;
        verdicts.add(await checkSignature({ ...code, [name]: changed }, known));
      }
    }
    expect([...verdicts]).toEqual(['forged']);
    const [key] = known;
    const folder = mkdtempSync(join(tmpdir(), 'etal-keys-'));
    const [stranger] = loadCollectionKeys(folder).publicKeys;
    rmSync(folder, { recursive: true });
    expect(await checkSignature(code, stranger ? [stranger] : [])).toBe('unknown-key');
    expect(await checkSignature(code, stranger && key ? [{ ...stranger, id: key.id }] : [])).toBe('forged');
  });

  test.each([
    ['is not confirmed yet', { state: 'new' }],
    ['waits for its payment', { state: 'payment_pending' }],
    ['was declined', { state: 'payment_declined' }],
    ['was cancelled', { state: 'canceled' }],
    ['was collected', { state: 'shipped' }],
    ['is sent by a carrier', { shippingType: 'home' }],
    ['goes to a relay point', { shippingType: 'relay' }],
    ['is brought by the shop', { shippingType: 'custom_store' }],
    ['waits at a relay point of the shop', { shippingType: 'custom_relay' }],
    ['comes by mail', { shippingType: 'demat' }],
  ])('gets no code for an order that %s', async (_, set) => {
    const { order, id } = await confirmed();
    await force(id, set);
    expect((await seen(order)).collection).toBeUndefined();
    const listed = (await inList()).find((each) => each.id === order.id);
    expect(listed?.storeOrders[0]?.collection).toBeUndefined();
  });

  test('the code goes to the shopper only: no other shopper, no store, no stored answer', async () => {
    const { order, id } = await confirmed();
    const { short, code } = (await seen(order)).collection ?? {};
    const stranger = await makeShopper(market);
    expect((await stranger.seeOrder(order)).status).toBe(404);
    expect((await stranger.call('GET', `/users/${shopper.id}/orders`)).status).toBe(404);
    expect((await market.inject('GET', `/api/store_orders/${id}`, { token: otherToken })).status).toBe(404);
    const ofShop = await market.inject<StoreOrder>('GET', `/api/store_orders/${id}`, { token });
    expect(ofShop.body.collection).toEqual({ short });
    const list = await market.inject<Collection<StoreOrder>>('GET', `/api/stores/${shop.id}/store_orders`, { token });
    expect(list.body['hydra:member'].find((each) => each.id === id)?.collection).toEqual({ short });
    expect(list.text).not.toContain('ETAL1');
    expect(ofShop.text).not.toContain('ETAL1');
    await act(id, 'validate');
    const stored = JSON.stringify(await market.db.select().from(idempotency));
    expect(stored).toContain(`/store_orders/${id}`);
    expect(stored).not.toContain('ETAL1');
    expect(stored).not.toContain(short);
    expect(code).toContain('ETAL1');
  });

  test('each order has a short code of its own, the same one each time', async () => {
    const { order } = await confirmed();
    const other = await confirmed(shopper);
    const shorts = [await seen(order), await seen(order), await seen(other.order)].map(
      ({ collection }) => collection?.short,
    );
    expect(shorts[0]).toBe(shorts[1]);
    expect(shorts[2]).not.toBe(shorts[0]);
  });
});

describe('the store', () => {
  test('hands an order over once: the second time gives its time and person, and changes nothing', async () => {
    const { order, id } = await confirmed();
    await act(id, 'validate');
    const first = await act(id, 'ship', { collected: true });
    expect(first.status).toBe(200);
    const at = first.body.shippedAt ?? expect.fail('no moment');
    expect(at).toBe(NOW.toISOString());
    expect((await seen(order)).shippedAt).toBe(at);
    const [mails, before] = [market.mails().length, first.body.version];
    const second = await act<ErrorBody>(id, 'ship', { collected: true });
    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({ code: 'handed-over', detail: { at, by: owner.username } });
    expect(second.text).toContain(`Déjà remise le ${formatDateTime(at)}, par ${owner.username}.`);
    expect(await market.sentMails()).toHaveLength(mails);
    const after = await market.inject<StoreOrder>('GET', `/api/store_orders/${id}`, { token });
    expect([after.body.version, after.body.shippedAt]).toEqual([before, at]);
    // Found by its code all the same, to say so on a tablet.
    expect(after.body.collection?.short).toMatch(SHORT);
  });

  test('of two tablets at once one hands it over', async () => {
    const { id } = await confirmed();
    await act(id, 'validate');
    const answers = await Promise.all([1, 2, 3].map(() => act(id, 'ship', { collected: true })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test('of an older order without a recorded time it is reported without one', async () => {
    const { id } = await confirmed();
    await force(id, { state: 'shipped', shippedAt: null });
    const { status, text } = await act<ErrorBody>(id, 'ship', { collected: true });
    expect(status).toBe(409);
    expect(text).toContain('Déjà remise.');
  });

  test('hands over no order that is cancelled, not validated or another store’s', async () => {
    const { id } = await confirmed();
    expect((await act(id, 'ship', { collected: true })).status).toBe(422);
    expect((await act(id, 'ship', { collected: true }, otherToken)).status).toBe(404);
    expect((await act(id, 'ship', { collected: true }, shopper.token)).status).toBe(403);
    await force(id, { state: 'canceled' });
    expect((await act(id, 'ship', { collected: true })).status).toBe(422);
    await force(id, { state: 'shipped' });
    expect((await act(id, 'ship', { collected: true }, otherToken)).status).toBe(404);
  });
});

describe('the keys', () => {
  test('are for merchants, and only their public half', async () => {
    const { status, body, text } = await market.inject<Collection<CollectionKey>>('GET', '/api/collection_keys', {
      token,
    });
    expect(status).toBe(200);
    expect(body['hydra:member']).toHaveLength(1);
    expect(text).not.toContain('"d"');
    expect((await market.inject('GET', '/api/collection_keys', { token: shopper.token })).status).toBe(403);
    expect((await market.inject('GET', '/api/collection_keys')).status).toBe(401);
  });

  test('are made once, for the server’s user alone; a second file takes over and the first stays good', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'etal-keys-'));
    const first = loadCollectionKeys(folder);
    expect(loadCollectionKeys(folder).publicKeys).toEqual(first.publicKeys);
    expect(loadCollectionKeys(folder).shortCode(1)).toBe(first.shortCode(1));
    for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    const elsewhere = mkdtempSync(join(tmpdir(), 'etal-keys-'));
    const newer = loadCollectionKeys(elsewhere);
    writeFileSync(join(folder, 'collection-2.json'), readFileSync(join(elsewhere, 'collection-1.json')));
    const both = loadCollectionKeys(folder);
    expect(both.keyId).toBe(newer.keyId);
    expect(both.publicKeys).toEqual([...newer.publicKeys, ...first.publicKeys]);
    expect(both.shortCode(1)).toBe(first.shortCode(1));
    for (const each of [folder, elsewhere]) rmSync(each, { recursive: true });
  });
});
