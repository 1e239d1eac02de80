import { describe, expect, it } from 'vitest';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { shownOrder } from '#state/merchant-orders/store-orders.ts';
import type { ReadCommand } from '#sync/commands/registry.ts';

const order = (id: number, version: number, state: StoreOrder['state']) => ({ id, version, state }) as StoreOrder;
const row = (id: number, type: string) => ({ lane: `storeOrder:${id}`, type, args: { id } }) as never as ReadCommand;

describe('an order that this device has changed since it was read', () => {
  const views = [order(1, 2, 'validated')];

  it('is shown as the answer to that change, and another as it was read', () => {
    expect(shownOrder(order(1, 1, 'payed'), { views, rows: [] }).order).toMatchObject({
      version: 2,
      state: 'validated',
    });
    expect(shownOrder(order(2, 1, 'payed'), { views, rows: [] }).order).toMatchObject({ version: 1, state: 'payed' });
  });

  it('is never shown as it was before: a newer read stays', () => {
    const read = (version: number, state: StoreOrder['state']) =>
      shownOrder(order(1, version, state), { views, rows: [] }).order;
    expect(read(3, 'shipped')).toMatchObject({ version: 3, state: 'shipped' });
    expect(read(2, 'validated')).toMatchObject({ version: 2, state: 'validated' });
  });

  it('includes its own pending writes only, by name', () => {
    const rows = [row(1, 'storeOrders.ship'), row(2, 'storeOrders.validate')];
    expect(shownOrder(order(1, 1, 'payed'), { views, rows })).toMatchObject({
      order: { state: 'shipped' },
      waiting: ['storeOrders.ship'],
    });
    expect(shownOrder(order(2, 1, 'payed'), { views, rows })).toMatchObject({
      order: { state: 'validated' },
      waiting: ['storeOrders.validate'],
    });
  });
});
