import { describe, expect, it } from 'vitest';
import { type StoreOrderState, storeOrderStates } from '#contract/values.ts';
import { canBecome, hasReached } from '#domain/order-states.ts';
import { isListed, merchantAction, orderLabel } from '#domain/store-order.ts';

describe('a store order', () => {
  it('moves only along new → payment_pending → payed → validated → shipped, to declined while paying, or to canceled', () => {
    const allowed = storeOrderStates.flatMap((from) =>
      storeOrderStates.filter((to) => canBecome(from, to)).map((to) => `${from}>${to}`),
    );
    expect(allowed.sort()).toEqual(
      [
        'new>payment_pending',
        'new>canceled',
        'payment_pending>payed',
        'payment_pending>payment_declined',
        'payment_pending>canceled',
        'payed>validated',
        'payed>canceled',
        'payment_declined>canceled',
        'validated>shipped',
        'validated>canceled',
      ].sort(),
    );
  });

  it('has reached a state when it is there or beyond', () => {
    expect(hasReached('shipped', 'validated')).toBe(true);
    expect(hasReached('payed', 'validated')).toBe(false);
    expect(hasReached('canceled', 'validated')).toBe(false);
  });

  it('offers the merchant one next action', () => {
    expect(merchantAction('payed')).toBe('validate');
    expect(merchantAction('validated')).toBe('ship');
    expect(merchantAction('shipped')).toBeNull();
  });
});

describe('an order of several shops', () => {
  const listed = (...states: StoreOrderState[]) => isListed({ storeOrders: states.map((state) => ({ state })) });

  it('is named after the shop that is least far', () => {
    expect(orderLabel(['new', 'payed'])).toBe('En attente de paiement');
    expect(orderLabel(['payment_pending', 'payed'])).toBe('En attente de confirmation');
    expect(orderLabel(['shipped', 'payed'])).toBe('Paiement validé');
    expect(orderLabel(['shipped', 'validated'])).toBe('Traité');
    expect(orderLabel(['shipped', 'shipped'])).toBe('Envoyé');
    expect(orderLabel(['shipped', 'canceled'])).toBe('Envoyé');
  });

  it('is listed once its first store order is payed or later', () => {
    expect(listed('payed')).toBe(true);
    expect(listed('shipped', 'new')).toBe(true);
    expect(listed('canceled', 'payed')).toBe(true);
    expect(listed('canceled')).toBe(true);
    expect(listed('payment_pending')).toBe(false);
    expect(listed('new')).toBe(false);
    expect(listed()).toBe(false);
  });
});
