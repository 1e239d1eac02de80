// Files bought together with other things: sent as links that end, fetched by whoever bought them, and by nobody else.
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AnyEndpointAnswer } from '#contract/all-endpoints.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { ErrorBody } from '#contract/wire/hydra.ts';
import { loadDownloadKeys } from '#server/access/download-keys.ts';
import { products } from '#server/db/schema/catalogue.ts';
import { deleteUnusedFiles } from '#server/merchant/digital-files.ts';
import { makeDelivery, makeProduct } from '../../support/builders.ts';
import { eventually } from '../../support/eventually.ts';
import { decodeMail, htmlOfMail } from '../../support/mails.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { expectOk, makeShopper, PERSON, type Shopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const START = new Date('2026-10-12T10:00:00Z');
const later = (days: number) => new Date(START.getTime() + days * 86_400_000);
const PDF = Buffer.from('%PDF-1.4 recettes\n%%EOF');

let market: TestMarket;
let shopper: Shopper;
let merchant: Merchant;
let book: string;
let cheese: string;
beforeAll(async () => {
  market = await startTestMarket();
  await makeDelivery(market.db);
});
afterAll(() => market.close());
beforeEach(async () => {
  market.setClock(START);
  merchant = await makeMerchant(market, { paymentOnDelivery: true });
  shopper = await makeShopper(market);
  await market.app.market.storage.files.put('recettes.pdf', PDF);
  const { storeId } = merchant;
  const digital = { storeId, dematerialized: true, dematerializedFile: 'recettes.pdf', weight: 0 };
  book = (await makeProduct(market.db, { ...digital, name: 'Recettes d’été : "fromages"/../' })).id;
  cheese = (await makeProduct(market.db, { storeId, name: 'Tomme' })).id;
});

async function accepted(order: Order): Promise<Order> {
  const { payment_url } = expectOk(await shopper.prepare(order));
  await shopper.answer(payment_url, 'accepted');
  return expectOk(await shopper.pay(order));
}
const mixed = () => shopper.ready([cheese], [book, 2]);
const itemOf = (order: Order, product = book) =>
  order.storeOrders.flatMap(({ items }) => items).find((item) => item.product.id === product) ?? expect.fail('no item');
const ask = <T = AnyEndpointAnswer<'downloads.link'>>(order: Order, who = shopper, product = book) =>
  who.call<T>('GET', `${itemOf(order, product)['@id']}/download`);
const linkTo = async (order: Order) => expectOk(await ask(order)).url;
const open = (url: string, method = 'GET', headers: Record<string, string> = {}) =>
  market.app.inject({ method: method as 'GET', url, headers });
const filesMailed = (address = shopper.email) =>
  market
    .mails()
    .filter((mail) => mail.includes(`To: ${address}`))
    .map((mail) => ({ text: decodeMail(mail), html: htmlOfMail(mail), source: mail }))
    .filter(({ text }) => text.includes('/media/telechargements?lien='));
const linkIn = (text: string) => /\/media\/telechargements\?lien=[\w.-]+/.exec(text)?.[0] ?? '';
const partPath = (order: Order) => order.storeOrders[0]?.['@id'] ?? '';

test('the mail goes out once it is paid, whatever becomes of the rest, with a link in text and HTML that opens the file', async () => {
  const order = await mixed();
  expect(filesMailed()).toEqual([]);
  await accepted(order);
  const [mail, ...others] = await eventually(() => {
    const found = filesMailed();
    expect(found).not.toEqual([]);
    return found;
  });
  expect(others).toEqual([]);
  const link = linkIn(mail?.text ?? '');
  expect(mail?.html).toContain(`href="${market.env.publicUrl}${link}"`);
  expect(mail?.text).toContain('valent jusqu’au 19/10/2026');
  const opened = await open(link);
  expect(opened.statusCode).toBe(200);
  expect(opened.rawPayload.equals(PDF)).toBe(true);
});

