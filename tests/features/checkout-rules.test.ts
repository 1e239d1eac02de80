import { describe, expect, it } from 'vitest';
import { toneOf } from '#features/account/orders/order-tone.ts';
import { type LineItem, linesByStore } from '#features/checkout/cart/cart-stores.ts';
import { distanceSentence } from '#features/checkout/delivery/use-delivery.ts';
import { storeOrder } from '../support/store-order.ts';

describe('why a distance is refused', () => {
  const part = storeOrder({}, [
    [5, 300, 1500],
    [10, 500, 2500],
    [15, 700, 2000],
  ]);

  it('is that none was chosen', () => {
    expect(distanceSentence(part, null)).toBe('Le champ distance est obligatoire');
  });

  it('is that its minimum is not exceeded by the order', () => {
    const sentence = (minimum: string) =>
      `Le montant de votre commande est trop faible pour cette distance, le minimum est de ${minimum}€`;
    const wide = { ...part, store: { ...part.store, customShippingMaxDistance: 20 } };
    expect(distanceSentence(wide, 10)).toBe(sentence('25'));
    expect(distanceSentence(wide, 15)).toBe(sentence('20'));
    expect(distanceSentence(wide, 5)).toBeNull();
  });
});

describe('a cart with several stores', () => {
  it('is grouped by store, in order of their first lines', () => {
    const line = (lineKey: string, store: string) => ({ lineKey, product: { store: { id: store } } }) as LineItem;
    const stalls = linesByStore([line('1', 'b'), line('2', 'a'), line('3', 'b')]);
    expect(stalls.map(({ store, items }) => [store.id, items.map((item) => item.lineKey)])).toEqual([
      ['b', ['1', '3']],
      ['a', ['2']],
    ]);
  });
});

describe('the colour of an order', () => {
  it('is that of a failure, else of a pending part, else of a success', () => {
    expect(toneOf(['payed', 'payment_declined'])).toBe('brick');
    expect(toneOf(['payed', 'payment_pending'])).toBe('straw');
    expect(toneOf(['shipped', 'canceled'])).toBe('green');
    expect(toneOf(['canceled'])).toBe('quiet');
  });
});
