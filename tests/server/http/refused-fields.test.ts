// Whoever fills in a form wrongly is told of every field at once, not of one after the other.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { ErrorBody, Violation } from '#contract/wire/hydra.ts';
import { validate } from '#server/http/contract-input.ts';
import { Refusal as Refused } from '#server/runtime/errors.ts';
import { endpoints } from '../../support/contract-fields.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

/** Neither text, number, list nor anything that a field of the contract takes. */
const NONSENSE = { ni: { fait: ['ni', 'à', 'faire'] } };

function shapeOf(schema: z.ZodMiniType): Record<string, z.ZodMiniType> {
  const { shape, innerType } = schema._zod.def as unknown as {
    shape?: Record<string, z.ZodMiniType>;
    innerType?: z.ZodMiniType;
  };
  return shape ?? (innerType ? shapeOf(innerType) : {});
}

function refusalOf(schema: z.ZodMiniType, body: unknown): Violation[] {
  try {
    validate(schema, body, 422);
  } catch (failure) {
    if (failure instanceof Refused && failure.status === 422) return failure.violations ?? [];
    throw failure;
  }
  throw new Error('It was not refused.');
}

const forms = endpoints.flatMap(([name, { body }]) => {
  const fields = body ? Object.entries(shapeOf(body)) : [];
  const refusing = fields.filter(([, field]) => !field.safeParse(NONSENSE).success).map(([key]) => key);
  return body && refusing.length > 1 ? [{ name, body, refusing }] : [];
});

test('the forms of the market are among those that are looked at', () => {
  const names = ['users.create', 'productReviews.create', 'storeOrders.save', 'coupons.create', 'products.update'];
  expect(forms.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
});

test.each(forms)('$name reports every invalid field by its path', ({ body, refusing }) => {
  const sent = Object.fromEntries(Object.keys(shapeOf(body)).map((key) => [key, NONSENSE]));
  const reported = refusalOf(body, sent).map(({ propertyPath }) => propertyPath.split('.')[0]);
  expect([...new Set(reported)].sort()).toEqual([...refusing].sort());
  for (const { message } of refusalOf(body, sent)) expect(message).not.toBe('');
});

test.each(forms)('$name reports every missing field', ({ name, body }) => {
  const asked = Object.entries(shapeOf(body)).filter(([, field]) => !field.safeParse(undefined).success);
  // Of two names of one field the contract asks for either.
  if (name === 'users.forgotPassword') asked.push(['identifier', body]);
  if (asked.length === 0) return expect(() => validate(body, {}, 422)).not.toThrow();
  expect(
    refusalOf(body, {})
      .map(({ propertyPath }) => propertyPath)
      .sort(),
  ).toEqual(asked.map(([key]) => key).sort());
});

describe("violations that depend on the market's data", () => {
  let market: TestMarket;
  let merchant: Merchant;
  beforeAll(async () => {
    market = await startTestMarket({ now: new Date('2031-06-10T12:00:00Z') });
    merchant = await makeMerchant(market);
  });
  afterAll(() => market.close());

  const pathsOf = async (method: string, path: string, body: object) => {
    const { status, body: refused } = await merchant.call<ErrorBody>(method, path, body);
    expect(status).toBe(422);
    return refused.violations?.map(({ propertyPath }) => propertyPath);
  };

  test('of a coupon: a used code, a missing amount, an end in the past', async () => {
    const coupon = { code: 'ETE', discount: 10, discountType: 'relative' };
    expect((await merchant.call('POST', '/coupons', coupon)).status).toBe(201);
    const wrong = { code: 'été', discount: 0.5, discountType: 'relative', expirationDate: '2031-06-01' };
    expect(await pathsOf('POST', '/coupons', { ...wrong, code: 'ete' })).toEqual([
      'code',
      'expirationDate',
      'discount',
    ]);
  });

  test('of a store: amounts, tiers and pictures', async () => {
    const unknown = '/images/00000000-0000-4000-8000-000000000000';
    const changes = {
      minimumDelivery: -1,
      relayPointPrice: 1_000_000,
      logo: unknown,
      images: [unknown],
      distancePriceLevels: [{ distance: 5, price: -1, minimumOrderValue: -1 }],
    };
    expect((await pathsOf('PUT', `/stores/${merchant.storeId}`, changes))?.sort()).toEqual([
      'distancePriceLevels.0.minimumOrderValue',
      'distancePriceLevels.0.price',
      'images',
      'logo',
      'minimumDelivery',
      'relayPointPrice',
    ]);
  });

  test('of a new product: name, category, price and picture', async () => {
    const { status, body } = await merchant.call<ErrorBody>('POST', '/products', {
      technicalImage: '/images/00000000-0000-4000-8000-000000000000',
      stockManagement: true,
    });
    expect(status).toBe(422);
    expect(body.violations?.map(({ propertyPath }) => propertyPath)).toEqual(
      expect.arrayContaining(['name', 'category', 'price', 'stock', 'technicalImage']),
    );
  });
});
