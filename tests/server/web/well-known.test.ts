// The addresses that programs know, on a market with pages.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const ORIGIN = 'https://etal-meuse.test';
const NOW = new Date('2026-11-20T10:00:00Z');
let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket({ pages: true, now: NOW, env: { publicUrl: ORIGIN } });
});
afterAll(() => market.close());

test('security.txt has a contact, and is valid for some months from any day on', async () => {
  for (const later of [0, 200]) {
    const now = new Date(NOW.getTime() + later * 24 * 3_600_000);
    market.setClock(now);
    const { status, headers, text } = await market.inject('GET', '/.well-known/security.txt');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const fields = new Map(
      text
        .trim()
        .split('\n')
        .map((line) => line.split(/: (.*)/s, 2) as [string, string]),
    );
    expect(fields.get('Contact')).toBe(`${ORIGIN}/contact`);
    expect(fields.get('Canonical')).toBe(`${ORIGIN}/.well-known/security.txt`);
    const left = (Date.parse(fields.get('Expires') ?? '') - now.getTime()) / (24 * 3_600_000);
    expect(left).toBeGreaterThan(30);
    expect(left).toBeLessThan(365);
  }
});

test('a password manager is redirected to the password page, and other well-known addresses are 404', async () => {
  const { status, headers } = await market.inject('GET', '/.well-known/change-password');
  expect([status, headers.location]).toEqual([302, '/compte/informations']);
  const unknown = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
  expect((await market.inject('GET', unknown)).status).toBe(404);
});
