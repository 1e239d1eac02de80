// Stripe pays the stores: accounts opened on its pages, transfers out of the charge, reversals, and what its calls report.
// Against a stand-in that speaks as Stripe's API does.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StoreMetrics } from '#contract/merchant/metrics.ts';
import type { StorePayouts } from '#contract/merchant/payouts.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { ErrorBody } from '#contract/wire/hydra.ts';
import { configurations } from '#server/db/schema/content.ts';
import { payoutIncidents, transferReversals, transfers } from '#server/db/schema/payouts.ts';
import { stores } from '#server/db/schema/stores.ts';
import { checkStoreAccounts } from '#server/money/store-accounts.ts';
import { requestDueTransfers } from '#server/money/transfers.ts';
import { makeDelivery, makeProduct } from '../../support/builders.ts';
import { checkLedger } from '../../support/ledger.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { expectOk, makeShopper, type Shopper } from '../../support/shopper.ts';
import { type ConnectedAccount, connectStore } from '../../support/stripe-connect.ts';
import {
  eventOf,
  openStripeStandIn,
  SECRET_KEY,
  type Session,
  type StripeStandIn,
  signed,
  WEBHOOK_SECRET,
} from '../../support/stripe-stand-in.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const NOW = new Date('2026-10-12T10:00:00Z');
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const CONNECT_SECRET = 'whsec_connect';
let stripe: StripeStandIn;
let market: TestMarket;
let shopper: Shopper;
let dairy: Merchant;
let cheese: string;
beforeAll(async () => {
  stripe = await openStripeStandIn();
  const webhookSecret = `${WEBHOOK_SECRET},${CONNECT_SECRET}`;
  const settings = { secretKey: SECRET_KEY, webhookSecret, api: stripe.address, timeout: 400 };
  market = await startTestMarket({ now: NOW, env: { payment: 'stripe', stripe: settings } });
  await makeDelivery(market.db);
  await market.db.insert(configurations).values({ key: 'contactEmail', value: 'marche@etal.test' });
});
afterAll(async () => {
  await market.close();
  await stripe.close();
});
beforeEach(async () => {
  market.setClock(NOW);
  dairy = await makeMerchant(market, { paymentOnDelivery: true });
  cheese = (await makeProduct(market.db, { storeId: dairy.storeId, price: 1250 })).id;
  shopper = await makeShopper(market);
  await market.db.update(transfers).set({ dueAt: null });
  stripe.calls.length = 0;
});

const callsTo = (call: string) => stripe.calls.filter((made) => made.call === call);
const payouts = async () => expectOk(await dairy.call<StorePayouts>('GET', `/stores/${dairy.storeId}/payouts`));
const accountLink = async () =>
  expectOk(await dairy.call<{ url: string }>('GET', `/stores/${dairy.storeId}/payouts/account`)).url;
const sendEvent = (type: string, object: object, { secret = WEBHOOK_SECRET, account = '' } = {}) => {
  const event = JSON.parse(eventOf(type, object as Record<string, unknown>));
  const body = JSON.stringify(account === '' ? event : { ...event, account });
  const signature = signed(body, Math.floor(NOW.getTime() / 1000), secret);
  return market.inject('POST', '/paiement/stripe', {
    body,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
  });
};
const merchantMoves = (order: Order, step: 'validate' | 'cancel') =>
  dairy.call('PUT', `/store_orders/${order.storeOrders[0]?.id}/${step}`, step === 'cancel' ? { reason: '' } : {});

async function paid(): Promise<{ order: Order; session: Session; payment: string }> {
  const order = await shopper.ready([cheese, 2]);
  const payment =
    expectOk(await shopper.prepare(order))
      .payment_url.split('/')
      .at(-1) ?? '';
  await market.inject('GET', `/paiement/${payment}`);
  const session = stripe.sessionOf(payment);
  stripe.pay(session);
  return { order: expectOk(await shopper.pay(order)), session, payment };
}
const ownTransfers = ({ id }: ConnectedAccount) => stripe.connect.transfers.filter((each) => each.destination === id);

