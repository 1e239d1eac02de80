// Ways out of mails sent by consent: in the account, by the link of each mail, and in the operator's list.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadDownloadKeys } from '#server/access/download-keys.ts';
import { listSubscribers } from '#server/accounts/newsletter.ts';
import { users } from '#server/db/schema/accounts.ts';
import { products } from '#server/db/schema/catalogue.ts';
import { mails } from '#server/db/schema/mails.ts';
import { alertsWayOut, newsletterWayOut } from '#server/mails/way-out.ts';
import { notifyAvailable } from '#server/requests/notify-available.ts';
import { makeProduct, makeStore, makeUser } from '../../support/builders.ts';
import { decodeMail, htmlOfMail } from '../../support/mails.ts';
import { makeShopper, type Shopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const SIGNED_UP = new Date('2026-03-01T10:00:00Z');
const TODAY = new Date('2026-11-02T09:00:00Z');
let market: TestMarket;
let shopper: Shopper;
beforeAll(async () => {
  market = await startTestMarket({ now: TODAY });
});
afterAll(() => market.close());
beforeEach(async () => {
  shopper = await makeShopper(market);
  await market.db
    .update(users)
    .set({ newsletterRegistered: true, newsletterChangedAt: SIGNED_UP, emailConfirmedAt: SIGNED_UP })
    .where(eq(users.id, shopper.id));
});

const pathOf = (link: string) => link.replace(market.env.publicUrl, '');
const ownLink = () => pathOf(newsletterWayOut(market.app.market, shopper.id));
const consentOf = async (id = shopper.id) => {
  const [row] = await market.db.select().from(users).where(eq(users.id, id));
  return [row?.newsletterRegistered, row?.newsletterChangedAt?.toISOString()];
};
const open = (link: string) => market.inject('GET', link);
const press = (link: string, form: Record<string, string>) => market.inject('POST', link, { form });
const oneClick = { 'List-Unsubscribe': 'One-Click' };

describe('a newsletter ends', () => {
  test('in the account, and starts again there', async () => {
    const path = `/users/${shopper.id}/newsletter`;
    expect((await shopper.call('GET', path)).body).toMatchObject({ registered: true });
    expect((await shopper.call('PUT', path, { registered: false })).body).toMatchObject({ registered: false });
    expect(await consentOf()).toEqual([false, TODAY.toISOString()]);
    expect((await shopper.call('GET', path)).body).toMatchObject({ registered: false });
    await shopper.call('PUT', path, { registered: true });
    expect(await consentOf()).toEqual([true, TODAY.toISOString()]);
  });

  test('by one click of a mail program, in both forms of RFC 8058, without a redirect, and as often as it likes', async () => {
    const body = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const sent = await market.app.inject({ method: 'POST', url: ownLink(), headers, payload: body });
    expect(sent.statusCode).toBe(200);
    expect(await consentOf()).toEqual([false, TODAY.toISOString()]);
    expect((await press(ownLink(), oneClick)).status).toBe(200);
    expect(await consentOf()).toEqual([false, TODAY.toISOString()]);
  });

  test('on a page, which changes nothing until it is pressed, and undoes it', async () => {
    const page = await open(ownLink());
    expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-store, private']);
    expect(page.headers['referrer-policy']).toBe('no-referrer');
    expect(page.text).toContain('Me désinscrire');
    expect(await consentOf()).toEqual([true, SIGNED_UP.toISOString()]);
    const left = await press(ownLink(), { choix: 'arreter' });
    expect(left.text).toContain('ne vous est plus envoyée');
    expect((await open(ownLink())).text).toContain('La recevoir de nouveau');
    expect(await consentOf()).toEqual([false, TODAY.toISOString()]);
    expect((await press(ownLink(), { choix: 'reprendre' })).text).toContain('Me désinscrire');
    expect(await consentOf()).toEqual([true, TODAY.toISOString()]);
  });

  test.each([
    ['another account', (own: string, other: string) => own.replace(shopper.id, other)],
    ['another list', (own: string) => own.replace('lettre', 'alertes')],
    ['no signature', (own: string) => own.split('.')[0] ?? ''],
    ['no link', () => '/desinscription/lettre'],
  ])('not by a link of %s', async (_what, changed) => {
    const other = await makeUser(market.db, { newsletterRegistered: true });
    const link = changed(ownLink(), other.id);
    expect((await open(link)).status).toBe(404);
    expect((await press(link, oneClick)).status).toBe(404);
    expect((await consentOf())[0]).toBe(true);
    expect((await consentOf(other.id))[0]).toBe(true);
  });

  test('with the account: its link says so and starts nothing', async () => {
    await shopper.call('DELETE', `/users/${shopper.id}`, { password: 'Etal-demo-2026' });
    expect((await press(ownLink(), { choix: 'reprendre' })).text).toContain('Ce compte est supprimé');
    expect(await consentOf()).toEqual([false, undefined]);
  });
});

test('the list of subscribers has each confirmed address with the time of consent and its own way out', async () => {
  const unconfirmed = await makeUser(market.db, { newsletterRegistered: true, emailConfirmedAt: null });
  const uninterested = await makeUser(market.db, { newsletterRegistered: false, emailConfirmedAt: SIGNED_UP });
  const services = { env: market.env, downloads: loadDownloadKeys(`${market.env.dataDir}/keys`) };
  const found = await listSubscribers(market.db, services);
  const emails = found.map(([email]) => email);
  expect(emails).not.toContain(unconfirmed.email);
  expect(emails).not.toContain(uninterested.email);
  const [, since, link = ''] = found.find(([email]) => email === shopper.email) ?? [];
  expect(since).toBe(SIGNED_UP.toISOString());
  expect((await press(pathOf(link), oneClick)).status).toBe(200);
  expect((await listSubscribers(market.db, services)).map(([email]) => email)).not.toContain(shopper.email);
});

describe('stock alerts', () => {
  const email = 'attend@etal.test';
  const ask = (id: string) =>
    market.inject('POST', '/api/availability_products', { body: { email, product: `/products/${id}` } });
  const restock = async (id: string) => {
    await market.db.update(products).set({ stock: 3 }).where(eq(products.id, id));
    await notifyAvailable(market.app.market, TODAY);
  };
  const sources = async () => (await market.sentMails()).filter((mail) => mail.includes(`To: ${email}`));

  test('carry the one-click header and a link that stops the others to this address, and resumes them', async () => {
    const store = await makeStore(market.db);
    const [there, later, last] = [1, 2, 3].map(() => makeProduct(market.db, { storeId: store.id, stock: 0 }));
    const ids = await Promise.all([there, later, last].map(async (product) => (await product)?.id ?? ''));
    for (const id of ids) await ask(id);
    await restock(ids[0] ?? '');
    const [source = '', ...more] = await sources();
    expect(more).toEqual([]);
    const link = alertsWayOut(market.app.market, email);
    const mail = decodeMail(source);
    expect(mail).toContain(`List-Unsubscribe: <${link}>`);
    expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(htmlOfMail(source)).toContain('Ne plus recevoir d’alerte à cette adresse');
    const [row] = await market.db.select().from(mails).where(eq(mails.recipient, email));
    expect(row?.wayOut).toBe(null);

    expect((await open(pathOf(link))).text).toContain('attend le retour de 2 produits');
    await press(pathOf(link), oneClick);
    await restock(ids[1] ?? '');
    expect(await sources()).toHaveLength(1);
    expect((await press(pathOf(link), { choix: 'reprendre' })).text).toContain('attend le retour de 2 produits');
    await notifyAvailable(market.app.market, TODAY);
    expect(await sources()).toHaveLength(2);
    await press(pathOf(link), oneClick);
    expect((await open(pathOf(link))).text).toContain('Plus aucune alerte');
    // Asked for again, the alert waits again.
    await ask(ids[2] ?? '');
    await restock(ids[2] ?? '');
    expect(await sources()).toHaveLength(3);
  });

  test('mails about orders and accounts have no such header', async () => {
    await shopper.call('POST', '/users/reset_password', { email: shopper.email });
    const own = () => market.mails().filter((mail) => mail.includes(`To: ${shopper.email}`));
    await expect.poll(own).toHaveLength(1);
    expect(own()[0]).not.toContain('List-Unsubscribe');
  });
});
