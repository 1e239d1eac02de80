// Who may call what, generated from the contract: every endpoint × {anonymous, user, other merchant, the one it belongs to}.
import { randomUUID } from 'node:crypto';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { mayCall, type OperatorCall } from '#contract/administration/call-roles.ts';
import { operatorRoles } from '#contract/administration/operator-roles.ts';
import { type AnyEndpointName, allEndpoints } from '#contract/all-endpoints.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { leastRoleOf, ORDER_NEWS_ROLE } from '#contract/merchant/call-roles.ts';
import type { StoreRole } from '#contract/merchant/store-roles.ts';
import { orderNewsEndpoint } from '#contract/orders/order-news.ts';
import {
  ownAccount,
  ownAppointment,
  ownCart,
  ownCoupon,
  ownEstimate,
  ownImage,
  ownMessage,
  ownOrder,
  ownProduct,
  ownPushSubscription,
  ownStore,
} from '#server/access/ownership.ts';
import { users } from '#server/db/schema/accounts.ts';
import { products } from '#server/db/schema/catalogue.ts';
import { images } from '#server/db/schema/pictures.ts';
import { pushSubscriptions } from '#server/db/schema/pushes.ts';
import { estimates, storeAppointments, storeMessages } from '#server/db/schema/requests.ts';
import { carts, coupons, orders } from '#server/db/schema/sales.ts';
import { stores } from '#server/db/schema/stores.ts';
import { LEGAL_IDENTITY } from '../../support/builders.ts';
import { subscriptionOf } from '../../support/push-receiver.ts';
import { DEMO_PASSWORD } from '../../support/test-server.ts';
import { type Caller, type OwnedRows, restoreContent, SLOT, startOwnedRows } from './owned-rows.ts';

let market: OwnedRows['market'];
let tokens: OwnedRows['tokens'];
let ids: OwnedRows['ids'];

const endpoints = Object.entries(allEndpoints) as [AnyEndpointName, Endpoint][];
/** What anyone gets at an address that answers its merchant more. */
const publicAt = ({ method, path }: Endpoint) =>
  endpoints.find(([, one]) => one.method === method && one.path === path && one.access === 'public');
const sharesItsAddress = ({ method, path }: Endpoint) =>
  endpoints.filter(([, other]) => other.method === method && other.path === path).length > 1;

/** What is asked for belongs to the shopper (cart, orders) and to the merchant (shop, its part of the order). */
function addressOf(path: string): string {
  const owned: [RegExp, string][] = [
    [/^\/users\/:id/, ids.shopper],
    [/^\/administration\/accounts\/:id\/(end|second_factor)/, ids.operator],
    [/^\/administration\/accounts\/:id/, ids.account],
    [/^\/administration\/pages\/:id/, ids.page],
    [/^\/administration\/events\/:id/, ids.event],
    [/^\/administration\/relay_points\/:id/, ids.relayPoint],
    [/^\/administration\/categories\/:id/, ids.category],
    [/^\/administration\/vat_rates\/:id/, ids.unusedVatRate],
    [/^\/administration\/deliveries\/:id/, 'store'],
    [/^\/administration\/featured\/:id/, 'categories'],
    [/^\/administration\/terms\/:id/, ids.terms],
    [/^\/administration\/settings\/:id/, 'tagline'],
    [/^\/administration\/notices\/:id/, ids.notice],
    [/^\/administration\/decisions\/:id/, ids.contentDecision],
    [/^\/administration\/orders\/:id/, ids.order],
    [/^\/administration\/mails\/:id/, ids.mail],
    [/^\/administration\/jobs\/:id/, 'delete-undos'],
    [/^\/administration\/stores\/:id/, ids.store],
    [/^\/administration\/store_orders\/:id/, ids.storeOrder],
    [/^\/administration\/sale_documents\/:id/, ids.saleDocument],
    [/^\/metrics\/by_store\/:id/, ids.store],
    [/^\/carts\/:id/, ids.cart],
    [/^\/stores\/:id/, ids.store],
    [/^\/orders\/pickups\/:id/, ids.storeOrder],
    [/^\/orders\/:id/, ids.order],
    [/^\/store_orders\/:id/, ids.storeOrder],
    [/^\/store_order_items\/:id/, ids.storeOrderItem],
    [/^\/sale_documents\/:id/, ids.saleDocument],
    [/^\/contract_withdrawals\/:id/, ids.contractWithdrawal],
    [/^\/products\/:id/, ids.product],
    [/^\/images\/:id/, ids.image],
    [/^\/coupons\/:id/, ids.coupon],
    [/^\/store_messages\/:id/, ids.message],
    [/^\/store_appointments\/:id/, ids.appointment],
    [/^\/estimates\/:id/, ids.estimate],
    [/^\/push_subscriptions\/:id/, ids.pushSubscription],
    [/^\/order_push_subscriptions\/:id/, ids.orderPush],
    [/^\/dematerialized_files\/:id/, ids.digitalFile],
    [/^\/vat_rates\/:id/, ids.vatRate],
    [/^\/store_members\/:id/, ids.member],
    [/^\/store_invitations\/:id\/accept/, ids.ownInvitation],
    [/^\/store_invitations\/:id/, ids.invitation],
  ];
  if (!path.includes(':id')) return `/api${path.replace(':name', market.app.collectionKeys.keyId)}`;
  const id = owned.find(([pattern]) => pattern.test(path))?.[1];
  if (!id) throw new Error(`The test does not know whose ${path} is: say it here.`);
  return `/api${path.replace(':id', id)}`;
}