describe('the account of a store', () => {
  test('is opened once, on the pages of Stripe, with what they need to return', async () => {
    expect((await payouts()).account).toEqual({ state: 'none', missing: [] });
    const places = [await market.inject('GET', await accountLink()), await market.inject('GET', await accountLink())];
    const [store] = await market.db.select().from(stores).where(eq(stores.id, dairy.storeId));
    const account = stripe.connect.accounts.find(({ id }) => id === store?.sMoneyAccount);
    for (const { status, headers } of places) {
      expect([status, headers['cache-control']]).toEqual([303, 'no-store, private']);
      expect(headers.location).toMatch(new RegExp(`^https://connect.stripe.com/setup/e/${account?.id}/`));
    }
    expect(callsTo('POST /v1/accounts').map(({ key }) => key)).toEqual([`account/${dairy.storeId}`]);
    expect(callsTo('POST /v1/accounts')[0]?.fields).toMatchObject({
      ...{ country: 'FR', 'metadata[store]': dairy.storeId, 'capabilities[transfers][requested]': 'true' },
      ...{ 'controller[stripe_dashboard][type]': 'express', 'controller[losses][payments]': 'application' },
    });
    const back = 'http://localhost:4173/admin/boutique/store/versements';
    expect(callsTo('POST /v1/account_links')[0]?.fields).toMatchObject({ return_url: back, refresh_url: back });
  });

  test('shows what is missing, and that it can receive, as soon as the merchant returns', async () => {
    await market.inject('GET', await accountLink());
    const account = stripe.connect.accounts.at(-1) as ConnectedAccount;
    expect((await payouts()).account).toEqual({ state: 'to-complete', missing: ['business_type', 'external_account'] });
    stripe.connect.complete(account);
    market.setClock(later(1));
    expect((await payouts()).account).toEqual({ state: 'ready', missing: [] });
  });

  test('is checked when Stripe calls about it, and without a call by the periodic check', async () => {
    await market.inject('GET', await accountLink());
    const account = stripe.connect.accounts.at(-1) as ConnectedAccount;
    stripe.connect.complete(account);
    const claimed = { ...account, capabilities: { transfers: 'inactive' } };
    const options = { secret: CONNECT_SECRET, account: account.id };
    expect((await sendEvent('account.updated', claimed, options)).status).toBe(200);
    // Fresh: the page does not ask again, so it shows what the call made the market look up.
    expect((await payouts()).account?.state).toBe('ready');
    stripe.connect.complete(account, ['individual.verification.document']);
    await checkStoreAccounts(market.app.market, later(25 * 60));
    expect((await payouts()).account).toEqual({ state: 'to-complete', missing: ['individual.verification.document'] });
    expect((await sendEvent('account.updated', { id: 'acct_other' })).status).toBe(200);
  });

  test('cannot be typed in: it is set by Stripe’s pages only', async () => {
    const typed = await dairy.call<ErrorBody>('PUT', `/stores/${dairy.storeId}`, { sMoneyAccount: 'acct_mine' });
    expect([typed.status, typed.body.violations?.[0]?.propertyPath]).toEqual([422, 'sMoneyAccount']);
    expectOk(await dairy.call('PUT', `/stores/${dairy.storeId}`, { sMoneyAccount: null, name: 'Laiterie' }));
  });

  test('a link that is forged, expired or of another store opens nothing', async () => {
    const link = await accountLink();
    const other = await makeMerchant(market);
    const forged = link.replace(dairy.storeId, other.storeId);
    expect((await market.inject('GET', forged)).status).toBe(404);
    market.setClock(later(61));
    expect((await market.inject('GET', link)).status).toBe(404);
    expect(callsTo('POST /v1/accounts')).toEqual([]);
  });
});

