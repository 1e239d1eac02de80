// An address is its holder's once they have opened a link that was sent there: until then nothing that goes by it is the
// account's, and no mail goes there but those that confirm it.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ErrorBody } from '#contract/wire/hydra.ts';
import { CONFIRM_LIFETIME } from '#server/accounts/confirm-email.ts';
import { users } from '#server/db/schema/accounts.ts';
import { mails } from '#server/db/schema/mails.ts';
import { availabilityProducts, platformMessages } from '#server/db/schema/requests.ts';
import { deleteOldMails, deliverMails } from '#server/mails/deliver.ts';
import { listUnsentMails } from '#server/mails/unsent.ts';
import { makeDelivery, makeProduct, makeStore } from '../../support/builders.ts';
import { decodeMail, linkOfMail } from '../../support/mails.ts';
import { expectOk, PERSON } from '../../support/shopper.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../../support/test-server.ts';
import { contentOf } from '../../support/tokens.ts';

const start = new Date('2026-10-12T10:00:00Z');
const later = (milliseconds: number) => new Date(start.getTime() + milliseconds);

let market: TestMarket;
let email: string;
let id: string;
let token: string;
let number = 0;
beforeAll(async () => {
  market = await startTestMarket();
  await makeDelivery(market.db);
});
afterAll(() => market.close());
beforeEach(async () => {
  market.setClock(start);
  number += 1;
  email = `nouveau-${number}@etal.test`;
  const { body } = await market.inject<{ id: string }>('POST', '/api/users', {
    body: { email, plainPassword: DEMO_PASSWORD },
  });
  id = body.id;
  token = await market.login(email);
});

const mailsTo = (address: string) =>
  market
    .mails()
    .map(decodeMail)
    .filter((mail) => mail.includes(`To: ${address}\n`) || mail.includes(`To: ${address}\r\n`));
const confirm = ({ uuid, token: key }: { uuid: string; token: string }) =>
  market.inject<ErrorBody & { email: string }>('POST', `/api/users/${uuid}/email/confirm`, { body: { token: key } });
const link = (address = email) => linkOfMail(market.mails(), address, '/confirmer-adresse');
const isConfirmed = async () =>
  (await market.db.select().from(users).where(eq(users.id, id)))[0]?.emailConfirmedAt !== null;
const call = <T = unknown>(method: string, path: string, body?: unknown) =>
  market.inject<T>(method, `/api${path}`, { token, ...(body !== undefined && { body }) });

/** Paid on the spot. */
async function order(shop: { email?: string } = {}): Promise<void> {
  const store = await makeStore(market.db, { paymentOnDelivery: true, ...shop });
  const product = await makeProduct(market.db, { storeId: store.id, price: 500 });
  const cart = (await call<{ id: string }>('POST', '/carts', {})).body.id;
  expectOk(await call('PUT', `/carts/${cart}/add`, { id: product.id, quantity: 1, optionValues: [] }));
  const made = expectOk(await call<{ id: number; storeOrders: { id: number }[] }>('GET', `/carts/${cart}/order`));
  for (const part of made.storeOrders)
    await call('PUT', `/store_orders/${part.id}`, { shippingType: 'store', ...PERSON });
  const { status, text } = await call('PUT', `/orders/${made.id}`, { paymentOnDelivery: true });
  expect(status, text).toBeLessThan(300);
}