const relayPoint = {
  ...{ name: 'Tabac', latitude: 49, longitude: 5, address1: '1 rue', postalCode: '55100', city: 'Verdun', hours: [] },
};

const category = {
  ...{ name: 'Neuve', parent: null, position: 1, picture: null },
  ...{ labelFermier: false, labelFermierDescription: '', labelFermierUrl: null },
};

/** Accepted by the contract, so that what refuses is the question who calls. */
const bodies: Partial<Record<AnyEndpointName, unknown>> = {
  'users.beginSecondFactor': { password: DEMO_PASSWORD },
  'users.confirmSecondFactor': { code: '123456' },
  'users.removeSecondFactor': { password: DEMO_PASSWORD },
  'users.update': { email: 'nouvelle@etal.test', password: DEMO_PASSWORD },
  'administration.confirmSecondFactor': { code: '123456' },
  'administration.setBlocked': { isBlocked: false, reasons: 'Rien à redire.' },
  'administration.createPage': { slug: 'neuve', name: 'Neuve', place: 'aide', position: 0, description: 'Texte' },
  'administration.savePage': { name: 'Neuve', place: 'aide', position: 0, description: 'Texte' },
  'administration.createEvent': { slug: 'neuf', name: 'Neuf', description: '', picture: null },
  'administration.saveEvent': { name: 'Neuf', description: '', picture: null },
  'administration.createRelayPoint': { newId: 'R2', ...relayPoint },
  'administration.saveRelayPoint': relayPoint,
  'administration.createCategory': { slug: 'neuve', ...category },
  'administration.saveCategory': category,
  'administration.createVatRate': { name: 'Nouveau', rate: '8,5' },
  'administration.saveVatRate': { name: 'Nouveau', rate: '9,5' },
  'administration.saveDelivery': { name: 'Sur place', prices: null },
  'administration.saveFeatured': { items: [] },
  'administration.createTerms': { text: 'Vendre mieux.' },
  'administration.saveSetting': { value: 'Nouvelle', picture: null },
  'administration.exportAccount': { reasons: 'Sa demande.' },
  'administration.removeSecondFactor': { reasons: 'Son téléphone est perdu.' },
  'administration.endAccount': { reasons: 'Sa demande.' },
  'administration.answerContest': { outcome: 'upheld', reasons: 'Rien à redire.' },
  'administration.createStore': { name: 'Nouvelle', city: 'Verdun', plan: 'Catalogue', email: 'nouvelle@etal.test' },
  'administration.inviteOwner': { email: 'responsable@etal.test' },
  'administration.setPublished': { isPublished: true, reasons: 'Tout y est.' },
  'administration.setCommission': { rate: '3' },
  'administration.setIdentity': LEGAL_IDENTITY,
  'administration.refund': { amount: { amount: 100 }, refunded: 0, reasons: 'Geste commercial' },
  'administration.answerNotice': { decision: 'kept', reasons: 'Rien à redire.' },
  get 'administration.moveProducts'() {
    return { to: ids.otherCategory };
  },
  get 'administration.setVisibility'() {
    return { subject: `/stores/${ids.store}`, isVisible: true, reasons: 'Rien à redire.' };
  },
  'users.setNewsletter': { registered: true },
  'users.delete': { password: DEMO_PASSWORD },
  'orders.paymentOnDelivery': { paymentOnDelivery: true },
  'cart.commit': { lines: [], coupon: null, parts: [], paymentOnDelivery: true, ifChanged: 'ask', most: 0 },
  'orders.preparePayment': {},
  'contractWithdrawals.declare': { name: 'Eve', email: 'eve@etal.test', items: null },
  'contractWithdrawals.refund': { restock: false },
  'contractWithdrawals.refuse': { reason: 'Volée' },
  'storeOrders.setShippingType': { shippingType: 'store' },
  'storeOrders.setDistance': { distance: null },
  'storeOrders.save': { shippingType: 'store', firstName: 'Eve', lastName: 'Autre', phoneNumber: '0600000000' },
  'storeOrders.tracking': { trackingCode: 'VOLÉ' },
  'storeOrders.validate': {},
  'storeOrders.ready': {},
  'storeOrders.ship': {},
  'storeOrders.weigh': { lines: [{ item: '/store_order_items/00000000-0000-4000-8000-000000000001', grams: 1000 }] },
  'products.update': { name: 'Volé' },
  'products.import': { dryRun: false, columns: ['name'], lines: [['Volé']] },
  'stores.save': { name: 'Volée' },
  'stores.saveTiers': { distancePriceLevels: [] },
  'stores.saveVideo': { url: 'https://youtu.be/aqz-KE-bpKQ' },
  'images.caption': { caption: 'Volée' },
  'coupons.create': { code: 'NOUVEAU', discount: 5, discountType: 'relative' },
  'coupons.update': { active: false },
  'appointments.confirm': { response: 'Volé', timeSlots: [{ ...SLOT, accepted: true }] },
  'appointments.cancel': { response: 'Volé' },
  'storePeople.invite': { email: 'intruse@etal.test', role: 'owner' },
  'storePeople.setRole': { role: 'owner' },
  'invitations.accept': { token: 'of the invitation' },
  'pushSubscriptions.create': subscriptionOf('https://fcm.googleapis.com/fcm/send/volee'),
  'orderPush.subscribe': subscriptionOf('https://fcm.googleapis.com/fcm/send/volee-aussi'),
};
/** What is made new belongs to whoever makes it, a rate to every shop: no other merchant is a stranger to it. */
const makesNew = ({ path }: Endpoint) => !path.includes(':id') || path === '/vat_rates/:id';