test('the file’s headers prevent execution and caching, and its name is safe', async () => {
  const order = await accepted(await mixed());
  const { headers } = await open(await linkTo(order));
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store, private',
    'referrer-policy': 'no-referrer',
    'accept-ranges': 'none',
    'content-disposition':
      `attachment; filename="Recettes d_ete - -fromages--..-.pdf"; ` +
      `filename*=UTF-8''Recettes%20d%E2%80%99%C3%A9t%C3%A9%20-%20-fromages--..-.pdf`,
  });
});

test('HEAD answers the same without the file, a range gets all of it, and writes are refused', async () => {
  const link = await linkTo(await accepted(await mixed()));
  const head = await open(link, 'HEAD');
  expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
  expect(head.headers['content-length']).toBe(String(PDF.length));
  for (const range of ['bytes=0-3', 'bytes=-1', 'bytes=0-0,2-3', 'bytes=99999-']) {
    const part = await open(link, 'GET', { range });
    expect([part.statusCode, part.rawPayload.equals(PDF)]).toEqual([200, true]);
  }
  for (const method of ['POST', 'PUT', 'DELETE'])
    expect((await open(link, method)).statusCode).toBeGreaterThanOrEqual(400);
});

describe('an invalid link explains itself in French', () => {
  const refused = async (link: string, status: number, content: string) => {
    const page = await open(link);
    expect([page.statusCode, page.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
    expect(page.body).toContain(content);
    expect(page.body).toContain('lang="fr"');
    expect(page.body).not.toContain('%PDF');
    expect(page.headers['cache-control']).toBe('no-store, private');
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
  };

  test('a signature that is forged, cut, or of another link, a changed id, a changed end', async () => {
    const order = await accepted(await mixed());
    const link = await linkTo(order);
    market.setClock(later(1));
    await shopper.login();
    const other = await linkTo(await accepted(await mixed()));
    const [prefix = '', end = '', signature = ''] = link.split('.');
    const [otherPrefix = '', otherEnd = '', otherSignature = ''] = other.split('.');
    const flipped = `${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`;
    const forged = [
      `${prefix}.${end}.${flipped}`,
      `${prefix}.${end}.${signature.slice(1)}`,
      `${prefix}.${end}.${signature}A`,
      `${prefix}.${end}.`,
      `${prefix}.${end}`,
      `${prefix}.${end}.${otherSignature}`,
      `${otherPrefix}.${end}.${signature}`,
      `${prefix}.${otherEnd}.${signature}`,
      `${prefix}.${Number(end) + 1}.${signature}`,
      `${prefix}.0${end}.${signature}`,
      `${prefix.replace(/[0-9a-f-]{36}$/, (id) => id.toUpperCase())}.${end}.${signature}`,
      `/media/telechargements?lien=${randomUUID()}.${end}.${signature}`,
      '/media/telechargements?lien=recettes.pdf',
      '/media/telechargements?lien=..%2F..%2Ffiles%2Frecettes.pdf',
      '/media/telechargements',
      `${link}&lien=${signature}`,
    ];
    for (const each of forged) expect(each).not.toBe(link);
    for (const each of forged) await refused(each, 404, 'Ce lien n’est pas valable');
    expect((await open(link)).statusCode).toBe(200);
  });

  test('with a deleted key; a new signing key keeps older links valid', async () => {
    const link = await linkTo(await accepted(await mixed()));
    const folder = join(market.env.dataDir, 'keys');
    const [, content = '', signature = ''] = /lien=(.+)\.([^.]+)$/.exec(link) ?? [];
    writeFileSync(
      join(folder, 'download-2.json'),
      JSON.stringify({ secret: Buffer.alloc(32, 7).toString('base64url') }),
    );
    const both = loadDownloadKeys(folder);
    expect(both.verifies(content, signature)).toBe(true);
    expect(both.sign(content)).not.toBe(signature);
    const first = readFileSync(join(folder, 'download-1.json'), 'utf8');
    writeFileSync(
      join(folder, 'download-1.json'),
      JSON.stringify({ secret: Buffer.alloc(32, 8).toString('base64url') }),
    );
    expect(loadDownloadKeys(folder).verifies(content, signature)).toBe(false);
    writeFileSync(join(folder, 'download-1.json'), first);
  });

  test('an expired link, which the buyer renews from the order', async () => {
    const order = await accepted(await mixed());
    const link = await linkTo(order);
    market.setClock(new Date(later(7).getTime() - 1000));
    expect((await open(link)).statusCode).toBe(200);
    market.setClock(later(7));
    await refused(link, 410, 'Ce lien a expiré');
    expect((await open(link)).body).toContain(`href="/compte/commande/${order.id}"`);
    await shopper.login();
    const renewed = await linkTo(order);
    expect(renewed).not.toBe(link);
    expect((await open(renewed)).statusCode).toBe(200);
    await refused(link, 410, 'Ce lien a expiré');
  });

  test('an order that its store cancelled and refunded', async () => {
    const order = await accepted(await mixed());
    const link = await linkTo(order);
    expectOk(await merchant.call('PUT', `${partPath(order)}/cancel`, { reason: '' }));
    await refused(link, 410, 'Cette commande a été annulée');
    const { status, body } = await ask<ErrorBody>(order);
    expect([status, body.code]).toEqual([409, 'canceled']);
  });

  test('a file that is gone from the disk', async () => {
    const order = await accepted(await mixed());
    const link = await linkTo(order);
    await market.app.market.storage.files.remove('recettes.pdf');
    await refused(link, 404, 'Ce fichier n’est plus là');
    expect((await ask<ErrorBody>(order)).body.code).toBe('file-gone');
  });
});

test('only the buyer gets a link: no other shopper, no store, no visitor', async () => {
  const order = await accepted(await mixed());
  expect((await ask(order, await makeShopper(market))).status).toBe(404);
  expect((await merchant.call('GET', `${itemOf(order)['@id']}/download`)).status).toBe(404);
  expect((await market.inject('GET', `/api${itemOf(order)['@id']}/download`)).status).toBe(401);
  expect((await ask<ErrorBody>(order, shopper, cheese)).body.code).toBe('file-gone');
});

test.each(['pending', 'declined'])('unpaid it is not given: the payment is %s', async (result) => {
  const order = await mixed();
  expect((await ask<ErrorBody>(order)).body.code).toBe('not-payed');
  const { payment_url } = expectOk(await shopper.prepare(order));
  await shopper.answer(payment_url, result);
  expect((await ask<ErrorBody>(order)).body.code).toBe('not-payed');
  expect(filesMailed()).toEqual([]);
});

test('with payment on delivery it is sent when the rest is handed over, not before', async () => {
  const order = await mixed();
  expectOk(await shopper.call('PUT', `/orders/${order.id}`, { paymentOnDelivery: true }));
  expectOk(await merchant.call('PUT', `${partPath(order)}/validate`, {}));
  expect((await ask<ErrorBody>(order)).body.code).toBe('not-payed');
  expect(filesMailed()).toEqual([]);
  expectOk(await merchant.call('PUT', `${partPath(order)}/ship`, {}));
  await eventually(() => expect(filesMailed()).toHaveLength(1));
  expect((await open(await linkTo(order))).statusCode).toBe(200);
  // Said twice by two devices it is sent once.
  expectOk(await merchant.call('PUT', `${partPath(order)}/ship`, {}));
  expect(filesMailed()).toHaveLength(1);
});

test('a purchased file is unaffected by its store’s changes, its deletion and a month of cleanup', async () => {
  const order = await accepted(await mixed());
  await market.app.market.storage.files.put('autre.pdf', Buffer.from('%PDF-1.4 autre'));
  const set = (values: Partial<typeof products.$inferInsert>) =>
    market.db.update(products).set(values).where(eq(products.id, book));
  await set({ dematerializedFile: 'autre.pdf' });
  expect((await open(await linkTo(order))).rawPayload.equals(PDF)).toBe(true);
  await set({ dematerializedFile: null, dematerialized: false, deletedAt: START });
  await deleteUnusedFiles(market.app.market, later(40));
  expect((await open(await linkTo(order))).rawPayload.equals(PDF)).toBe(true);
  expect(itemOf(expectOk(await shopper.seeOrder(order))).digital).toBe(true);
});

test('a file provided after the order is downloaded from the order', async () => {
  await market.db.update(products).set({ dematerializedFile: null }).where(eq(products.id, book));
  const order = await accepted(await mixed());
  expect(filesMailed()).toEqual([]);
  expect((await ask<ErrorBody>(order)).body.code).toBe('file-gone');
  await market.db.update(products).set({ dematerializedFile: 'recettes.pdf' }).where(eq(products.id, book));
  expect((await open(await linkTo(order))).statusCode).toBe(200);
});

test('digital alone, it goes to the address that was written down, which others do not get', async () => {
  const order = expectOk(await shopper.order(await shopper.fill([book])));
  const to = `cadeau-${randomUUID()}@etal.test`;
  await shopper.deliver(order, { ...PERSON, email: to });
  await accepted(order);
  await eventually(() => expect(filesMailed(to)).toHaveLength(1));
  expect(filesMailed()).toEqual([]);
});

test('in a mixed order it goes to the account’s address, which the store does not see', async () => {
  const before = expectOk(await shopper.order(await shopper.fill([book])));
  const old = `ancien-${randomUUID()}@etal.test`;
  await shopper.deliver(before, { ...PERSON, email: old });
  await accepted(before);
  await eventually(() => expect(filesMailed(old)).toHaveLength(1));

  const cart = await shopper.fill([cheese], [book]);
  const order = expectOk(await shopper.order(cart));
  expect(order.storeOrders).toMatchObject([{ firstName: PERSON.firstName, email: '' }]);
  await shopper.deliver(order, { shippingType: 'store', ...PERSON, email: `autre-${randomUUID()}@etal.test` });
  const paid = await accepted(order);
  await eventually(() => expect(filesMailed()).toHaveLength(1));
  expect(filesMailed(old)).toHaveLength(1);
  const seen = expectOk(await merchant.call<StoreOrder>('GET', partPath(paid)));
  expect(seen).toMatchObject({ firstName: PERSON.firstName, email: '' });
  expect(market.mails().filter((mail) => decodeMail(mail).includes('autre-'))).toEqual([]);

  // Nor is it proposed for the next file.
  expect(expectOk(await shopper.order(await shopper.fill([book]))).storeOrders).toMatchObject([{ email: '' }]);
});

test('a file alone is proposed to the address that was written down for this very cart', async () => {
  const order = expectOk(await shopper.order(await shopper.fill([book])));
  const to = `cadeau-${randomUUID()}@etal.test`;
  await shopper.deliver(order, { ...PERSON, email: to });
  const anew = expectOk(await shopper.order(await shopper.fill([book])));
  expect(anew.id).not.toBe(order.id);
  expect(anew.storeOrders).toMatchObject([{ email: to }]);
});

test('a large file is linked instead of attached', async () => {
  await market.app.market.storage.files.put('recettes.pdf', Buffer.concat([PDF, Buffer.alloc(9 * 1024 * 1024)]));
  await accepted(await mixed());
  const [mail] = await eventually(() => {
    const found = filesMailed();
    expect(found).toHaveLength(1);
    return found;
  });
  expect(mail?.text).not.toContain('pièce jointe');
  expect(mail?.source.length).toBeLessThan(50_000);
});
