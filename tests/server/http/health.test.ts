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

  test('is never stored by a cache', async () => {
    const { headers } = await market.inject('GET', '/api/health');
    expect(headers['cache-control']).toBe('no-store, private');
  });
});