/** The stream that stands beside the registry refuses like all the rest. */
const guarded: [string, Endpoint][] = [
  ...endpoints.filter(([, { access }]) => access !== 'public'),
  ['order news', orderNewsEndpoint],
];

function call(name: string, { method, path, bodyType }: Endpoint, caller: Caller) {
  const token = tokens[caller];
  if (bodyType === 'multipart') {
    const upload = { bytes: Buffer.from('no picture') };
    return market.inject(method, addressOf(path), { upload, ...(token !== undefined && { token }) });
  }
  return market.inject(method, addressOf(path), {
    ...(token !== undefined && { token }),
    ...(method !== 'GET' && { body: bodies[name as AnyEndpointName] ?? {} }),
  });
}

/** Everything that one may own, as text: a refused call must leave it as it was. */
async function everything(): Promise<string> {
  const { rows } = await market.db.execute<{ row: string }>(sql`
    select row_to_json(t)::text as row from users t union all select row_to_json(t)::text from images t
    union all select row_to_json(t)::text from coupons t union all select row_to_json(t)::text from stores t
    union all select row_to_json(t)::text from carts t union all select row_to_json(t)::text from orders t
    union all select row_to_json(t)::text from store_orders t union all select row_to_json(t)::text from payments t
    union all select row_to_json(t)::text from contract_withdrawals t
    union all select row_to_json(t)::text from store_messages t union all select row_to_json(t)::text from estimates t
    union all select row_to_json(t)::text from push_subscriptions t
    union all select row_to_json(t)::text from store_appointments t
    union all select row_to_json(t)::text from store_members t
    union all select row_to_json(t)::text from store_invitations t
    union all select row_to_json(t)::text from products t order by 1`);
  return JSON.stringify(rows);
}

