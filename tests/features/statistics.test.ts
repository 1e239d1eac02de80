import { describe, expect, test } from 'vitest';
import type { StoreOrderState } from '#contract/fields/values.ts';
import type { StoreMetrics } from '#contract/merchant/metrics.ts';
import { merchantLabel } from '#domain/orders/store-order.ts';
import { salesByMonth, salesByWeek, salesByYear, shownCategories } from '#features/merchant/dashboard/figures.ts';
import { contentsOf } from '#features/merchant/orders/order-texts.ts';

const metrics = (given: Partial<StoreMetrics>): StoreMetrics => ({
  '@id': '/metrics/by_store/x?year=2026',
  '@type': 'StoreMetrics',
  year: 2026,
  storeViews: 0,
  totalStoreOrders: 0,
  averageStoreOrders: 0,
  sales: { weekly: [], monthly: [], annual: [] },
  totalShippingPrice: 0,
  totalProducts: 0,
  categoryWithCountOfProductAssociated: {},
  ...given,
});

describe('the statistics of a store as rows', () => {
  test('show every month and every week, including those without a sale', () => {
    const sold = metrics({
      sales: {
        weekly: [{ begin: '2026-12-28', amount: 500, orders: 1 }],
        monthly: [{ month: 12, amount: 500, orders: 1 }],
        annual: [],
      },
    });
    const months = salesByMonth(sold);
    expect(months).toHaveLength(12);
    expect(months.at(-1)).toEqual({ short: 'déc.', label: 'décembre', value: 500, orders: 1 });
    expect(months[0]).toMatchObject({ label: 'janvier', value: 0, orders: 0 });
    const weeks = salesByWeek(sold);
    expect(weeks.map(({ label }) => label).slice(0, 3)).toEqual(['01/01', '05/01', '12/01']);
    expect(weeks.at(-1)).toMatchObject({ label: '28/12', value: 500 });
    expect(weeks).toHaveLength(53);
  });

  test('leave no year out between the first and the last one', () => {
    const annual = [
      { year: 2023, amount: 100, orders: 1 },
      { year: 2026, amount: 300, orders: 2 },
    ];
    expect(salesByYear(metrics({ sales: { weekly: [], monthly: [], annual } })).map(({ value }) => value)).toEqual([
      100, 0, 0, 300,
    ]);
    expect(salesByYear(metrics({}))).toEqual([]);
  });

  test('show eight categories, the fullest first, and add up the rest', () => {
    const counts = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`C${at}`, at + 1]));
    const rows = shownCategories(metrics({ categoryWithCountOfProductAssociated: counts }));
    expect(rows).toHaveLength(9);
    expect(rows[0]).toMatchObject({ label: 'C10', value: 11 });
    expect(rows.at(-1)).toMatchObject({ label: 'Autres catégories', value: 1 + 2 + 3 });
  });
});

describe('a row of the order list', () => {
  test('count unpaid amounts as unpaid', () => {
    const label = (state: StoreOrderState, orderPaymentOnDelivery: boolean) =>
      merchantLabel({ state, orderPaymentOnDelivery, shippingType: 'store' });
    expect(label('payed', true)).toBe('À encaisser');
    expect(label('payed', false)).toBe('Payé');
    expect(label('shipped', true)).toBe('Envoyé');
  });

  test('show the orders to prepare', () => {
    const item = (name: string, quantity: number) => ({
      quantity,
      product: { '@id': '', id: '', name, slug: '', images: [] },
    });
    expect(contentsOf([item('Planche', 1)])).toBe('1\u00a0article\u00a0: Planche');
    expect(contentsOf([item('Planche', 1), item('Plateau', 2)])).toBe(
      '3\u00a0articles\u00a0: Planche, 2\u00a0× Plateau',
    );
  });
});
