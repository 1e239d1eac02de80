// Notices of illegal content: received from anybody, answered to both sides, and what becomes of the content.
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Notice } from '#contract/administration/moderation.ts';
import type { Product } from '#contract/catalogue/products.ts';
import type { Review } from '#contract/catalogue/reviews.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { configurations } from '#server/db/schema/content.ts';
import { stores } from '#server/db/schema/stores.ts';
import { answerNotice, changeContent, describeOpenNotices } from '#server/market/moderation.ts';
import { makeProduct, makeUser } from '../../support/builders.ts';
import { decodeMail } from '../../support/mails.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { makeShopper, type Shopper } from '../../support/shopper.ts';
import { type Answer, startTestMarket, type TestMarket } from '../../support/test-server.ts';

const TODAY = new Date('2026-11-02T09:00:00Z');
const TEAM = 'equipe@etal.test';
/** Of the store of the test that runs. */
let shopEmail = '';
let market: TestMarket;
let admin: Awaited<ReturnType<typeof makeUser>>;
let token: string;
let merchant: Merchant;
let product: { id: string; slug: string };
let author: Shopper;
let reviewIri: string;

beforeAll(async () => {
  market = await startTestMarket({ now: TODAY });
  await market.db.insert(configurations).values({ key: 'contactEmail', value: TEAM });
  admin = await makeUser(market.db, { roles: ['ROLE_USER', 'ROLE_ADMIN'] });
  token = await market.login(admin.email);
});
afterAll(() => market.close());
beforeEach(async () => {
  shopEmail = `boutique-${randomUUID()}@etal.test`;
  merchant = await makeMerchant(market, { email: shopEmail });
  product = await makeProduct(market.db, { storeId: merchant.storeId, name: 'Tomme de Meuse', published: true });
  author = await makeShopper(market);
  const others = await makeShopper(market);
  await review(others, 5, 'Excellente.');
  reviewIri = (await review(author, 1, 'Le fromager est un voleur.')).body['@id'];
});

const review = (who: Shopper, rating: number, text: string) =>
  who.call<Review>('POST', '/product_reviews', { product: `/products/${product.id}`, rating, text, author: 'Camille' });
const reporter = 'lecteur@etal.test';
const notice = (changed: object = {}) => ({
  ...{ subject: reviewIri, reason: 'hateful', explanation: 'C’est une injure.' },
  ...{ name: 'Jeanne Lorrain', email: reporter, goodFaith: true },
  ...changed,
});
const report = (changed: object = {}) =>
  market.inject<{ number: number; violations: { propertyPath: string }[] }>('POST', '/api/notices', {
    body: notice(changed),
  });
const asAdmin = <T>(method: string, path: string, body?: unknown): Promise<Answer<T>> =>
  market.inject<T>(method, `/api${path}`, { token, body });
const answer = (number: number, decision: string, reasons = 'Une injure n’a pas sa place ici.') =>
  asAdmin<Notice>('PUT', `/administration/notices/${number}/answer`, { decision, reasons });
const queue = async () =>
  (await asAdmin<Collection<Notice>>('GET', '/administration/notices?itemsPerPage=200')).body['hydra:member'];
const mailsTo = async (email: string) =>
  (await market.sentMails()).map(decodeMail).filter((mail) => mail.split(/\r?\n/).includes(`To: ${email}`));
const shownReviews = async () =>
  (await market.inject<Collection<Review>>('GET', `/api/products/${product.id}/reviews`)).body['hydra:member'];
const rating = async () =>
  (
    await market.inject<{ averageRating: number; count: number }>(
      'GET',
      `/api/products/${product.id}/reviews/average_rating`,
    )
  ).body;
const page = () => market.inject<Product>('GET', `/api/products/by_slug/${product.slug}`);

