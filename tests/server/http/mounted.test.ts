import { afterAll, beforeAll, expect, test } from 'vitest';
import { allEndpoints } from '#contract/all-endpoints.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { orderNewsEndpoint } from '#contract/orders/order-news.ts';
import { apiRoutes } from '../../support/routes.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market.close());

test.each(Object.entries(allEndpoints) as [string, Endpoint][])(
  '%s is mounted at its address',
  (name, { method, path }) => {
    expect(market.app.hasRoute({ method, url: `/api${path}` })).toBe(true);
    const candidates = market.app.mounted.get(`${method} ${path}`) ?? [];
    expect(candidates.map((mounted) => mounted.name)).toContain(name);
  },
);

/** What describes the API to clients that do not know it. */
const describing = [
  ...['/', '/docs', '/docs.json', '/docs.jsonld', '/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js'].map(
    (path) => `GET /api${path}`,
  ),
  'GET /api',
];

test('only the contract, health and the documentation answer under /api', () => {
  const known = [...Object.values(allEndpoints), orderNewsEndpoint].map(
    ({ method, path }: Endpoint) => `${method} /api${path}`,
  );
  const patched = known
    .filter((route) => /^PUT \/api\/\w+\/:id$/.test(route))
    .map((put) => put.replace('PUT', 'PATCH'));
  const answering = apiRoutes(market.app);
  const isContext = (route: string) => /^GET \/api\/contexts\/[A-Z][A-Za-z]+$/.test(route);
  expect(answering.filter((route) => !isContext(route)).sort()).toEqual(
    [...new Set(known), ...new Set(patched), 'GET /api/health', 'GET /api/ready', ...describing].sort(),
  );
});

test('reads that change state, and what does not end, have no HEAD, which would run them unseen', () => {
  for (const url of ['/api/carts/:id/order', '/api/orders/:id/pay', '/api/stores/:id/events']) {
    expect(market.app.hasRoute({ method: 'HEAD', url })).toBe(false);
  }
});