beforeAll(async () => {
  ({ market, tokens, ids } = await startOwnedRows());
});
beforeEach(() => restoreContent(market.db));
afterAll(() => market.close());

describe('the ownership condition finds the row for its owner only', () => {
  const find = async (table: PgTable, id: PgColumn, value: unknown, own: SQL | undefined) =>
    (
      await market.db
        .select({ id })
        .from(table)
        .where(and(eq(id, value), own))
    ).length;
  const kinds: [name: string, of: 'shopper' | 'merchant', found: (person: string) => Promise<number>][] = [
    ['account', 'shopper', (person) => find(users, users.id, ids.shopper, ownAccount(person))],
    ['cart', 'shopper', (person) => find(carts, carts.id, ids.cart, ownCart(person))],
    ['order', 'shopper', (person) => find(orders, orders.id, Number(ids.order), ownOrder(person))],
    ['store', 'merchant', (person) => find(stores, stores.id, ids.store, ownStore(person))],
    ['product', 'merchant', (person) => find(products, products.id, ids.product, ownProduct(person))],
    ['coupon', 'merchant', (person) => find(coupons, coupons.id, ids.coupon, ownCoupon(person))],
    ['image', 'merchant', (person) => find(images, images.id, ids.image, ownImage(person))],
    ['message', 'merchant', (person) => find(storeMessages, storeMessages.id, ids.message, ownMessage(person))],
    [
      'push subscription',
      'merchant',
      (person) => find(pushSubscriptions, pushSubscriptions.id, ids.pushSubscription, ownPushSubscription(person)),
    ],
    ['estimate', 'merchant', (person) => find(estimates, estimates.id, ids.estimate, ownEstimate(person))],
    [
      'appointment',
      'merchant',
      (person) => find(storeAppointments, storeAppointments.id, ids.appointment, ownAppointment(person)),
    ],
  ];
  test.each(kinds)('%s', async (_name, of, found) => {
    const people = { shopper: ids.shopper, merchant: ids.owner };
    const stranger = of === 'shopper' ? people.merchant : people.shopper;
    expect([await found(people[of]), await found(stranger), await found(randomUUID())]).toEqual([1, 0, 0]);
  });

  test('a user’s cart is not a visitor’s', async () => {
    expect(await find(carts, carts.id, ids.cart, ownCart(null))).toBe(0);
  });
});

/** Its customer and its seller. */
const isOfBoth = ({ path }: Endpoint) => path.startsWith('/sale_documents/');

/** Whoever is not the owner. */
const strangers = (endpoint: Endpoint): [Caller, number][] => [
  ['user', 404],
  // Who runs the market reads and changes nothing of anybody's in their own name.
  ['administrator', 404],
  ['other merchant', 404],
  // The merchant of the shop is nobody to the shopper's calls, but for the addresses that both share.
  ['merchant', sharesItsAddress(endpoint) || isOfBoth(endpoint) ? 200 : 404],
];

const leastRoleOfCall = (name: string) =>
  name === 'order news' ? ORDER_NEWS_ROLE : leastRoleOf(name as AnyEndpointName);
const roles = ['owner', 'seller', 'picker'] as const;
/** People of the store whose role does not reach this one, and who no longer work for it. */
const peopleBelow = (least: StoreRole): Caller[] => [
  ...(['seller', 'picker'] as const).filter((role) => roles.indexOf(role) > roles.indexOf(least)),
  'former seller',
];

function refusalsOf(name: string, endpoint: Endpoint): [Caller, number][] {
  const unauthenticated: [Caller, number][] = [
    ['anonymous', 401],
    ['ended', 401],
  ];
  if (endpoint.access === 'operator') {
    const everybody: Caller[] = [
      ...(['user', 'shopper', 'merchant', 'other merchant'] as const),
      ...operatorRoles.filter((role) => !mayCall([role], name as OperatorCall)),
    ];
    return [...unauthenticated, ...everybody.map((who): [Caller, number] => [who, 403])];
  }
  if (publicAt(endpoint)) return [['ended', 401]];
  if (endpoint.access !== 'merchant') return [...unauthenticated, ...(makesNew(endpoint) ? [] : strangers(endpoint))];
  return [
    ...unauthenticated,
    ['user', sharesItsAddress(endpoint) ? 404 : 403],
    ['shopper', sharesItsAddress(endpoint) ? 200 : 403],
    ['administrator', sharesItsAddress(endpoint) ? 404 : 403],
    ...peopleBelow(leastRoleOfCall(name)).map((who): [Caller, number] => [who, sharesItsAddress(endpoint) ? 404 : 403]),
    ...(makesNew(endpoint) ? [] : [['other merchant', 404] as [Caller, number]]),
  ];
}

