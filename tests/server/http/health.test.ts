import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market.close());

describe('readiness', () => {
  test('is 200 while the database answers and its migrations have run, and health does not depend on it', async () => {
    const { status, body } = await market.inject('GET', '/api/ready');
    expect([status, body]).toEqual([200, { status: 'ok' }]);

    const last = sql`(select max(created_at) from drizzle.__drizzle_migrations)`;
    await market.db.execute(
      sql`update drizzle.__drizzle_migrations set created_at = created_at - 1 where created_at = ${last}`,
    );
    const notReady = await market.inject('GET', '/api/ready');
    expect([notReady.status, notReady.headers['retry-after']]).toEqual([503, '5']);
    expect((await market.inject('GET', '/api/health')).status).toBe(200);
    await market.db.execute(
      sql`update drizzle.__drizzle_migrations set created_at = created_at + 1 where created_at = ${last}`,
    );
    expect((await market.inject('GET', '/api/ready')).status).toBe(200);
  });
});

describe('health', () => {
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

  test.each(['/api/health', '/api/ready'])('%s is never stored by a cache', async (address) => {
    const { headers } = await market.inject('GET', address);
    expect(headers['cache-control']).toBe('no-store, private');
  });
});
