import { describe, expect, it } from 'vitest';
import type { StoreOrder } from '#contract/orders.ts';
import { withNewest } from '#engine/reads/newest-order.ts';

const order = (id: number, version: number, state: StoreOrder['state']) => ({ id, version, state }) as StoreOrder;
const list = (...members: StoreOrder[]) => ({
  '@id': '/store_orders',
  '@type': 'hydra:Collection' as const,
  'hydra:member': members,
  'hydra:totalItems': members.length,
});

describe('an order that this device has changed since it was read', () => {
  const validated = order(1, 2, 'validated');

  it('is shown as the answer to that change, alone and in a list', () => {
    expect(withNewest(order(1, 1, 'payed'), [validated])).toBe(validated);
    expect(withNewest(list(order(1, 1, 'payed'), order(2, 1, 'payed')), [validated])).toMatchObject({
      'hydra:member': [
        { id: 1, state: 'validated' },
        { id: 2, state: 'payed' },
      ],
    });
  });

  it('is never shown as it was before: a newer read stays', () => {
    const shipped = order(1, 3, 'shipped');
    expect(withNewest(shipped, [validated])).toBe(shipped);
    expect(withNewest(order(1, 2, 'validated'), [validated])).toEqual(validated);
  });
});
