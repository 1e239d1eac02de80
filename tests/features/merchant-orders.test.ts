import { describe, expect, test } from 'vitest';
import { type ShippingType, shippingTypes } from '#contract/fields/values.ts';
import type { StoreOrderItem } from '#contract/orders/store-orders.ts';
import { isThisWeek, mondayOfDate } from '#features/merchant/dashboard/week.ts';
import { arrivalsIn, countWithArrivals } from '#features/merchant/orders/order-counts.ts';
import { ordersAddress, readOrderFilter, statesOf } from '#features/merchant/orders/order-filter.ts';
import { actionWords } from '#features/merchant/orders/order-texts.ts';
import { sheetSums } from '#features/merchant/orders/sheet-sums.ts';

const shown = (id: number, state: 'payed' | 'validated' | 'shipped') => ({ order: { id, state } });
let answers = 0;
const list = (total: number, ...orders: ReturnType<typeof shown>[]) => {
  answers += 1;
  return { data: { 'hydra:totalItems': total }, orders, seenAt: answers };
};

describe('the filter of the order list', () => {
  test('is in the query string, and unknown values are ignored', () => {
    expect(readOrderFilter(new URLSearchParams('state=payed&page=3'))).toEqual({ state: 'payed', search: '', page: 3 });
    expect(readOrderFilter(new URLSearchParams('state=canceled&page=-1'))).toEqual({
      state: null,
      search: '',
      page: 1,
    });
    expect(readOrderFilter(new URLSearchParams('state=%3Cb%3E&page=1.5'))).toEqual({
      state: null,
      search: '',
      page: 1,
    });
    expect(readOrderFilter(new URLSearchParams({ q: ` ${'x'.repeat(500_000)} ` })).search).toHaveLength(80);
  });

  test('gives back the address it was read from, the shortest one', () => {
    expect(ordersAddress({ state: 'shipped', page: 2 })).toBe('/admin/boutique/store/commandes?state=shipped&page=2');
    expect(ordersAddress({ state: null, page: 1 })).toBe('/admin/boutique/store/commandes');
    expect(ordersAddress({ search: 'Noël & fils', page: 1 })).toBe(
      '/admin/boutique/store/commandes?q=No%C3%ABl+%26+fils',
    );
  });

  test('requests payed, validated and shipped orders without a chosen state', () => {
    expect(statesOf({ state: null })).toEqual(['payed', 'validated', 'shipped']);
    expect(statesOf({ state: 'validated' })).toEqual(['validated']);
  });
});

describe('the day sheet', () => {
  const item = (id: string, name: string, quantity: number, values: string[] = []) =>
    ({
      product: { id, name },
      quantity,
      optionValues: values.map((value) => ({ id: value, option: 'Affinage', name: value })),
    }) as unknown as StoreOrderItem;

  test('sums each article over all orders, by options and name', () => {
    const sums = sheetSums([
      { items: [item('t', 'Tomme', 2), item('b', 'Époisses', 1)] },
      { items: [item('t', 'Tomme', 3), item('t', 'Tomme', 1, ['6 mois'])] },
    ]);
    expect(sums.map(({ name, quantity, options }) => [name, quantity, options])).toEqual([
      ['Époisses', 1, []],
      ['Tomme', 5, []],
      ['Tomme', 1, ['Affinage\u00a0: 6 mois']],
    ]);
  });
});

