import { describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { type EndpointName, registry } from '#contract/registry.ts';
import { keptCall } from '#sw/cached-endpoints.ts';

const id = '7b0f4b4e-3c0e-4a54-9a55-0d3b6e2c9a11';
const names = Object.keys(registry) as EndpointName[];
const addressOf = (name: EndpointName) =>
  `/api${registry[name].path.replace(':shippingType', 'home').replace(':slug', 'tomme-de-meuse').replace(/:\w+/g, id)}`;
const isKept = (name: EndpointName) => (registry[name] as Endpoint).offline === 'kept';

describe('what the worker may keep', () => {
  it.each(names)('%s: kept if the contract says so, else never touched', (name) => {
    const request = { method: registry[name].method, headers: new Headers() };
    const kept = keptCall(request, addressOf(name));
    if (isKept(name)) expect(kept?.name).toBe(name);
    else expect(kept).toBeNull();
  });

  it.each(names)('%s: never with a token', (name) => {
    const headers = new Headers({ Authorization: 'Bearer x' });
    expect(keptCall({ method: 'GET', headers }, addressOf(name))).toBeNull();
  });

  it.each(['POST', 'PUT', 'DELETE'])('no %s is ever answered from the device', (method) => {
    for (const name of names) expect(keptCall({ method, headers: new Headers() }, addressOf(name))).toBeNull();
  });

  it('lets the calls with effects pass untouched', () => {
    const request = { method: 'GET', headers: new Headers() };
    expect(keptCall(request, `/api/carts/${id}/order`)).toBeNull();
    expect(keptCall(request, '/api/orders/12/pay')).toBeNull();
    expect(keptCall(request, '/api/orders/pickups/12')).toBeNull();
  });

  it('a shop is kept whatever its address, be it the word of a private call', () => {
    const request = { method: 'GET', headers: new Headers() };
    for (const slug of ['coupons', 'store_orders', 'products']) {
      expect(keptCall(request, `/api/stores/by_slug/${slug}`)).toEqual({ name: 'stores.bySlug', calm: false });
    }
  });

  it('shows at once what hardly ever changes, and no other: prices and stocks are asked for first', () => {
    const request = { method: 'GET', headers: new Headers() };
    expect(names.filter((name) => keptCall(request, addressOf(name))?.calm)).toEqual([
      'categories.list',
      'deliveryMethods.byType',
      'configurations.list',
      'configurations.synonyms',
      'pages.list',
    ]);
  });

  it('keeps nothing outside of the API', () => {
    const request = { method: 'GET', headers: new Headers() };
    expect(keptCall(request, '/paiement/1')).toBeNull();
    expect(keptCall(request, '/categories')).toBeNull();
  });
});
