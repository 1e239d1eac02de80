// Moderation: what operators list, hide and show again, what authors answer to it, and what is written down of it.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OperatorAction } from '#contract/administration/actions.ts';
import type { AdministrationAnswer } from '#contract/administration/administration-registry.ts';
import type { Content, ContentDecision } from '#contract/administration/moderation.ts';
import type { Review } from '#contract/catalogue/reviews.ts';
import type { Collection, ErrorBody } from '#contract/wire/hydra.ts';
import { products } from '#server/db/schema/catalogue.ts';
import { configurations } from '#server/db/schema/content.ts';
import { stores } from '#server/db/schema/stores.ts';
import { makeProduct, makeStore, makeUser, unique } from '../../support/builders.ts';
import { decodeMail } from '../../support/mails.ts';
import { makeShopper, type Shopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const TODAY = new Date('2026-11-02T09:00:00Z');
const TEAM = 'equipe@etal.test';
let market: TestMarket;
let admin: { email: string };
let token: string;
let store: Awaited<ReturnType<typeof makeStore>>;
let product: Awaited<ReturnType<typeof makeProduct>>;
let author: Shopper;
let review: string;

beforeAll(async () => {
  market = await startTestMarket({ now: TODAY });
  await market.db.insert(configurations).values({ key: 'contactEmail', value: TEAM });
  admin = await makeUser(market.db, { roles: ['ROLE_USER', 'ROLE_MODERATOR', 'ROLE_ADMIN'] });
  token = await market.login(admin.email);
});
afterAll(() => market.close());
beforeEach(async () => {
  store = await makeStore(market.db, { email: `${unique('boutique')}@etal.test` });
  product = await makeProduct(market.db, { storeId: store.id, name: unique('Tomme') });
  author = await makeShopper(market);
  const others = await makeShopper(market);
  for (const who of [author, others]) {
    const rating = who === author ? 1 : 5;
    const { body } = await who.call<Review>('POST', '/product_reviews', {
      ...{ product: `/products/${product.id}`, rating, text: `Noté ${rating}`, author: 'Camille' },
    });
    if (who === author) review = body['@id'];
    await who.call('POST', '/store_reviews', {
      ...{ store: `/stores/${store.id}`, rating, text: `Boutique ${rating}`, author: 'Camille' },
    });
  }
});

const ask = <T>(method: string, path: string, body?: unknown) =>
  market.inject<T>(method, `/api/administration${path}`, { token, ...(body !== undefined && { body }) });
const list = async (query: string) =>
  (await ask<Collection<Content>>('GET', `/contents?${query}`)).body['hydra:member'];
const read = (subject: string) =>
  ask<AdministrationAnswer<'administration.content'>>('GET', `/content?subject=${encodeURIComponent(subject)}`);
const setVisibility = (subject: string, isVisible: boolean, reasons = 'Rappel du fabricant') =>
  ask('PUT', '/visibility', { subject, isVisible, reasons });
const log = async () => (await ask<Collection<OperatorAction>>('GET', '/actions')).body['hydra:member'];
const mailTo = async (email: string) =>
  (await market.sentMails()).map(decodeMail).findLast((mail) => mail.split(/\r?\n/).includes(`To: ${email}`)) ?? '';

describe('the lists of content', () => {
  test('have products, stores and reviews by their text, whatever its capitals and accents', async () => {
    const name = product.name.toUpperCase();
    expect(await list(`kind=products&text=${name}`)).toMatchObject([
      { subject: `/products/${product.id}`, content: product.name, about: store.name, state: 'visible', author: '' },
    ]);
    expect(await list(`kind=stores&text=${store.name}`)).toMatchObject([
      { subject: `/stores/${store.id}`, page: `/boutique/${store.slug}`, rating: null },
    ]);
    const reviews = await list(`kind=product_reviews&text=${name}`);
    expect(reviews.map(({ content, author: by, rating }) => [content, by, rating])).toEqual(
      expect.arrayContaining([
        ['Noté 1', 'Camille', 1],
        ['Noté 5', 'Camille', 5],
      ]),
    );
    expect(await list(`kind=store_reviews&text=${store.name}`)).toHaveLength(2);
    expect(await list('kind=products&text=100%25')).toEqual([]);
  });

  test('tell what the market has hidden from what a merchant has taken off', async () => {
    const mine = (state: string) => list(`kind=products&text=${product.name}&state=${state}`);
    await market.db.update(products).set({ published: false }).where(eq(products.id, product.id));
    expect([(await mine('unpublished')).length, (await mine('hidden')).length]).toEqual([1, 0]);
    await market.db.update(products).set({ published: true }).where(eq(products.id, product.id));
    await setVisibility(`/products/${product.id}`, false);
    expect(await mine('hidden')).toMatchObject([{ state: 'hidden', hiddenReason: 'Rappel du fabricant' }]);
    expect([(await mine('visible')).length, (await mine('unpublished')).length]).toEqual([0, 0]);
  });

  test('answer 404 for content that is nowhere', async () => {
    expect((await read('/products/00000000-0000-4000-8000-000000000000')).status).toBe(404);
  });
});

describe('a hidden review', () => {
  const ratings = async () => {
    const [ofProduct] = await market.db.select().from(products).where(eq(products.id, product.id));
    const [ofStore] = await market.db.select().from(stores).where(eq(stores.id, store.id));
    return [ofProduct, ofStore].map((row) => [row?.ratingAverage, row?.ratingCount]);
  };
  test('counts in no average and no number, of the product or the store, until it is shown again', async () => {
    const [ofStore] = await list(`kind=store_reviews&text=${store.name}`).then((all) =>
      all.filter(({ rating }) => rating === 1),
    );
    const whole = [3, 2];
    expect(await ratings()).toEqual([whole, whole]);
    await setVisibility(review, false);
    await setVisibility(ofStore?.subject ?? '', false);
    expect(await ratings()).toEqual([
      [5, 1],
      [5, 1],
    ]);
    await setVisibility(review, true);
    await setVisibility(ofStore?.subject ?? '', true);
    expect(await ratings()).toEqual([whole, whole]);
  });
});

describe('the author of hidden content', () => {
  const linkIn = (mail: string) => /http:\/\/localhost:4173(\/contestation\?lien=[\w.-]+)/.exec(mail)?.[1] ?? '';
  const open = (link: string) => market.inject('GET', link);
  const send = (link: string, reponse: string) => market.inject('POST', link, { form: { reponse } });
  const decisions = async (query = 'isContested=true&itemsPerPage=200') =>
    (await ask<Collection<ContentDecision>>('GET', `/decisions?${query}`)).body['hydra:member'];
  async function hidden(): Promise<{ link: string; number: number }> {
    await setVisibility(review, false, 'Une injure.');
    const [decision] = (await read(review)).body.decisions;
    return { link: linkIn(await mailTo(author.email)), number: decision?.number ?? 0 };
  }

  test('answers by the link of the mail, once; the operator reads it, and the page says that it has come', async () => {
    const { link, number } = await hidden();
    expect((await open(link)).text).toContain('Une injure.');
    const sent = await send(link, 'C’est <b>vrai</b>.');
    expect(sent.text).toContain('C’est &lt;b&gt;vrai&lt;/b&gt;.');
    expect(await mailTo(TEAM)).toContain(`/administration#/decisions/${number}/show`);
    await send(link, 'Autre chose.');
    expect((await decisions()).find((one) => one.number === number)).toMatchObject({
      ...{ subject: review, reasons: 'Une injure.', answer: 'C’est <b>vrai</b>.', outcome: null },
    });
  });

  test.each([
    ['nothing', ' '],
    ['too much', 'a'.repeat(4001)],
  ])('is told at once that %s is no answer, and keeps it', async (_what, text) => {
    const { link } = await hidden();
    const refused = await send(link, text);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('role="alert"');
    expect(refused.text).toContain(`>${text}</textarea>`);
  });

  test.each(['', '1.x', `1.${'a'.repeat(43)}`])('does not get in by the link %j', async (forged) => {
    await hidden();
    expect((await open(`/contestation?lien=${forged}`)).status).toBe(404);
    expect((await send(`/contestation?lien=${forged}`, 'Moi.')).status).toBe(404);
  });

  test('has the content back, with the reasons, if the operator agrees', async () => {
    const { link, number } = await hidden();
    await send(link, 'C’est vrai.');
    const body = { outcome: 'restored', reasons: 'Vous avez raison.' };
    const decided = await ask<ContentDecision>('PUT', `/decisions/${number}/outcome`, body);
    expect(decided.body).toMatchObject({ outcome: 'restored', outcomeReasons: 'Vous avez raison.' });
    expect((await read(review)).body.state).toBe('visible');
    expect(await mailTo(author.email)).toContain('Vous avez raison.');
    expect((await decisions()).map((one) => one.number)).not.toContain(number);
    const again = await ask<ErrorBody>('PUT', `/decisions/${number}/outcome`, body);
    expect(again).toMatchObject({ status: 409, body: { code: 'decided' } });
  });

  test('reads why it stays hidden if the operator does not', async () => {
    const { link, number } = await hidden();
    await send(link, 'C’est vrai.');
    await ask('PUT', `/decisions/${number}/outcome`, { outcome: 'upheld', reasons: 'L’injure demeure.' });
    expect((await read(review)).body.state).toBe('hidden');
    expect(await mailTo(author.email)).toContain('L’injure demeure.');
    expect((await open(link)).text).toContain('Décision maintenue');
  });

  test('has no more question to answer once the content is back', async () => {
    const { link, number } = await hidden();
    await setVisibility(review, true, 'Erreur de notre part.');
    expect((await send(link, 'C’est vrai.')).text).toContain('Contenu rétabli');
    expect((await ask<ContentDecision>('GET', `/decisions/${number}`)).body).toMatchObject({
      ...{ answer: '', outcome: 'restored', outcomeReasons: 'Erreur de notre part.' },
    });
  });
});

describe('the log', () => {
  test('has who hid and restored what, and why; what changes nothing is not in it', async () => {
    const before = await log();
    await setVisibility(review, false, 'Une injure.');
    await setVisibility(review, false, 'Encore.');
    await setVisibility(review, true, 'Erreur.');
    const written = (await log()).slice(0, -before.length || undefined);
    expect(written.map(({ action, reasons }) => [action, reasons])).toEqual([
      ['content-restored', 'Erreur.'],
      ['content-hidden', 'Une injure.'],
    ]);
    expect(written[0]).toMatchObject({ operator: admin.email, subject: review, createdAt: TODAY.toISOString() });
    expect(written[0]?.title).toContain('l’avis de Camille');
  });

  test('has what an administrator changed in the name of somebody', async () => {
    const shopper = await makeShopper(market);
    const opened = await market.inject('POST', `/api/administration/accounts/${shopper.id}/impersonation`, { token });
    const cookie = decodeURIComponent(String(opened.headers['set-cookie']));
    const { token: acting } = JSON.parse(/impersonation=(\{.*?\})/.exec(cookie)?.[1] ?? '{}');
    await market.inject('POST', '/api/carts', { token: acting, body: {} });
    const [changed, begun] = await log();
    expect(begun).toMatchObject({ action: 'acted-for', operator: admin.email });
    expect(changed).toMatchObject({
      ...{ action: 'changed-for', operator: admin.email, subject: `/administration/accounts/${shopper.id}` },
    });
  });

  test('is written with its cause or not at all', async () => {
    const before = (await log()).length;
    const unknown = { subject: '/products/00000000-0000-4000-8000-000000000000', isVisible: false, reasons: 'Rien' };
    expect((await ask('PUT', '/visibility', unknown)).status).toBe(404);
    expect(await log()).toHaveLength(before);
  });
});