describe('a store that cannot receive', () => {
  test('is not paid online: the shopper reads why, and nothing is reserved', async () => {
    const order = await shopper.ready([cheese]);
    expect(order.unpayableStores).toEqual([order.storeOrders[0]?.store.name]);
    const refused = await shopper.prepare<ErrorBody>(order);
    expect([refused.status, refused.body.code]).toEqual([409, 'store-not-payable']);
    expect(refused.body['hydra:description']).toContain('ne peut pas encore être payée en ligne');
    expectOk(await shopper.call('PUT', `/orders/${order.id}`, { paymentOnDelivery: true }));
  });

  test('another account, typed by the operator, counts only once it was checked', async () => {
    const account = await connectStore(market.db, stripe.connect, dairy.storeId);
    await market.db.update(stores).set({ sMoneyAccount: 'acct_other' }).where(eq(stores.id, dairy.storeId));
    const order = await shopper.ready([cheese]);
    expect((await shopper.prepare<ErrorBody>(order)).body.code).toBe('store-not-payable');
    await market.db.update(stores).set({ sMoneyAccount: account.id }).where(eq(stores.id, dairy.storeId));
    const again = await shopper.ready([cheese]);
    expect(again.unpayableStores).toEqual([]);
    expectOk(await shopper.prepare(again));
  });
});

describe('a transfer', () => {
  test('is made out of the charge, in the group of its payment, less the commission', async () => {
    const account = await connectStore(market.db, stripe.connect, dairy.storeId);
    await market.db.update(stores).set({ commission: 1000 }).where(eq(stores.id, dairy.storeId));
    const { order, session, payment } = await paid();
    expectOk(await merchantMoves(order, 'validate'));
    const [row] = await market.db.select().from(transfers).where(eq(transfers.paymentId, payment));
    expect(ownTransfers(account)).toMatchObject([
      { amount: 2250, currency: 'eur', transfer_group: payment, metadata: { transfer: row?.id, payment } },
    ]);
    expect(callsTo('POST /v1/transfers')[0]?.key).toBe(row?.id);
    expect(callsTo('POST /v1/checkout/sessions')[0]?.fields['payment_intent_data[transfer_group]']).toBe(payment);
    expect(row?.reference).toBe(ownTransfers(account)[0]?.id);
    expect(session.payment_intent).not.toBeNull();
    const figures = await dairy.call<StoreMetrics>('GET', `/metrics/by_store/${dairy.storeId}`);
    expect(expectOk(figures).commission).toBe(250);
    await checkLedger(market.db);
  });

  test.each([false, true])('whose answer was lost is made once (key forgotten: %s)', async (forgotten) => {
    const account = await connectStore(market.db, stripe.connect, dairy.storeId);
    const { order } = await paid();
    stripe.fail('POST /v1/transfers', 'lost', 'lost');
    expectOk(await merchantMoves(order, 'validate'));
    if (forgotten) stripe.forgetKeys();
    for (let minute = 1; minute < 9; minute += 1) await requestDueTransfers(market.app.market, later(minute));
    expect(ownTransfers(account)).toHaveLength(1);
    await checkLedger(market.db);
  });

  test('refused, because the account was restricted, is made when Stripe says that it can receive', async () => {
    const account = await connectStore(market.db, stripe.connect, dairy.storeId);
    const { order } = await paid();
    stripe.connect.complete(account, ['external_account']);
    expectOk(await merchantMoves(order, 'validate'));
    expect(ownTransfers(account)).toEqual([]);
    expect((await payouts()).pending).toMatchObject([{ amount: 2500, late: true }]);
    stripe.connect.complete(account);
    expect((await sendEvent('account.updated', account)).status).toBe(200);
    expect(ownTransfers(account)).toMatchObject([{ amount: 2500 }]);
    expect(await payouts()).toMatchObject({ pending: [], owed: 0 });
    await checkLedger(market.db);
  });

  test.each([false, true])('is reversed once after a refund (answer lost: %s)', async (lost) => {
    const account = await connectStore(market.db, stripe.connect, dairy.storeId);
    await market.db.update(stores).set({ commission: 1000 }).where(eq(stores.id, dairy.storeId));
    const { order } = await paid();
    expectOk(await merchantMoves(order, 'validate'));
    const [transfer] = ownTransfers(account);
    if (lost) stripe.fail(`POST /v1/transfers/${transfer?.id}/reversals`, 'lost', 'lost');
    expectOk(await merchantMoves(order, 'cancel'));
    if (lost) stripe.forgetKeys();
    for (let minute = 1; minute < 9; minute += 1) await requestDueTransfers(market.app.market, later(minute));
    expect(transfer?.reversals.data).toMatchObject([{ amount: 2250 }]);
    const rows = await market.db.select().from(transferReversals);
    expect(rows.filter(({ acceptedAt }) => acceptedAt === null)).toEqual([]);
    await checkLedger(market.db);
    expect((await sendEvent('transfer.reversed', transfer ?? {})).status).toBe(200);
    expect(await market.db.select().from(payoutIncidents)).toEqual([]);
  });
});

