import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

describe('health', () => {
  let market: TestMarket;
  beforeAll(async () => {
    market = await startTestMarket();
  });
  afterAll(() => market.close());

  test('answers 200 once requests can be served', async () => {
    const { status, body } = await market.inject('GET', '/api/health');
    expect(status).toBe(200);
    expect(body).toEqual({ status: 'ok' });
  });

  test('answers before the worst bodies that wait beside it have all been refused', async () => {
    const origin = await market.listen();
    const order: string[] = [];
    const worst = (n: number) =>
      fetch(`${origin}/api/carts`, {
        method: 'POST',
        headers: { 'content-type': 'application/ld+json' },
        body: `[${'1,'.repeat(127_000)}1]`,
      }).then(({ status }) => order.push(`${n}: ${status}`));
    const before = Array.from({ length: 10 }, (_, n) => worst(n));
    const health = fetch(`${origin}/api/health`).then(({ status }) => order.push(`health: ${status}`));
    await Promise.all([...before, health, ...Array.from({ length: 10 }, (_, n) => worst(n + 10))]);
    expect(order.indexOf('health: 200')).toBeGreaterThanOrEqual(0);
    expect(order.indexOf('health: 200')).toBeLessThan(20);
    expect(order.filter((one) => one.endsWith(': 400'))).toHaveLength(20);
  });

  test('is never stored by a cache', async () => {
    const { headers } = await market.inject('GET', '/api/health');
    expect(headers['cache-control']).toBe('no-store, private');
  });
});
