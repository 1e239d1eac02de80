// Coupons, from the merchant's side.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Coupon } from '#contract/merchant/coupons.ts';
import type { Cart } from '#contract/orders/carts.ts';
import type { Collection, ErrorBody } from '#contract/wire/hydra.ts';
import { coupons } from '#server/db/schema/sales.ts';
import { makeProduct } from '../../support/builders.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { makeShopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const now = new Date('2031-06-10T22:30:00Z'); // 11 June in Paris

let market: TestMarket;
let merchant: Merchant;
beforeAll(async () => {
  market = await startTestMarket({ now });
});
afterAll(() => market.close());
beforeEach(async () => {
  merchant = await makeMerchant(market);
});

const create = <T = Coupon>(body: object) => merchant.call<T>('POST', '/coupons', body);
const update = <T = Coupon>(coupon: Coupon, body: object, ifMatch?: number) =>
  merchant.call<T>('PUT', coupon['@id'], body, ifMatch);
const ten = { code: 'DIX', discount: 10, discountType: 'relative' };

describe('a coupon', () => {
  test('is created, listed, read and reduces a cart', async () => {
    const { status, body } = await create({
      code: 'CINQ',
      discount: 5.5,
      discountType: 'fix',
      expirationDate: '2031-06-12',
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      '@context': '/api/contexts/Coupon',
      '@id': `/coupons/${body.id}`,
      '@type': 'Coupon',
      id: body.id,
      code: 'CINQ',
      discountType: 'fix',
      discount: { amount: 550, convertedAmount: 5.5 },
      // The end of the day in Paris.
      expirationDate: '2031-06-12T21:59:59.000Z',
      minimumAmount: null,
      maxUses: null,
      oncePerPerson: false,
      products: null,
      uses: 0,
      active: true,
      store: `/stores/${merchant.storeId}`,
      version: 1,
    });
    expect((await merchant.call<Coupon>('GET', body['@id'])).body).toEqual(body);
    const list = await merchant.call<Collection<Coupon>>('GET', `/stores/${merchant.storeId}/coupons?itemsPerPage=30`);
    const { '@context': _, ...coupon } = body as Coupon & { '@context': string };
    expect(list.body['hydra:member']).toEqual([coupon]);
    const product = await makeProduct(market.db, { storeId: merchant.storeId });
    const shopper = await makeShopper(market);
    const cart = await shopper.fill([product.id, 1]);
    const applied = await shopper.call<Cart>('POST', `/carts/${cart.id}/coupon/apply`, { code: 'cinq' });
    expect(applied.body.totalAfterDiscount.amount).toBe(450);
  });

  test('is switched off and on, which raises its version', async () => {
    const made = (await create(ten)).body;
    expect((await update(made, { active: false })).body).toEqual({ ...made, active: false, version: 2 });
    expect((await update(made, { active: true })).body).toMatchObject({ active: true, version: 3 });
  });

  test('is changed field by field; an amount does not become a percentage', async () => {
    const made = (await create({ ...ten, discount: 20 })).body;
    expect((await update(made, { code: 'VINGT' })).body).toMatchObject({
      code: 'VINGT',
      discount: { convertedAmount: 20 },
    });
    const unchanged = await update<ErrorBody>(made, { discountType: 'fix' });
    expect(unchanged.body.violations).toEqual([{ propertyPath: 'discount', message: 'Montant requis' }]);
    expect((await update(made, { discountType: 'fix', discount: 3 })).body.discount).toEqual({
      amount: 300,
      convertedAmount: 3,
    });
    expect((await update(made, { expirationDate: null })).body.expirationDate).toBeNull();
  });

  test.each<[string, object, string, string]>([
    ['no code', { ...ten, code: '' }, 'code', 'Code requis'],
    ['no type', { ...ten, discountType: '' }, 'discountType', 'Type de montant requis'],
    ['no amount', { ...ten, discount: null }, 'discount', 'Montant requis'],
    ['an amount of nothing', { ...ten, discount: 0 }, 'discount', 'Montant requis'],
    ['less than a cent', { ...ten, discountType: 'fix', discount: 1e-9 }, 'discount', 'Montant requis'],
    ['more than all of it', { ...ten, discount: 101 }, 'discount', 'Pourcentage entier de 1 à 100 attendu.'],
    [
      'an end after the last year that is counted',
      { ...ten, expirationDate: '9999-12-31T23:59:59Z' },
      'expirationDate',
      'Date incorrecte.',
    ],
    [
      'an end today',
      { ...ten, expirationDate: '2031-06-11' },
      'expirationDate',
      'La date doit être au plus tôt demain.',
    ],
    ['a day that does not exist', { ...ten, expirationDate: '2031-06-31' }, 'expirationDate', 'Date incorrecte.'],
  ])('is refused with %s, beside the field', async (_what, body, propertyPath, message) => {
    const refused = await create<ErrorBody>(body);
    expect([refused.status, refused.body.violations]).toEqual([422, [{ propertyPath, message }]]);
    expect(await market.db.select().from(coupons).where(eq(coupons.storeId, merchant.storeId))).toEqual([]);
  });

  test('may end tomorrow, in summer and in winter', async () => {
    expect((await create({ ...ten, expirationDate: '2031-06-12 00:00:00' })).status).toBe(201);
    const winter = (await create({ ...ten, code: 'HIVER', expirationDate: '2031-12-24' })).body;
    expect(winter.expirationDate).toBe('2031-12-24T22:59:59.000Z');
  });

  test('has a unique code in its store, also when two are created in parallel', async () => {
    const answers = await Promise.all([create<ErrorBody>(ten), create<ErrorBody>({ ...ten, code: 'dix' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    const message = 'Vous avez déjà un code promo de ce nom.';
    expect(answers.find(({ status }) => status === 422)?.body.violations).toEqual([{ propertyPath: 'code', message }]);
    const other = await makeMerchant(market);
    expect((await other.call('POST', '/coupons', ten)).status).toBe(201);
  });

  test('changed by another device is not overwritten', async () => {
    const made = (await create(ten)).body;
    await update(made, { active: false }, 1);
    const late = await update<ErrorBody>(made, { active: true, discount: 30 }, 1);
    expect([late.status, late.body.code]).toEqual([412, 'version']);
    expect(late.body.detail).toEqual({
      version: 2,
      current: { active: false, discount: { amount: 10, convertedAmount: 10 } },
    });
  });
});