describe('a notice', () => {
  test('of a visitor is stored as an open one, confirmed to its author and mailed to the operator', async () => {
    const before = (await mailsTo(reporter)).length;
    const sent = await report();
    expect(sent.status).toBe(201);
    const { number } = sent.body;
    expect((await queue()).find((one) => one.number === number)).toMatchObject({
      ...{ subject: reviewIri, page: `/produit/${product.slug}`, content: 'Le fromager est un voleur.' },
      ...{ isVisible: true, reason: 'hateful', explanation: 'C’est une injure.', name: 'Jeanne Lorrain' },
      ...{ email: reporter, createdAt: TODAY.toISOString(), decision: null, answeredAt: null, reasons: '' },
    });
    const receipt = (await mailsTo(reporter)).slice(before);
    expect(receipt).toHaveLength(1);
    expect(receipt[0]).toContain('l’avis de Camille sur «\u00a0Tomme de Meuse\u00a0»');
    const [toTeam] = (await mailsTo(TEAM)).slice(-1);
    expect(toTeam).toContain('C’est une injure.');
    expect(toTeam).toContain(`Reply-To: ${reporter}`);
  });

  test('sent again with its key is stored once', async () => {
    const headers = { 'idempotency-key': '7f3c1d0e-0a52-4a1b-9a0e-3c5d2f1b6a77' };
    const first = await market.inject<{ number: number }>('POST', '/api/notices', { body: notice(), headers });
    const second = await market.inject<{ number: number }>('POST', '/api/notices', { body: notice(), headers });
    expect(second.body.number).toBe(first.body.number);
    expect((await queue()).filter(({ subject }) => subject === reviewIri)).toHaveLength(1);
  });

  test.each([
    ['no name', { name: '' }, 'name'],
    ['no address', { email: '' }, 'email'],
    ['no explanation', { explanation: ' ' }, 'explanation'],
    ['an unknown reason', { reason: 'ennui' }, 'reason'],
    ['no good faith', { goodFaith: false }, 'goodFaith'],
    ['something else than content', { subject: '/users/00000000-0000-4000-8000-000000000000' }, 'subject'],
    ['content that is nowhere', { subject: '/products/00000000-0000-4000-8000-000000000000' }, 'subject'],
  ])('with %s is refused at its field', async (_what, changed, field) => {
    const refused = await report(changed);
    expect(refused.status).toBe(422);
    expect(refused.body.violations.map(({ propertyPath }) => propertyPath)).toEqual([field]);
  });

  test('of child abuse may be anonymous, and nobody is mailed but the operator', async () => {
    const before = (await market.sentMails()).length;
    const sent = await report({ reason: 'child-abuse', name: '', email: '' });
    expect(sent.status).toBe(201);
    const more = (await market.sentMails()).slice(before).map(decodeMail);
    expect(more).toHaveLength(1);
    expect(more[0]).toContain(`To: ${TEAM}`);
    expect(more[0]).toContain('une personne qui n’a pas donné son adresse');
    expect((await answer(sent.body.number, 'kept', 'Rien de tel sur la page.')).status).toBe(200);
  });
});

describe('an answer', () => {
  test('that hides a review: it is gone from list and average, and both sides have the reasons', async () => {
    expect(await rating()).toMatchObject({ averageRating: 3, count: 2 });
    const { number } = (await report()).body;
    expect((await answer(number, 'hidden')).body).toMatchObject({
      ...{ decision: 'hidden', isVisible: false, reasons: 'Une injure n’a pas sa place ici.' },
      answeredAt: TODAY.toISOString(),
    });
    expect((await shownReviews()).map(({ text }) => text)).toEqual(['Excellente.']);
    expect(await rating()).toMatchObject({ averageRating: 5, count: 1 });
    expect((await market.inject('GET', `/api${reviewIri}`)).status).toBe(404);
    for (const email of [reporter, author.email]) {
      const [told] = (await mailsTo(email)).slice(-1);
      expect(told).toContain('Une injure n’a pas sa place ici.');
      expect(told).toContain('Arcom');
      expect(told).toContain(`Reply-To: ${TEAM}`);
    }
    expect((await mailsTo(author.email)).join()).not.toContain(reporter);
    // Written anew, it stays hidden.
    await review(author, 1, 'Un voleur, je le redis.');
    expect(await shownReviews()).toHaveLength(1);
    expect(await rating()).toMatchObject({ count: 1 });
  });

  test('is given once', async () => {
    const { number } = (await report()).body;
    await answer(number, 'kept');
    expect(await answer(number, 'hidden')).toMatchObject({ status: 409, body: { code: 'answered' } });
    expect(await shownReviews()).toHaveLength(2);
    expect((await answer(99_999, 'kept')).status).toBe(404);
  });

  test('that leaves the content tells both sides why, and changes nothing', async () => {
    const { number } = (await report({ subject: `/products/${product.id}`, reason: 'product' })).body;
    await answer(number, 'kept', 'Ce fromage est permis.');
    expect((await page()).status).toBe(200);
    for (const email of [reporter, shopEmail]) {
      expect((await mailsTo(email)).at(-1)).toContain('Ce fromage est permis.');
    }
  });

  test('the open ones come first, the oldest of them first', async () => {
    const [first, second, third] = [await report(), await report(), await report()].map(({ body }) => body.number);
    await answer(first ?? 0, 'kept');
    const numbers = (await queue()).map(({ number }) => number);
    const at = [second, third, first].map((number) => numbers.indexOf(number ?? 0));
    expect(at).toEqual(at.toSorted((a, b) => a - b));
  });
});

