import { describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { type EndpointName, registry } from '#contract/registry.ts';
import { cachedCallOf } from '#sw/cached-endpoints.ts';

const id = '7b0f4b4e-3c0e-4a54-9a55-0d3b6e2c9a11';
const names = Object.keys(registry) as EndpointName[];
const addressOf = (name: EndpointName) =>
  `/api${registry[name].path.replace(':shippingType', 'home').replace(':slug', 'tomme-de-meuse').replace(/:\w+/g, id)}`;
const isKept = (name: EndpointName) => (registry[name] as Endpoint).offline === 'kept';

describe('cacheable endpoints', () => {
  it.each(names)('%s: cached by contract, else never touched', (name) => {
    const request = { method: registry[name].method, headers: new Headers() };
    const stored = cachedCallOf(request, addressOf(name));
    if (isKept(name)) expect(stored?.name).toBe(name);
    else expect(stored).toBeNull();
  });

  it.each(names)('%s: never with a token', (name) => {
    const headers = new Headers({ Authorization: 'Bearer x' });
    expect(cachedCallOf({ method: 'GET', headers }, addressOf(name))).toBeNull();
  });

  it.each(['POST', 'PUT', 'DELETE'])('no %s is ever answered from the device', (method) => {
    for (const name of names) expect(cachedCallOf({ method, headers: new Headers() }, addressOf(name))).toBeNull();
  });

  it('passes calls with effects through', () => {
    const request = { method: 'GET', headers: new Headers() };
    expect(cachedCallOf(request, `/api/carts/${id}/order`)).toBeNull();
    expect(cachedCallOf(request, '/api/orders/12/pay')).toBeNull();
    expect(cachedCallOf(request, '/api/orders/pickups/12')).toBeNull();
  });

  it('a store is cached for any slug, even the name of a private call', () => {
    const request = { method: 'GET', headers: new Headers() };
    for (const slug of ['coupons', 'store_orders', 'products']) {
      expect(cachedCallOf(request, `/api/stores/by_slug/${slug}`)).toEqual({ name: 'stores.bySlug', calm: false });
    }
  });

  it('answers from the cache first for rarely changing data only: prices and stocks ask the server', () => {
    const request = { method: 'GET', headers: new Headers() };
    expect(names.filter((name) => cachedCallOf(request, addressOf(name))?.calm)).toEqual([
      'categories.list',
      'deliveryMethods.byType',
      'configurations.list',
      'configurations.synonyms',
      'configurations.mapOutline',
      'pages.list',
    ]);
  });

  it('caches nothing outside of the API', () => {
    const request = { method: 'GET', headers: new Headers() };
    expect(cachedCallOf(request, '/paiement/1')).toBeNull();
    expect(cachedCallOf(request, '/categories')).toBeNull();
  });
});