describe('the next step of an order', () => {
  const payed = { state: 'payed', shippingType: 'home', orderPaymentOnDelivery: false } as const;

  test('is validation of payed orders, with another icon and text for payment on delivery', () => {
    const online = actionWords(payed);
    const onDelivery = actionWords({ ...payed, orderPaymentOnDelivery: true });
    expect([online?.action, onDelivery?.action]).toEqual(['validate', 'validate']);
    expect(online?.icon).not.toBe(onDelivery?.icon);
    expect(online?.long).not.toBe(onDelivery?.long);
    expect(onDelivery?.long).toContain('à encaisser');
  });

  test('is the handover of validated orders, with the text of the delivery mode', () => {
    expect(actionWords({ ...payed, state: 'validated' })?.short).toBe('Marquer envoyée');
    const ready = { readyAt: '2026-11-21T10:00:00Z', shippingType: 'store' } as const;
    expect(actionWords({ ...payed, ...ready, state: 'validated' })?.short).toBe('Marquer remise');
    expect(actionWords({ ...payed, state: 'validated', shippingType: null })?.action).toBe('ship');
  });

  test('is readiness of validated orders that are collected at the store, and of no others', () => {
    const validated = (shippingType: ShippingType) => actionWords({ ...payed, state: 'validated', shippingType });
    expect(shippingTypes.filter((type) => validated(type)?.action === 'ready')).toEqual(['store']);
    expect([validated('store')?.short, validated('store')?.long]).toEqual(['Marquer prête', 'Marquer comme prête']);
  });

  test('is nothing before it is payed and after it has left', () => {
    for (const state of ['new', 'payment_pending', 'payment_declined', 'shipped', 'canceled'] as const) {
      expect(actionWords({ ...payed, state })).toBeNull();
    }
  });
});

describe('the number of orders in a state', () => {
  test('is unknown until the list is', () => {
    expect(countWithArrivals('payed', {})).toBeNull();
  });

  test('excludes orders leaving by a pending write, and the next state includes them', () => {
    const payed = list(40, shown(1, 'payed'), shown(2, 'validated'));
    const validated = list(7, shown(3, 'validated'), shown(4, 'shipped'));
    expect(countWithArrivals('payed', payed)).toBe(39);
    expect(countWithArrivals('validated', validated, arrivalsIn('validated', validated, payed))).toBe(7);
  });

  test('counts an order of both lists once', () => {
    const payed = list(1, shown(2, 'validated'));
    const validated = list(1, shown(2, 'validated'));
    expect(countWithArrivals('validated', validated, arrivalsIn('validated', validated, payed))).toBe(1);
  });

  test('does not jump while one of both lists is read before the other', () => {
    const [payed, validated] = [list(3, shown(1, 'payed'), shown(2, 'validated')), list(2, shown(3, 'validated'))];
    const tapped = arrivalsIn('validated', validated, payed);
    expect(countWithArrivals('validated', validated, tapped)).toBe(3);
    // The order has left the first list; the second one is still to come.
    const withoutIt = list(2, shown(1, 'payed'));
    const between = arrivalsIn('validated', validated, withoutIt, tapped);
    expect(countWithArrivals('validated', validated, between)).toBe(3);
    const answered = list(3, shown(2, 'validated'), shown(3, 'validated'));
    expect(countWithArrivals('validated', answered, arrivalsIn('validated', answered, withoutIt, between))).toBe(3);
    // Shipped by another device meanwhile: the answer decides.
    const shipped = list(2, shown(3, 'validated'));
    expect(countWithArrivals('validated', shipped, arrivalsIn('validated', shipped, withoutIt, between))).toBe(2);
  });

  test('excludes an arrival whose write was refused', () => {
    const [payed, validated] = [list(1, shown(2, 'validated')), list(0)];
    const tapped = arrivalsIn('validated', validated, payed);
    const refused = list(1, shown(2, 'payed'));
    expect(countWithArrivals('validated', validated, arrivalsIn('validated', validated, refused, tapped))).toBe(0);
  });
});

describe('the week of the dashboard', () => {
  const wednesday = new Date('2026-11-18T10:00:00Z');

  test('begins on Monday at midnight in Paris', () => {
    expect(mondayOfDate(wednesday)).toBe('2026-11-16');
    expect(mondayOfDate(new Date('2026-11-15T22:59:59Z'))).toBe('2026-11-09');
    expect(mondayOfDate(new Date('2026-11-15T23:00:00Z'))).toBe('2026-11-16');
    expect(isThisWeek('2026-11-15T23:00:00Z', wednesday)).toBe(true);
    expect(isThisWeek('2026-11-15T22:59:59Z', wednesday)).toBe(false);
  });
});
