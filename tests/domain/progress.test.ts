import { describe, expect, it } from 'vitest';
import { type OpeningHours, type ShippingType, shippingTypes } from '#contract/fields/values.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { arrivalOf } from '#domain/orders/arrival.ts';
import { formatStepTime, progressOf } from '#domain/orders/progress.ts';
import { storeOrder } from '../support/store-order.ts';

/** A Saturday, 15:00 in Paris. */
const now = new Date('2026-11-21T14:00:00Z');
const WEEK: OpeningHours = {
  days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'],
  morningOpeningHour: '0900',
  morningCloseHour: '1200',
  afternoonOpeningHour: '1400',
  afternoonCloseHour: '1800',
  interrupt: false,
};
const store = { ...storeOrder().store, openingHours: [WEEK], preparationTime: 60 };
const part = (given: Partial<StoreOrder>) =>
  storeOrder({ state: 'payed', shippingType: 'store', createdAt: '2026-11-21T08:30:00Z', store, ...given });
const steps = (given: Partial<StoreOrder>) =>
  progressOf(part(given), now)?.map(({ name, standing, when }) => [name, standing, when]);

const LAST: Readonly<Record<ShippingType, string>> = {
  store: 'Remise',
  home: 'Expédiée',
  relay: 'Expédiée',
  custom_store: 'Livrée',
  custom_relay: 'Déposée au point relais',
  demat: 'Envoyée par e-mail',
};

describe('the progress of a part of an order', () => {
  it('has the steps of its delivery type; only what is collected at the store becomes ready', () => {
    for (const type of shippingTypes) {
      const names = steps({ shippingType: type })?.map(([name]) => name);
      const ready = type === 'store' ? ['Prête'] : [];
      expect(names).toEqual(['Reçue', 'En préparation', ...ready, LAST[type]]);
    }
  });

  it('says when each step was, and when the order is expected to be ready', () => {
    expect(steps({})).toEqual([
      ['Reçue', 'current', 'aujourd’hui, 9\u00a0h\u00a030'],
      ['En préparation', 'ahead', null],
      ['Prête', 'ahead', 'prévue aujourd’hui, 10\u00a0h\u00a030'],
      ['Remise', 'ahead', null],
    ]);
    const validated = { state: 'validated', validatedAt: '2026-11-21T09:00:00Z' } as const;
    expect(steps(validated)?.slice(0, 2)).toEqual([
      ['Reçue', 'done', 'aujourd’hui, 9\u00a0h\u00a030'],
      ['En préparation', 'current', 'aujourd’hui, 10\u00a0h\u00a000'],
    ]);
    expect(steps({ ...validated, readyAt: '2026-11-21T09:45:00Z' })?.[2]).toEqual([
      'Prête',
      'current',
      'aujourd’hui, 10\u00a0h\u00a045',
    ]);
    const collected = { state: 'shipped', shippedAt: '2026-11-21T11:00:00Z' } as const;
    expect(steps({ ...validated, ...collected })?.slice(2)).toEqual([
      ['Prête', 'done', null],
      ['Remise', 'current', 'aujourd’hui, 12\u00a0h\u00a000'],
    ]);
  });

  it('expects a pre-order at its date, however it is delivered', () => {
    const [item] = storeOrder().items;
    if (!item) throw new Error('no item');
    const items = [{ ...item, product: { ...item.product, preOrderDate: '2026-12-24' } }];
    expect(steps({ items, shippingType: 'home' })?.at(-1)).toEqual([
      'Expédiée',
      'ahead',
      'à partir du 24 décembre 2026',
    ]);
    expect(steps({ items })?.[2]?.[2]).toBe('prévue jeudi 24 décembre, 9\u00a0h\u00a000');
    expect(steps({ items, store: { ...store, openingHours: [] } })?.[2]?.[2]).toBe('à partir du 24 décembre 2026');
  });

  it('is none before the payment, after a refusal and after a cancellation', () => {
    for (const state of ['new', 'payment_pending', 'payment_declined', 'canceled'] as const) {
      expect(progressOf(part({ state }), now)).toBeNull();
    }
  });
});

it('a time is named from today: near days by their name, others by weekday, those of other years by year', () => {
  const at = (day: string) => formatStepTime({ day, minutes: 510 }, now);
  expect(at('2026-11-20')).toBe('hier, 8\u00a0h\u00a030');
  expect(at('2026-11-22')).toBe('demain, 8\u00a0h\u00a030');
  expect(at('2026-11-02')).toBe('lundi 2 novembre, 8\u00a0h\u00a030');
  expect(at('2025-11-02')).toBe('2 novembre 2025, 8\u00a0h\u00a030');
});

describe('the arrival of a part', () => {
  const place = {
    name: 'Tabac de la Gare',
    information: '',
    address: { address1: '2 place de la Gare', address2: '', postalCode: '55100', city: 'Verdun' },
    hours: [],
  };
  const to = { address1: '7 rue Basse', address2: '', postalCode: '55000', city: 'Bar-le-Duc' };
  const arrival = (given: Partial<StoreOrder>) => arrivalOf(part(given));

  it('is where and from when it is collected, at the store or at a relay point', () => {
    expect(arrival({})).toEqual({
      type: 'store',
      way: 'Retrait',
      where: '1 rue Haute, 55100 Verdun',
      next: 'Prêt à partir de 10\u00a0h\u00a030',
    });
    const unknown = { ...store, preparationTime: null };
    expect(arrival({ store: unknown }).next).toBe('La boutique vous préviendra dès qu’elle sera prête.');
    expect(arrival({ shippingType: 'relay', place })).toMatchObject({
      where: 'Tabac de la Gare, 2 place de la Gare, 55100 Verdun',
      next: 'Vous serez prévenu dès l’envoi du colis vers ce point relais.',
    });
    expect(arrival({ shippingType: 'custom_relay', place }).way).toBe('Point relais du commerçant');
  });

  it('is the address to which it is brought, sent or mailed', () => {
    for (const shippingType of ['home', 'custom_store'] as const) {
      expect(arrival({ shippingType, address: to }).where).toBe('7 rue Basse, 55000 Bar-le-Duc');
    }
    expect(arrival({ shippingType: 'demat', email: 'client@etal.test' }).where).toBe('client@etal.test');
  });
});
