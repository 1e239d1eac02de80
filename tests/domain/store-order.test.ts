import { describe, expect, it } from 'vitest';
import { type ShippingType, type StoreOrderState, shippingTypes, storeOrderStates } from '#contract/fields/values.ts';
import { moneyOf } from '#domain/money.ts';
import { canBecome, hasReached } from '#domain/orders/order-states.ts';
import {
  isInOrderList,
  merchantAction,
  merchantLabel,
  orderLabel,
  orderStateLabel,
  paymentDue,
  STATE_LABELS,
  shopperLabel,
} from '#domain/orders/store-order.ts';

const shippedLabels: Record<ShippingType, string> = {
  store: 'Remise',
  home: 'Expédiée',
  relay: 'Expédiée',
  custom_store: 'Livrée',
  custom_relay: 'Déposée au point relais',
  demat: 'Envoyée par e-mail',
};

const readyAt = '2026-11-21T10:00:00Z';

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

  it('offers the merchant one next action: what is collected at the store becomes ready first', () => {
    const action = (state: StoreOrderState, shippingType: ShippingType, readyAt: string | null = null) =>
      merchantAction({ state, shippingType, readyAt });
    for (const type of shippingTypes) {
      expect([action('payed', type), action('validated', type), action('shipped', type)]).toEqual([
        'validate',
        type === 'store' ? 'ready' : 'ship',
        null,
      ]);
    }
    expect(action('validated', 'store', readyAt)).toBe('ship');
    expect(action('canceled', 'store', readyAt)).toBeNull();
  });

  it('is called ready from that moment until it is collected, by both sides', () => {
    const of = (state: StoreOrderState, shippingType: ShippingType = 'store') => ({
      ...{ state, shippingType, readyAt, orderPaymentOnDelivery: false },
    });
    expect([shopperLabel(of('validated')), merchantLabel(of('validated'))]).toEqual(['Prête', 'Prête']);
    expect([shopperLabel(of('shipped')), merchantLabel(of('shipped'))]).toEqual(['Remise', 'Envoyé']);
    expect([shopperLabel(of('canceled')), merchantLabel(of('canceled'))]).toEqual(['Annulé', 'Annulé']);
    expect(shopperLabel(of('validated', 'home'))).toBe('En préparation');
    const unready = { ...of('validated'), readyAt: null };
    expect([orderLabel([of('validated')]), orderLabel([of('validated'), of('shipped')])]).toEqual(['Prête', 'Prête']);
    expect([orderLabel([of('validated'), unready]), orderLabel([unready])]).toEqual([
      'En préparation',
      'En préparation',
    ]);
  });
});

describe('payment text', () => {
  const part = (state: StoreOrderState, orderPaymentOnDelivery: boolean, shippingType: ShippingType, cents = 1250) => ({
    state,
    orderPaymentOnDelivery,
    shippingType,
    total: moneyOf(cents),
  });

  it('is never that an order is paid that is paid when it is received, in any state and mode', () => {
    for (const state of storeOrderStates) {
      for (const shippingType of shippingTypes) {
        const unpaid = part(state, true, shippingType);
        const isOpen = state === 'payed' || state === 'validated';
        const done: Partial<Record<StoreOrderState, string>> = {
          validated: 'En préparation',
          shipped: shippedLabels[shippingType],
        };
        const where = shippingType === 'custom_store' ? 'à payer à la livraison' : 'à payer au retrait';
        expect(paymentDue([unpaid])).toBe(isOpen ? where : null);
        expect(shopperLabel(unpaid)).toBe(state === 'payed' ? 'Confirmé' : (done[state] ?? STATE_LABELS[state]));
        expect(orderStateLabel([unpaid])).not.toBe('Paiement validé');
        const paid = part(state, false, shippingType);
        expect(paymentDue([paid])).toBeNull();
        expect(shopperLabel(paid)).toBe(done[state] ?? STATE_LABELS[state]);
        expect(orderStateLabel([paid])).toBe(orderLabel([paid]));
      }
    }
  });

  it('names each way of a mixed order, and nothing where nothing is to pay', () => {
    expect(paymentDue([part('payed', true, 'store'), part('validated', true, 'custom_store')])).toBe(
      'à payer à la réception',
    );
    expect(paymentDue([part('shipped', true, 'store'), part('validated', true, 'custom_store')])).toBe(
      'à payer à la livraison',
    );
    expect(paymentDue([part('payed', true, 'store', 0)])).toBeNull();
    expect(paymentDue([])).toBeNull();
  });
});

describe('an order of several stores', () => {
  const listed = (...states: StoreOrderState[]) => isInOrderList({ storeOrders: states.map((state) => ({ state })) });

  it('has the least advanced state of its stores', () => {
    const label = (...states: StoreOrderState[]) =>
      orderLabel(states.map((state) => ({ state, shippingType: 'store' as const })));
    expect(label('new', 'payed')).toBe('En attente de paiement');
    expect(label('payment_pending', 'payed')).toBe('En attente de confirmation');
    expect(label('shipped', 'payed')).toBe('Paiement validé');
    expect(label('shipped', 'validated')).toBe('En préparation');
    expect(label('shipped', 'shipped')).toBe('Remise');
    expect(label('shipped', 'canceled')).toBe('Remise');
  });

  it('says how it left its stores, by their delivery modes', () => {
    const label = (...types: ShippingType[]) =>
      orderLabel(types.map((shippingType) => ({ state: 'shipped' as const, shippingType })));
    for (const type of shippingTypes) expect(label(type)).toBe(shippedLabels[type]);
    expect(label('relay', 'home')).toBe('Expédiée');
    expect(label('store', 'home')).toBe('Remise ou expédiée');
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
