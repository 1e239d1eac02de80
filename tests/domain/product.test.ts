import { describe, expect, it } from 'vitest';
import { canIncreaseLine, canIncrement, isOrderable, isPreOrder, stockSentence } from '#domain/product.ts';
import { awningColourOf, isOnlineStore, isProductStore, isServiceStore, waysToGet } from '#domain/store.ts';

const eShop = { plan: { name: 'E-commerce' }, ready: true };
const sellable = { price: { amount: 100 }, indicativePrice: false, priceDisabled: false, store: eShop };

describe('a product', () => {
  it('is orderable only with a firm price in a ready e-shop', () => {
    expect(isOrderable(sellable)).toBe(true);
    expect(isOrderable({ ...sellable, store: { plan: { name: 'E-commerce + supports' }, ready: true } })).toBe(true);
    expect(isOrderable({ ...sellable, price: null })).toBe(false);
    expect(isOrderable({ ...sellable, indicativePrice: true })).toBe(false);
    expect(isOrderable({ ...sellable, priceDisabled: true })).toBe(false);
    expect(isOrderable({ ...sellable, store: { ...eShop, ready: false } })).toBe(false);
    expect(isOrderable({ ...sellable, store: { plan: { name: 'Catalogue' }, ready: true } })).toBe(false);
  });

  it('shows its stock below ten and at zero, and nothing for plenty or unlimited', () => {
    expect(stockSentence(null)).toBeNull();
    expect(stockSentence(10)).toBeNull();
    expect(stockSentence(9)).toBe('Plus que 9 exemplaire(s) disponible(s) !');
    expect(stockSentence(0)).toBe('Rupture de stock');
  });

  it('is a pre-order until its day has passed', () => {
    expect(isPreOrder('2026-12-01', '2026-11-21')).toBe(true);
    expect(isPreOrder('2026-11-21', '2026-11-21')).toBe(true);
    expect(isPreOrder('2026-11-20', '2026-11-21')).toBe(false);
    expect(isPreOrder(null, '2026-11-21')).toBe(false);
  });

  it('accepts more quantity while quantity and cart are below the stock', () => {
    expect(canIncrement(null, 500, 500)).toBe(true);
    expect(canIncrement(0, 1, 0)).toBe(false);
    expect(canIncrement(3, 1, 1)).toBe(true);
    expect(canIncrement(3, 2, 1)).toBe(false);
  });

  it('can grow in the cart while the line and all lines of it stay below the stock', () => {
    expect(canIncreaseLine(null, 99, 99)).toBe(true);
    expect(canIncreaseLine(3, 2, 2)).toBe(true);
    expect(canIncreaseLine(3, 1, 3)).toBe(false);
    expect(canIncreaseLine(3, 3, 3)).toBe(false);
  });
});

describe('a store', () => {
  it('is an e-shop, a product store or a service store by its plan and flags', () => {
    expect(isOnlineStore({ plan: { name: 'E-commerce' }, ready: false })).toBe(false);
    expect(isProductStore({ plan: { name: 'Catalogue + supports' } })).toBe(true);
    expect(isProductStore({ plan: { name: 'Services' } })).toBe(false);
    expect(isServiceStore({ takesAppointments: false, takesEstimates: true })).toBe(true);
    expect(isServiceStore({ takesAppointments: false, takesEstimates: false })).toBe(false);
  });

  it('has a stable colour, and two stores rarely share one', () => {
    const slugs = ['fromagerie-du-chatel', 'brasserie-des-trois-ponts', 'atelier-de-la-vigne', 'salon-belle-rive'];
    // As on the signs that hang already.
    expect(slugs.map(awningColourOf)).toEqual([12, 8, 2, 4]);
    for (const slug of [...slugs, 'a', '']) expect([...Array(16).keys()]).toContain(awningColourOf(slug));
  });
});

describe('delivery modes of a store', () => {
  it('are at most three, unique and in a fixed order', () => {
    expect(waysToGet(['custom_relay', 'custom_store', 'relay', 'home', 'store'])).toEqual([
      'retrait',
      'livraison',
      'point relais',
    ]);
    expect(waysToGet(['custom_store'])).toEqual(['livraison']);
    expect(waysToGet(['demat'])).toEqual([]);
    expect(waysToGet([])).toEqual([]);
  });
});