describe('after signing up', () => {
  test('one mail comes, with the link that confirms the address, good for seven days and for nothing else', async () => {
    expect(mailsTo(email)).toHaveLength(1);
    expect(await isConfirmed()).toBe(false);
    expect(contentOf(token).emailConfirmed).toBe(false);
    const good = link();
    const [end = '', signature = ''] = good.token.split('.');
    for (const wrong of [
      { ...good, uuid: '00000000-0000-4000-8000-000000000000' },
      { ...good, token: `${Number(end) + 1}.${signature}` },
      { ...good, token: `${end}.${'A'.repeat(43)}` },
      { ...good, token: 'x' },
    ])
      expect(await confirm(wrong)).toMatchObject({ status: 404 });
    market.setClock(later(CONFIRM_LIFETIME));
    expect(await confirm(good)).toMatchObject({ status: 404, body: { code: 'confirm-link-over' } });
    expect(await isConfirmed()).toBe(false);
    market.setClock(later(CONFIRM_LIFETIME - 1000));
    expect(await confirm(good)).toMatchObject({ status: 200, body: { email } });
    expect(await isConfirmed()).toBe(true);
    expect(contentOf(await market.login(email)).emailConfirmed).toBe(true);
    // Opened twice, it says the same.
    expect(await confirm(good)).toMatchObject({ status: 200 });
  });

  test('the link can be sent anew, by its account alone, and not once the address is confirmed', async () => {
    expect((await call('POST', `/users/${id}/email/confirmation`)).status).toBe(204);
    expect(mailsTo(email)).toHaveLength(2);
    const other = await market.login((await signUpAnother()).email);
    const byOther = await market.inject('POST', `/api/users/${id}/email/confirmation`, { token: other });
    expect(byOther.status).toBe(404);
    await confirm(link());
    expect((await call('POST', `/users/${id}/email/confirmation`)).status).toBe(204);
    expect(mailsTo(email)).toHaveLength(2);
  });

  test('ordering works, its mails wait, and go out with the confirmation', async () => {
    await order();
    await order();
    expect(mailsTo(email)).toHaveLength(1);
    expect(await listUnsentMails(market.db)).toContain('Retenus jusqu’à la confirmation de l’adresse : 2');
    await confirm(link());
    expect(mailsTo(email)).toHaveLength(3);
    expect(await listUnsentMails(market.db)).toEqual(['Tous les courriels sont partis.']);
    await order();
    expect(mailsTo(email)).toHaveLength(4);
  });

  test('mails that wait follow the account to a new address, and are forgotten after thirty days', async () => {
    await order();
    const next = `autre-${number}@etal.test`;
    await call('PUT', `/users/${id}`, { email: next, password: DEMO_PASSWORD });
    expect(await confirm(link())).toMatchObject({ status: 404 });
    expect(mailsTo(next)).toHaveLength(1);
    await confirm(link(next));
    expect(mailsTo(next)).toHaveLength(2);
    expect(mailsTo(email)).toHaveLength(1);

    const { email: idle, token: idleToken } = await signUpAnother();
    token = idleToken;
    email = idle;
    await order();
    await deleteOldMails(market, later(31 * 24 * 3_600_000));
    expect(await market.db.select().from(mails).where(eq(mails.recipient, idle))).toEqual([]);
  });

  test('a new password chosen by the link of a mail confirms the address, since its mails are read', async () => {
    await market.inject('POST', '/api/users/reset_password', { body: { identifier: email } });
    await expect.poll(() => mailsTo(email).length).toBe(2);
    const { uuid, token: key } = linkOfMail(market.mails(), email, '/reset_password');
    const reset = await market.inject('PUT', `/api/users/${uuid}/update_password?resetToken=${key}`, {
      body: { plainPassword: 'Un-autre-mot-de-passe' },
    });
    expect(reset.status).toBe(204);
    expect(await isConfirmed()).toBe(true);
  });

  test('a link to a new password that was sent to the address of before sets none after a change of address', async () => {
    await market.inject('POST', '/api/users/reset_password', { body: { identifier: email } });
    await expect.poll(() => mailsTo(email).length).toBe(2);
    const { uuid, token: key } = linkOfMail(market.mails(), email, '/reset_password');
    await call('PUT', `/users/${id}`, { email: `ailleurs-${number}@etal.test`, password: DEMO_PASSWORD });
    const reset = await market.inject('PUT', `/api/users/${uuid}/update_password?resetToken=${key}`, {
      body: { plainPassword: 'Un-autre-mot-de-passe' },
    });
    expect(reset.status).toBe(404);
    expect(await isConfirmed()).toBe(false);
  });
});

describe('data filed under an address', () => {
  const left = async () => ({
    messages: (await market.db.select().from(platformMessages).where(eq(platformMessages.email, email))).length,
    alerts: (await market.db.select().from(availabilityProducts).where(eq(availabilityProducts.email, email))).length,
  });
  beforeEach(async () => {
    const product = await makeProduct(market.db, { stock: 0 });
    await market.db.insert(availabilityProducts).values({ email, productId: product.id });
    await market.db.insert(platformMessages).values({ name: 'x', email, subject: 'x', message: 'Un secret' });
  });

  test('is neither shown to, nor deleted by, an account that has not confirmed it', async () => {
    const { body, text } = await call<Record<string, unknown[]>>('GET', `/users/${id}/export`);
    expect([body.platformMessages, body.alerts, body.mails]).toEqual([[], [], []]);
    expect(text).not.toContain('Un secret');
    expect((await call('DELETE', `/users/${id}`, { password: DEMO_PASSWORD })).status).toBe(204);
    expect(await left()).toEqual({ messages: 1, alerts: 1 });
  });

  test('is shown to, and deleted with, one that has', async () => {
    await confirm(link());
    const { body } = await call<Record<string, unknown[]>>('GET', `/users/${id}/export`);
    expect([body.platformMessages?.length, body.alerts?.length]).toEqual([1, 1]);
    expect((await call('DELETE', `/users/${id}`, { password: DEMO_PASSWORD })).status).toBe(204);
    expect(await left()).toEqual({ messages: 0, alerts: 0 });
  });
});

describe('an address that was never confirmed', () => {
  test('withholds no mail of a store with that address, and mails no orders to the account', async () => {
    const [shop, elsewhere] = [email, `ailleurs-${number}@etal.test`];
    const before = mailsTo(shop).length;
    const { token: buyer } = await signUpAnother();
    const squatter = token;
    token = buyer;
    await order({ email: shop });
    expect(mailsTo(shop)).toHaveLength(before + 1);
    token = squatter;
    await call('PUT', `/users/${id}`, { email: elsewhere, password: DEMO_PASSWORD });
    await confirm(link(elsewhere));
    expect(mailsTo(elsewhere)).toHaveLength(1);
  });

  test('is free as soon as its account changes it, and gets no mail', async () => {
    await call('PUT', `/users/${id}`, { email: `ailleurs-${number}@etal.test`, password: DEMO_PASSWORD });
    await deliverMails(market.app.market);
    expect(mailsTo(email)).toHaveLength(1);
    const again = await market.inject('POST', '/api/users', { body: { email, plainPassword: DEMO_PASSWORD } });
    expect(again.status).toBe(201);
  });
});

async function signUpAnother(): Promise<{ email: string; token: string }> {
  number += 1;
  const another = `nouveau-${number}@etal.test`;
  await market.inject('POST', '/api/users', { body: { email: another, plainPassword: DEMO_PASSWORD } });
  return { email: another, token: await market.login(another) };
}