describe('hidden content', () => {
  const setVisibility = (subject: string, isVisible: boolean) =>
    asAdmin('PUT', '/administration/visibility', { subject, isVisible, reasons: 'Rappel du fabricant' });

  test('a product: its merchant knows why, cannot publish it, and has it back once it is restored', async () => {
    const subject = `/products/${product.id}`;
    expect((await setVisibility(subject, false)).body).toMatchObject({ isVisible: false });
    expect((await page()).status).toBe(404);
    expect((await mailsTo(shopEmail)).at(-1)).toContain('Rappel du fabricant');
    const refused = await merchant.call<{ code: string; 'hydra:description': string }>('PUT', `${subject}/publish`, {});
    expect(refused).toMatchObject({ status: 409, body: { code: 'hidden' } });
    expect(refused.body['hydra:description']).toContain('Rappel du fabricant.');
    await setVisibility(subject, true);
    expect((await page()).status).toBe(200);
    expect((await mailsTo(shopEmail)).at(-1)).toContain('est de nouveau visible');
    const mails = (await mailsTo(shopEmail)).length;
    await setVisibility(subject, true);
    expect(await mailsTo(shopEmail)).toHaveLength(mails);
  });

  test('a product that its merchant has taken off itself is not put back', async () => {
    await merchant.call('PUT', `/products/${product.id}/disable`, {});
    await setVisibility(`/products/${product.id}`, true);
    expect((await page()).status).toBe(404);
  });

  test('a store: with its products, until it is restored', async () => {
    await setVisibility(`/stores/${merchant.storeId}`, false);
    expect((await page()).status).toBe(404);
    expect((await market.inject('GET', `/api/stores/${merchant.storeId}`)).status).toBe(404);
    await setVisibility(`/stores/${merchant.storeId}`, true);
    expect((await page()).status).toBe(200);
  });
});

describe('in a terminal', () => {
  const services = () => ({ env: market.env, now: () => TODAY, downloads: market.app.market.downloads });
  test('an operator reads the open notices and answers them', async () => {
    const { number } = (await report()).body;
    const shown = (await describeOpenNotices(market.db, services())).join('\n');
    expect(shown).toContain(`n° ${number}, 2026-11-02, Propos haineux, injurieux ou diffamatoires, de Jeanne Lorrain`);
    expect(shown).toContain(reviewIri);
    const given = { number: String(number), reasons: 'Une injure.', now: TODAY };
    await expect(answerNotice(market.db, services(), { ...given, action: 'effacer' })).rejects.toThrow('hide');
    await answerNotice(market.db, services(), { ...given, action: 'hide' });
    expect(await shownReviews()).toHaveLength(1);
    expect((await mailsTo(reporter)).at(-1)).toContain('Une injure.');
    await expect(answerNotice(market.db, services(), { ...given, action: 'hide' })).rejects.toThrow('déjà');
  });

  test('an operator hides and restores by the address of the page', async () => {
    const [store] = await market.db.select().from(stores).where(eq(stores.id, merchant.storeId));
    const change = (isVisible: boolean) => ({
      ...{ address: `${market.env.publicUrl}/boutique/${store?.slug}`, isVisible, reasons: 'Fermée.', now: TODAY },
    });
    expect(await changeContent(market.db, services(), change(false))).toContain('n’est plus visible');
    expect((await page()).status).toBe(404);
    expect(await changeContent(market.db, services(), change(true))).toContain('est de nouveau visible');
    expect(await changeContent(market.db, services(), change(true))).toContain('Rien à changer');
    await expect(changeContent(market.db, services(), { ...change(true), address: '/nulle/part' })).rejects.toThrow(
      'Rien n’a',
    );
  });
});