describe.each(guarded)('%s', (name, endpoint) => {
  const refusals = refusalsOf(name, endpoint);
  test.each(refusals.filter(([, status]) => status >= 400))(
    'refuses %s with %i and changes nothing',
    async (caller, status) => {
      const before = await everything();
      const answer = await call(name, endpoint, caller);
      expect(answer.status, answer.text).toBe(status);
      expect(answer.body).toMatchObject({ '@type': 'hydra:Error', 'hydra:description': expect.any(String) });
      expect(await everything()).toBe(before);
    },
  );
});

const shared = guarded.filter(([, endpoint]) => publicAt(endpoint));
test.each(shared)('%s shows to everyone else what it shows to nobody in particular', async (name, endpoint) => {
  const open = await call(name, endpoint, 'anonymous');
  const answer = publicAt(endpoint)?.[1].answer as z.ZodMiniObject;
  const known = ['@context', ...Object.keys(answer._zod.def.shape)];
  expect([open.status, Object.keys(open.body as object).filter((key) => !known.includes(key))]).toEqual([200, []]);
  for (const caller of ['user', 'administrator', 'other merchant', 'shopper'] as const) {
    expect((await call(name, endpoint, caller)).body, caller).toEqual(open.body);
  }
  expect(Object.keys((await call(name, endpoint, 'merchant')).body as object)).toEqual(
    expect.arrayContaining(Object.keys(open.body as object)),
  );
});

const ofOperators = endpoints.flatMap(([name, { access }]) => (access === 'operator' ? [name as OperatorCall] : []));
const allowed = ofOperators.flatMap((name) =>
  operatorRoles.filter((role) => mayCall([role], name)).map((role) => [role, name] as const),
);
test.each(allowed)('the role %s may call %s', async (role, name) => {
  const { status, text } = await call(name, allEndpoints[name], role);
  expect([401, 403, 404], text).not.toContain(status);
  expect(status).toBeLessThan(500);
});

const ofEveryone = endpoints.filter(([name, { access }]) => access === 'merchant' && leastRoleOf(name) !== 'owner');
test.each(ofEveryone.filter(([, { method }]) => method === 'GET'))(
  '%s lets in the least role named for it',
  async (name, endpoint) => {
    const role = leastRoleOf(name) as 'seller' | 'picker';
    const { status, text } = await call(name, endpoint, role);
    expect([401, 403], text).not.toContain(status);
    if (!/push_subscriptions/.test(endpoint.path)) expect(status, text).toBe(200);
  },
);

/** A link ends with the next one, and with another address of the account: asked for first. */
const isFirst = (name: string) => Number(name === 'invitations.accept');
/** What is gone cannot be read any more, and the end of the account is the end of its sessions: asked for last. */
const rank = ([name, { method }]: [string, Endpoint]) =>
  Number(method === 'DELETE') + Number(name === 'users.delete') - isFirst(name);
const lastIsTheEnd = [...endpoints].sort((a, b) => rank(a) - rank(b));
test.each(lastIsTheEnd.filter(([, { access }]) => access !== 'public'))(
  '%s lets in whom it belongs to',
  async (name, endpoint) => {
    const { access } = endpoint;
    const whose = ({ merchant: 'merchant', operator: 'administrator' }[String(access)] ?? 'shopper') as Caller;
    const { status, text } = await call(name, endpoint, whose);
    expect([401, 403, 404], text).not.toContain(status);
    expect(status).toBeLessThan(500);
  },
);

test.each(endpoints.filter(([, { access }]) => access === 'public'))(
  '%s answers without a login',
  async (_name, endpoint) => {
    const url = `/api${endpoint.path.replace(':id', '00000000-0000-4000-8000-000000000000').replace(':slug', 'rien').replace(':shippingType', 'home')}`;
    const { status } = await market.inject(endpoint.method, url, { ...(endpoint.method !== 'GET' && { body: {} }) });
    expect([401, 403]).not.toContain(status);
    expect(status).toBeLessThan(500);
  },
);
