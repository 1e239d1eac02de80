// Stores for operators: a merchant is invited and owns a shop, which is published, suspended, and charged from now on.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OperatorStore, OperatorStoreSummary } from '#contract/administration/stores.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { Collection, ErrorBody } from '#contract/wire/hydra.ts';
import { operatorActions } from '#server/db/schema/administration.ts';
import { storeOrders } from '#server/db/schema/sales.ts';
import { stores } from '#server/db/schema/stores.ts';
import { setStorePublished } from '#server/market/accounts/roles.ts';
import { LEGAL_IDENTITY, makeDelivery, makeProduct, makeStore, makeUser, unique } from '../../support/builders.ts';
import { decodeMail, linkOfMail } from '../../support/mails.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { expectOk, makeShopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const NOW = new Date('2026-10-12T10:00:00Z');
let market: TestMarket;
let token: string;
beforeAll(async () => {
  market = await startTestMarket({ now: NOW });
  await makeDelivery(market.db);
  token = await market.login((await makeUser(market.db, { roles: ['ROLE_USER', 'ROLE_ADMIN'] })).email);
});
afterAll(() => market.close());

const call = <T = OperatorStore>(method: string, path: string, body?: object, by = token) =>
  market.inject<T>(method, `/api/administration/stores${path}`, { token: by, ...(body && { body }) });
const read = async (id: string) => expectOk(await call('GET', `/${id}`));
const mails = async () => (await market.sentMails()).map(decodeMail);
const lastMailTo = async (address: string) => (await mails()).findLast((mail) => mail.includes(`To: ${address}`)) ?? '';
const shownStatus = async (slug: string) => (await market.inject('GET', `/api/stores/by_slug/${slug}`)).status;
const logOf = async (id: string) =>
  (await market.db.select().from(operatorActions).orderBy(operatorActions.number)).filter(
    ({ subject }) => subject === `/administration/stores/${id}`,
  );

test('an invited merchant sets a password and owns a shop, which is seen once it is published', async () => {
  const email = `${unique('potiere')}@etal.test`;
  const body = { name: unique('Atelier'), city: 'Verdun', plan: 'E-commerce', email };
  const made = expectOk(await call('POST', '', body));
  expect(made).toMatchObject({ state: 'draft', sells: false, owner: null, people: [{ email, state: 'invited' }] });
  expect(await shownStatus(made.slug)).toBe(404);
  const { uuid, token: link } = linkOfMail(await market.sentMails(), email, '/invitation');
  expect(await lastMailTo(email)).toContain(`vous confie la boutique «\u00a0${body.name}\u00a0»`);
  const joined = { token: link, plainPassword: 'Une belle tomme 2026' };
  expectOk(await market.inject('POST', `/api/store_invitations/${uuid}/join`, { body: joined }));
  const merchant = await market.login(email, joined.plainPassword);
  const own = await market.inject('GET', `/api/stores/${made.id}/store_orders`, { token: merchant });
  expect(own.status).toBe(200);
  expectOk(await call('PUT', `/${made.id}/legal_identity`, LEGAL_IDENTITY));
  const shown = expectOk(
    await call('PUT', `/${made.id}/published`, { isPublished: true, reasons: 'Bienvenue\u00a0!' }),
  );
  expect(shown).toMatchObject({ state: 'published', sells: true, owner: email, suspension: null });
  expect(await shownStatus(made.slug)).toBe(200);
  expect(await lastMailTo(email)).toContain('Bienvenue');
  expect((await logOf(made.id)).map(({ action }) => action)).toEqual([
    ...['store-created', 'owner-invited', 'identity-changed', 'store-published'],
  ]);
});

test('another address is invited to a shop, but nobody who is in it already', async () => {
  const owner = await makeUser(market.db);
  const store = await makeStore(market.db, { ownerId: owner.id });
  expect(await call<ErrorBody>('POST', `/${store.id}/invitations`, { email: owner.email })).toMatchObject({
    status: 422,
    body: { violations: [{ propertyPath: 'email' }] },
  });
  const email = `${unique('autre')}@etal.test`;
  expectOk(await call('POST', `/${store.id}/invitations`, { email }));
  const first = linkOfMail(await market.sentMails(), email, '/invitation');
  expect(expectOk(await call('POST', `/${store.id}/invitations`, { email })).people).toHaveLength(2);
  // Only the newest link opens it.
  const read = (link: typeof first) =>
    market.inject('POST', `/api/store_invitations/${link.uuid}/read`, { body: { token: link.token } });
  expect((await read(first)).status).toBe(404);
});

let merchant: Merchant;
beforeEach(async () => {
  merchant = await makeMerchant(market, { email: 'ferme@etal.test' });
});
async function paidOrder() {
  const shopper = await makeShopper(market);
  const { id } = await makeProduct(market.db, { storeId: merchant.storeId, price: 1000 });
  const order = await shopper.ready([id]);
  await shopper.answer(expectOk(await shopper.prepare(order)).payment_url, 'accepted');
  return { shopper, product: id, part: order.storeOrders[0]?.id ?? 0 };
}
const suspend = (reasons = 'Des colis se perdent.') =>
  call('PUT', `/${merchant.storeId}/published`, { isPublished: false, reasons });

