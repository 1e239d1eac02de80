// Those who asked to be told are told that a product is there again.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { products } from '#server/db/schema/catalogue.ts';
import { availabilityProducts } from '#server/db/schema/requests.ts';
import { stores } from '#server/db/schema/stores.ts';
import { notifyAvailable } from '#server/requests/notify-available.ts';
import { makeProduct, makeStore } from '../../support/builders.ts';
import { decodeMail } from '../../support/mails.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let product: { id: string; slug: string };
let store: { id: string };
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market.close());
beforeEach(async () => {
  store = await makeStore(market.db, { name: 'La Criée' });
  product = await makeProduct(market.db, { storeId: store.id, name: 'Truite fumée', stock: 0 });
});

const ask = (email: string, id = product.id) =>
  market.inject('POST', '/api/availability_products', { body: { email, product: `/products/${id}` } });
const notify = () => notifyAvailable(market.app.market, new Date());
const mailsTo = (email: string) =>
  market
    .mails()
    .map(decodeMail)
    .filter((mail) => mail.includes(`To: ${email}`));
const setProduct = (values: Partial<typeof products.$inferInsert>) =>
  market.db.update(products).set(values).where(eq(products.id, product.id));

test('once, when it is there, and not before', async () => {
  const email = 'gourmande@etal.test';
  await ask(email);
  await notify();
  expect(mailsTo(email)).toEqual([]);
  await setProduct({ stock: 3 });
  await notify();
  await notify();
  const [mail, ...more] = mailsTo(email);
  expect(more).toEqual([]);
  expect(mail).toContain('Truite fumée, de La Criée, est de nouveau en stock.');
  expect(mail).toContain(`/produit/${product.slug}`);
  // Asked anew, told anew.
  await setProduct({ stock: 0 });
  await ask(email);
  await notify();
  expect(mailsTo(email)).toHaveLength(1);
  await setProduct({ stock: null });
  await notify();
  expect(mailsTo(email)).toHaveLength(2);
});

test('not for a product that is not public: hidden, deleted, or of an unpublished store', async () => {
  const email = 'patiente@etal.test';
  await ask(email);
  await setProduct({ stock: 3, published: false });
  await notify();
  await setProduct({ published: true, deletedAt: new Date() });
  await notify();
  await setProduct({ deletedAt: null });
  await market.db.update(stores).set({ published: false }).where(eq(stores.id, store.id));
  await notify();
  expect(mailsTo(email)).toEqual([]);
  await market.db.update(stores).set({ published: true }).where(eq(stores.id, store.id));
  await notify();
  expect(mailsTo(email)).toHaveLength(1);
});

test('once each, with many subscribers and many processes', async () => {
  const people = Array.from({ length: 130 }, (_, at) => `curieux${at}@etal.test`);
  await market.db.insert(availabilityProducts).values(people.map((email) => ({ email, productId: product.id })));
  await setProduct({ stock: 1 });
  const other = await market.another();
  await Promise.all([notify(), notifyAvailable(other.market, new Date()), notify()]);
  // Each mail is read once: reading them all for everybody would keep the server, which shares this process, from sending any.
  const sentMails = () =>
    market.mails().flatMap((mail) => /^To: (curieux\d+@etal\.test)/m.exec(decodeMail(mail))?.[1] ?? []);
  await expect.poll(() => sentMails().sort()).toEqual(people.toSorted());
});

test('an address has twenty open alerts at most, and a sent alert makes room', async () => {
  const email = 'curieuse@etal.test';
  const others = [];
  for (let n = 0; n < 20; n += 1) others.push(await makeProduct(market.db, { storeId: store.id, stock: 0 }));
  for (const { id } of others) expect((await ask(email, id)).status).toBeLessThan(300);
  expect((await ask(email)).status).toBe(422);
  // What it waits for already is no new one.
  expect((await ask(email, others[0]?.id)).status).toBeLessThan(300);
  expect((await ask('une-autre@etal.test')).status).toBeLessThan(300);
  await market.db
    .update(products)
    .set({ stock: 1 })
    .where(eq(products.id, others[0]?.id ?? ''));
  await notify();
  expect((await ask(email)).status).toBeLessThan(300);
});