describe('an incident', () => {
  const incidents = async () => (await payouts()).incidents;
  const mailsTo = async (words: string) => (await market.sentMails()).filter((mail) => mail.includes(words));

  test('a dispute is looked up, mailed to the operator once per state, and seen by the merchant', async () => {
    await connectStore(market.db, stripe.connect, dairy.storeId);
    const { payment, order } = await paid();
    const dispute = { id: `dp_${payment.slice(0, 8)}`, object: 'dispute', amount: 2500, reason: 'fraudulent' };
    const intent = { id: 'pi_1', object: 'payment_intent', metadata: { payment } };
    stripe.connect.disputes.set(dispute.id, { ...dispute, status: 'needs_response', payment_intent: intent });
    for (let time = 0; time < 2; time += 1) {
      expect((await sendEvent('charge.dispute.created', { ...dispute, amount: 1 })).status).toBe(200);
    }
    expect(await incidents()).toMatchObject([{ kind: 'dispute', amount: 2500, open: true }]);
    expect(await mailsTo(dispute.id)).toHaveLength(1);
    expect((await mailsTo(dispute.id))[0]).toContain(`${order.id}`);
    stripe.connect.disputes.set(dispute.id, { ...dispute, status: 'won', payment_intent: intent });
    expect((await sendEvent('charge.dispute.closed', dispute)).status).toBe(200);
    expect(await incidents()).toMatchObject([{ kind: 'dispute', open: false }]);
    expect(await mailsTo(dispute.id)).toHaveLength(2);
  });

  test('a failed payout and a transfer reversed by hand are those of the store', async () => {
    const account = await connectStore(market.db, stripe.connect, dairy.storeId);
    const { order } = await paid();
    expectOk(await merchantMoves(order, 'validate'));
    const payout = { id: `po_${account.id}`, object: 'payout', amount: 2500, failure_message: 'Account closed.' };
    stripe.connect.payouts.set(payout.id, { ...payout, status: 'failed' });
    const options = { secret: CONNECT_SECRET, account: account.id };
    expect((await sendEvent('payout.failed', payout, options)).status).toBe(200);
    const [transfer] = ownTransfers(account);
    transfer?.reversals.data.push({ id: 'trr_hand', object: 'transfer_reversal', amount: 700, metadata: {} });
    expect((await sendEvent('transfer.reversed', transfer ?? {})).status).toBe(200);
    expect((await incidents()).map(({ kind, amount }) => [kind, amount]).toSorted()).toEqual([
      ['payout-failed', 2500],
      ['transfer-reversed', 700],
    ]);
  });

  test('about what is not of this market is accepted and ignored', async () => {
    const intent = { id: 'pi_2', object: 'payment_intent', metadata: { payment: "' or 1=1" } };
    const dispute = {
      id: 'dp_foreign',
      object: 'dispute',
      amount: 5,
      reason: '',
      status: 'lost',
      payment_intent: intent,
    };
    stripe.connect.disputes.set(dispute.id, dispute);
    expect((await sendEvent('charge.dispute.created', dispute)).status).toBe(200);
    const all = await market.db.select().from(payoutIncidents).where(eq(payoutIncidents.id, 'dp_foreign'));
    expect(all).toEqual([]);
  });
});
