import { describe, expect, test } from 'vitest';
import type { StoreOrderItem } from '#contract/orders/store-orders.ts';
import { isThisWeek, mondayOf } from '#features/merchant/dashboard/week.ts';
import { countInState } from '#features/merchant/orders/order-counts.ts';
import { ordersAddress, readFilter, statesOf } from '#features/merchant/orders/order-filter.ts';
import { actionWords } from '#features/merchant/orders/order-words.ts';
import { sheetSums } from '#features/merchant/orders/sheet-sums.ts';

const shown = (id: number, state: 'payed' | 'validated' | 'shipped') => ({ order: { id, state } });
const list = (total: number, ...orders: ReturnType<typeof shown>[]) => ({
  data: { 'hydra:totalItems': total },
  orders,
});

describe('the filter of the order list', () => {
  test('lives in the query string, and anything unknown there counts as absent', () => {
    expect(readFilter(new URLSearchParams('state=payed&page=3'))).toEqual({ state: 'payed', search: '', page: 3 });
    expect(readFilter(new URLSearchParams('state=canceled&page=-1'))).toEqual({ state: null, search: '', page: 1 });
    expect(readFilter(new URLSearchParams('state=%3Cb%3E&page=1.5'))).toEqual({ state: null, search: '', page: 1 });
    expect(readFilter(new URLSearchParams({ q: ` ${'x'.repeat(500_000)} ` })).search).toHaveLength(80);
  });

  test('gives back the address it was read from, the shortest one', () => {
    expect(ordersAddress({ state: 'shipped', page: 2 })).toBe('/admin/boutique/store/commandes?state=shipped&page=2');
    expect(ordersAddress({ state: null, page: 1 })).toBe('/admin/boutique/store/commandes');
    expect(ordersAddress({ search: 'Noël & fils', page: 1 })).toBe(
      '/admin/boutique/store/commandes?q=No%C3%ABl+%26+fils',
    );
  });

  test('asks for payed, validated and shipped orders when no state is chosen', () => {
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

  test('adds up each article once over all orders, apart by what was chosen, by name', () => {
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

  test('is to validate what is payed, with another sign and other words when it is payed on delivery', () => {
    const online = actionWords(payed);
    const onDelivery = actionWords({ ...payed, orderPaymentOnDelivery: true });
    expect([online?.action, onDelivery?.action]).toEqual(['validate', 'validate']);
    expect(online?.icon).not.toBe(onDelivery?.icon);
    expect(online?.long).not.toBe(onDelivery?.long);
    expect(onDelivery?.long).toContain('à encaisser');
  });

  test('is to hand over what is validated, in the words of its way of delivery', () => {
    expect(actionWords({ ...payed, state: 'validated' })?.short).toBe('Marquer envoyée');
    expect(actionWords({ ...payed, state: 'validated', shippingType: 'store' })?.short).toBe('Marquer remise');
    expect(actionWords({ ...payed, state: 'validated', shippingType: null })?.action).toBe('ship');
  });

  test('is nothing before it is payed and after it has left', () => {
    for (const state of ['new', 'payment_pending', 'payment_declined', 'shipped', 'canceled'] as const) {
      expect(actionWords({ ...payed, state })).toBeNull();
    }
  });
});

describe('the number of orders in a state', () => {
  test('is unknown until the list is', () => {
    expect(countInState('payed', {})).toBeNull();
  });

  test('loses the orders that a waiting write takes out, and the next state gains them', () => {
    const payed = list(40, shown(1, 'payed'), shown(2, 'validated'));
    const validated = list(7, shown(3, 'validated'), shown(4, 'shipped'));
    expect(countInState('payed', payed)).toBe(39);
    expect(countInState('validated', validated, payed)).toBe(7);
  });

  test('counts once an order that both lists show', () => {
    const payed = list(1, shown(2, 'validated'));
    const validated = list(1, shown(2, 'validated'));
    expect(countInState('validated', validated, payed)).toBe(1);
  });
});

describe('the week of the dashboard', () => {
  const wednesday = new Date('2026-11-18T10:00:00Z');

  test('begins on Monday at midnight in Paris', () => {
    expect(mondayOf(wednesday)).toBe('2026-11-16');
    expect(mondayOf(new Date('2026-11-15T22:59:59Z'))).toBe('2026-11-09');
    expect(mondayOf(new Date('2026-11-15T23:00:00Z'))).toBe('2026-11-16');
    expect(isThisWeek('2026-11-15T23:00:00Z', wednesday)).toBe(true);
    expect(isThisWeek('2026-11-15T22:59:59Z', wednesday)).toBe(false);
  });
});