test('a suspended shop is not shown and takes no order, its merchant knows why, and its open orders are finished', async () => {
  const { shopper, product, part } = await paidOrder();
  const { slug } = await read(merchant.storeId);
  const waiting = await shopper.ready([product]);
  expect(expectOk(await suspend())).toMatchObject({
    state: 'suspended',
    suspension: { reasons: 'Des colis se perdent.', since: NOW.toISOString() },
  });
  expect(await shownStatus(slug)).toBe(404);
  expect(await lastMailTo('ferme@etal.test')).toContain('Nos raisons\u00a0: Des colis se perdent.');
  const added = await shopper.call('PUT', `/carts/${(await shopper.openCart()).id}/add`, {
    ...{ id: product, quantity: 1, optionValues: [] },
  });
  expect(added.status).toBeGreaterThanOrEqual(400);
  expect((await shopper.prepare(waiting)).status).toBeGreaterThanOrEqual(400);
  expectOk(await merchant.call('PUT', `/store_orders/${part}/validate`, {}));
  expect(expectOk(await merchant.call<StoreOrder>('PUT', `/store_orders/${part}/ship`, {})).state).toBe('shipped');
  expectOk(await call('PUT', `/${merchant.storeId}/published`, { isPublished: true, reasons: 'Tout est réglé.' }));
  expect(await shownStatus(slug)).toBe(200);
  const log = await logOf(merchant.storeId);
  expect(log.map(({ action }) => action)).toEqual(['store-suspended', 'store-published']);
});

test('suspended again it keeps its reasons, and nobody is mailed', async () => {
  expectOk(await suspend());
  const before = (await mails()).length;
  expect(expectOk(await suspend('Autre chose.')).suspension).toMatchObject({ reasons: 'Des colis se perdent.' });
  expect(await mails()).toHaveLength(before);
});

test('what a decision hides is not published, nor by the terminal, which suspends the same way', async () => {
  const { slug } = await read(merchant.storeId);
  await setStorePublished(market.db, slug, false, { reasons: 'Fermée.', market: market.app.market });
  expect(await read(merchant.storeId)).toMatchObject({ state: 'suspended', suspension: { reasons: 'Fermée.' } });
  expect(await lastMailTo('ferme@etal.test')).toContain('Fermée.');
  expect(await logOf(merchant.storeId)).toMatchObject([{ action: 'store-suspended', operatorId: null }]);
  await market.db.update(stores).set({ hiddenReason: 'Contrefaçon' }).where(eq(stores.id, merchant.storeId));
  const publish = { isPublished: true, reasons: 'Oui' };
  expect(await call<ErrorBody>('PUT', `/${merchant.storeId}/published`, publish)).toMatchObject({
    status: 409,
    body: { code: 'hidden' },
  });
});

test('a commission is for orders placed from now on; those placed keep theirs', async () => {
  const rateOf = async (part: number) =>
    (await market.db.select().from(storeOrders).where(eq(storeOrders.id, part)))[0]?.commission;
  const earlier = await paidOrder();
  expectOk(await call('PUT', `/${merchant.storeId}/commission`, { rate: '7,5' }));
  expect(await lastMailTo('ferme@etal.test')).toContain('est de 7,5\u00a0%');
  const later = await paidOrder();
  expect([await rateOf(earlier.part), await rateOf(later.part)]).toEqual([0, 750]);
  expect(await read(merchant.storeId)).toMatchObject({ commission: 750, marketCommission: 0 });
  // The money that is paid out follows, whenever it is accepted.
  for (const { part } of [earlier, later]) expectOk(await merchant.call('PUT', `/store_orders/${part}/validate`, {}));
  const { payouts } = await read(merchant.storeId);
  expect(payouts.months).toMatchObject([{ online: 2000, commission: 75 }]);
  expect(await call<ErrorBody>('PUT', `/${merchant.storeId}/commission`, { rate: '101' })).toMatchObject({
    status: 422,
    body: { violations: [{ propertyPath: 'rate' }] },
  });
  expect(expectOk(await call('PUT', `/${merchant.storeId}/commission`, { rate: '' })).commission).toBeNull();
});

test('the legal identity is corrected, and mistakes are named by their field', async () => {
  const wrong = { ...LEGAL_IDENTITY, siret: '123' };
  expect(await call<ErrorBody>('PUT', `/${merchant.storeId}/legal_identity`, wrong)).toMatchObject({
    status: 422,
    body: { violations: [{ propertyPath: 'siret' }] },
  });
  const right = { ...LEGAL_IDENTITY, legalName: 'Ferme du Rû' };
  expect(expectOk(await call('PUT', `/${merchant.storeId}/legal_identity`, right)).legalIdentity).toEqual(right);
});

test('shops are found by name, town and person, and by their state; accountants read them and their statements', async () => {
  const { name } = await read(merchant.storeId);
  expectOk(await suspend());
  const accountant = await market.login((await makeUser(market.db, { roles: ['ROLE_USER', 'ROLE_ACCOUNTANT'] })).email);
  const search = async (query: Record<string, string>) =>
    expectOk(
      await call<Collection<OperatorStoreSummary>>('GET', `?${new URLSearchParams(query)}`, undefined, accountant),
    )['hydra:member'].map((store) => store.name);
  expect(await search({ text: name.toUpperCase() })).toEqual([name]);
  expect(await search({ text: name, state: 'published' })).toEqual([]);
  expect(await search({ text: name, state: 'suspended' })).toEqual([name]);
  expect(await search({ text: (await read(merchant.storeId)).owner ?? '' })).toEqual([name]);
  const path = `/${merchant.storeId}/statement?month=2026-10&format=csv`;
  const link = expectOk(await call<{ url: string }>('GET', path, undefined, accountant));
  expect((await market.inject('GET', link.url)).headers['content-type']).toContain('text/csv');
  expect((await call('PUT', `/${merchant.storeId}/commission`, { rate: '1' }, accountant)).status).toBe(403);
});
